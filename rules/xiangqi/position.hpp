// SPDX-License-Identifier: Apache-2.0
// A xiangqi position: what stands where and who is to move, and what the rules of movement
// (000/1.2, 000/1.3) say of it. It knows no history, no clock and no notation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/base/ids.hpp"
#include "rules/xiangqi/point_set.hpp"

namespace jipu::xiangqi {

inline constexpr Side red = Side::first;
inline constexpr Side black = Side::second;

/// A point, 0 = a0 (Red's left corner) .. 89 = i9: file + 9 * rank.
using Point = std::uint8_t;
inline constexpr int files = 9;
inline constexpr int ranks = 10;
inline constexpr int points = 90;

constexpr Point make_point(int file, int rank) {
    return static_cast<Point>(file + files * rank);
}
constexpr int file_of(Point p) {
    return p % files;
}
constexpr int rank_of(Point p) {
    return p / files;
}

enum class Kind : std::uint8_t { none, king, advisor, elephant, horse, rook, cannon, pawn };

/// A piece, or nothing. One byte: comparable, usable as an index 0..15.
class Piece {
  public:
    constexpr Piece() = default;
    /// Kind::none makes an empty point, whatever the side.
    constexpr Piece(Side side, Kind kind)
        : code_(kind == Kind::none ? std::uint8_t{0}
                                   : static_cast<std::uint8_t>(static_cast<unsigned>(side) << 3U |
                                                               static_cast<unsigned>(kind))) {}
    constexpr bool empty() const { return code_ == 0; }
    constexpr explicit operator bool() const { return code_ != 0; }
    /// Meaningless for an empty point.
    constexpr Side side() const { return static_cast<Side>(code_ >> 3U); }
    constexpr Kind kind() const { return static_cast<Kind>(code_ & 7U); }
    constexpr std::uint8_t code() const { return code_; }
    constexpr bool is(Side s) const { return code_ != 0 && side() == s; }
    friend constexpr bool operator==(Piece, Piece) = default;

  private:
    std::uint8_t code_ = 0;
};

struct Move {
    Point from = 0;
    Point to = 0;
    friend constexpr bool operator==(Move, Move) = default;
};

/// Why a move is not legal; the contract's words are reason_name()'s.
enum class IllegalReason : std::uint8_t {
    geometry,        ///< this kind of piece does not move so
    blocked,         ///< rook, cannon: something stands in between
    horse_leg,       ///< 蹩马腿
    elephant_eye,    ///< 塞相眼
    cannon_screen,   ///< a cannon's capture without exactly one screen
    river,           ///< an elephant across the river
    palace,          ///< king or advisor outside the palace
    retreat,         ///< a pawn moving back (or sideways before the river: geometry)
    own_piece,       ///< onto a piece of one's own
    self_check,      ///< leaves or puts the own king in check
    facing_generals, ///< leaves the kings facing on an open file
    not_your_piece,  ///< empty point, or a piece of the side not to move
};

/// The name on the wire: `geometry`, `horse-leg`, ...
std::string_view reason_name(IllegalReason reason);

/// A list of moves without allocation. A set of 32 pieces has 119 moves at the most, but any
/// arrangement can be carried. No point is reached by more than 24 pieces (4 rooks and 4 cannons
/// along its lines, 8 horses, 4 advisors, 4 elephants) and no piece reaches more than 17 points:
/// with p pieces at most min(17 p, 24 (90 - p)) moves, and that stays below 896.
struct MoveList {
    static constexpr int capacity = 896;
    std::array<Move, capacity> moves;
    int count = 0;
    void add(Move m) { moves[static_cast<std::size_t>(count++)] = m; }
    const Move* begin() const { return moves.data(); }
    const Move* end() const { return moves.data() + count; }
};

/// What stands on the board, as sets.
struct Pieces {
    std::array<PointSet, 2> side;
    std::array<PointSet, 8> kind;
    PointSet of(Side s, Kind k) const {
        return side[index_of(s)] & kind[static_cast<std::size_t>(k)];
    }
};

/// What stands on each point.
using Board = std::array<Piece, points>;

/// A position. Any arrangement can be carried, also those that only an illegal move that stood
/// can reach (two kings facing, a king gone, a pawn behind its start rank).
class Position {
  public:
    /// An empty board, Red to move.
    Position() = default;
    /// The start position (000/1.1.3).
    static Position start();

    Piece at(Point p) const { return board_[p]; }
    const Board& board() const { return board_; }
    Side to_move() const { return to_move_; }
    /// Plies since the last capture, as in a FEN.
    int quiet_plies() const { return quiet_plies_; }
    /// Full move number, from 1.
    int move_number() const { return move_number_; }

    /// Puts a piece (or nothing) on a point; for set-up.
    void put(Point p, Piece piece);
    void set_to_move(Side side);
    void set_counters(int quiet_plies, int move_number);

    /// All legal moves of the side to move.
    void legal_moves(MoveList& out) const;
    bool has_legal_move() const;
    bool is_legal(Move m) const;
    /// nullopt when legal, else the first reason that applies.
    std::optional<IllegalReason> why_illegal(Move m) const;
    /// Is this side's king attacked, facing kings included? False when it has no king.
    bool in_check(Side side) const;
    /// Do the two kings face each other on an open file?
    bool kings_face() const;
    /// Does the side to move take the other king with its own, along the open file on which they
    /// face? No move of the book (000/1.2.3), but how a player shows that they do.
    bool is_king_by_king(Move m) const;
    bool has_both_kings() const;
    /// Do both kings stand before and after this move? No king is taken, and nothing that follows
    /// where one was is a ply of the game (000/1.2.4, 000/4.1.3(3)).
    bool keeps_kings(Move m) const;
    /// The side to move is in check and has no legal move (将死).
    bool is_mate() const { return in_check(to_move_) && !has_legal_move(); }
    /// The side to move is not in check and has no legal move (困毙, a loss, 000/1.4.1(2)).
    bool is_stalemate() const { return !in_check(to_move_) && !has_legal_move(); }
    /// Can the piece on `p` make any legal move, were its side to move?
    bool can_move(Point p) const;

    /// Plays a move whatever the rules say of it: the piece on `from` (may belong to either side,
    /// must exist) goes to `to`, what stood there is captured; the other side than to_move() is
    /// then to move. Returns what was captured (empty: nothing).
    Piece play_tolerant(Move m);

    /// Equal arrangement and side to move have equal keys.
    std::uint64_t key() const { return key_; }
    /// Same pieces on the same points; the side to move is not looked at.
    bool same_board(const Position& other) const { return board_ == other.board_; }
    friend bool operator==(const Position& a, const Position& b) {
        return a.board_ == b.board_ && a.to_move_ == b.to_move_;
    }

    /// Where this side's king stands, `nowhere` when it has none. Should there be several, which no
    /// game brings about, the rules are applied to the one on the lowest point.
    Point king(Side side) const;
    static constexpr Point nowhere = 0xff;

  private:
    friend class LegalTargets;

    Board board_{};
    Pieces pieces_; ///< the same as board_, by side and by kind
    std::uint64_t key_ = 0;
    Side to_move_ = Side::first;
    std::int16_t quiet_plies_ = 0;
    std::int16_t move_number_ = 1;
};

/// Number of leaf positions `depth` plies below `position` (depth 0: 1).
std::uint64_t perft(const Position& position, int depth);

} // namespace jipu::xiangqi
