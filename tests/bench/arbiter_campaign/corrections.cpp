// SPDX-License-Identifier: Apache-2.0
// Games led back (000/4.1.3(3), 001/5.8): an illegal move that stood some plies, whose piece is
// then obliged, and pieces displaced, which oblige nobody. The hands play the cancelled plies and
// put the pieces back; the clocks go back by 000/4.2.1(4).
#include <array>

#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/bench/arbiter_campaign/illegal.hpp"
#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

using Reason = xiangqi::IllegalReason;

constexpr int rounds_that_keep_the_clocks = 2; // 000/4.2.1(4)

// A game that ends, or a board that stood before, is another matter.
bool fits(const std::vector<Position>& history, const Position& before, Move move) {
    const xiangqi::Piece taken = before.at(move.to);
    if (!taken.empty() && taken.kind() == xiangqi::Kind::king) return false;
    if (stood_before(history, before, move)) return false;
    Position after = before;
    after.play_tolerant(move);
    return after.has_legal_move();
}

std::optional<Move> any_reply(const Ply& ply, Random& random, const std::vector<Position>& history,
                              const Position& before) {
    xiangqi::MoveList legal;
    before.legal_moves(legal);
    std::vector<Move> moves;
    for (const Move move : legal)
        if (move.from != ply.fresh && fits(history, before, move)) moves.push_back(move);
    return any_of(moves, random);
}

// The first one is `first`, each but that one is legal; as many as there are up to `length`.
std::vector<Move> moves_from(const Ply& ply, Random& random, Move first, int length) {
    std::vector<Position> history = *ply.history;
    Position position = ply.before;
    std::vector<Move> moves;
    if (!fits(history, position, first)) return moves;
    std::optional<Move> move = first;
    while (move) {
        moves.push_back(*move);
        position.play_tolerant(*move);
        history.push_back(position);
        if (static_cast<int>(moves.size()) >= length) break;
        move = any_reply(ply, random, history, position);
    }
    return moves;
}

void play(Doing& doing, const std::vector<Move>& moves, Position position) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move move = moves[i];
        const Side side = position.to_move();
        if (i > 0) doing.wait({900, 4000});
        doing.lift(move.from).wait({200, 700});
        if (!position.at(move.to).empty()) doing.lift(move.to).wait({150, 400});
        const bool last = i + 1 == moves.size();
        doing.put_piece(move.to, side).wait(last ? sim::Range{280, 400} : sim::Range{400, 1300});
        doing.press(side);
        position.play_tolerant(move);
    }
}

// The last move first; what was taken comes back to its point.
void put_back(Doing& doing, const std::vector<Move>& moves, const Position& before) {
    std::vector<Position> positions{before};
    for (const Move move : moves) {
        positions.push_back(positions.back());
        positions.back().play_tolerant(move);
    }
    for (std::size_t i = moves.size(); i-- > 0;) {
        const Position& position = positions[i];
        doing.lift(moves[i].to).wait({150, 500});
        doing.put_piece(moves[i].from, position.to_move()).wait({150, 500});
        if (!position.at(moves[i].to).empty())
            doing.put_piece(moves[i].to, opponent(position.to_move())).wait({150, 500});
    }
}

// By 000/4.2.1(4): what each side has used in the proportion of the move in error to its moves; as
// it is when the error is of the last two rounds. `error`: the ply in error.
std::optional<std::array<UsedTime, 2>> set_back(const Ply& ply, int error, int made) {
    const int kept = ply.number - 1;
    if (ply.association || made - kept <= 2 * rounds_that_keep_the_clocks) return std::nullopt;
    const Side first = ply.history->front().to_move();
    std::array<UsedTime, 2> out{};
    for (const Side side : {Side::first, Side::second}) {
        const int moves = side == first ? (made + 1) / 2 : made / 2;
        out[index_of(side)] = {std::min((error + 1) / 2, moves), moves, 0};
    }
    return out;
}

struct Cancelled {
    bool wrong = false; ///< the first of them
    int counted = 0;    ///< so many are in the record
};

Planted with_cancelled(Planted planted, const std::vector<Move>& moves, int counted) {
    planted.cancelled.assign(moves.begin(), moves.begin() + counted);
    return planted;
}

// The arbiter leads the game back to before these plies.
void correct(const Ply& ply, Doing& doing, const std::vector<Move>& moves,
             const Cancelled& cancelled) {
    const auto& [wrong, counted] = cancelled;
    const int kept = ply.number - 1;
    doing.say(said("correct", ",\"to_ply\":" + std::to_string(kept)));
    for (int n = counted; n > 0; --n)
        doing.told("move.retracted " + std::to_string(kept + n) + " " +
                   notation::format_iccs(moves[static_cast<std::size_t>(n) - 1]));
    doing.told("position.set correction " + std::to_string(kept) + " " +
               placement(xiangqi::format_fen(ply.before)));
    if (const auto clocks = set_back(ply, wrong ? kept + 1 : kept, kept + counted))
        doing.told("clock.adjusted 000/4.2.1(4)", clocks);
}

