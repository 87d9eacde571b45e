// SPDX-License-Identifier: Apache-2.0
// From the classes of the moves to the ruling (1999 art. 24, 26; 2020 26.1, 26.9; world rules 6,
// 15, 19, 32). It looks at no piece: labels.cpp does.
#include "rules/xiangqi/repetition.hpp"

#include <algorithm>

namespace jipu::xiangqi {
namespace {

using Plies = std::span<const LabelledPly>;

/// Follows the pieces of a cycle from move to move.
class PieceTracks {
  public:
    PieceTracks() {
        for (Point p = 0; p < points; ++p)
            origin_[p] = p;
    }
    Point origin(Point now) const { return origin_[now]; }
    void play(Move move) { origin_[move.to] = origin_[move.from]; }

  private:
    std::array<Point, points> origin_{};
};

bool contains(const std::vector<Point>& list, Point p) {
    return std::find(list.begin(), list.end(), p) != list.end();
}

std::vector<Point> common(const std::vector<Point>& a, const std::vector<Point>& b) {
    std::vector<Point> out;
    std::copy_if(a.begin(), a.end(), std::back_inserter(out),
                 [&](Point p) { return contains(b, p); });
    return out;
}

/// Where the final position stood for the first time; -1: nowhere before.
int first_occurrence(const std::vector<Position>& positions) {
    const auto found = std::find(positions.begin(), positions.end() - 1, positions.back());
    return found == positions.end() - 1 ? -1 : static_cast<int>(found - positions.begin());
}

/// What every move of the side chases, and with what.
void find_chased(Conduct& out, Side side, Plies cycle) {
    struct Chase {
        Point chaser;
        Point target;
    };
    std::vector<Chase> all;
    bool first = true;
    PieceTracks tracks;
    for (const LabelledPly& ply : cycle) {
        tracks.play(ply.move);
        if (ply.side != side) continue;
        std::vector<Point> chased;
        std::vector<Point> grave;
        for (const Threat& threat : ply.chases) {
            const Point target = tracks.origin(threat.target);
            if (!contains(chased, target)) chased.push_back(target);
            if (threat.grave && !contains(grave, target)) grave.push_back(target);
            all.push_back({tracks.origin(threat.attacker), target});
        }
        out.chased = first ? chased : common(out.chased, chased);
        out.grave = first ? grave : common(out.grave, grave);
        first = false;
    }
    for (const Chase& chase : all) {
        if (contains(out.chased, chase.target) && !contains(out.chasers, chase.chaser))
            out.chasers.push_back(chase.chaser);
    }
}

Conduct conduct_of(Side side, Plies cycle, const RepetitionRules& rules) {
    Conduct out;
    const auto every = [&](auto&& holds) {
        return std::all_of(cycle.begin(), cycle.end(),
                           [&](const LabelledPly& ply) { return ply.side != side || holds(ply); });
    };
    out.all_check = every([](const LabelledPly& ply) { return ply.label == Label::check; });
    out.lighter = !every([](const LabelledPly& ply) { return !ply.lighter; });
    if (rules.by_object) {
        find_chased(out, side, cycle);
        out.forbidden = out.all_check || !out.chased.empty();
        return out;
    }
    out.forbidden = every([](const LabelledPly& ply) { return ply.label <= Label::chase; });
    out.with_pawns =
        every([](const LabelledPly& ply) { return ply.label <= Label::chase || ply.by_pawn; });
    return out;
}

/// Does this idle move bear on the piece that the other side has just moved, for every move of the
/// side? Then the side follows it (跟).
void name_followers(std::vector<LabelledPly>& plies, int start) {
    const std::size_t first = static_cast<std::size_t>(start);
    for (const Side side : {red, black}) {
        bool all = plies.size() - first >= 4;
        for (std::size_t i = first; all && i < plies.size(); ++i) {
            if (plies[i].side != side) continue;
            const LabelledPly& answered = i > first ? plies[i - 1] : plies.back();
            all = contains(plies[i].shadows, answered.move.to);
        }
        for (std::size_t i = first; all && i < plies.size(); ++i) {
            if (plies[i].side == side) plies[i].label = Label::follow;
        }
    }
}

/// Do the moves of this side end on three points or more?
bool wanders(Side side, Plies plies) {
    std::vector<Point> ends;
    for (const LabelledPly& ply : plies) {
        if (ply.side == side && !contains(ends, ply.move.to)) ends.push_back(ply.move.to);
    }
    return ends.size() >= 3;
}

/// Both sides chase: does the other side chase with nothing but the rook that this side may not
/// chase even so?
bool chases_gravely(const Conduct& side, const Conduct& other) {
    return other.chasers.size() == 1 && contains(side.grave, other.chasers.front());
}

struct Finding {
    Ruling ruling;
    Ground ground;
};

Finding against(Side side, Ground ground, bool loses) {
    if (loses) return {side == red ? Ruling::red_loses : Ruling::black_loses, ground};
    return {side == red ? Ruling::red_must_change : Ruling::black_must_change, ground};
}

Finding rule(Conduct r, Conduct b, const RepetitionRules& rules) {
    if (r.all_check != b.all_check) {
        return against(r.all_check ? red : black, Ground::one_sided_check, rules.check_loses);
    }
    if (rules.pawns_in_mutual && r.forbidden != b.forbidden) {
        r.forbidden = r.forbidden || r.with_pawns;
        b.forbidden = b.forbidden || b.with_pawns;
    }
    if (r.forbidden != b.forbidden) {
        return against(r.forbidden ? red : black, Ground::one_forbidden, rules.by_object);
    }
    if (!r.forbidden) return {Ruling::draw, Ground::both_allowed};
    if (rules.by_object && chases_gravely(r, b) != chases_gravely(b, r)) {
        return against(chases_gravely(r, b) ? red : black, Ground::grave, true);
    }
    if (rules.lighter && r.lighter != b.lighter) {
        return against(r.lighter ? black : red, Ground::lighter, false);
    }
    return {Ruling::draw, Ground::both_forbidden};
}

/// The moves with their labels; what was played from the same position before is looked up.
std::vector<LabelledPly> label_all(const std::vector<Position>& positions,
                                   std::span<const Move> moves, const RepetitionRules& rules) {
    std::vector<LabelledPly> out;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        std::size_t same = 0;
        while (same < i && !(moves[same] == moves[i] && positions[same] == positions[i]))
            ++same;
        out.push_back(same < i ? out[same] : label_move(positions[i], moves[i], rules));
    }
    return out;
}

} // namespace

