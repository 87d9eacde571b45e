// SPDX-License-Identifier: Apache-2.0
// The clocks of a game: the numbers of the books, and the edges between periods.
#include "rules/timing/game_clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/rules/timing/helpers.hpp"

using namespace jipu;
using namespace jipu::test;
using namespace std::chrono_literals;

namespace {

/// Plays moves with thinking times; Black answers in no time at all.
class TimedGame {
  public:
    explicit TimedGame(std::string_view spec) : clock(control_of(spec)) { clock.start(zero, red); }

    void red_moves(int moves, Duration each) {
        for (int i = 0; i < moves; ++i) {
            now += each;
            REQUIRE(clock.press(now, red));
            REQUIRE(clock.press(now, black));
        }
    }
    ClockReading red_now() const { return clock.reading(red, now); }

    GameClock clock;
    Instant now = zero;
};

} // namespace

TEST_CASE("who has made 40 moves when 90 minutes are used goes on with 30 minutes for 20") {
    // 000/4.2.1(1)
    TimedGame game("state-national");
    game.red_moves(40, 2min);
    CHECK(game.red_now().period == 1);
    CHECK(game.red_now().remaining == 10min);
    CHECK(game.red_now().moves_to_go == 0);
    // The quota alone does not end the period: its time is used up first.
    game.now += 10min - 1us;
    CHECK(game.red_now().period == 1);
    game.now += 1us;
    CHECK(game.red_now().period == 2);
    CHECK(game.red_now().remaining == 30min);
    CHECK(game.red_now().moves_to_go == 20);
    CHECK_FALSE(game.red_now().flag_fallen);
    CHECK(game.clock.next_flag() == zero + 120min);
}

TEST_CASE("who has not made 40 moves when 90 minutes are used loses his flag then") {
    // 000/4.2.1(1)
    TimedGame game("state-national");
    game.red_moves(39, 2min);
    CHECK(game.clock.next_flag() == zero + 90min);
    game.now += 12min - 1us;
    CHECK_FALSE(game.red_now().flag_fallen);
    CHECK(game.red_now().moves_to_go == 1);
    game.now += 1us;
    CHECK(game.red_now().flag_fallen);
    CHECK(game.red_now().fell_at == zero + 90min);
    CHECK(game.red_now().remaining == 0us);
    game.now += 5min;
    CHECK(game.red_now().fell_at == zero + 90min);
    CHECK(game.red_now().used == 95min);
    // A move made too late does not put it up again (000/4.2.1).
    REQUIRE(game.clock.press(game.now, red));
    CHECK(game.red_now().flag_fallen);
    CHECK(game.red_now().moves == 40);
}

TEST_CASE("moves beyond the quota of the first period count in the second and no further") {
    TimedGame game("state-national");
    game.red_moves(45, 2min); // 90 minutes: five moves beyond the quota
    CHECK(game.red_now().period == 2);
    CHECK(game.red_now().moves_to_go == 15);
    game.red_moves(20, 1min); // 20 minutes: 25 of 20 with those carried
    CHECK(game.red_now().moves_to_go == 0);
    CHECK(game.red_now().remaining == 10min);
    game.now += 10min;
    CHECK(game.red_now().period == 3);
    CHECK(game.red_now().moves_to_go == 10); // nothing is carried to the third
    CHECK(game.red_now().remaining == 15min);
    CHECK(game.clock.next_flag() == zero + 90min + 30min + 15min);
}

TEST_CASE("moves carried over may fill the whole next quota before a move is made there") {
    TimedGame game("10m/5; 10m/5 carry; 10m/5 repeat");
    game.red_moves(10, 30s);
    // 5 minutes left in the first, all of the second, then the third with an empty quota.
    CHECK(game.clock.next_flag() == zero + 30min);
    game.now = zero + 20min;
    CHECK(game.red_now().period == 3);
    CHECK(game.red_now().moves_to_go == 5);
}

TEST_CASE("the last period repeats, and each time its quota is due anew") {
    TimedGame game("state-national");
    game.red_moves(40, 2min);
    game.now += 10min;
    game.red_moves(20, 1min);
    game.now += 10min;
    for (int round = 3; round <= 7; ++round) {
        CHECK(game.red_now().period == round);
        CHECK(game.red_now().moves_to_go == 10);
        CHECK(game.red_now().remaining == 15min);
        game.red_moves(10, 1min);
        game.now += 5min;
    }
    game.red_moves(12, 60s); // two moves too many do not help the next round
    game.now += 3min;
    CHECK(game.red_now().period == 9);
    CHECK(game.red_now().moves_to_go == 10);
}

