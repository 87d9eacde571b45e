// SPDX-License-Identifier: Apache-2.0
// Draw offers, in turn and out of it, their answers by word and by the reply move (000/1.4.2(2),
// 001/4.2.2), and offers again although it is the other side's turn to offer (000/3.6.3(3),
// 001/9.1.3). Before a ply its mover has moved nothing yet, and his opponent has just moved.
#include <array>

#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

// The offers of this game that were refused and counted, by index_of(side). One out of turn counts
// for nothing: an offer by a side that is ahead does not put it further ahead.
std::array<int, 2> refused(const Ply& ply) {
    std::array<int, 2> out{};
    std::optional<Side> open;
    for (const Told& told : *ply.told) {
        for (const Side side : {Side::first, Side::second})
            if (told.words == "draw.offered " + side_word(side)) open = side;
        if (!open || told.words != "draw.answered " + side_word(opponent(*open)) + " declined")
            continue;
        const std::size_t i = index_of(*open);
        if (out[i] <= out[1 - i]) ++out[i];
        open.reset();
    }
    return out;
}

bool may_offer(const Ply& ply, Side side) {
    const auto counts = refused(ply);
    return counts[index_of(side)] <= counts[index_of(opponent(side))];
}

Expected repeated(const Ply& ply, Side side) {
    return alert("offer-repeated", side, ply.number - 1, Grade::completed,
                 cite(ply, "000/3.6.3(3)", "001/9.1.3"));
}

Doing& offer(Doing& doing, Side side) {
    return doing.say(said_by("offer-draw", side))
        .told("draw.offered " + side_word(side))
        .wait({400, 4000});
}
Doing& decline(Doing& doing, Side side) {
    return doing.say(said_by("decline-draw", side))
        .told("draw.answered " + side_word(side) + " declined")
        .wait({200, 2000});
}
Doing& accept(Doing& doing, Side side) {
    return doing.say(said_by("accept-draw", side))
        .told("draw.answered " + side_word(side) + " accepted")
        .told(ended("1/2-1/2", "agreement"))
        .wait({200, 2000});
}
Doing& refused_command(Doing& doing, std::string_view what, Side side) {
    return doing.say(said_by(what, side))
        .told("command.refused " + std::string(what))
        .wait({200, 1500});
}

// By the side that has just moved; answered by word, or by the move that follows.
std::optional<Planted> declined(const Ply& ply, Random& random, bool by_word) {
    const Side side = opponent(ply.mover());
    if (!may_offer(ply, side)) return std::nullopt;
    Doing doing(ply, random);
    offer(doing, side);
    if (by_word)
        decline(doing, ply.mover());
    else
        doing.told("draw.answered " + side_word(ply.mover()) + " declined");
    return doing.planted({});
}

// The side to move has moved nothing: the State book has no such offer; of the association's no
// such article is known.
std::optional<Planted> before_the_move(const Ply& ply, Random& random) {
    const Side side = ply.mover();
    if (!may_offer(ply, side)) return std::nullopt;
    Doing doing(ply, random);
    if (ply.association)
        decline(offer(doing, side), opponent(side));
    else
        refused_command(doing, "offer-draw", side);
    return doing.planted({});
}

std::optional<Planted> offered_again(const Ply& ply, Random& random) {
    const Side side = random.chance(sim::one_in(2)) ? ply.mover() : opponent(ply.mover());
    if (may_offer(ply, side)) return std::nullopt;
    Doing doing(ply, random);
    decline(offer(doing, side), opponent(side));
    return doing.planted({repeated(ply, side)});
}

// Refused, and at once offered again: only the second one is a foul.
std::optional<Planted> offered_twice(const Ply& ply, Random& random) {
    const Side side = opponent(ply.mover());
    const auto counts = refused(ply);
    if (counts[0] != counts[1]) return std::nullopt;
    Doing doing(ply, random);
    decline(offer(doing, side), ply.mover());
    decline(offer(doing, side), ply.mover());
    return doing.planted({repeated(ply, side)});
}

// Refused, then the other side offers and is refused: both may offer again. The other side's offer
// before its move is one of the association's book.
std::optional<Planted> offered_in_between(const Ply& ply, Random& random) {
    const Side side = opponent(ply.mover());
    const auto counts = refused(ply);
    if (!ply.association || counts[0] != counts[1]) return std::nullopt;
    Doing doing(ply, random);
    decline(offer(doing, side), ply.mover());
    decline(offer(doing, ply.mover()), side);
    decline(offer(doing, side), ply.mover());
    return doing.planted({});
}

// Answers to nothing, to one's own offer, and a second offer while one is open.
std::optional<Planted> answers_to_nothing(const Ply& ply, Random& random) {
    const Side side = opponent(ply.mover());
    const char* answer = random.chance(sim::one_in(2)) ? "accept-draw" : "decline-draw";
    Doing doing(ply, random);
    refused_command(doing, answer, random.chance(sim::one_in(2)) ? side : ply.mover());
    if (!may_offer(ply, side)) return doing.planted({});
    offer(doing, side);
    refused_command(doing, answer, side);
    refused_command(doing, "offer-draw", random.chance(sim::one_in(2)) ? side : ply.mover());
    decline(doing, ply.mover());
    refused_command(doing, "accept-draw", ply.mover());
    return doing.planted({});
}

// Who has accepted cannot go back on it.
std::optional<Planted> agreed(const Ply& ply, Random& random) {
    const Side side = opponent(ply.mover());
    std::vector<Expected> expected;
    if (!may_offer(ply, side)) expected.push_back(repeated(ply, side));
    Doing doing(ply, random);
    accept(offer(doing, side), ply.mover());
    if (random.chance(sim::one_in(2))) refused_command(doing, "decline-draw", ply.mover());
    return doing.planted(expected);
}

std::optional<Planted> declined_then_agreed(const Ply& ply, Random& random) {
    const Side side = opponent(ply.mover());
    const auto counts = refused(ply);
    if (!ply.association || counts[0] != counts[1]) return std::nullopt;
    Doing doing(ply, random);
    decline(offer(doing, side), ply.mover());
    accept(offer(doing, ply.mover()), side);
    return doing.planted({});
}

} // namespace

void add_draws(std::vector<Planter>& planters) {
    planters.push_back({"draw, declined by word", [](const Ply& ply, Random& random) {
                            return declined(ply, random, true);
                        }});
    planters.push_back({"draw, declined by the reply", [](const Ply& ply, Random& random) {
                            return declined(ply, random, false);
                        }});
    planters.push_back({"draw, offered before the move", before_the_move});
    planters.push_back({"draw, offered again", offered_again});
    planters.push_back({"draw, offered twice", offered_twice});
    planters.push_back({"draw, the other offers in between", offered_in_between});
    planters.push_back({"draw, answers to nothing", answers_to_nothing});
    planters.push_back({"draw, agreed", agreed, true});
    planters.push_back({"draw, declined, then agreed", declined_then_agreed, true});
}

} // namespace jipu::arbiter_campaign
