// SPDX-License-Identifier: Apache-2.0
// The line clock driver on a real pseudo-terminal: greeting, stamps, loss and return.
#include "hal/serial/line_clock_source.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using jipu::test::PtyPair;
using jipu::test::run_until;
using namespace std::chrono_literals;

namespace {

struct Said : ClockSink {
    void clock_bytes(MonotonicNs at, std::span<const std::uint8_t> part) override {
        stamps.push_back(at);
        bytes.append(part.begin(), part.end());
    }
    void clock_press(MonotonicNs, Side) override { ++presses; }
    void clock_lost(MonotonicNs at, const std::string& detail) override {
        stamps.push_back(at);
        lost.push_back(detail);
    }
    void clock_back(MonotonicNs at, const std::string& detail) override {
        stamps.push_back(at);
        back.push_back(detail);
    }
    std::string bytes;
    std::vector<MonotonicNs> stamps;
    std::vector<std::string> lost;
    std::vector<std::string> back;
    int presses = 0;
};

const std::string greeting = "\nask hello*3B\nask status*4D\n";

} // namespace

TEST_CASE("a line clock is greeted at every opening; loss and return are said in turn") {
    PtyPair pty;
    boost::asio::io_context loop;
    Said said;
    MonotonicNs now = 1000;
    LineClockSource source(loop, {pty.path(), 115200, 1ms, 5ms}, [&] { return ++now; });
    source.start(said);
    std::string heard;
    const auto greeted = [&] {
        heard += pty.receive();
        return heard == greeting;
    };
    REQUIRE(run_until(loop, greeted));
    CHECK(said.back.empty());
    CHECK(said.lost.empty());

    REQUIRE(pty.send("press left 1 0*5D\n"));
    REQUIRE(run_until(loop, [&] { return said.bytes == "press left 1 0*5D\n"; }));
    CHECK(said.presses == 0);

    CHECK(source.send(set_times_for(Side::first, {1000, 2000}, std::nullopt)));
    heard.clear();
    REQUIRE(run_until(loop, [&] {
        heard += pty.receive();
        return heard.size() > 3 && heard.back() == '\n';
    }));
    CHECK(heard.rfind("set times 1000 2000 none paused*", 0) == 0);

    pty.unplug();
    REQUIRE(run_until(loop, [&] { return said.lost.size() == 1; }));
    CHECK_FALSE(source.send(line_clock::SetPause{}));
    heard.clear();
    pty.plug_in();
    REQUIRE(run_until(loop, greeted));
    CHECK(said.back == std::vector<std::string>{pty.device()});
    CHECK(std::is_sorted(said.stamps.begin(), said.stamps.end()));
    CHECK(said.stamps.front() > 1000);
    source.stop();
}

TEST_CASE("a clock that is not there at the start is lost, and back when it comes") {
    PtyPair pty;
    pty.unplug();
    boost::asio::io_context loop;
    Said said;
    LineClockSource source(loop, {pty.path(), 115200, 1ms, 5ms}, [] { return MonotonicNs{7}; });
    source.start(said);
    REQUIRE(run_until(loop, [&] { return said.lost.size() == 1; }));
    pty.plug_in();
    REQUIRE(run_until(loop, [&] { return said.back.size() == 1; }));
    CHECK(said.lost.size() == 1);
}
