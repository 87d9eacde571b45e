// SPDX-License-Identifier: Apache-2.0
// Fouls that the arbiter enters (000/3.6.3, 001/9.1), the third that loses (000/1.4.1(8),
// 001/4.1.8), and who resigns or agrees a draw, also at once after an illegal move (000/1.4.1(3),
// 3.6.3(1)).
#include <array>

#include "tests/bench/arbiter_campaign/illegal.hpp"
#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

using Reason = xiangqi::IllegalReason;

struct Kind {
    const char* kind;
    const char* state; ///< its article; empty: no foul there
    const char* association;
};
constexpr std::array kinds{
    Kind{"question", "000/3.6.3(2)", "001/9.1.1"},
    Kind{"clock-stopped", "000/3.6.3(4)", "001/9.1.2"},
    Kind{"record-gaps", "000/3.6.3(6)", "001/9.1.7"},
    Kind{"conduct", "000/3.6.3(8)", "001/9.1.8"},
    Kind{"offer-repeated", "000/3.6.3(3)", "001/9.1.3"},
    Kind{"record-unfinished", "000/3.6.3(7)", ""},
    Kind{"sealed-move", "000/3.6.3(5)", ""},
    Kind{"claim-false", "", "001/9.1.4"},
    Kind{"touch-immovable", "", "001/9.1.5"},
    Kind{"touch-uncapturable", "", "001/9.1.6"},
};

const char* article_of(const Ply& ply, const Kind& kind) {
    return ply.association ? kind.association : kind.state;
}

// A kind that is one in this book, or one that is none.
const Kind& any_kind(const Ply& ply, Random& random, bool known) {
    while (true) {
        const Kind& kind = kinds[random.index(kinds.size())];
        if ((*article_of(ply, kind) != '\0') == known) return kind;
    }
}

// Enters fouls of the sides in this order, and says which is somebody's third.
void enter(const Ply& ply, Random& random, Doing& doing, const std::vector<Side>& sides,
           std::vector<Expected>& expected) {
    std::array<int, 2> count{fouls_of(ply, Side::first), fouls_of(ply, Side::second)};
    for (const Side side : sides) {
        const Kind& kind = any_kind(ply, random, true);
        const int now = ++count[index_of(side)];
        doing.say(said_by("foul", side, field("kind", kind.kind)))
            .told(foul_entered(side, kind.kind, article_of(ply, kind), now))
            .wait({200, 1500});
        if (now == 3) expected.push_back(foul_limit(ply, side));
    }
}

std::optional<Planted> one(const Ply& ply, Random& random) {
    std::vector<Expected> expected;
    Doing doing(ply, random);
    enter(ply, random, doing, {random.chance(sim::one_in(2)) ? Side::first : Side::second},
          expected);
    return doing.planted(expected);
}

// Three in all, and no side has three.
std::optional<Planted> of_both(const Ply& ply, Random& random) {
    const Side one = random.chance(sim::one_in(2)) ? Side::first : Side::second;
    if (fouls_of(ply, one) > 0 || fouls_of(ply, opponent(one)) > 1) return std::nullopt;
    std::vector<Expected> expected;
    Doing doing(ply, random);
    enter(ply, random, doing, {one, opponent(one), one}, expected);
    return doing.planted(expected);
}

std::optional<Planted> of_no_kind(const Ply& ply, Random& random) {
    return Doing(ply, random)
        .say(said_by("foul", ply.mover(), field("kind", any_kind(ply, random, false).kind)))
        .told("command.refused foul")
        .wait({200, 1500})
        .planted({});
}

// The third: the arbiter is told, and his word loses the game.
std::optional<Planted> third_loses(const Ply& ply, Random& random) {
    const Side side = random.chance(sim::one_in(2)) ? Side::first : Side::second;
    const int before = fouls_of(ply, side);
    if (before > 2) return std::nullopt;
    std::vector<Expected> expected;
    Doing doing(ply, random);
    enter(ply, random, doing, std::vector<Side>(static_cast<std::size_t>(3 - before), side),
          expected);
    expected.back() = closed(expected.back(), "arbiter", "loss");
    doing.say(ruled("foul-limit", "loss")).told(lost_by(side, "fouls"));
    return doing.wait({200, 900}).planted(expected);
}

std::optional<Planted> resigned(const Ply& ply, Random& random) {
    const Side side = random.chance(sim::one_in(2)) ? Side::first : Side::second;
    return Doing(ply, random)
        .say(said_by("resign", side))
        .told(lost_by(side, "resignation"))
        .wait({200, 1500})
        .planted({});
}

