// SPDX-License-Identifier: Apache-2.0
// What spectators are told, case by case, and that nothing of the arbiter's shows through.
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/public_projection.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

using Effects = std::vector<decltype(Effect::data)>;

/// The public events of a list of effects, one a line: `type data`.
std::vector<std::string> project(const Effects& effects) {
    PublicProjection projection;
    std::vector<std::pair<std::string, Json>> out;
    for (const auto& data : effects) {
        const Effect effect{Instant{}, data};
        projection.project(effect_type(effect), effect_data(effect, Game::xiangqi), out);
    }
    std::vector<std::string> lines;
    for (const auto& [type, data] : out)
        lines.push_back(type + " " + data.dump());
    return lines;
}

MoveData ply(int number, const std::string& move, MoveStatus status = MoveStatus::provisional) {
    MoveData data;
    data.ply = number;
    data.side = number % 2 == 1 ? Side::first : Side::second;
    data.move = move;
    data.fen = "after-" + std::to_string(number) + "-" + move;
    data.status = status;
    return data;
}

GameStarted started() {
    GameStarted data;
    data.game_name = "g";
    data.start = "start";
    return data;
}

const std::string started_line =
    R"(game.started {"game_name":"g","game":"xiangqi","start":"start"})";

std::string recorded_line(int number, const std::string& move) {
    return R"(move.recorded {"ply":)" + std::to_string(number) + R"(,"side":")" +
           (number % 2 == 1 ? "red" : "black") + R"(","move":")" + move + R"(","fen":"after-)" +
           std::to_string(number) + "-" + move + R"(","status":"confirmed"})";
}

} // namespace

TEST_CASE("a ply is public when it is confirmed, with the clock of its confirmation") {
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}}) ==
          std::vector<std::string>{started_line});
    MoveData first = ply(1, "h2e2");
    first.clock = {9, 9};
    first.elapsed_ms = 100;
    first.basis = Basis::inferred;
    first.legal = false;
    CHECK(project({started(), MoveRecorded{first}, MoveConfirmed{1, {7, 8}, 2000}})[1] ==
          R"(move.recorded {"ply":1,"side":"red","move":"h2e2","fen":"after-1-h2e2",)"
          R"("clock":{"red":7,"black":8},"status":"confirmed"})");
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)}})[1] ==
          recorded_line(1, "h2e2"));
}

TEST_CASE("a provisional ply that moved on or went back leaves no trace") {
    const std::vector<std::string> expected{started_line, recorded_line(1, "h2d2")};
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, MoveAmended{"h2e2", ply(1, "h2d2")},
                   MoveConfirmed{1, {}, {}}}) == expected);
    CHECK(project({started(), MoveRecorded{ply(1, "b2b9")}, MoveRetracted{1, "b2b9", "restored"},
                   MoveRecorded{ply(1, "h2d2")}, MoveConfirmed{1, {}, {}}}) == expected);
}

TEST_CASE("no ply is public before the one before it") {
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, MoveRecorded{ply(2, "h9g7")},
                   MoveConfirmed{2, {}, {}}}) == std::vector<std::string>{started_line});
    CHECK(
        project({started(), MoveRecorded{ply(1, "h2e2")}, MoveRecorded{ply(2, "h9g7")},
                 MoveConfirmed{2, {}, {}}, MoveConfirmed{1, {}, {}}}) ==
        std::vector<std::string>{started_line, recorded_line(1, "h2e2"), recorded_line(2, "h9g7")});
}

TEST_CASE("a change of a public ply says what spectators had seen, not what stood in between") {
    const Effects effects{started(), MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)},
                          MoveAmended{"h2e2", ply(1, "h2d2")}, MoveAmended{"h2d2", ply(1, "h2c2")},
                          MoveConfirmed{1, {}, {}}};
    CHECK(
        project(effects) ==
        std::vector<std::string>{started_line, recorded_line(1, "h2e2"),
                                 R"(move.amended {"ply":1,"was":"h2e2","side":"red","move":"h2c2",)"
                                 R"("fen":"after-1-h2c2","status":"confirmed"})"});
}