TEST_CASE("the other time controls of the books let the flag fall when they say") {
    // 000/4.2.1(1), 001/4.1.4, 001/6
    struct Row {
        const char* spec;
        int moves;
        Duration each;
        Duration flag; ///< when it falls after these moves
    };
    for (const Row& row : {
             Row{"state-regional", 0, 0s, 60min},
             Row{"state-regional", 30, 2min - 1us, 70min},
             Row{"state-regional", 29, 2min, 60min},
             Row{"state-playoff", 30, 50s, 40min},
             Row{"association-1", 40, 2min, 105min},
             Row{"association-2", 30, 1min, 70min},
             Row{"association-3", 40, 10s, 15min},
             Row{"association-4", 30, 5s, 10min},
             Row{"association-5 20m", 100, 5s, 20min},
             Row{"90m/40", 40, 1min, 90min}, // nothing comes after it
             Row{"5m; byo-yomi 30s x3", 0, 0s, 6min + 30s},
             Row{"3h; byo-yomi 60s keep 5m", 0, 0s, 180min},
             Row{"1h; block 10m/15", 0, 0s, 70min},
             Row{"1h; canadian 10m/15", 0, 0s, 70min},
         }) {
        TimedGame game(row.spec);
        game.red_moves(row.moves, row.each);
        INFO(row.spec << ", " << row.moves << " moves");
        REQUIRE(game.clock.next_flag());
        CHECK(*game.clock.next_flag() == zero + row.flag);
        const Instant flag = *game.clock.next_flag();
        CHECK_FALSE(game.clock.reading(red, flag - 1us).flag_fallen);
        CHECK(game.clock.reading(red, flag).flag_fallen);
        CHECK(game.clock.reading(red, flag).fell_at == flag);
    }
}

TEST_CASE("a move in time costs nothing of the reserve, a long one what it exceeds") {
    TimedGame game("state-per-move");
    CHECK(game.red_now().remaining == 32min);
    CHECK(game.red_now().reserve == 30min);
    game.red_moves(10, 90s);
    CHECK(game.red_now().reserve == 30min);
    game.red_moves(1, 5min); // three minutes beyond
    CHECK(game.red_now().reserve == 27min);
    CHECK(game.red_now().remaining == 29min);
    game.red_moves(1, 29min - 1us);
    CHECK(game.red_now().reserve == 1us);
    game.red_moves(3, 2min - 1us);
    CHECK_FALSE(game.red_now().flag_fallen);
    game.now += 2min;
    CHECK_FALSE(game.red_now().flag_fallen);
    CHECK(game.red_now().reserve == 1us);
    game.now += 1us;
    CHECK(game.red_now().flag_fallen);
}

TEST_CASE("an increment is added when the move is made") {
    TimedGame game("5m +10s");
    game.red_moves(1, 30s);
    CHECK(game.red_now().remaining == 4min + 40s);
    game.red_moves(10, 4s);
    CHECK(game.red_now().remaining == 4min + 40s + 60s);
    CHECK(game.red_now().used == 70s);
    CHECK(game.clock.reading(black, game.now).remaining == 5min + 110s);
}

TEST_CASE("a reading shorter than its time costs nothing, a full one is gone") {
    TimedGame game("3h; byo-yomi 60s keep 5m");
    CHECK(game.red_now().remaining == 175min);
    CHECK_FALSE(game.red_now().periods_left);
    game.now += 175min;
    CHECK(game.red_now().period == 2);
    CHECK(game.red_now().periods_left == 5);
    CHECK(game.red_now().remaining == 60s);
    game.now += 60s - 1us;
    REQUIRE(game.clock.press(game.now, red));
    REQUIRE(game.clock.press(game.now, black));
    CHECK(game.red_now().periods_left == 5);
    CHECK(game.red_now().remaining == 60s);
    game.red_moves(1, 60s); // who is read the last second has used it
    CHECK(game.red_now().periods_left == 4);
    game.red_moves(1, 3min + 10s);
    CHECK(game.red_now().periods_left == 1);
    CHECK(game.clock.next_flag() == game.now + 60s);
    game.now += 60s;
    CHECK(game.red_now().flag_fallen);
    CHECK(game.red_now().periods_left == 0);
}

TEST_CASE("a block keeps what was left of the one before, a Canadian one does not") {
    TimedGame block("1m; block 10m/15");
    block.red_moves(1, 1min);
    CHECK(block.red_now().moves_to_go == 14);
    block.red_moves(14, 30s);
    CHECK(block.red_now().remaining == 13min);
    CHECK(block.red_now().moves_to_go == 15);
    CHECK(block.red_now().period == 3);
    TimedGame canadian("1m; canadian 10m/15");
    canadian.red_moves(1, 1min);
    canadian.red_moves(14, 30s);
    CHECK(canadian.red_now().remaining == 10min);
    CHECK(canadian.red_now().moves_to_go == 15);
}

