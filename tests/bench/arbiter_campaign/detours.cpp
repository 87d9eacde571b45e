// SPDX-License-Identifier: Apache-2.0
// Chooses where a game goes round, how often, and how it goes on (000/1.4.1(7), 000/1.4.2(3), 1999
// art. 24: three cycles, so the position stands for the fourth time).
#include "tests/bench/arbiter_campaign/detours.hpp"

#include <algorithm>
#include <map>

#include "tests/bench/arbiter_campaign/cycles.hpp"

namespace jipu::arbiter_campaign {

namespace {

using xiangqi::Move;
using xiangqi::Position;

constexpr int due = 12; ///< plies of three cycles

/// How it ends: what the sides play after the first plies of the cycle.
enum class Ending : std::uint8_t {
    twice_only,  ///< two cycles, then the game goes on: nothing is owed
    broken,      ///< the ply that would close the third is another: nothing is owed
    goes_on,     ///< three cycles, then the game goes on
    ends,        ///< three cycles, and nothing more is played
    once_more,   ///< four cycles, then the game goes on
    not_changed, ///< three cycles and one ply more
};

bool cuts_off(Ending ending) {
    return ending == Ending::broken || ending == Ending::ends || ending == Ending::not_changed;
}

Ending choose_ending(sim::Random& random) {
    constexpr std::array all{Ending::goes_on,   Ending::goes_on,   Ending::goes_on,
                             Ending::once_more, Ending::ends,      Ending::not_changed,
                             Ending::broken,    Ending::twice_only};
    return all[random.index(all.size())];
}

struct Planning {
    const test::IccsGame& game;
    std::vector<Position> positions; ///< before each ply, and the last
    const Run& run;
    sim::Random random;
};

/// Stands this position at ply `at` alone, and does nothing that stood before it stand after it?
bool parts_the_game(const std::vector<Position>& positions, std::size_t at) {
    for (std::size_t i = 0; i <= at; ++i)
        for (std::size_t k = at; k < positions.size(); ++k)
            if (i != k && positions[i] == positions[k]) return false;
    return true;
}

bool new_to_the_game(const Planning& plan, const Cycle& cycle, std::size_t at) {
    Position position = plan.positions[at];
    for (std::size_t i = 0; i < 3; ++i) {
        position.play_tolerant(cycle.moves[i]);
        for (const Position& other : plan.positions)
            if (other == position) return false;
    }
    return true;
}

// A run of attacks by the pieces of the cycle must not begin before it, nor go on after it.
bool joins_the_game(const Planning& plan, const Cycle& cycle, std::size_t at) {
    const auto moves_one = [&](Move move) {
        return std::any_of(cycle.moves.begin(), cycle.moves.end(),
                           [&](Move m) { return move.from == m.from || move.to == m.from; });
    };
    for (std::size_t i = at > 2 ? at - 2 : 0; i < std::min(at + 2, plan.game.moves.size()); ++i)
        if (moves_one(plan.game.moves[i])) return true;
    return false;
}

// What answers a threat of mate may be told as a block: those cycles go without.
std::string_view act_name(Act act) {
    switch (act) {
    case Act::check:
        return "check";
    case Act::chase:
    case Act::chase_low:
        return "chase";
    case Act::idle:
        return "idle";
    default:
        return {};
    }
}

/// The moves of the cycle with their classes from the `first` on; empty where one has no sure name.
std::string classes(const Cycle& cycle, std::size_t first) {
    std::string out;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t k = (first + i) % 4;
        const std::string_view name = act_name(cycle.readings[k].act);
        if (name.empty()) return "";
        out += (i > 0 ? ", " : "") + test::iccs_move(cycle.moves[k]) + " " + std::string(name);
    }
    return out;
}

/// Accused by the book, and does he lose at once?
struct Ruling {
    bool accused = false, loses = false;
    std::string_view article;
};

Ruling ruling_on(const CycleKind& kind, const RepetitionArticles& book) {
    using Law = CycleKind::Law;
    if (kind.law == Law::check) return {true, book.check_loses, book.check};
    if (kind.law == Law::chase) return {true, book.by_object, book.forbidden};
    if (kind.law == Law::attacks && !book.by_object) return {true, false, book.forbidden};
    return {false, false, book.claim};
}

Expected expected_of(const Cycle& cycle, Ending ending, std::size_t at, const Run& run,
                     Side to_move) {
    const RepetitionArticles book = repetition_articles(run.book);
    const Ruling ruling = ruling_on(*cycle.kind, book);
    const bool accused_is_next = cycle.accused == to_move;
    // Whoever was to change has gone round once more.
    const bool went_on = ending == Ending::once_more ||
                         (ending == Ending::not_changed && ruling.accused && accused_is_next);
    Expected out;
    out.code = ruling.accused ? "perpetual" : "repetition";
    if (ruling.accused) out.side = cycle.accused;
    out.ply = static_cast<int>(at) + due;
    out.grade = ruling.loses || went_on ? Grade::completed : Grade::observed;
    out.article = ruling.accused && !ruling.loses && went_on ? book.unchanged : ruling.article;
    if (!cuts_off(ending))
        out.resolved = ruling.accused && accused_is_next ? "restored" : "overtaken";
    const bool told_again = ending == Ending::not_changed && went_on && !ruling.loses;
    out.reason = classes(cycle, told_again ? 1 : 0);
    return out;
}

std::string name_of(const CycleKind& kind, Ending ending) {
    std::string name = "repetition, " + std::string(kind.name);
    if (ending == Ending::twice_only) return name + ", twice only";
    if (ending == Ending::broken) return name + ", broken";
    return name;
}

// Another move than the one that would close the cycle, to a position that never stood.
std::optional<Move> other_move(const Planning& plan, const Cycle& cycle, std::size_t at,
                               sim::Random& random) {
    Position position = plan.positions[at];
    for (std::size_t i = 0; i < 3; ++i)
        position.play_tolerant(cycle.moves[i]);
    xiangqi::MoveList legal;
    position.legal_moves(legal);
    std::vector<Move> fits;
    for (const Move move : legal) {
        Position after = position;
        after.play_tolerant(move);
        if (move != cycle.moves[3] && after.has_legal_move() &&
            std::find(plan.positions.begin(), plan.positions.end(), after) == plan.positions.end())
            fits.push_back(move);
    }
    if (fits.empty()) return std::nullopt;
    return fits[random.index(fits.size())];
}

/// The plies played instead; empty: the ending has no room here.
std::vector<Move> plies_of(const Planning& plan, const Cycle& cycle, Ending ending, std::size_t at,
                           sim::Random& random) {
    const int count = ending == Ending::twice_only    ? 8
                      : ending == Ending::once_more   ? 16
                      : ending == Ending::not_changed ? due + 1
                                                      : due;
    std::vector<Move> out;
    for (int i = 0; i < count; ++i)
        out.push_back(cycle.moves[static_cast<std::size_t>(i % 4)]);
    if (ending != Ending::broken) return out;
    const auto other = other_move(plan, cycle, at, random);
    if (!other) return {};
    out.back() = *other;
    return out;
}

struct Detour {
    Cycle cycle;
    Ending ending = Ending::goes_on;
    std::vector<Move> plies;
};

std::optional<Detour> find_detour(Planning& plan, std::size_t at,
                                  const std::vector<const CycleKind*>& kinds) {
    if (!parts_the_game(plan.positions, at)) return std::nullopt;
    std::map<std::string_view, std::vector<Cycle>> by_kind;
    for (const Cycle& cycle : find_cycles(plan.positions[at], kinds, plan.random))
        if (new_to_the_game(plan, cycle, at) && !joins_the_game(plan, cycle, at))
            by_kind[cycle.kind->name].push_back(cycle);
    for (const char* common : {"idle", "chase and idle in turn"}) // there is no lack of these
        if (by_kind.size() > 1) by_kind.erase(common);
    if (by_kind.empty()) return std::nullopt;
    const auto& cycles =
        std::next(by_kind.begin(), static_cast<std::ptrdiff_t>(plan.random.index(by_kind.size())))
            ->second;
    Detour out{cycles[plan.random.index(cycles.size())], choose_ending(plan.random), {}};
    out.plies = plies_of(plan, out.cycle, out.ending, at, plan.random);
    if (out.plies.empty()) return std::nullopt;
    return out;
}

/// Plies where cycles are likely: one side can check, or little can be taken by either.
std::vector<std::size_t> likely_places(Planning& plan) {
    std::vector<std::size_t> checks, calm, out;
    for (std::size_t i = 8; i + 4 < plan.game.moves.size(); ++i) {
        const Position& now = plan.positions[i];
        if (now.in_check(now.to_move()) || plan.positions[i + 1].in_check(opponent(now.to_move())))
            checks.push_back(i);
        else if (is_calm(now))
            calm.push_back(i);
    }
    const auto any = [&](const std::vector<std::size_t>& places) {
        return places[plan.random.index(places.size())];
    };
    for (std::size_t i = 0; i < 4 && !checks.empty(); ++i)
        out.push_back(any(checks));
    if (!calm.empty()) out.push_back(any(calm));
    // Of some the most promising.
    std::vector<std::pair<int, std::size_t>> looked_at;
    for (std::size_t i = 0; i < 12 && !calm.empty(); ++i) {
        const std::size_t at = any(calm);
        looked_at.emplace_back(-rarest_attack(plan.positions[at], plan.random), at);
    }
    std::sort(looked_at.begin(), looked_at.end());
    for (std::size_t i = 0; i < std::min<std::size_t>(3, looked_at.size()); ++i)
        out.push_back(looked_at[i].second);
    std::sort(out.begin(), out.end());
    return out;
}

std::string full_name(const CycleKind& kind) {
    return "repetition, " + std::string(kind.name);
}

std::vector<const CycleKind*> kinds_asked_for(const std::string& only) {
    std::vector<const CycleKind*> out;
    for (const CycleKind& kind : cycle_kinds())
        if (only.empty() || full_name(kind).find(only) != std::string::npos) out.push_back(&kind);
    return out;
}

/// Writes the game anew, ply by ply, with its detours.
class Writing {
  public:
    explicit Writing(Planning& plan) : plan_(plan) {
        out.game.start = out.own.start = plan.game.start;
        out.game.fen = out.own.fen = plan.game.fen;
    }