TEST_CASE("public plies are retracted from the last, without a reason") {
    CHECK(
        project({started(), MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)},
                 MoveRecorded{ply(2, "h9g7", MoveStatus::confirmed)}, MoveRecorded{ply(3, "a0a1")},
                 MoveRetracted{3, "a0a1", "correction"}, MoveRetracted{2, "h9g7", "correction"},
                 MoveRetracted{1, "h2e2", "correction"}, PositionSet{"start", 0, "correction"}}) ==
        std::vector<std::string>{started_line, recorded_line(1, "h2e2"), recorded_line(2, "h9g7"),
                                 R"(move.retracted {"ply":2,"move":"h9g7"})",
                                 R"(move.retracted {"ply":1,"move":"h2e2"})"});
}

TEST_CASE("a set position is public only where spectators see another one") {
    CHECK(project({started(), PositionSet{"start", 0, "correction"}}) ==
          std::vector<std::string>{started_line});
    CHECK(project({PositionSet{"other", 0, "set-up"}}).empty());
    CHECK(project({started(), PositionSet{"other", 0, "correction"}}) ==
          std::vector<std::string>{started_line, R"(position.set {"fen":"other","ply":0})"});
}

TEST_CASE("a position that is set behind an unpressed ply is public behind that ply") {
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, PositionSet{"set", 1, "correction"},
                   MoveConfirmed{1, {}, {}}}) ==
          std::vector<std::string>{started_line, recorded_line(1, "h2e2"),
                                   R"(position.set {"fen":"set","ply":1})"});
    // To the position that it led to: spectators see the ply and nothing else.
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")},
                   PositionSet{"after-1-h2e2", 1, "correction"}, MoveConfirmed{1, {}, {}}}) ==
          std::vector<std::string>{started_line, recorded_line(1, "h2e2")});
}

TEST_CASE("an amended ply behind which a position was set does not take that position away") {
    const auto out = project({started(), MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)},
                              MoveRecorded{ply(2, "h9g7", MoveStatus::confirmed)},
                              PositionSet{"set", 2, "correction"},
                              MoveAmended{"h2e2", ply(1, "h2f2", MoveStatus::confirmed)},
                              PositionSet{"set", 2, "correction"}});
    REQUIRE(out.size() == 5);
    CHECK(out[3] == R"(position.set {"fen":"set","ply":2})");
    CHECK(out[4].starts_with("move.amended"));
}

TEST_CASE("one clock a ply is public, the first that comes behind it") {
    ClockUpdated clock;
    clock.clock = {5, 6};
    clock.running = Side::second;
    clock.source = "device";
    ClockUpdated later = clock;
    later.clock = {5, 5};
    const std::string clock_line =
        R"(clock.updated {"clock":{"red":5,"black":6},"running":"black","period":1})";
    CHECK(project({started(), clock, later, MoveRecorded{ply(1, "h2e2")}, later,
                   MoveConfirmed{1, {}, {}}, clock, later, ClockAdjusted{{1, 1}, {}, "a", "b"}}) ==
          std::vector<std::string>{started_line, clock_line, recorded_line(1, "h2e2"), clock_line});
}

TEST_CASE("pauses are public without their author") {
    CHECK(project({started(), GamePaused{"arbiter"}, GameResumed{"arbiter"}}) ==
          std::vector<std::string>{started_line, "game.paused {}", "game.resumed {}"});
}

TEST_CASE("mate is public once the mating ply is, a signed result at once with all plies") {
    const GameEnded mate{"1-0", "mate", Side::first, "proposed"};
    const std::string mate_line =
        R"(game.ended {"result":"1-0","ending":"mate","winner":"red","status":"proposed"})";
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, mate}).size() == 1);
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, mate, MoveConfirmed{1, {}, {}}}) ==
          std::vector<std::string>{started_line, recorded_line(1, "h2e2"), mate_line});
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, mate, MoveRetracted{1, "h2e2", ""},
                   MoveRecorded{ply(1, "h2d2")}, MoveConfirmed{1, {}, {}}}) ==
          std::vector<std::string>{started_line, recorded_line(1, "h2d2")});
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2")}, mate,
                   GameEnded{"1-0", "mate", Side::first, "signed"}}) ==
          std::vector<std::string>{
              started_line, recorded_line(1, "h2e2"),
              R"(game.ended {"result":"1-0","ending":"mate","winner":"red","status":"signed"})"});
}