// An illegal move on the board, pressed or standing; then `what` is said, and the piece goes back
// when the game is over.
template <typename What>
std::optional<Planted> after_illegal(const Ply& ply, Random& random, What what) {
    constexpr std::array reasons{Reason::geometry,       Reason::blocked,       Reason::horse_leg,
                                 Reason::elephant_eye,   Reason::cannon_screen, Reason::river,
                                 Reason::palace,         Reason::retreat,       Reason::self_check,
                                 Reason::facing_generals};
    const Reason reason = reasons[random.index(reasons.size())];
    const auto wrong = wrong_move(ply, random, reason, random.chance(sim::one_in(2)), true);
    if (!wrong) return std::nullopt;
    const bool pressed = random.chance(sim::one_in(2));
    Expected illegal =
        alert("illegal-move", ply.mover(), ply.number, pressed ? Grade::completed : Grade::observed,
              illegal_article(ply, reason));
    illegal.reason = xiangqi::reason_name(reason);
    Doing doing(ply, random);
    doing.lift(wrong->from).wait({150, 500});
    doing.put(wrong->to, wrong->from).wait(pressed ? sim::Range{200, 900} : sim::Range{1650, 4000});
    if (pressed) doing.press(ply.mover()).wait({600, 3000});
    std::vector<Expected> expected{illegal};
    what(doing, expected);
    doing.wait({400, 2000}).lift(wrong->to).wait({150, 500});
    return doing.back(wrong->from).wait({300, 900}).planted(expected);
}

// Who resigns at once is spared the foul by the State book; his opponent's resignation spares him
// nothing.
std::optional<Planted> illegal_resigned(const Ply& ply, Random& random, bool by_mover) {
    const Side side = by_mover ? ply.mover() : opponent(ply.mover());
    return after_illegal(ply, random, [&](Doing& doing, std::vector<Expected>& expected) {
        if (by_mover && !ply.association) expected[0] = closed(expected[0], "arbiter", "dismiss");
        doing.say(said_by("resign", side)).told(lost_by(side, "resignation"));
    });
}

// A draw agreed at once spares nobody: the foul is entered after the end.
std::optional<Planted> illegal_agreed(const Ply& ply, Random& random) {
    const Side side = ply.mover();
    for (const Told& told : *ply.told) // whose turn it is to offer is another planter's question
        if (told.words.rfind("draw.", 0) == 0) return std::nullopt;
    return after_illegal(ply, random, [&](Doing& doing, std::vector<Expected>& expected) {
        doing.say(said_by("offer-draw", side))
            .told("draw.offered " + side_word(side))
            .wait({400, 2000})
            .say(said_by("accept-draw", opponent(side)))
            .told("draw.answered " + side_word(opponent(side)) + " accepted")
            .told(ended("1/2-1/2", "agreement"))
            .wait({400, 2000})
            .say(ruled("illegal-move", "foul"))
            .told(foul_entered(side, "illegal-move", expected[0].article, fouls_of(ply, side) + 1));
        expected[0] = closed(expected[0], "arbiter", "foul");
        if (fouls_of(ply, side) == 2) expected.push_back(foul_limit(ply, side));
    });
}

// By the association's book it loses; the arbiter may rule so by any.
std::optional<Planted> illegal_ruled_a_loss(const Ply& ply, Random& random) {
    return after_illegal(ply, random, [&](Doing& doing, std::vector<Expected>& expected) {
        expected[0] = closed(expected[0], "arbiter", "loss");
        doing.say(ruled("illegal-move", "loss")).told(lost_by(ply.mover(), "illegal-move"));
    });
}

} // namespace

void add_fouls_entered(std::vector<Planter>& planters) {
    planters.push_back({"foul entered", one});
    planters.push_back({"foul entered, two and one", of_both});
    planters.push_back({"foul entered, of no kind", of_no_kind});
    planters.push_back({"foul entered, the third loses", third_loses, true});
    planters.push_back({"resigned", resigned, true});
    planters.push_back(
        {"illegal, then resigned",
         [](const Ply& ply, Random& random) { return illegal_resigned(ply, random, true); }, true});
    planters.push_back(
        {"illegal, the other resigned",
         [](const Ply& ply, Random& random) { return illegal_resigned(ply, random, false); },
         true});
    planters.push_back({"illegal, then agreed a draw", illegal_agreed, true});
    planters.push_back({"illegal, ruled a loss", illegal_ruled_a_loss, true});
}

} // namespace jipu::arbiter_campaign