TEST_CASE("only the side to move can press, and only its own time runs") {
    GameClock clock(control_of("10m"));
    CHECK_FALSE(clock.press(zero, red)); // not started
    CHECK_FALSE(clock.next_flag());
    clock.start(zero + 1s, red);
    CHECK_FALSE(clock.press(zero + 2s, black));
    CHECK(clock.running() == red);
    REQUIRE(clock.press(zero + 11s, red));
    CHECK(clock.running() == black);
    CHECK(clock.reading(red, zero + 60s).used == 10s);
    CHECK(clock.reading(black, zero + 60s).used == 49s);
    CHECK(clock.reading(red, zero + 60s).moves == 1);
    CHECK(clock.next_flag() == zero + 11s + 10min);
}

TEST_CASE("nobody's time runs in a pause") {
    GameClock clock(control_of("10m"));
    clock.start(zero, red);
    clock.pause(zero + 1min);
    CHECK_FALSE(clock.running());
    CHECK_FALSE(clock.next_flag());
    CHECK(clock.reading(red, zero + 30min).remaining == 9min);
    REQUIRE(clock.press(zero + 2min, red)); // a forgotten press, made up for: the turn changes
    CHECK_FALSE(clock.running());
    CHECK(clock.turn() == black);
    clock.resume(zero + 30min);
    CHECK(clock.running() == black);
    CHECK(clock.reading(black, zero + 31min).used == 1min);
    CHECK(clock.reading(red, zero + 31min).used == 1min);
}

TEST_CASE("without a time control the clocks count what is used and no flag falls") {
    GameClock clock(TimeControl{});
    clock.start(zero, red);
    REQUIRE(clock.press(zero + 5min, red));
    CHECK_FALSE(clock.next_flag());
    const ClockReading now = clock.reading(red, zero + 600min);
    CHECK(now.used == 5min);
    CHECK(now.remaining == 0us);
    CHECK_FALSE(now.flag_fallen);
    CHECK(clock.reading(black, zero + 600min).used == 595min);
}

TEST_CASE("the arbiter sets a clock, and a fallen flag stands again") {
    GameClock clock(control_of("10m"));
    clock.start(zero, red);
    CHECK(clock.reading(red, zero + 10min).flag_fallen);
    clock.set_remaining(zero + 11min, red, 3min);
    CHECK_FALSE(clock.reading(red, zero + 11min).flag_fallen);
    CHECK(clock.next_flag() == zero + 14min);
    CHECK(clock.reading(red, zero + 12min).used == 12min);
    GameClock per_move(control_of("per-move 2m reserve 30m"));
    per_move.start(zero, red);
    per_move.set_remaining(zero + 1min, red, 12min);
    CHECK(per_move.reading(red, zero + 1min).reserve == 10min);
    CHECK(per_move.next_flag() == zero + 13min);
    GameClock reading(control_of("1m; byo-yomi 30s"));
    reading.start(zero, red);
    reading.set_remaining(zero + 5min, red, 10s);
    CHECK(reading.reading(red, zero + 5min).periods_left == 1);
    CHECK(reading.next_flag() == zero + 5min + 10s);
}

TEST_CASE("the next flag is when the reading first shows a fallen flag, however the game went") {
    for (const char* spec :
         {"state-national", "10m/5; 10m/5 carry; 5m/3 carry repeat", "per-move 20s reserve 2m",
          "3m +2s", "2m; byo-yomi 10s x3 keep 1m", "2m; block 1m/4", "2m; canadian 1m/4"}) {
        TimedGame game(spec);
        std::uint32_t state = 12345;
        for (int ply = 0; ply < 400; ++ply) {
            const auto flag = game.clock.next_flag();
            if (!flag) break;
            INFO(spec << ", ply " << ply);
            const Side side = *game.clock.running();
            REQUIRE(*flag > game.now);
            REQUIRE_FALSE(game.clock.reading(side, *flag - 1us).flag_fallen);
            REQUIRE(game.clock.reading(side, *flag).fell_at == *flag);
            REQUIRE(game.clock.reading(side, *flag).flag_fallen);
            state = state * 1664525U + 1013904223U;
            game.now += Duration{(state >> 8U) % 20'000'000U};
            REQUIRE(game.clock.press(game.now, side));
        }
        CHECK((game.red_now().used + game.clock.reading(black, game.now).used) == game.now - zero);
    }
}