TEST_CASE("what a rule proposes is not public until it is signed") {
    CHECK(project({started(), GameEnded{"0-1", "fouls", Side::second, "proposed"}}).size() == 1);
    CHECK(project({started(), GameEnded{"0-1", "time", Side::second, "proposed"}}).size() == 1);
    CHECK(project({started(), GameEnded{"*", "abandoned", std::nullopt, "proposed"}}).size() == 2);
    CHECK(project({started(), GameEnded{"0-1", "time", Side::second, "signed"},
                   GameEnded{"0-1", "time", Side::second, "signed"}})
              .size() == 2);
}

TEST_CASE(
    "a game that is opened again is public when its end was, and shows no ply before its time") {
    const GameEnded lost{"0-1", "time", Side::second, "signed"};
    const GameEnded open{"*", "", std::nullopt, "signed"};
    const std::string lost_line =
        R"(game.ended {"result":"0-1","ending":"time","winner":"black","status":"signed"})";
    const std::string open_line = R"(game.ended {"result":"*","status":"signed"})";
    CHECK(project({started(), lost, open, lost}) ==
          std::vector<std::string>{started_line, lost_line, open_line, lost_line});
    CHECK(project({started(), lost, open, GameEnded{"1-0", "time", Side::first, "proposed"}})
              .size() == 3);
    const GameEnded mate{"1-0", "mate", Side::first, "proposed"};
    CHECK(
        project({started(), MoveRecorded{ply(1, "h2e2")}, mate, open, MoveRetracted{1, "h2e2", ""},
                 MoveRecorded{ply(1, "h2d2")}, MoveConfirmed{1, {}, {}}}) ==
        std::vector<std::string>{started_line, recorded_line(1, "h2d2")});
    CHECK(project({started(), GameEnded{"*", "arbiter", std::nullopt, "signed"}}).size() == 2);
}

TEST_CASE("an adjournment shows the public position and no digest") {
    // 000/4.4.1
    GameAdjourned adjourned;
    adjourned.by = "a";
    adjourned.sealed_by = Side::first;
    adjourned.digest = "00";
    adjourned.position = "hidden";
    adjourned.moves_made = 3;
    CHECK(project({started(), adjourned})[1] ==
          R"(game.adjourned {"sealed_by":"red","position":"start","moves_made":3})");
}

TEST_CASE("a new game begins with nothing of the last") {
    CHECK(project({started(), MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)}, started(),
                   MoveRecorded{ply(1, "h2e2", MoveStatus::confirmed)}}) ==
          std::vector<std::string>{started_line, recorded_line(1, "h2e2"), started_line,
                                   recorded_line(1, "h2e2")});
}

namespace {

constexpr unsigned seed = 4711;

/// Plays one game of public steps and surrounds every step with what only the arbiter may see. Two
/// players of the same `steps` differ in nothing but that.
class NoisyGame {
  public:
    NoisyGame(unsigned steps, unsigned noise) : steps_(steps), noise_(noise) {}

    Effects play() {
        add(started());
        add(clock());
        for (int i = 0; i < 60; ++i) {
            const auto choice = steps_() % 10;
            if (choice == 0 && plies_ > 0)
                retract_last();
            else if (choice == 1 && plies_ > 0)
                amend_last();
            else if (choice == 2)
                add(GamePaused{"arbiter " + std::to_string(noise_() % 3)});
            else
                move();
        }
        add(GameEnded{"1-0", "resignation", Side::first, "signed"});
        return effects_;
    }

