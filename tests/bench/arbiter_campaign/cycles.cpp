// SPDX-License-Identifier: Apache-2.0
// See cycles.hpp. A cycle of four plies is two moves and their ways back.
#include "tests/bench/arbiter_campaign/cycles.hpp"

#include <algorithm>
#include <stdexcept>

namespace jipu::arbiter_campaign {

namespace {

using xiangqi::Move;
using xiangqi::Position;

Move back(Move move) {
    return {move.to, move.from};
}

/// `doubtful` fits whatever a move does; two of them, all but two checks.
bool fits(const std::array<Act, 2>& wanted, Act first, Act second) {
    if (wanted[0] == Act::doubtful && wanted[1] == Act::doubtful)
        return first != Act::check || second != Act::check;
    const auto is = [](Act one, Act act) { return one == Act::doubtful || one == act; };
    return (is(wanted[0], first) && is(wanted[1], second)) ||
           (is(wanted[0], second) && is(wanted[1], first));
}

// Where the piece that stands here after the side's first move, and perhaps after the other's
// first, stood at the start.
xiangqi::Point origin(xiangqi::Point now, const std::array<Move, 4>& moves, int played) {
    for (int i = played; i-- > 0;)
        if (moves[static_cast<std::size_t>(i)].to == now)
            now = moves[static_cast<std::size_t>(i)].from;
    return now;
}

bool objects_fit(const CycleKind& kind, const Cycle& cycle, std::size_t first) {
    if (kind.objects == CycleKind::Objects::any) return true;
    const auto object = [&](std::size_t i) {
        return origin(cycle.readings[i].target, cycle.moves, static_cast<int>(i) + 1);
    };
    const auto chaser = [&](std::size_t i) {
        return origin(cycle.readings[i].chaser, cycle.moves, static_cast<int>(i) + 1);
    };
    const bool one = object(first) == object(first + 2);
    const bool by_one = chaser(first) == chaser(first + 2);
    if (kind.objects == CycleKind::Objects::two) return !one;
    return one && by_one == (kind.objects == CycleKind::Objects::one);
}

std::vector<Move> quiet_moves(const Position& position, sim::Random& random) {
    xiangqi::MoveList legal;
    position.legal_moves(legal);
    std::vector<Move> out;
    for (const Move move : legal)
        if (position.at(move.to).empty()) out.push_back(move);
    for (std::size_t i = out.size(); i > 1; --i)
        std::swap(out[i - 1], out[random.index(i)]);
    return out;
}

/// What is rarest in games is looked at first.
int rarity(Act act) {
    switch (act) {
    case Act::mates:
    case Act::exchange:
    case Act::by_king:
    case Act::by_pawn:
    case Act::chase_low:
        return 3;
    case Act::chase:
    case Act::check:
        return 2;
    case Act::protected_piece:
        return 1;
    default:
        return 0;
    }
}

class Search {
  public:
    Search(const Position& start, const std::vector<const CycleKind*>& kinds, sim::Random& random)
        : start_(start), kinds_(kinds), random_(random) {}

    std::vector<Cycle> run() {
        struct First {
            Move move;
            Reading reading;
        };
        std::vector<First> firsts;
        for (const Move move : quiet_moves(start_, random_)) {
            const Reading reading = read_plainly(start_, move);
            if (reading.act != Act::doubtful || start_.in_check(start_.to_move()))
                firsts.push_back({move, reading});
        }
        std::stable_sort(firsts.begin(), firsts.end(), [](const First& a, const First& b) {
            return rarity(a.reading.act) > rarity(b.reading.act);
        });
        for (const First& first : firsts) {
            Cycle cycle;
            cycle.moves[0] = first.move;
            cycle.readings[0] = first.reading;
            look_at(cycle);
            if (left_ <= 0) break;
        }
        return std::move(found_);
    }

  private:
    void look_at(Cycle& cycle) {
        Position p1 = start_;
        p1.play_tolerant(cycle.moves[0]);
        for (const Move second : quiet_moves(p1, random_)) {
            if (left_ <= 0) return;
            if (goes_round(cycle, p1, second)) note(cycle);
        }
    }

    bool goes_round(Cycle& cycle, const Position& p1, Move second) {
        const Move first = cycle.moves[0];
        if (second.to == first.from) return false;
        Position p2 = p1;
        p2.play_tolerant(second);
        if (!p2.is_legal(back(first))) return false;
        Position p3 = p2;
        p3.play_tolerant(back(first));
        if (!p3.is_legal(back(second))) return false;
        cycle.moves = {first, second, back(first), back(second)};
        --left_;
        cycle.readings[1] = read_plainly(p1, second);
        cycle.readings[2] = read_plainly(p2, back(first));
        cycle.readings[3] = read_plainly(p3, back(second));
        return true;
    }

