// SPDX-License-Identifier: Apache-2.0
// Pauses, and games that are adjourned and go on (000/4.4): the envelope and its clocks, the board
// emptied and set up again, who is absent, and what was written: right, not plain, wrong, missing.
// Of the association's book nothing is known of all this: alerts cite no article there.
#include "daemon/wire/sha256.hpp"
#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/bench/arbiter_campaign/illegal.hpp"
#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

using Reason = xiangqi::IllegalReason;

constexpr std::array<UsedTime, 2> nothing_used{};

struct Envelope {
    std::string text; ///< what stands on the sheet
    std::string salt;
    std::string digest() const { return sha256_hex(text + " " + salt); }
};

Envelope sealed(const std::string& text, Random& random) {
    return {text, "salt" + std::to_string(random.below(1'000'000))};
}

std::string board_of(const Ply& ply) {
    return placement(xiangqi::format_fen(ply.before));
}

Command seal(Side side, const Envelope& envelope) {
    return said_by("seal", side, field("digest", envelope.digest()));
}

// The arbiter stops the clocks before or after the mover has handed in his envelope.
void adjourn(const Ply& ply, Random& random, Doing& doing, const Envelope& envelope) {
    const bool stopped_first = random.chance(sim::one_in(2));
    if (stopped_first) {
        doing.say(said("pause")).told("game.paused").wait({500, 5000});
        doing.say(seal(ply.mover(), envelope));
    } else {
        if (random.chance(sim::one_in(3))) // he may still ask for it back
            doing.say(seal(ply.mover(), sealed("a0a1", random))).wait({500, 5000});
        doing.say(seal(ply.mover(), envelope)).wait({500, 5000});
        doing.say(said("pause")).told("game.paused");
    }
    doing.told("game.adjourned " + side_word(ply.mover()) + " " +
                   std::to_string((ply.number - 1) / 2) + " " + envelope.digest() + " " +
                   board_of(ply),
               nothing_used);
    doing.wait({1000, 20'000});
}

void resume(const Ply& ply, Doing& doing, std::optional<Side> absent = {}) {
    doing.say(said("resume", absent ? field("absent", side_word(*absent)) : ""))
        .told("game.resumed")
        .told("position.set resumed " + std::to_string(ply.number - 1) + " " + board_of(ply))
        .wait({500, 3000});
}

// What is read out of the envelope, and whether that is the ply that is then recorded.
void open(const Ply& ply, Doing& doing, const Envelope& envelope, bool recorded = true,
          std::optional<std::array<UsedTime, 2>> clocks = nothing_used) {
    const std::string move = notation::format_iccs(ply.move);
    const bool written = envelope.text != move;
    doing.say(said("unseal", field("move", move) + field("salt", envelope.salt) +
                                 (written ? field("written", envelope.text) : "")));
    if (recorded) doing.told("move.recorded " + std::to_string(ply.number) + " " + move, clocks);
    doing.wait({300, 2000});
}

std::vector<Point> shuffled(std::vector<Point> points, Random& random) {
    for (std::size_t i = points.size(); i > 1; --i)
        std::swap(points[i - 1], points[random.index(i)]);
    return points;
}

std::vector<Point> pieces_of(const Ply& ply) {
    std::vector<Point> points;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (!ply.before.at(p).empty()) points.push_back(p);
    return points;
}

void set_up_again(Doing& doing, const std::vector<Point>& points, Random& random) {
    for (const Point p : shuffled(points, random))
        doing.back(p).wait({100, 700});
}

void clear(Doing& doing, const std::vector<Point>& points, Random& random) {
    for (const Point p : shuffled(points, random))
        doing.lift(p).wait({60, 400});
    doing.wait({1000, 8000});
}

// The sheet says the move, in letters or in Chinese.
std::optional<Planted> sealed_right(const Ply& ply, Random& random, bool cleared) {
    if (!ply.facts->legal) return std::nullopt;
    const bool chinese = random.chance(sim::one_in(2));
    const Envelope envelope = sealed(
        chinese ? notation::format_chinese(ply.before, ply.move, notation::chinese_style(ply.book))
                : notation::format_iccs(ply.move),
        random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    if (cleared) {
        clear(doing, pieces_of(ply), random);
        set_up_again(doing, pieces_of(ply), random);
        doing.wait({500, 2000});
    }
    resume(ply, doing);
    open(ply, doing, envelope);
    return doing.planted({});
}

// Resumed while pieces are missing; the envelope is opened when all stand.
std::optional<Planted> set_up_wrong(const Ply& ply, Random& random) {
    if (!ply.facts->legal) return std::nullopt;
    const Envelope envelope = sealed(notation::format_iccs(ply.move), random);
    auto points = shuffled(pieces_of(ply), random);
    points.resize(std::min<std::size_t>(points.size(), 1 + random.index(4)));
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    clear(doing, points, random);
    resume(ply, doing);
    set_up_again(doing, points, random);
    doing.wait({500, 2000});
    open(ply, doing, envelope);
    return doing.planted({closed(
        alert("setup-wrong", std::nullopt, 0, Grade::observed, cite(ply, "000/4.4.2", "001/5.8")),
        "restored")});
}

// Another move or another salt than was sealed is not taken.
std::optional<Planted> another_move_read(const Ply& ply, Random& random) {
    if (!ply.facts->legal) return std::nullopt;
    const Envelope envelope = sealed(notation::format_iccs(ply.move), random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing);
    doing
        .say(said("unseal", field("move", notation::format_iccs(ply.move)) +
                                field("salt", envelope.salt + "0")))
        .told("command.refused unseal")
        .wait({500, 2000});
    open(ply, doing, envelope);
    return doing.planted({});
}

Expected wrong_envelope(const Ply& ply, std::optional<Side> side, const char* article,
                        std::string reason) {
    Expected out = alert("sealed-move", side, ply.number, Grade::completed, cite(ply, article, ""));
    out.reason = std::move(reason);
    return out;
}

// Half of it is missing, but it can be explained: a foul (000/3.6.3(5)), and the game goes on, also
// before the arbiter has ruled.
std::optional<Planted> not_plain(const Ply& ply, Random& random) {
    if (!ply.facts->legal) return std::nullopt;
    const std::string whole =
        notation::format_chinese(ply.before, ply.move, notation::chinese_style(ply.book));
    constexpr std::size_t one_character = 3;                              // in UTF-8
    if (static_cast<unsigned char>(whole[0]) < 0x80) return std::nullopt; // ICCS, or `1兵`
    const Envelope envelope = sealed(whole.substr(0, one_character), random);
    std::vector<Expected> expected{wrong_envelope(ply, ply.mover(), "000/3.6.3(5)", "unclear")};
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing);
    open(ply, doing, envelope);
    if (ply.association || random.chance(sim::one_in(2))) return doing.planted(expected);
    const int fouls = fouls_of(ply, ply.mover()) + 1;
    expected[0] = closed(expected[0], "arbiter", "foul");
    if (fouls == 3) {
        expected.push_back(foul_limit(ply, ply.mover()));
        ++expected.back().ply; // the sealed move stands
    }
    doing.say(ruled("sealed-move", "foul"))
        .told(foul_entered(ply.mover(), "sealed-move", "000/3.6.3(5)", fouls));
    return doing.wait({300, 1500}).planted(expected);
}

// The envelope is opened with these fields, and what it says loses.
Planted lost_by_envelope(const Ply& ply, Random& random, const Envelope& envelope,
                         const std::string& fields, const Expected& alert) {
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing);
    doing.say(said("unseal", fields))
        .wait({1000, 5000})
        .say(ruled("sealed-move", "loss"))
        .told(lost_by(ply.mover(), "sealed-move"));
    return doing.wait({300, 1500}).planted({closed(alert, "arbiter", "loss")});
}

// A move that cannot be played loses (000/1.4.1(6)).
std::optional<Planted> sealed_wrong(const Ply& ply, Random& random) {
    constexpr std::array reasons{Reason::geometry, Reason::blocked, Reason::horse_leg,
                                 Reason::self_check, Reason::cannon_screen};
    const auto wrong = wrong_move(ply, random, reasons[random.index(reasons.size())],
                                  random.chance(sim::one_in(2)), false);
    if (!wrong) return std::nullopt;
    const std::string move = notation::format_iccs(*wrong);
    const Envelope envelope = sealed(move, random);
    return lost_by_envelope(ply, random, envelope,
                            field("move", move) + field("salt", envelope.salt),
                            wrong_envelope(ply, ply.mover(), "000/1.4.1(6)", "illegal"));
}

// The envelope is whole and nothing is in it (000/4.4.2).
std::optional<Planted> sheet_missing(const Ply& ply, Random& random) {
    const Envelope envelope = sealed("a0a1", random);
    return lost_by_envelope(ply, random, envelope, field("missing", "sheet"),
                            wrong_envelope(ply, ply.mover(), "000/4.4.2", "sheet-missing"));
}

// Lost by nobody's fault; the position is agreed, and the mover moves.
std::optional<Planted> envelope_lost(const Ply& ply, Random& random) {
    const Envelope envelope = sealed("a0a1", random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing);
    doing.say(said("unseal", field("missing", "envelope")))
        .wait({1000, 5000})
        .say(ruled("sealed-move", "dismiss"));
    const Expected lost = wrong_envelope(ply, std::nullopt, "000/4.4.2", "envelope-lost");
    return doing.wait({300, 1500}).planted({closed(lost, "arbiter", "dismiss")});
}

// The envelope is opened before the other side, whose clock runs; he comes before his move.
std::optional<Planted> sealer_absent(const Ply& ply, Random& random) {
    if (!ply.facts->legal) return std::nullopt;
    const Envelope envelope = sealed(notation::format_iccs(ply.move), random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing, ply.mover());
    open(ply, doing, envelope);
    doing.say(said("resume", field("absent", "nobody"))).wait({300, 1500});
    return doing.planted({});
}

// The envelope stays closed while the clock of who has to answer it runs.
std::optional<Planted> other_absent(const Ply& ply, Random& random) {
    if (!ply.facts->legal) return std::nullopt;
    const Envelope envelope = sealed(notation::format_iccs(ply.move), random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    resume(ply, doing, opponent(ply.mover()));
    doing.wait({2000, 30'000});
    doing
        .say(said("unseal",
                  field("move", notation::format_iccs(ply.move)) + field("salt", envelope.salt)))
        .told("command.refused unseal")
        .wait({500, 5000})
        .say(said("resume", field("absent", "nobody")))
        .wait({300, 3000});
    open(ply, doing, envelope);
    return doing.planted({});
}

// The last move was made on the board: there is no envelope.
std::optional<Planted> without_envelope(const Ply& ply, Random& random) {
    Doing doing(ply, random);
    doing.say(said("pause", ",\"adjourn\":true"))
        .told("game.paused")
        .told("game.adjourned nobody " + std::to_string((ply.number - 1) / 2) + " - " +
                  board_of(ply),
              nothing_used)
        .wait({1000, 20'000});
    if (random.chance(sim::one_in(2))) {
        clear(doing, pieces_of(ply), random);
        set_up_again(doing, pieces_of(ply), random);
        doing.wait({500, 2000});
    }
    resume(ply, doing);
    return doing.planted({});
}

// Only the side to move seals, and nothing is opened that was not sealed.
std::optional<Planted> nothing_sealed(const Ply& ply, Random& random) {
    Doing doing(ply, random);
    doing.say(seal(opponent(ply.mover()), sealed("a0a1", random)))
        .told("command.refused seal")
        .wait({300, 2000})
        .say(said("unseal", field("missing", "sheet")))
        .told("command.refused unseal");
    return doing.wait({300, 2000}).planted({});
}

std::optional<Planted> paused(const Ply& ply, Random& random) {
    return Doing(ply, random)
        .say(said("pause"))
        .told("game.paused")
        .wait({1000, 30'000})
        .say(said("resume"))
        .told("game.resumed")
        .wait({300, 2000})
        .planted({});
}

// What was agreed before the resumption stands, whatever is in the envelope (000/4.4.2).
std::optional<Planted> ended_before(const Ply& ply, Random& random, bool agreed) {
    const Side other = opponent(ply.mover());
    if (agreed)
        for (const Told& told :
             *ply.told) // whose turn it is to offer is another planter's question
            if (told.words.rfind("draw.", 0) == 0) return std::nullopt;
    const Envelope envelope = sealed("a0a1", random);
    Doing doing(ply, random);
    adjourn(ply, random, doing, envelope);
    if (agreed)
        doing.say(said_by("offer-draw", other))
            .told("draw.offered " + side_word(other))
            .wait({500, 3000})
            .say(said_by("accept-draw", ply.mover()))
            .told("draw.answered " + side_word(ply.mover()) + " accepted")
            .told(ended("1/2-1/2", "agreement"));
    else
        doing.say(said_by("resign", other)).told(lost_by(other, "resignation"));
    doing.wait({500, 3000})
        .say(said("unseal", field("move", "a0a1") + field("salt", envelope.salt)))
        .told("command.refused unseal");
    return doing.wait({300, 1500}).planted({});
}

} // namespace

void add_adjournments(std::vector<Planter>& planters) {
    planters.push_back({"sealed, right", [](const Ply& ply, Random& random) {
                            return sealed_right(ply, random, false);
                        }});
    planters.push_back({"sealed, right, board cleared", [](const Ply& ply, Random& random) {
                            return sealed_right(ply, random, true);
                        }});
    planters.push_back({"sealed, set up wrong", set_up_wrong});
    planters.push_back({"sealed, another salt read", another_move_read});
    planters.push_back({"sealed, not plain", not_plain});
    planters.push_back({"sealed, wrong", sealed_wrong, true});
    planters.push_back({"sealed, sheet missing", sheet_missing, true});
    planters.push_back({"sealed, envelope lost", envelope_lost});
    planters.push_back({"sealed, sealer absent", sealer_absent});
    planters.push_back({"sealed, the other absent", other_absent});
    planters.push_back({"adjourned without envelope", without_envelope});
    planters.push_back({"sealed by nobody", nothing_sealed});
    planters.push_back({"paused", paused});
    planters.push_back(
        {"sealed, then agreed a draw",
         [](const Ply& ply, Random& random) { return ended_before(ply, random, true); }, true});
    planters.push_back(
        {"sealed, then resigned",
         [](const Ply& ply, Random& random) { return ended_before(ply, random, false); }, true});
}

} // namespace jipu::arbiter_campaign