TEST_CASE("000/4.2.1(1): a press after an illegal move stops the clock and counts no move") {
    GameClock clock(control_of("10m/2; 5m/1 repeat"));
    clock.start(zero, red);
    CHECK(clock.press_in_vain(zero + 9min, red));
    CHECK_FALSE(clock.press_in_vain(zero + 9min, red)); // it is not its turn any more
    CHECK(clock.reading(red, zero + 9min).moves == 0);
    clock.start(zero + 12min, red); // taken back: the time that was used is not given back
    CHECK(clock.reading(red, zero + 12min).remaining == 1min);
    CHECK(clock.next_flag() == zero + 13min);
    CHECK(clock.reading(red, zero + 13min).flag_fallen);
}

TEST_CASE("a move that was answered all the same counts after all") {
    GameClock clock(control_of("10m/2; 5m/1 repeat"));
    clock.start(zero, red);
    clock.press_in_vain(zero + 1min, red);
    clock.count_after_all(zero + 2min, red);
    CHECK(clock.turn() == black);
    const ClockReading reading = clock.reading(red, zero + 2min);
    CHECK(reading.moves == 1);
    CHECK(reading.moves_in_period == 1);
    CHECK(reading.quota == 2);
    CHECK(reading.remaining == 9min);
}

TEST_CASE("moves that the record lost or got are lost and got in the period") {
    TimedGame game("10m/5; 5m/1 repeat");
    game.red_moves(4, 1min);
    game.clock.set_moves(game.now, red, 2);
    CHECK(game.red_now().moves_to_go == 3);
    game.clock.set_moves(game.now, red, 5);
    CHECK(game.red_now().moves_to_go == 0);
}

TEST_CASE(
    "000/4.2.1(3): what a device shows counts, and its 0 ends a period or lets the flag fall") {
    GameClock clock(control_of("10m/1; 5m/1 repeat"));
    clock.start(zero, red);
    clock.show(zero, red, 30s);
    CHECK_FALSE(clock.next_flag());
    CHECK_FALSE(clock.reading(red, zero + 10min).flag_fallen); // only the device can show it
    clock.press(zero + 10s, red);
    clock.start(zero + 10s, red);
    clock.show(zero + 30s, red, 0s);
    clock.run_out(zero + 30s, red);
    CHECK(clock.reading(red, zero + 30s).period == 2);
    CHECK_FALSE(clock.reading(red, zero + 30s).flag_fallen);
    clock.show(zero + 31s, red, 0s);
    clock.run_out(zero + 31s, red);
    CHECK(clock.reading(red, zero + 31s).flag_fallen);
    CHECK(clock.reading(red, zero + 31s).fell_at == zero + 31s);
}

TEST_CASE("what was given is what was used and what is left, through periods and increments") {
    TimedGame game("10m/2; 5m/1 repeat");
    CHECK(game.red_now().given == 10min);
    game.red_moves(2, 1min);
    CHECK(game.red_now().given == game.red_now().used + game.red_now().remaining);
    game.now += 9min;
    CHECK(game.red_now().given == 15min);
    CHECK(game.red_now().given == game.red_now().used + game.red_now().remaining);
    game.clock.set_remaining(game.now, red, 6min);
    CHECK(game.red_now().given == game.red_now().used + game.red_now().remaining);
    TimedGame fischer("10m +10s");
    fischer.red_moves(3, 1min);
    CHECK(fischer.red_now().given == 630s);
    // A device that shows more or less gives and takes nothing.
    fischer.clock.show(fischer.now, red, 60s);
    CHECK(fischer.red_now().given == 630s);
}

TEST_CASE("000/4.2.1(5): moves that do not count are left out of the quota, or given back") {
    GameClock clock(parse_time_control("10m/10; 5m/5 repeat").value());
    const Instant at{};
    clock.start(at, Side::first);
    for (int i = 0; i < 10; ++i) {
        clock.press(at, i % 2 == 0 ? Side::first : Side::second);
        if (i == 8) clock.discount(Side::first, 1);
    }
    CHECK(clock.reading(Side::first, at).moves_to_go == 6);
    CHECK(clock.reading(Side::first, at).moves == 4);
    CHECK(clock.reading(Side::second, at).moves_to_go == 5);
    clock.discount(Side::first, -1);
    CHECK(clock.reading(Side::first, at).moves_to_go == 5);
    GameClock unlimited(parse_time_control("byo-yomi 60s x3").value());
    unlimited.start(at, Side::first);
    unlimited.press(at, Side::first);
    unlimited.discount(Side::first, 1);
    CHECK(unlimited.reading(Side::first, at).moves == 1); // no quota, nothing to leave out
}
