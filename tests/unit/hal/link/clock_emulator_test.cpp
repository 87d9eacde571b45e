// SPDX-License-Identifier: Apache-2.0
// The emulated clock behind its pseudo-terminal, read by the daemon's own driver and decoder.
#include "hal/sim/link/clock_emulator.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "hal/codec/decoders.hpp"
#include "hal/codec/line_clock_decoder.hpp"
#include "hal/serial/line.hpp"
#include "hal/serial/serial_clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using namespace jipu::sim;
using jipu::test::run_until;
using line_clock::Half;
using namespace std::chrono_literals;

namespace {

/// Reads as the daemon does, and decodes.
struct Reader : ClockSink {
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t> bytes) override {
        raw.append(bytes.begin(), bytes.end());
        decoder->feed(bytes, reports);
    }
    void clock_press(MonotonicNs, Side) override {}
    void clock_lost(MonotonicNs, const std::string&) override {
        decoder->reset();
        ++lost;
    }
    void clock_back(MonotonicNs, const std::string&) override { ++back; }
    template <typename Report>
    std::vector<Report> all() const {
        std::vector<Report> out;
        for (const ClockReport& report : reports) {
            if (const auto* one = std::get_if<Report>(&report)) out.push_back(*one);
        }
        return out;
    }
    explicit Reader(ClockKind kind = ClockKind::line)
        : decoder(make_clock_decoder(kind, Side::first)) {}
    std::unique_ptr<ClockDecoder> decoder;
    std::vector<ClockReport> reports;
    std::string raw;
    int lost = 0;
    int back = 0;
};

struct Desk {
    explicit Desk(ClockKind k = ClockKind::line) : kind(k) {
        std::string pattern = std::filesystem::temp_directory_path() / "jipu-clock-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        folder = pattern;
        EmulatedClockOptions options;
        options.left_ms = 600'000;
        options.right_ms = 500'000;
        auto made = ClockEmulator::open(loop, link(), kind, options, [this] { return now; });
        REQUIRE(made);
        clock = std::move(*made);
    }
    ~Desk() {
        clock.reset();
        std::filesystem::remove_all(folder);
    }
    std::string link() const { return (folder / "clock").string(); }
    std::unique_ptr<SerialClock> open(Reader& reader) {
        auto source = std::make_unique<SerialClock>(loop, serial::PortOptions{link(), 0, 1ms, 5ms},
                                                    clock_talk(kind), [this] { return now; });
        source->start(reader);
        return source;
    }
    ClockKind kind;
    std::filesystem::path folder;
    boost::asio::io_context loop;
    MonotonicNs now = 0;
    std::unique_ptr<ClockEmulator> clock;
};

const PressReport first_pressed{Side::first};
const PressReport second_pressed{Side::second};

} // namespace

TEST_CASE("the clock answers the greeting and says its presses and times") {
    Desk desk;
    Reader reader;
    CHECK_FALSE(desk.clock->has_reader());
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    CHECK(desk.clock->has_reader());
    CHECK(reader.reports[0] ==
          ClockReport{HelloReport{"emulated-clock 1.0, line clock protocol 1"}});
    CHECK(reader.reports[1] == ClockReport{TimesReport{{600'000, 500'000}, std::nullopt}});
    desk.now = 5'000'000'000;
    desk.clock->press(Half::left);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 4; }));
    CHECK(reader.reports[2] == ClockReport{first_pressed});
    CHECK(reader.reports[3] == ClockReport{TimesReport{{600'000, 500'000}, Side::second}});
    CHECK(reader.all<FrameError>().empty());
    // Not a byte of the reader's own came back as an echo.
    CHECK(reader.raw.find("ask") == std::string::npos);
}

TEST_CASE("the arbiter sets, pauses and resumes the clock through the driver") {
    Desk desk;
    Reader reader;
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    reader.reports.clear();
    REQUIRE(source->send(encode(set_times_for(Side::first, {1000, 2000}, Side::first))));
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 1; }));
    CHECK(reader.reports[0] == ClockReport{TimesReport{{1000, 2000}, Side::first}});
    desk.now += 400'000'000;
    REQUIRE(source->send(encode(line_clock::SetPause{})));
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    CHECK(reader.reports[1] == ClockReport{TimesReport{{600, 2000}, std::nullopt}});
    REQUIRE(source->send(encode(line_clock::SetResume{Half::right})));
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 3; }));
    CHECK(reader.reports[2] == ClockReport{TimesReport{{600, 2000}, Side::second}});
    CHECK(desk.clock->times().turn == Half::right);
}

TEST_CASE("a clock paused by hand says so") {
    Desk desk;
    Reader reader;
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    desk.clock->press(Half::right);
    desk.clock->pause();
    desk.clock->resume(Half::left);
    // press + times, pause + times, resume + times
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 8; }));
    CHECK(reader.all<TimesReport>().back().running == Side::first);
    CHECK(reader.all<PressReport>() == std::vector<PressReport>{second_pressed});
}

TEST_CASE("presses made while nobody read are told by the counters when a reader comes back") {
    Desk desk;
    Reader reader;
    auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    desk.clock->press(Half::left);
    REQUIRE(run_until(desk.loop, [&] { return reader.all<PressReport>().size() == 1; }));
    source.reset();
    REQUIRE(run_until(desk.loop, [&] { return !desk.clock->has_reader(); }));
    desk.clock->press(Half::right);
    desk.clock->press(Half::left);
    reader.reports.clear();
    reader.raw.clear();
    source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.all<TimesReport>().size() == 1; }));
    CHECK(reader.all<PressReport>() == std::vector<PressReport>{second_pressed, first_pressed});
    CHECK(reader.all<FrameError>().empty());
    // The lines of that time were dropped as on a wire, not kept for the next reader.
    CHECK(reader.raw.rfind("hello ", 0) == 0);
}