    void own_ply(Move move) {
        add(move, false);
        out.own.moves.push_back(move);
        out.ply_of.push_back(static_cast<int>(out.game.moves.size()));
    }

    void detour(const Detour& detour, Side to_move) {
        const std::size_t at = out.game.moves.size();
        for (const Move move : detour.plies)
            add(move, true);
        Planted planted;
        planted.kind = name_of(*detour.cycle.kind, detour.ending);
        if (detour.ending != Ending::broken && detour.ending != Ending::twice_only)
            planted.expected = {expected_of(detour.cycle, detour.ending, at, plan_.run, to_move)};
        out.planted.push_back({static_cast<int>(at) + due, std::move(planted)});
        if (cuts_off(detour.ending)) out.pressed.push_back(out.game.moves.size() - 1);
    }

    Detours out;

  private:
    void add(Move move, bool busy) {
        out.game.moves.push_back(move);
        out.busy.push_back(busy);
    }
    Planning& plan_;
};

} // namespace

bool names_a_cycle(const std::string& only) {
    return !kinds_asked_for(only).empty();
}

Detours plant_cycles(const test::IccsGame& game, const Run& run) {
    Planning plan{game, {game.start}, run, sim::Random(run.seed * 104'729U + 11U)};
    for (const Move move : game.moves) {
        plan.positions.push_back(plan.positions.back());
        plan.positions.back().play_tolerant(move);
    }
    const auto kinds = kinds_asked_for(run.only);
    std::vector<std::size_t> places;
    if (!kinds.empty()) places = likely_places(plan);
    Writing writing(plan);
    std::size_t free_from = 0;
    bool cut = false;
    for (std::size_t i = 0; i < game.moves.size() && !cut; ++i) {
        if (i >= free_from && std::binary_search(places.begin(), places.end(), i)) {
            if (const auto detour = find_detour(plan, i, kinds)) {
                writing.detour(*detour, plan.positions[i].to_move());
                cut = cuts_off(detour->ending);
                free_from = i + 12;
            }
        }
        if (!cut) writing.own_ply(game.moves[i]);
    }
    return std::move(writing.out);
}

} // namespace jipu::arbiter_campaign