    void note(Cycle& cycle) {
        for (const CycleKind* kind : kinds_) {
            for (const std::size_t own : {0U, 1U}) {
                const std::size_t other = 1 - own;
                if (!fits(kind->own, cycle.readings[own].act, cycle.readings[own + 2].act) ||
                    !fits(kind->other, cycle.readings[other].act, cycle.readings[other + 2].act) ||
                    !checks_fit(*kind, cycle, own) || !objects_fit(*kind, cycle, own))
                    continue;
                cycle.kind = kind;
                cycle.accused = own == 0 ? start_.to_move() : opponent(start_.to_move());
                found_.push_back(cycle);
                break;
            }
        }
    }

    /// Whether what a check attacks besides is chased is not asked here.
    static bool checks_fit(const CycleKind& kind, const Cycle& cycle, std::size_t own) {
        const auto sure = [&](std::size_t i) {
            return cycle.readings[i].act != Act::check || cycle.readings[i].bare;
        };
        if (kind.law == CycleKind::Law::check) return true;
        const bool both = kind.other[0] == Act::check;
        return sure(own) && sure(own + 2) && (!both || (sure(1 - own) && sure(3 - own)));
    }

    const Position& start_;
    const std::vector<const CycleKind*>& kinds_;
    sim::Random& random_;
    int left_ = 300; ///< cycles that are still looked at
    std::vector<Cycle> found_;
};

} // namespace

const std::vector<CycleKind>& cycle_kinds() {
    using Law = CycleKind::Law;
    using Objects = CycleKind::Objects;
    constexpr std::array idle{Act::idle, Act::doubtful}; // one such move is enough
    constexpr std::array both_idle{Act::idle, Act::idle};
    static const std::vector<CycleKind> kinds{
        {"perpetual check", Law::check, {Act::check, Act::check}, {}, Objects::any},
        {"perpetual chase", Law::chase, {Act::chase, Act::chase}, idle, Objects::one},
        {"perpetual chase by two", Law::chase, {Act::chase, Act::chase}, idle, Objects::one_by_two},
        {"chase of a low piece", Law::chase, {Act::chase_low, Act::chase_low}, idle, Objects::one},
        {"chase of two in turn", Law::attacks, {Act::chase, Act::chase}, idle, Objects::two},
        {"check and chase in turn", Law::attacks, {Act::check, Act::chase}, idle, Objects::any},
        {"threats of mate", Law::attacks, {Act::mates, Act::mates}, idle, Objects::any},
        {"both check", Law::allowed, {Act::check, Act::check}, {Act::check, Act::check}, {}},
        {"idle", Law::allowed, both_idle, both_idle, Objects::any},
        {"check and idle in turn", Law::allowed, {Act::check, Act::idle}, idle, Objects::any},
        {"chase and idle in turn", Law::allowed, {Act::chase, Act::idle}, idle, Objects::any},
        {"a protected piece",
         Law::allowed,
         {Act::protected_piece, Act::protected_piece},
         idle,
         Objects::any},
        {"a pawn at home",
         Law::allowed,
         {Act::pawn_at_home, Act::pawn_at_home},
         idle,
         Objects::any},
        {"the king attacks", Law::allowed, {Act::by_king, Act::doubtful}, idle, Objects::any},
        {"a pawn attacks", Law::allowed, {Act::by_pawn, Act::doubtful}, idle, Objects::any},
        {"an exchange offered", Law::allowed, {Act::exchange, Act::doubtful}, idle, Objects::any},
    };
    return kinds;
}

std::vector<Cycle> find_cycles(const Position& start, const std::vector<const CycleKind*>& kinds,
                               sim::Random& random) {
    return Search(start, kinds, random).run();
}

int rarest_attack(const Position& position, sim::Random& random) {
    int most = 0;
    for (const Move move : quiet_moves(position, random))
        most = std::max(most, rarity(read_plainly(position, move).act));
    return most;
}

RepetitionArticles repetition_articles(std::string_view book) {
    if (book == "xiangqi-state")
        return {"001/24.1", "001/24.3", "000/1.4.1(7)", "000/1.4.2(3)", true, false};
    if (book == "xiangqi-association")
        return {"001/24.1", "001/24.3", "001/4.1.7", "001/4.2.3", true, false};
    if (book == "xiangqi-2020")
        return {"2020/26", "2020/26", "001/4.1.7", "001/4.2.3", false, false};
    if (book == "xiangqi-world") return {"WXF/6", "WXF/32", "001/4.1.7", "001/4.2.3", true, true};
    throw std::invalid_argument("no such book");
}

} // namespace jipu::arbiter_campaign
