// SPDX-License-Identifier: Apache-2.0
// Check, threat of mate, chase, and the kinds of allowed moves, by comparing what could be won
// before and after the move (1999 art. 28-29; 2020 art. 24, 26).
#include "rules/xiangqi/labels.hpp"

#include <algorithm>

#include "rules/xiangqi/mate_search.hpp"
#include "rules/xiangqi/world_chase.hpp"

namespace jipu::xiangqi {
namespace {

bool contains(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

Position with_mover(Position position, Side side) {
    position.set_to_move(side);
    return position;
}

Position played(Position position, Move move) {
    position.play_tolerant(move);
    return position;
}

class Labeller {
  public:
    Labeller(const Position& before, Move move, const RepetitionRules& rules)
        : before_(before), move_(move), rules_(rules), side_(before.to_move()),
          moved_(before.at(move.from)), in_check_(before.in_check(side_)),
          after_(played(before, move)), again_(with_mover(after_, side_)),
          board_before_(before.board()), board_after_(after_.board()) {}

    LabelledPly run() {
        LabelledPly out;
        out.move = move_;
        out.side = side_;
        if (rules_.by_object) out.chases = world_chases();
        if (after_.in_check(opponent(side_))) {
            out.label = Label::check;
            return out;
        }
        // A king that steps out of check makes no threat by it (2020 26.1.2, 26.1.3).
        if (!rules_.by_object && in_check_ && moved_.kind() == Kind::king) return out;
        look_ahead();
        std::vector<Move> equals = now_.exchanges;
        equals.insert(equals.end(), now_.duels.begin(), now_.duels.end());
        if (mates_by_checks(again_, {}, &out.mate, &equals)) {
            out.label = Label::kill;
            return out;
        }
        if (!rules_.by_object) find_chases(out);
        if (!out.chases.empty()) {
            out.label = Label::chase;
        } else if (offers_exchange()) {
            out.label = Label::exchange;
        } else if (blocks_mate()) {
            out.label = Label::block;
        } else if (offers_itself()) {
            out.label = Label::offer;
        }
        find_shadowed(out);
        return out;
    }

  private:
    /// A move of the position after, as it would have been before; and the other way round.
    Move as_before(Move m) const { return {m.from == move_.to ? move_.from : m.from, m.to}; }
    Move as_after(Move m) const { return {m.from == move_.from ? move_.to : m.from, m.to}; }

    void look_ahead() {
        old_ = prospects_of(before_, rules_);
        std::vector<Move> old_captures = small_captures();
        for (const Threat& threat : old_.threats) {
            if (!threat.by_check)
                old_captures.push_back(as_after({threat.attacker, threat.target}));
        }
        now_ = prospects_of(again_, rules_, old_captures);
    }

    /// Captures by king or pawn: alone they chase nothing, and so no series of checks ends with
    /// one.
    std::vector<Move> small_captures() const {
        std::vector<Move> out;
        MoveList moves;
        again_.legal_moves(moves);
        for (const Move m : moves) {
            if (again_.at(m.to) && is_small(again_.at(m.from).kind())) out.push_back(m);
        }
        return out;
    }

    std::vector<Threat> world_chases() const {
        std::vector<Threat> out;
        const auto old = world_attacks(before_);
        for (const Threat& threat : world_attacks(again_)) {
            const Move then = as_before(threat.first);
            const bool stood = std::any_of(old.begin(), old.end(),
                                           [&](const Threat& o) { return o.first == then; });
            if (!stood) out.push_back(threat);
        }
        return out;
    }

    void find_chases(LabelledPly& out) const {
        const bool key_point = holds_the_draw();
        for (Threat threat : now_.threats) {
            if (key_point && rank_of_kind(again_.at(threat.target).kind()) < 3) continue;
            if (is_new(threat)) {
                out.chases.push_back(threat);
            } else if (is_new_by_pawn(threat)) {
                out.by_pawn = true;
            }
        }
        out.lighter =
            !out.chases.empty() && std::all_of(out.chases.begin(), out.chases.end(),
                                               [](const Threat& threat) { return threat.joint; });
    }

    /// Also says of a threat that the move has only kept alive that it is a joint one.
    bool is_new(Threat& threat) const {
        if (threat.by_check) return !was_there(threat);
        const Move capture{threat.attacker, threat.target};
        if (is_small(again_.at(capture.from).kind()) &&
            (is_small(moved_.kind()) || !supports(capture)))
            return false; // 27.1, 27.2; with another piece: 2020 26.1.2
        if (was_there(threat)) return false;
        if (capture.from == move_.to) return true;
        const Move then = as_before(capture);
        const bool stood = !movement_fault(board_before_, then.from, then.to) &&
                           pays_on_its_point(before_, then, rules_);
        if (!stood) return true;
        if (in_check_) return false; // what the check itself gave away (24.18)
        if (moved_.kind() == Kind::king) return !threat.even;
        if (!rules_.kept_chases) return false;
        if (takes_part(capture)) return true;
        // The move got out of danger, so that another's attack on a rootless piece became real.
        if (threat.joint || threat.even || !was_even(threat)) return false;
        threat.joint = true;
        return true;
    }

    /// Could it have been won before the move, in the same way and as surely?
    bool was_there(const Threat& threat) const {
        const Point attacker = as_before(threat.first).from;
        return std::any_of(old_.threats.begin(), old_.threats.end(), [&](const Threat& old) {
            if (old.attacker != attacker || old.by_check != threat.by_check) return false;
            if (threat.by_check) return as_before({threat.target, 0}).from == old.target;
            return old.target == threat.target && (!old.even || threat.even);
        });
    }

    /// Could the capture have been made before, each side taking what it could?
    bool was_even(const Threat& threat) const {
        const Point attacker = as_before(threat.first).from;
        return std::any_of(old_.threats.begin(), old_.threats.end(), [&](const Threat& old) {
            return old.even && old.attacker == attacker && old.target == threat.target;
        });
    }

    bool is_new_by_pawn(const Threat& threat) const {
        return !threat.by_check && again_.at(threat.attacker).kind() == Kind::pawn &&
               !was_there(threat);
    }

    /// Does the moved piece attack what this capture takes, or would it retake there?
    bool supports(Move capture) const {
        Board then = board_after_;
        then[capture.to] = then[capture.from];
        then[capture.from] = Piece();
        return !movement_fault(board_after_, move_.to, capture.to) ||
               !movement_fault(then, move_.to, capture.to);
    }

    /// Does the capture no longer pay when the moved piece is taken off the board?
    bool takes_part(Move capture) const {
        Position without = again_;
        without.put(move_.to, Piece());
        const auto threats = prospects_of(without, rules_).threats;
        return std::none_of(threats.begin(), threats.end(), [&](const Threat& t) {
            return !t.by_check && t.attacker == capture.from && t.target == capture.to;
        });
    }

    /// The side has one attacking piece, and the move stops a mate: what it attacks besides of
    /// advisors and elephants is incidental (27.3; 2020 26.2).
    bool holds_the_draw() const {
        int attackers = 0;
        for (Point p = 0; p < points; ++p) {
            const Piece piece = board_after_[p];
            if (piece.is(side_) && counts_at(piece, p) && rank_of_kind(piece.kind()) != 1)
                ++attackers;
        }
        if (attackers != 1 || in_check_) return false;
        return mates_by_checks(with_mover(before_, opponent(side_)), {}) &&
               !mates_by_checks(after_, {});
    }

    /// A capture of equals is new, or the moved piece has come to support one.
    bool offers_exchange() const {
        return std::any_of(now_.exchanges.begin(), now_.exchanges.end(), [this](Move m) {
            return !contains(old_.exchanges, as_before(m)) || comes_to_bear(m.from) ||
                   comes_to_bear(m.to);
        });
    }

    /// Does the moved piece reach this point by its movement, as it did not before?
    bool comes_to_bear(Point at) const {
        return at != move_.to && !movement_fault(board_after_, move_.to, at) &&
               movement_fault(board_before_, move_.from, at);
    }

    /// Has the moved piece gone where it can be won, from where it could not?
    bool offers_itself() const {
        if (rank_of_kind(moved_.kind()) == 0 || in_check_) return false;
        return is_lost(after_, move_.to) &&
               !is_lost(with_mover(before_, opponent(side_)), move_.from);
    }

    bool is_lost(const Position& position, Point at) const {
        MoveList moves;
        position.legal_moves(moves);
        return std::any_of(moves.begin(), moves.end(), [&](Move m) {
            return m.to == at && pays_on_its_point(position, m, rules_);
        });
    }

    /// Does it stand in the way of a threatened mate?
    bool blocks_mate() const {
        if (in_check_) return false;
        Move m;
        if (!mates_by_checks(with_mover(before_, opponent(side_)), {}, &m)) return false;
        if (m.from == move_.to || m.to == move_.from || m.to == move_.to) return false;
        return movement_fault(board_after_, m.from, m.to).has_value();
    }

    void find_shadowed(LabelledPly& out) const {
        if (out.label != Label::idle || is_small(moved_.kind())) return;
        for (Point p = 0; p < points; ++p) {
            const Piece piece = board_after_[p];
            if (!piece.is(opponent(side_)) || rank_of_kind(piece.kind()) == 0) continue;
            if (movement_fault(board_after_, move_.to, p)) continue;
            out.shadows.push_back(p);
        }
    }

    const Position& before_;
    Move move_;
    const RepetitionRules& rules_;
    Side side_;
    Piece moved_;
    bool in_check_;
    Position after_;
    Position again_; ///< after the move, the mover to move again
    Board board_before_;
    Board board_after_;
    Prospects old_;
    Prospects now_;
};

} // namespace

std::string_view label_name(Label label) {
    constexpr std::array<std::string_view, 8> names{"check", "kill",  "chase",  "exchange",
                                                    "offer", "block", "follow", "idle"};
    return names[static_cast<std::size_t>(label)];
}

LabelledPly label_move(const Position& before, Move move, const RepetitionRules& rules) {
    return Labeller(before, move, rules).run();
}

} // namespace jipu::xiangqi
