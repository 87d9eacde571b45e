// SPDX-License-Identifier: Apache-2.0
// The rounds of the scanning thread without the thread: what is reported, when the next round is
// due, loss and return, and that nothing is missed in silence.
#include "hal/gpiod/scan_loop.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::gpio;

namespace {

struct FakeScanner : Scanner {
    std::string open() override {
        ++opens;
        is_open = cannot_open.empty();
        return cannot_open;
    }
    void close() override { is_open = false; }
    std::size_t bits() const override { return now.size(); }
    std::string scan(std::span<std::uint8_t> bits) override {
        time += takes;
        if (!fails.empty()) return fails;
        std::copy(now.begin(), now.end(), bits.begin());
        return {};
    }
    std::vector<std::uint8_t> now = std::vector<std::uint8_t>(6);
    std::string cannot_open, fails;
    bool is_open = false;
    int opens = 0;
    MonotonicNs time = 1000;
    std::int64_t takes = 10;
};

constexpr ScanTimes times{100, 40, 300, 1000};

struct Rounds {
    explicit Rounds(std::size_t capacity = 8, Sensors sensors = Sensors::reed)
        : queue(capacity, 3),
          loop(scanner, {sensors, PoleCode::north_south, {{0, 3}, {1, 4}, {2, 5}}}, 2, times, queue,
               [this] { return scanner.time; }) {}
    /// One round at its time; how long after its beginning the next is due.
    std::int64_t round() {
        const MonotonicNs begin = scanner.time;
        const MonotonicNs due = loop.round();
        scanner.time = std::max(due, scanner.time);
        return due - begin;
    }
    /// Everything that was reported, as words: `scan 100`, `lost why`, `note what`.
    std::vector<std::string> take() {
        std::vector<std::string> said;
        while (const ScanReport* report = queue.front()) {
            if (report->kind == ScanReport::Kind::scan) {
                std::string text = "scan ";
                for (const Level level : report->levels)
                    text += "01NS"[static_cast<int>(level)];
                if (report->missed != 0) text += " missed " + std::to_string(report->missed);
                said.push_back(text);
            } else {
                said.push_back((report->kind == ScanReport::Kind::lost ? "lost " : "note ") +
                               report->text);
            }
            CHECK(report->at >= last);
            last = report->at;
            queue.pop();
        }
        return said;
    }
    FakeScanner scanner;
    ScanQueue queue;
    ScanLoop loop;
    MonotonicNs last = 0;
};

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("the first scan is reported whole, then only scans that differ, each with its start's "
          "stamp") {
    Rounds rounds;
    rounds.round();
    CHECK(rounds.last == 0);
    CHECK(rounds.take() == Words{"scan 000"});
    CHECK(rounds.last == 1000);
    rounds.round();
    CHECK(rounds.take().empty());
    rounds.scanner.now[1] = 1;
    const MonotonicNs begin = rounds.scanner.time;
    rounds.round();
    CHECK(rounds.take() == Words{"scan 010"});
    CHECK(rounds.last == begin);
    CHECK(rounds.scanner.opens == 1);
}

TEST_CASE("rounds keep their pace whatever a scan takes, and a slow one leaves out whole periods") {
    Rounds rounds;
    for (const std::int64_t takes : {10, 99, 0}) {
        rounds.scanner.takes = takes;
        CHECK(rounds.round() == 100);
    }
    CHECK(rounds.loop.left_out() == 0);
    rounds.scanner.takes = 250; // due after 100; at 250 the second period of two is under way
    CHECK(rounds.round() == 200);
    CHECK(rounds.loop.left_out() == 1);
    rounds.scanner.takes = 10;
    const MonotonicNs begin = rounds.scanner.time - 50;
    CHECK(rounds.loop.round() == begin + 100);
}

TEST_CASE("scans left out are told once in a while, with their number") {
    Rounds rounds;
    rounds.round();
    rounds.take();
    rounds.scanner.takes = 250;
    Words said;
    for (int i = 0; i < 12; ++i) {
        rounds.round();
        for (const std::string& word : rounds.take())
            said.push_back(word);
    }
    REQUIRE(said.size() >= 2);
    CHECK(said.size() <= 4);
    for (const std::string& word : said)
        CHECK(word.find("scans were left out: they take longer than their time") !=
              std::string::npos);
}

TEST_CASE("a board that is not there is lost once, tried with growing pauses, and reported whole "
          "when it comes") {
    Rounds rounds;
    rounds.scanner.cannot_open = "line 4 of a is in use by b";
    std::vector<std::int64_t> pauses;
    for (int i = 0; i < 5; ++i)
        pauses.push_back(rounds.round());
    CHECK(pauses == std::vector<std::int64_t>{40, 80, 160, 300, 300});
    CHECK(rounds.take() == Words{"lost line 4 of a is in use by b"});
    rounds.scanner.cannot_open = "line 4 of a: permission denied";
    for (int i = 0; i < 3; ++i)
        CHECK(rounds.round() == 300);
    CHECK(rounds.take() == Words{"note line 4 of a: permission denied"});
    rounds.scanner.cannot_open.clear();
    rounds.scanner.now[0] = 1;
    CHECK(rounds.round() == 100);
    CHECK(rounds.take() == Words{"scan 100"});
}

TEST_CASE(
    "a board that vanishes is let go, lost once, and comes back with a whole scan by itself") {
    Rounds rounds;
    rounds.round();
    rounds.take();
    rounds.scanner.fails = "cannot read the columns at a: No such device";
    rounds.round();
    CHECK_FALSE(rounds.scanner.is_open);
    rounds.round();
    CHECK(rounds.take() == Words{"lost cannot read the columns at a: No such device"});
    rounds.scanner.fails.clear();
    rounds.round();
    CHECK(rounds.take() == Words{"scan 000"});
    CHECK(rounds.scanner.opens == 3);
    // the pause begins small again
    rounds.scanner.fails = "again";
    CHECK(rounds.round() == 10 + 40);
}

TEST_CASE("scans that find the queue full are counted, and the count comes with the next report") {
    Rounds rounds(2);
    rounds.round(); // whole
    for (int i = 0; i < 5; ++i) {
        rounds.scanner.now[0] = rounds.scanner.now[0] == 0;
        rounds.round();
    }
    CHECK(rounds.take() == Words{"scan 000", "scan 100"});
    // What stands is what was reported last, yet something happened in between.
    CHECK(rounds.scanner.now[0] == 1);
    rounds.round();
    CHECK(rounds.take() == Words{"scan 100 missed 4"});
    rounds.round();
    CHECK(rounds.take().empty());
}

TEST_CASE(
    "a loss that finds the queue full is told when there is room, also when the board is back") {
    Rounds rounds(1);
    rounds.round();
    rounds.scanner.fails = "gone";
    rounds.round();
    rounds.round();
    SECTION("still lost") {
        CHECK(rounds.take() == Words{"scan 000"});
        rounds.round();
        CHECK(rounds.take() == Words{"lost gone"});
        rounds.scanner.fails.clear();
        rounds.round();
        CHECK(rounds.take() == Words{"scan 000"});
    }
    SECTION("back already") {
        rounds.scanner.fails.clear();
        rounds.round();
        CHECK(rounds.take() == Words{"scan 000"});
        rounds.round();
        CHECK(rounds.take() == Words{"scan 000 missed 3"});
    }
}

TEST_CASE("a note waits for room and is told once") {
    Rounds rounds(1);
    rounds.loop.note("no priority");
    rounds.round();
    CHECK(rounds.take() == Words{"scan 000"});
    rounds.round();
    CHECK(rounds.take() == Words{"note no priority"});
    rounds.round();
    CHECK(rounds.take().empty());
}

TEST_CASE("a point that says both poles is told with its name, and keeps its level") {
    Rounds rounds(8, Sensors::hall);
    rounds.scanner.now = {1, 0, 0, 0, 0, 0};
    rounds.round();
    rounds.scanner.now = {1, 0, 1, 0, 0, 1}; // the third of points two wide: a1
    for (int i = 0; i < 3; ++i)
        rounds.round();
    rounds.scanner.now = {1, 0, 0, 0, 0, 0};
    for (int i = 0; i < 12; ++i)
        rounds.round();
    CHECK(rounds.take() == Words{"scan N00", "note both poles at once in 3 scans, last at a1"});
}

TEST_CASE("a board that is let go closes and can be opened again by the next round") {
    Rounds rounds;
    rounds.round();
    rounds.loop.stop();
    CHECK_FALSE(rounds.scanner.is_open);
    rounds.round();
    CHECK(rounds.scanner.is_open);
}

TEST_CASE("the pace is told after a second, and begins anew when the board was away") {
    FakeScanner scanner;
    ScanQueue queue(8, 3);
    ScanTimes slow;
    ScanLoop loop(scanner,
                  {Sensors::reed, PoleCode::north_south, {{0, no_bit}, {1, no_bit}, {2, no_bit}}},
                  2, slow, queue, [&] { return scanner.time; });
    const auto rounds = [&](int count) {
        for (int i = 0; i < count; ++i)
            scanner.time = loop.round();
    };
    rounds(200);
    CHECK_FALSE(loop.pace());
    rounds(2);
    REQUIRE(loop.pace());
    CHECK(loop.pace()->per_s == 200.0);
    CHECK(loop.pace()->max_us == 5000);
    scanner.fails = "gone";
    loop.round();
    scanner.fails.clear();
    scanner.time += 10'000'000'000;
    rounds(202);
    CHECK(loop.pace()->max_us == 5000);
}
