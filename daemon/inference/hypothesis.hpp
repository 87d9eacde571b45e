// SPDX-License-Identifier: Apache-2.0
// One explanation of what the hands have done: where every piece stands, which are in the air,
// which plies are decided. Plain data of fixed size: a copy allocates nothing.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>

#include "daemon/inference/fixed_list.hpp"
#include "daemon/inference/reading.hpp"
#include "rules/base/instant.hpp"

namespace jipu::inference {

/// A piece was put down elsewhere than in the base position, rested, and went on.
struct Rest {
    Point at = 0;
    Instant from;
    Duration lasted{}; ///< 0: there was none
};

/// A piece that somebody holds, or that has been taken from the board.
struct AirPiece {
    Piece piece;
    Point origin = 0;        ///< where it stands in the base position
    Point left = 0;          ///< the point it was lifted from last
    Instant lifted;          ///< first lifted from its origin
    Instant since;           ///< in the air without a rest since
    Duration rested{};       ///< how long it had stood on `left`, if that was not its origin
    Side turn{};             ///< whose turn it was when it was lifted
    bool moved = false;      ///< it has stood on another point since
    bool beside_own = false; ///< a piece of the other colour was in the air when it was lifted
    bool accident = false;   ///< too many pieces were in the air with it: nobody's intention
    bool knocked = false;    ///< it was lifted with others, or when hands were full
    Rest rest; ///< its first placement for good before it went on; without one its longest rest
    bool in_pause = false; ///< lifted while the game stood still: that was nobody's touch

    /// `piece`, lifted from `point` at `at` in this side's turn.
    static AirPiece lifted_from(Point point, Piece piece, Side turn, Instant at) {
        AirPiece out;
        out.piece = piece;
        out.origin = out.left = point;
        out.lifted = out.since = at;
        out.turn = turn;
        return out;
    }
};

/// A piece that stands elsewhere than in the base position.
struct DisplacedPiece {
    Point at = 0;
    Instant placed;
    AirPiece was; ///< as it was in the air
};

/// A piece was lifted and has come back to its point: what the touch-move rule asks about.
struct Touch {
    Piece piece;
    Point point = 0;
    Instant lifted, returned;
    Side turn{};
    bool moved = false;
    bool beside_own = false;
    bool accident = false; ///< too many pieces were in the air with it to be anybody's intention
    Rest rest;             ///< as AirPiece::rest
    /// Had it rested on `p` before it came back?
    bool stood_on(Point p) const { return moved && rest.lasted > Duration{0} && rest.at == p; }
};

enum class ConfirmedBy : std::uint8_t { press, reply, command };

/// What a press meant.
enum class PressMeans : std::uint8_t {
    ends_turn,   ///< it confirmed one ply or more
    too_early,   ///< the presser is to move and nothing has moved
    holding,     ///< the presser is to move and holds his piece
    on_illegal,  ///< it completed an illegal ply
    no_meaning,  ///< not his turn: the press before it has ended that already
    on_disorder, ///< no move explains the board
};

/// A decided ply.
struct PlyMade {
    Move move;
    bool legal = true;
    bool seen = true;       ///< something was seen at its target
    bool seen_late = false; ///< ... after it had been decided
    bool unsettled = false; ///< other moves were still possible when they grew too old to follow
    bool replaces = false;  ///< plies had been taken back before it
    bool order_unknown = false; ///< found in one look with a later ply of its side
    bool hands_full = false;    ///< more pieces were in the air than hands hold
    bool at_fault = false;      ///< from or to a point whose sensor was faulty
    ConfirmedBy by = ConfirmedBy::press;
    friend bool operator==(const PlyMade& a, const PlyMade& b) {
        return a.move == b.move && a.legal == b.legal;
    }
};

/// ... with what the touch-move rule needs to know of the turn that it ended.
struct DecidedPly : PlyMade {
    bool remembered = true; ///< what follows is known; false: the ply has grown too old
    Instant at;             ///< of the press or of the decision
    Instant lifted;         ///< when its piece was first lifted; `at` when that was not seen
    Rest rest;              ///< the piece's longest on another point before it came to its target
    FixedList<Touch, 4> touches;
};

/// Hands at a move hold no more: an own piece and one to be taken.
inline constexpr std::size_t most_held = 2;

struct Hypothesis {
    Board board{};    ///< what stands where
    Position base;    ///< the position the present turn plays from
    int base_ply = 0; ///< plies before `base`; less than path() when plies have been taken back
    int fork = 0;     ///< plies shared with the tracker's history
    FixedList<PlyMade, 160> old;    ///< the decided plies after them, but
    FixedList<DecidedPly, 12> line; ///< the latest
    FixedList<AirPiece, 8> air;
    FixedList<DisplacedPiece, 8> displaced;
    FixedList<Touch, 8> touches; ///< of the present turn and of the reply already begun
    FixedList<Piece, 32> taken;  ///< captured and gone; they may come back when plies are undone
    std::bitset<xiangqi::points> phantom; ///< the sensor says other than `board`
    std::bitset<xiangqi::points> faulty;  ///< its sensor is broken: what it says counts little
    std::bitset<xiangqi::points> doubted; ///< ... once did not show a piece
    double cost = 0; ///< minus the logarithm of its weight, relative to the best
    Reading reading; ///< of virtual_board() against `base`
    int made =
        0; ///< plies of the reading that the next player has taken as made by lifting a piece
    bool illegal_pressed = false; ///< the clock was pressed on the illegal ply that stands
    Instant illegal_pressed_at;   ///< first, if so
    bool illegal_left = false;    ///< it had rested when the opponent went on: he takes it as made
    Move undone;                  ///< an illegal ply that was pressed and put back, the latest
    int undone_ply = 0;           ///< ... its number; 0: there was none
    Instant undone_at;            ///< ... when it had been pressed
    PressMeans pressed = PressMeans::no_meaning; ///< what the latest press meant