std::string_view ruling_name(Ruling ruling) {
    constexpr std::array<std::string_view, 6> names{
        "red_must_change", "black_must_change", "red_loses", "black_loses", "draw", "undecided"};
    return names[static_cast<std::size_t>(ruling)];
}

RepetitionVerdict judge_repetition(const Position& start, std::span<const Move> moves,
                                   const RepetitionRules& rules) {
    constexpr std::size_t three_rounds = 6;
    std::vector<Position> positions{start};
    for (const Move move : moves) {
        positions.push_back(positions.back());
        positions.back().play_tolerant(move);
    }
    RepetitionVerdict out;
    out.plies = label_all(positions, moves, rules);
    const int first = first_occurrence(positions);
    out.closes = first >= 0;
    out.cycle_start = std::max(first, 0);
    const Plies cycle = Plies(out.plies).subspan(static_cast<std::size_t>(out.cycle_start));
    out.red = conduct_of(red, cycle, rules);
    out.black = conduct_of(black, cycle, rules);
    if (!out.closes) {
        const bool pattern = (out.red.forbidden && wanders(red, cycle)) ||
                             (out.black.forbidden && wanders(black, cycle));
        if (rules.long_pattern_rounds == 0 || moves.size() < three_rounds || !pattern) return out;
    }
    const Finding finding = rule(out.red, out.black, rules);
    out.ruling = finding.ruling;
    out.ground = finding.ground;
    name_followers(out.plies, out.cycle_start);
    return out;
}

} // namespace jipu::xiangqi