  private:
    std::string any_move() { return "m" + std::to_string(steps_() % 1000); }
    std::string false_move() { return "x" + std::to_string(noise_() % 1000); }
    ClockUpdated clock() {
        ClockUpdated data;
        data.clock = {static_cast<std::int64_t>(steps_() % 1000), std::nullopt};
        return data;
    }
    void add(decltype(Effect::data) data) {
        effects_.push_back(std::move(data));
        whisper();
    }
    /// What the arbiter alone is told.
    void whisper() {
        AlertData alert;
        alert.alert = "a" + std::to_string(noise_() % 9);
        switch (noise_() % 9) {
        case 0:
            effects_.emplace_back(AlertRaised{alert});
            break;
        case 1:
            effects_.emplace_back(AlertUpdated{alert});
            break;
        case 2:
            effects_.emplace_back(AlertResolved{alert.alert, "restored", ""});
            break;
        case 3:
            effects_.emplace_back(BoardState{"disturbed", {{3, "P", ""}}});
            break;
        case 4:
            effects_.emplace_back(DeviceStatus{"clock", "lost", "gone"});
            break;
        case 5:
            effects_.emplace_back(FoulRecorded{Side::first, "technical", "", 1, "a"});
            break;
        case 6:
            effects_.emplace_back(CommandRefused{"rule", "a", "no such alert"});
            break;
        case 7:
            effects_.emplace_back(TimeCall{Side::first, "30s"});
            break;
        default:
            break;
        }
    }
    /// Plies that were put on the board and taken back, or moved on.
    MoveData provisional(int number, const std::string& move) {
        while (noise_() % 3 == 0) {
            add(MoveRecorded{ply(number, false_move())});
            add(MoveRetracted{number, "x", "restored"});
        }
        MoveData data = ply(number, move);
        data.basis = noise_() % 2 == 0 ? Basis::seen : Basis::inferred;
        data.legal = noise_() % 4 != 0;
        data.elapsed_ms = noise_() % 5000;
        return data;
    }
    void move() {
        const MoveData data = provisional(++plies_, any_move());
        if (noise_() % 3 == 0) {
            MoveData before = data;
            before.move = false_move();
            before.fen = "hidden";
            add(MoveRecorded{before});
            add(MoveAmended{before.move, data});
            add(MoveConfirmed{plies_, {}, {}});
        } else if (noise_() % 2 == 0) {
            MoveData at_once = data;
            at_once.status = MoveStatus::confirmed;
            add(MoveRecorded{at_once});
        } else {
            add(MoveRecorded{data});
            add(MoveConfirmed{plies_, {}, noise_() % 5000});
        }
        add(clock());
        while (noise_() % 3 == 0) {
            ClockUpdated tick;
            tick.clock = {static_cast<std::int64_t>(noise_() % 1000), std::nullopt};
            add(tick); // between plies: the state, not the stream
        }
    }
    void retract_last() {
        if (noise_() % 2 == 0) {
            add(MoveRecorded{ply(plies_ + 1, false_move())});
            add(MoveRetracted{plies_ + 1, "x", "correction"});
        }
        add(MoveRetracted{plies_--, "m", noise_() % 2 == 0 ? "correction" : "disturbed"});
    }
    void amend_last() {
        MoveData data = ply(plies_, any_move(), MoveStatus::confirmed);
        data.legal = noise_() % 2 == 0;
        add(MoveAmended{"m", data});
        add(clock());
    }

    std::mt19937 steps_;
    std::mt19937 noise_;
    Effects effects_;
    int plies_ = 0;
};

} // namespace

TEST_CASE("lists that differ only in what is the arbiter's project to the same public list") {
    for (unsigned round = 0; round < 200; ++round) {
        INFO("seed " << seed << ", round " << round);
        const Effects one = NoisyGame(seed + round, 2 * round).play();
        const Effects other = NoisyGame(seed + round, 2 * round + 1).play();
        const auto lines = project(one);
        REQUIRE(lines == project(other));
        CHECK(lines.size() > 20);
    }
}

TEST_CASE("no field of the arbiter's is ever public") {
    const std::set<std::string> types{"game.started",  "game.paused",  "game.ended",
                                      "move.recorded", "move.amended", "move.retracted",
                                      "clock.updated"};
    for (unsigned round = 0; round < 50; ++round) {
        for (const std::string& line : project(NoisyGame(seed + round, round).play())) {
            INFO("seed " << seed << ", round " << round << ": " << line);
            CHECK(types.count(line.substr(0, line.find(' '))) == 1);
            for (const char* word : {"\"basis\"", "\"elapsed_ms\"", "\"legal\"", "\"why\"",
                                     "\"by\"", "provisional", "alert", "hidden", "\"move\":\"x"})
                CHECK(line.find(word) == std::string::npos);
        }
    }
}
