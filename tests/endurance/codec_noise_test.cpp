// SPDX-License-Identifier: Apache-2.0
// A million bytes of noise for each protocol of a clock: nothing grows, and of the frames between
// the noise none is missed. What a clock says comes from the emulated clocks.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/app/common/replay.hpp"
#include "daemon/table/table.hpp"
#include "hal/codec/decoders.hpp"
#include "hal/serial/port.hpp"
#include "hal/sim/link/emulated_protocol.hpp"
#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/endurance/memory_use.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using jipu::test::growth;
using jipu::test::memory_use;
using jipu::test::MemoryUse;

namespace {

constexpr std::size_t million = 1'000'000;
constexpr std::int64_t second_ns = 1'000'000'000;

/// Buffers have their size after so much of it.
constexpr std::size_t warm = million / 10;
/// A leak of one block for each broken frame would be thousands.
constexpr std::int64_t few_blocks = 8, few_bytes = 4096;

struct Protocol {
    ClockKind kind;
    const char* name;
    /// What ends a line of noise, where frames are lines: without it a frame would be its rest.
    const char* line_end;
};
constexpr std::array<Protocol, 4> protocols{{{ClockKind::line, "line", "\n"},
                                             {ClockKind::dgt, "dgt", ""},
                                             {ClockKind::izis, "izis", ""},
                                             {ClockKind::niclink, "niclink", "\n"}}};

class Noise {
  public:
    explicit Noise(std::uint64_t seed) : random_(seed) {}
    std::string bytes(std::size_t count) {
        std::string out(count, '\0');
        for (char& byte : out)
            byte = static_cast<char>(random_.in({0, 255}));
        return out;
    }
    std::size_t between(std::int64_t least, std::int64_t most) {
        return static_cast<std::size_t>(random_.in({least, most}));
    }

  private:
    sim::Random random_;
};

/// Fed in chunks as a port might cut them. The reports of each are handed on and forgotten.
template <typename Take>
void feed_in_chunks(ClockDecoder& decoder, const std::string& bytes, Noise& noise, Take take) {
    std::vector<ClockReport> out;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t count = std::min(noise.between(1, 64), bytes.size() - at);
        out.clear();
        decoder.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, count}, out);
        for (const ClockReport& report : out)
            take(report);
        at += count;
    }
}

/// A clock that is pressed every few seconds and tells every second: a frame or two at a time.
class Clock {
  public:
    explicit Clock(ClockKind kind) : protocol_(sim::make_emulated_protocol(kind)), clock_(long_()) {
        // What a daemon says at the opening, so that it tells what it would tell a daemon.
        const ClockTalk talk = clock_talk(kind);
        for (const std::string& words : {talk.greeting, talk.poll})
            hear(words, first_words_);
        poll_ = kind == ClockKind::niclink ? talk.poll : "";
    }
    const std::string& first_words() const { return first_words_; }

    std::string next() {
        std::string out;
        now_ += second_ns;
        if (++second_ % 3 == 0) {
            // Before the face of a clock has no digits left for it.
            if (second_ % 9000 == 0) clock_.set(now_, {0, 0, clock_.times(now_).turn, false});
            const auto press = clock_.press(now_, half_);
            protocol_->pressed(now_, press, clock_, out);
            half_ = line_clock::other(half_);
        } else {
            protocol_->ticked(now_, clock_, out);
        }
        if (!poll_.empty()) hear(poll_, out);
        return out;
    }

  private:
    static sim::EmulatedClockOptions long_() {
        sim::EmulatedClockOptions options;
        options.count_up = true;
        options.left_ms = options.right_ms = 0;
        return options;
    }
    void hear(const std::string& words, std::string& out) {
        protocol_->hear(now_, {reinterpret_cast<const std::uint8_t*>(words.data()), words.size()},
                        clock_, out);
    }

    std::unique_ptr<sim::EmulatedProtocol> protocol_;
    sim::EmulatedClock clock_;
    std::string first_words_, poll_;
    sim::EmulatedNs now_ = 0;
    int second_ = 0;
    line_clock::Half half_ = line_clock::Half::left;
};

