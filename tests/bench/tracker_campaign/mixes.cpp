// SPDX-License-Identifier: Apache-2.0
// The rows of the table.
#include "tests/bench/tracker_campaign/tracker_campaign.hpp"

#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/support/generated_games.hpp"

namespace jipu::tracker_campaign {

namespace {

using sim::FaultKind;
using sim::SensorFault;

constexpr int points = xiangqi::points;

Mix one_point(std::string name, FaultKind kind, bool middle) {
    return {std::move(name),
            points,
            [=](int variant, std::uint64_t) {
                return Trouble{{{kind, static_cast<PointIndex>(variant), no_point, {}}}, middle};
            },
            nullptr,
            nullptr,
            {},
            0,
            false};
}

Mix doubled() {
    return {"two points, one magnet",
            points,
            [](int variant, std::uint64_t) {
                const bool right =
                    xiangqi::file_of(static_cast<xiangqi::Point>(variant)) < xiangqi::files - 1;
                const auto twin = static_cast<PointIndex>(right ? variant + 1 : variant - 1);
                return Trouble{{{FaultKind::doubled, static_cast<PointIndex>(variant), twin, {}}},
                               true};
            },
            nullptr,
            nullptr,
            {},
            0,
            false};
}

Mix two_dead() {
    return {"two dead points",
            points,
            [](int variant, std::uint64_t seed) {
                sim::Random random(seed);
                const auto kind = [&] {
                    return random.chance(sim::one_in(2)) ? FaultKind::stuck_on
                                                         : FaultKind::stuck_off;
                };
                const auto one = static_cast<PointIndex>(variant);
                const auto other = static_cast<PointIndex>(
                    (variant + 1 + static_cast<int>(random.index(points - 1))) % points);
                return Trouble{{{kind(), one, no_point, {}}, {kind(), other, no_point, {}}},
                               random.chance(sim::one_in(2))};
            },
            nullptr,
            nullptr,
            {},
            0,
            false};
}

Mix dead_line(std::string name, bool row) {
    return {std::move(name),
            row ? xiangqi::ranks : xiangqi::files,
            [=](int variant, std::uint64_t) {
                Trouble trouble;
                trouble.from_middle = true;
                for (xiangqi::Point p = 0; p < points; ++p)
                    if ((row ? xiangqi::rank_of(p) : xiangqi::file_of(p)) == variant)
                        trouble.faults.push_back({FaultKind::stuck_off, p, no_point, {}});
                return trouble;
            },
            nullptr,
            nullptr,
            {},
            0,
            false};
}

Mix no_diodes() {
    return {"no diodes",
            1,
            [](int, std::uint64_t) {
                return Trouble{{{FaultKind::ghost, no_point, no_point, {}}}, false};
            },
            nullptr,
            nullptr,
            {},
            0,
            false};
}

/// Sound sensors and one of the hands' mishaps.
Mix mishap(std::string name, std::function<void(sim::HandsConfig&)> hands) {
    return {std::move(name),
            1,
            [](int, std::uint64_t) { return Trouble{}; },
            std::move(hands),
            nullptr,
            {},
            0,
            false};
}

Mix turned(std::string name, sim::Turn turn) {
    Mix mix = mishap(std::move(name), nullptr);
    mix.turn = turn;
    return mix;
}

/// After the end, with so many plies of the next game.
Mix at_the_end(std::string name, bool result, sim::PerMillion sweep, sim::PerMillion next_game) {
    Mix mix = mishap(std::move(name), [=](sim::HandsConfig& hands) {
        hands.sweep = sweep;
        hands.next_game = next_game;
    });
    mix.next_plies = 12;
    mix.result = result;
    return mix;
}

/// Two pieces of one side stand exchanged, and nobody sees it: the game goes on from there.
Mix never_put_right() {
    Mix mix = mishap("hands: set-up left wrong", nullptr);
    mix.game = [](campaign::NumberedGame& game, std::uint64_t seed) {
        sim::Random random(seed);
        xiangqi::Position& start = game.game.start;
        const auto place = [&](xiangqi::Point& point, xiangqi::Piece& piece) {
            do {
                point = static_cast<xiangqi::Point>(random.index(points));
                piece = start.at(point);
            } while (piece.empty() || piece.kind() == xiangqi::Kind::king);
        };
        xiangqi::Point one{}, other{};
        xiangqi::Piece of_one{}, of_other{};
        place(one, of_one);
        do
            place(other, of_other);
        while (of_other.side() != of_one.side() || of_other.kind() == of_one.kind());
        start.put(one, of_other);
        start.put(other, of_one);
        xiangqi::Position position = start;
        game.game.moves.clear();
        test::play_on(position, game.game.moves, 60, {80, 30, 10, 0, 0}, {80, 30, 10, 0, 0},
                      random);
    };
    return mix;
}

void everything(sim::HandsConfig& hands) {
    using sim::one_in;
    hands.silent_capture = one_in(10);
    hands.knock = one_in(60);
    hands.sleeve = one_in(20);
    hands.fall = one_in(60);
    hands.stray = one_in(30);
    hands.swapped_set_up = one_in(10);
    hands.rest_on_way = one_in(20);
    hands.beside = one_in(40);
    hands.sweep = one_in(2);
    hands.next_game = one_in(2);
}

void add_mishaps(std::vector<Mix>& mixes) {
    using Hands = sim::HandsConfig;
    using sim::one_in;
    const auto add = [&](std::string name, sim::PerMillion Hands::*rate, sim::PerMillion value) {
        mixes.push_back(mishap(std::move(name), [=](Hands& hands) { hands.*rate = value; }));
    };
    add("hands: silent captures", &Hands::silent_capture, one_in(4));
    for (const bool in_hand : {false, true})
        mixes.push_back(mishap(in_hand ? "hands: knocks, in hand" : "hands: knocks, thinking",
                               [=](Hands& hands) {
                                   hands.knock = one_in(20);
                                   hands.knock_in_hand = in_hand ? 1'000'000 : 0;
                               }));
    add("hands: sleeves", &Hands::sleeve, one_in(5));
    add("hands: pieces fall off", &Hands::fall, one_in(20));
    add("hands: taken pieces back", &Hands::stray, one_in(5));
    add("hands: set-up put right", &Hands::swapped_set_up, one_in(1));
    mixes.push_back(never_put_right());
    add("hands: rests on the way", &Hands::rest_on_way, one_in(4));
    add("hands: put down beside", &Hands::beside, one_in(10));
    for (const bool result : {true, false}) {
        const std::string end = result ? "result: " : "no result: ";
        mixes.push_back(at_the_end(end + "swept", result, one_in(1), 0));
        mixes.push_back(at_the_end(end + "swept, next game", result, one_in(1), one_in(1)));
        mixes.push_back(at_the_end(end + "next game at once", result, 0, one_in(1)));
    }
    mixes.push_back(turned("turned: the board", sim::Turn::board));
    mixes.push_back(turned("turned: board and clock", sim::Turn::seats));
    mixes.push_back(turned("turned: the colours", sim::Turn::colours));
    mixes.push_back(mishap("everything at once", everything));
    mixes.back().next_plies = 12;
}

} // namespace

const std::vector<Mix>& all_mixes() {
    static const std::vector<Mix> mixes = [] {
        std::vector<Mix> all{
            {"no fault",
             1,
             [](int, std::uint64_t) { return Trouble{}; },
             nullptr,
             nullptr,
             {},
             0,
             false,
             true},
            one_point("stuck off, from the start", FaultKind::stuck_off, false),
            one_point("stuck off, from the middle", FaultKind::stuck_off, true),
            one_point("stuck on, from the start", FaultKind::stuck_on, false),
            one_point("stuck on, from the middle", FaultKind::stuck_on, true),
            one_point("chattering", FaultKind::chattering, true),
            one_point("weak", FaultKind::weak, true),
            one_point("slow", FaultKind::slow, true),
            doubled(),
            two_dead(),
            dead_line("a dead row", true),
            dead_line("a dead column", false),
            no_diodes(),
        };
        add_mishaps(all);
        return all;
    }();
    return mixes;
}

} // namespace jipu::tracker_campaign