    int path() const { return fork + static_cast<int>(decided()); }
    /// How many plies have been decided after `fork`?
    std::size_t decided() const { return old.size() + line.size(); }
    /// The decided ply number `i` after `fork`, from 0.
    const PlyMade& made_at(std::size_t i) const {
        return i < old.size() ? old[i] : line[i - old.size()];
    }
    PlyMade& made_at(std::size_t i) { return i < old.size() ? old[i] : line[i - old.size()]; }
    /// Keeps the first `count` decided plies after `fork`.
    void keep_decided(std::size_t count);
    /// Drops the first ones: they belong to the common past.
    void drop_decided(std::size_t count);
    /// The oldest ply of `line` becomes the latest of `old`. False, and nothing happens, when that
    /// is full.
    bool age();
    bool taken_back() const { return base_ply < path(); }
    /// Is a piece of this side in its own hand: lifted in its turn and not captured? One lifted
    /// from `except` does not count.
    bool holds(Side side, Point except = xiangqi::Position::nowhere) const;
    /// How many pieces are in the air that have not been captured?
    std::size_t held() const;
    /// Is any piece in the air that has not been captured?
    bool any_in_air() const { return held() > 0; }
    /// ... of this side, whoever lifted it?
    bool any_in_air(Side side) const;
    /// Nobody can hold it any more: it is in the air since before a piece that was `lifted` then
    /// and has made a ply.
    bool is_missing(const AirPiece& piece, Instant lifted) const {
        return piece.since < lifted && !is_captured(piece);
    }
    /// Another piece has been put where this one, an item of `air`, was lifted from: it is taken.
    bool is_captured(const AirPiece& piece) const;
    /// The board with every piece in the air put back where it last stood, if that point is free.
    Board virtual_board() const;
    /// How many of the plies that the board shows really stand: the last one's piece is not in the
    /// air (one before it may be: its side has already lifted it for the next ply), or the next
    /// player has begun.
    int standing() const;
    /// The position after the first `plies` plies of the reading (0 to its count).
    Position after(int plies) const;
    /// Is the illegal ply that the board shows a capture?
    bool illegal_capture() const;
    /// Whose turn it is on the board: after a ply that stands, the opponent's.
    Side turn() const {
        const Side side = base.to_move();
        return standing() % 2 == 1 ? opponent(side) : side;
    }
    /// The ply of the side to move that has been set down at least once, though the board as a
    /// whole may not read as a line just now; nullopt: none.
    std::optional<Move> ply_begun() const;
    /// A piece that has already been set down somewhere is on its way: what the board shows is not
    /// yet what anybody means.
    bool on_the_way() const;
    /// How long a piece in the air had rested where it was lifted from last, if that is `p`.
    Duration rested_on(Point p) const;
    /// What must be equal for two explanations to be one.
    bool same_state(const Hypothesis& other) const;
    /// Are the same plies decided after `fork`? There are as many.
    bool same_line(const Hypothesis& other) const;
};

} // namespace jipu::inference