/// What the table would hear, without the complaints about noise.
struct Heard {
    std::vector<ClockReport> reports;
    std::vector<Side> presses;
    std::size_t broken = 0;
    void operator()(const ClockReport& report) {
        if (std::holds_alternative<FrameError>(report)) {
            ++broken;
            return;
        }
        if (const auto* press = std::get_if<PressReport>(&report)) presses.push_back(press->side);
        reports.push_back(report);
    }
};

/// A clock's words, each part of them followed by noise, and what they mean to who hears no noise.
struct Conversation {
    std::string quiet, noisy;
    Heard meant;
};

Conversation converse(const Protocol& protocol, const char* line_end, std::size_t bytes) {
    Conversation made;
    Noise noise(static_cast<std::uint64_t>(protocol.kind));
    Clock clock(protocol.kind);
    made.noisy = made.quiet = clock.first_words();
    while (made.quiet.size() < bytes) {
        made.noisy += noise.bytes(noise.between(1, 120));
        made.noisy += line_end;
        const std::string words = clock.next();
        made.quiet += words;
        made.noisy += words;
    }
    const auto decoder = make_clock_decoder(protocol.kind, Side::first);
    feed_in_chunks(*decoder, made.quiet, noise, std::ref(made.meant));
    return made;
}

} // namespace

TEST_CASE("a million random bytes leave a decoder as large as it was, and able to hear") {
    for (const Protocol& protocol : protocols) {
        INFO(protocol.name);
        const auto decoder = make_clock_decoder(protocol.kind, Side::first);
        Noise noise(7);
        const std::string bytes = noise.bytes(million);
        std::size_t broken = 0;
        const auto count = [&](const ClockReport& report) {
            broken += std::holds_alternative<FrameError>(report) ? 1U : 0U;
        };
        feed_in_chunks(*decoder, bytes.substr(0, warm), noise, count);
        const MemoryUse before = memory_use();
        feed_in_chunks(*decoder, bytes.substr(warm), noise, count);
        const MemoryUse after = memory_use();
        std::printf("%s: %zu broken; %s\n", protocol.name, broken, growth(before, after).c_str());
        CHECK(broken > 100);
        CHECK(after.blocks - before.blocks <= few_blocks);
        CHECK(after.block_bytes - before.block_bytes <= few_bytes);
        // A fresh cable, and a clock at its end.
        decoder->reset();
        Clock clock(protocol.kind);
        std::string words = clock.first_words();
        for (int i = 0; i < 9; ++i)
            words += clock.next();
        Heard heard;
        feed_in_chunks(*decoder, words, noise, std::ref(heard));
        CHECK(heard.broken == 0);
        CHECK(heard.presses.size() >= 2);
    }
}

TEST_CASE("of a million bytes of frames with noise between them every frame is heard") {
    for (const Protocol& protocol : protocols) {
        INFO(protocol.name);
        const Conversation said = converse(protocol, protocol.line_end, million);
        REQUIRE(said.meant.broken == 0);
        REQUIRE(said.meant.presses.size() > 1000);
        const auto decoder = make_clock_decoder(protocol.kind, Side::first);
        Noise cuts(11);
        Heard heard;
        feed_in_chunks(*decoder, said.noisy, cuts, std::ref(heard));
        std::printf("%s: %zu reports, %zu presses in %zu bytes of which %zu are noise\n",
                    protocol.name, heard.reports.size(), heard.presses.size(), said.noisy.size(),
                    said.noisy.size() - said.quiet.size());
        CHECK(heard.broken > 1000);
        CHECK(heard.reports.size() == said.meant.reports.size());
        CHECK(heard.reports == said.meant.reports);
    }
}

TEST_CASE("where noise swallows the line of a press, the line after it tells of the press") {
    for (const Protocol& protocol : protocols) {
        if (*protocol.line_end == '\0') continue;
        INFO(protocol.name);
        const Conversation said = converse(protocol, "", million);
        const auto decoder = make_clock_decoder(protocol.kind, Side::first);
        Noise cuts(13);
        Heard heard;
        feed_in_chunks(*decoder, said.noisy, cuts, std::ref(heard));
        CHECK(heard.reports.size() < said.meant.reports.size());
        CHECK(heard.presses == said.meant.presses);
    }
}