// The hands put the board right at once, or the arbiter is told that it is not as it should be:
// then nothing had moved for a while before he spoke, or nothing does after it.
void correct_and_put_back(const Ply& ply, Random& random, Doing& doing,
                          const std::vector<Move>& moves, const Cancelled& cancelled,
                          std::vector<Expected>& expected) {
    const bool quiet_before = random.chance(sim::one_in(3));
    const bool quiet_after = random.chance(sim::one_in(3));
    doing.wait(quiet_before ? sim::Range{1700, 8000} : sim::Range{300, 450});
    correct(ply, doing, moves, cancelled);
    doing.wait(quiet_after ? sim::Range{1700, 5000} : sim::Range{200, 450});
    put_back(doing, moves, ply.before);
    if (!quiet_before && !quiet_after) return;
    expected.push_back(closed(alert("board-disturbed", std::nullopt, ply.number - 1,
                                    Grade::observed, cite(ply, "000/4.1.3(3)", "001/5.8")),
                              "restored"));
}

std::optional<Planted> illegal_found_later(const Ply& ply, Random& random, bool same) {
    constexpr std::array reasons{Reason::geometry,     Reason::blocked,       Reason::horse_leg,
                                 Reason::elephant_eye, Reason::cannon_screen, Reason::river,
                                 Reason::palace,       Reason::retreat};
    const Reason reason = reasons[random.index(reasons.size())];
    const auto wrong = wrong_move(ply, random, reason, same, ply.sensors == Sensors::reed);
    if (!wrong) return std::nullopt;
    const auto moves = moves_from(ply, random, *wrong, static_cast<int>(random.in({1, 9})));
    if (moves.empty()) return std::nullopt;
    const bool answered = moves.size() > 1;
    Expected illegal = alert("illegal-move", ply.mover(), ply.number, Grade::completed,
                             illegal_article(ply, reason));
    illegal.reason = xiangqi::reason_name(reason);
    std::vector<Expected> expected{closed(illegal, answered ? "overtaken" : "arbiter")};
    Doing doing(ply, random);
    play(doing, moves, ply.before);
    const Cancelled cancelled{true, answered ? static_cast<int>(moves.size()) : 0};
    correct_and_put_back(ply, random, doing, moves, cancelled, expected);
    if (!same && movable(ply, wrong->from)) {
        Expected breach = alert("touch-move", ply.mover(), ply.number, Grade::completed,
                                cite(ply, "000/4.1.3(3)1", "001/5.1"));
        breach.must = Must{"move", {wrong->from}, {}};
        expected.push_back(breach);
    }
    return with_cancelled(doing.wait({400, 900}).planted(expected), moves, cancelled.counted);
}

// Somebody finds that pieces had gone to other points: play goes on from there, with any piece.
std::optional<Planted> displaced(const Ply& ply, Random& random) {
    const auto first = any_reply(ply, random, *ply.history, ply.before);
    if (!first) return std::nullopt;
    const auto moves = moves_from(ply, random, *first, static_cast<int>(random.in({1, 9})));
    std::vector<Expected> expected;
    Doing doing(ply, random);
    play(doing, moves, ply.before);
    const Cancelled cancelled{false, static_cast<int>(moves.size())};
    correct_and_put_back(ply, random, doing, moves, cancelled, expected);
    return with_cancelled(doing.wait({400, 900}).planted(expected), moves, cancelled.counted);
}

// There is no such ply.
std::optional<Planted> led_nowhere(const Ply& ply, Random& random) {
    return Doing(ply, random)
        .say(said("correct", ",\"to_ply\":" + std::to_string(ply.number)))
        .told("command.refused correct")
        .wait({200, 900})
        .planted({});
}

} // namespace

void add_corrections(std::vector<Planter>& planters) {
    planters.push_back({"correction, illegal, replayed", [](const Ply& ply, Random& random) {
                            return illegal_found_later(ply, random, true);
                        }});
    planters.push_back({"correction, illegal, another moved", [](const Ply& ply, Random& random) {
                            return illegal_found_later(ply, random, false);
                        }});
    planters.push_back({"correction, displaced", displaced});
    planters.push_back({"correction, to no ply", led_nowhere});
}

} // namespace jipu::arbiter_campaign