TEST_CASE("fifty readers one after the other each find a clean line") {
    Desk desk;
    for (int i = 0; i < 50; ++i) {
        Reader reader;
        auto source = desk.open(reader);
        REQUIRE(run_until(desk.loop, [&] { return reader.all<TimesReport>().size() == 1; }));
        REQUIRE(reader.all<FrameError>().empty());
        // Said and perhaps not read any more.
        desk.clock->press(i % 2 == 0 ? Half::left : Half::right);
        source.reset();
        REQUIRE(run_until(desk.loop, [&] { return !desk.clock->has_reader(); }));
    }
}

TEST_CASE("unplugged and plugged in again the clock is found behind the same link") {
    Desk desk;
    Reader reader;
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    const auto before = test::open_descriptors();
    for (int cycle = 1; cycle <= 20; ++cycle) {
        desk.clock->unplug();
        CHECK_FALSE(std::filesystem::exists(std::filesystem::symlink_status(desk.link())));
        REQUIRE(run_until(desk.loop, [&] { return reader.lost == cycle; }));
        desk.clock->press(cycle % 2 == 1 ? Half::left : Half::right);
        REQUIRE(desk.clock->replug());
        REQUIRE(run_until(desk.loop, [&] {
            return reader.back == cycle &&
                   reader.all<PressReport>().size() == static_cast<std::size_t>(cycle);
        }));
    }
    CHECK(test::open_descriptors() == before);
    CHECK(reader.all<FrameError>().empty());
}

TEST_CASE("a clock of any protocol is read through its driver, unplugged and found again") {
    const ClockKind kind = GENERATE(ClockKind::dgt, ClockKind::izis, ClockKind::niclink);
    INFO(static_cast<int>(kind));
    Desk desk(kind);
    Reader reader(kind);
    const auto source = desk.open(reader);
    const auto greeted = [&] { return desk.clock->has_reader() && !reader.reports.empty(); };
    REQUIRE(run_until(desk.loop, greeted));
    desk.clock->set({600'000, 600'000, Half::left, false});
    desk.clock->press(Half::left);
    desk.clock->press(Half::right);
    const auto presses = [&] { return reader.all<PressReport>(); };
    REQUIRE(run_until(desk.loop, [&] { return presses().size() == 2; }));
    CHECK(presses() == std::vector<PressReport>{first_pressed, second_pressed});
    desk.clock->unplug();
    REQUIRE(run_until(desk.loop, [&] { return reader.lost == 1; }));
    REQUIRE(desk.clock->replug());
    reader.reports.clear();
    REQUIRE(run_until(desk.loop, greeted));
    CHECK(reader.back == 1);
    CHECK(presses().empty());
    desk.clock->press(Half::left);
    REQUIRE(run_until(desk.loop, [&] { return presses().size() == 1; }));
    CHECK(presses() == std::vector<PressReport>{first_pressed});
    CHECK(reader.all<FrameError>().empty());
}

TEST_CASE("while time runs the clock reports by itself") {
    Desk desk;
    Reader reader;
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.reports.size() == 2; }));
    // Ten milliseconds before a whole second of the second side's time.
    desk.clock->set({600'000, 499'010, Half::right, false});
    REQUIRE(run_until(desk.loop, [&] { return reader.all<TimesReport>().size() == 2; }));
    desk.now += 10'000'000;
    REQUIRE(run_until(desk.loop, [&] { return reader.all<TimesReport>().size() == 3; }));
    CHECK(reader.all<TimesReport>().back().ms[1] == 499'000);
}

TEST_CASE("a link is made only where nothing else stands") {
    Desk desk;
    const std::string file = (desk.folder / "file").string();
    std::ofstream(file) << "precious";
    const auto refused =
        ClockEmulator::open(desk.loop, file, ClockKind::line, {}, [] { return MonotonicNs{0}; });
    CHECK_FALSE(refused);
    CHECK(refused.error() == file + " is no symbolic link");
    CHECK(std::filesystem::file_size(file) == 8);
    const auto nowhere = ClockEmulator::open(desk.loop, "/nowhere/clock", ClockKind::line, {},
                                             [] { return MonotonicNs{0}; });
    CHECK(nowhere.error().rfind("cannot make the link /nowhere/clock: ", 0) == 0);
}

TEST_CASE("a reader killed without a word leaves the clock open for the next") {
    Desk desk;
    const auto child = ::fork();
    if (child == 0) {
        // Holds the port with its lock until it is killed. The parent's looks may be in the way.
        ::alarm(60);
        auto line = serial::open_line(desk.link(), 115200);
        while (!line)
            line = serial::open_line(desk.link(), 115200);
        ::pause();
        ::_exit(1);
    }
    REQUIRE(child > 0);
    // The lock shows that the child has it.
    REQUIRE(run_until(desk.loop, [&] { return !serial::open_line(desk.link(), 115200); }));
    REQUIRE(::kill(child, SIGKILL) == 0);
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    Reader reader;
    const auto source = desk.open(reader);
    REQUIRE(run_until(desk.loop, [&] { return reader.all<TimesReport>().size() == 1; }));
}