TEST_CASE("a million random bytes come through a port whole, and leave it as large as it was") {
    test::PtyPair pty;
    boost::asio::io_context loop;
    Noise noise(17);
    const std::string bytes = noise.bytes(million);
    std::size_t at = 0;
    bool same = true;
    serial::SerialPort port(
        loop, {pty.path(), 115200, std::chrono::milliseconds(1), std::chrono::milliseconds(5)},
        {nullptr,
         [&](std::span<const std::uint8_t> part) {
             for (const std::uint8_t byte : part)
                 same = same && at < bytes.size() && static_cast<char>(byte) == bytes[at++];
         },
         nullptr});
    port.start();
    REQUIRE(test::run_until(loop, [&] { return port.is_open(); }));
    std::optional<MemoryUse> before;
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const std::size_t count = std::min<std::size_t>(1000, bytes.size() - sent);
        REQUIRE(pty.send(std::string_view(bytes).substr(sent, count)));
        sent += count;
        REQUIRE(test::run_until(loop, [&] { return at >= sent || !same; }));
        REQUIRE(same);
        if (!before && sent >= warm) before = memory_use();
    }
    const MemoryUse after = memory_use();
    std::printf("port: %s\n", growth(*before, after).c_str());
    CHECK(at == bytes.size());
    CHECK(after.blocks - before->blocks <= few_blocks);
    CHECK(after.block_bytes - before->block_bytes <= few_bytes);
    CHECK(after.descriptors == before->descriptors);
    CHECK(after.threads == before->threads);
}

namespace {

struct Effects : EffectSink {
    void emit(const Effect& effect) override {
        moves += std::holds_alternative<MoveRecorded>(effect.data) ? 1U : 0U;
        ++count;
    }
    std::size_t count = 0, moves = 0;
};

/// An hour of noise at a table whose pieces stand.
void make_noise_at(Table& table, const std::string& bytes, Effects& effects,
                   std::optional<MemoryUse>& before, Instant& now) {
    constexpr std::size_t each_second = million / 3600;
    for (std::size_t at = 0; at + each_second <= bytes.size(); at += each_second) {
        now += std::chrono::seconds(1);
        run_ticks_until(table, now, effects);
        ClockBytes part;
        part.bytes.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                          bytes.begin() + static_cast<std::ptrdiff_t>(at + each_second));
        table.handle({now, std::move(part)}, effects);
        if (!before && at >= warm) before = memory_use();
    }
}

} // namespace

TEST_CASE("a million random bytes leave a table as large as it was, and its game goes on") {
    for (const Protocol& protocol : protocols) {
        INFO(protocol.name);
        TableSetup setup;
        setup.clock = protocol.kind;
        Table table(setup, make_clock_decoder(protocol.kind, Side::first));
        Effects effects;
        ScanFrame start;
        const auto position = xiangqi::Position::start();
        for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
            start.levels.push_back(position.at(p).empty() ? Level::off : Level::on);
        Instant now{};
        table.handle({now, start}, effects);
        std::optional<MemoryUse> before;
        const std::string bytes = Noise(19).bytes(million);
        make_noise_at(table, bytes, effects, before, now);
        const MemoryUse after = memory_use();
        std::printf("table, %s: %zu effects; %s\n", protocol.name, effects.count,
                    growth(*before, after).c_str());
        CHECK(effects.count < 200);
        CHECK(after.blocks - before->blocks <= 64);
        CHECK(after.block_bytes - before->block_bytes <= 4 * few_bytes);
        table.handle({now, PointChange{xiangqi::make_point(7, 2), Level::off}}, effects);
        now += std::chrono::seconds(1);
        table.handle({now, PointChange{xiangqi::make_point(4, 2), Level::on}}, effects);
        now += std::chrono::seconds(1);
        run_ticks_until(table, now, effects);
        CHECK(table.view().moves == std::vector<std::string>{"h2e2"});
        CHECK(effects.moves == 1);
    }
}
