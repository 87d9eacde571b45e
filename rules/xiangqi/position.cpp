// SPDX-License-Identifier: Apache-2.0
// What stands where, and what is wrong with a move (000/1.2 movement, 000/1.3 check and mate).
// It must not know history, clocks or notation.
#include "rules/xiangqi/position.hpp"

#include <algorithm>
#include <limits>

#include "rules/base/contract.hpp"
#include "rules/xiangqi/king_guard.hpp"
#include "rules/xiangqi/movement.hpp"

namespace jipu::xiangqi {
namespace {

/// The numbers that are summed up (xor) to a position's key: fixed, so that keys may be stored.
struct KeyTable {
    std::array<std::array<std::uint64_t, points>, 16> piece{};
    std::uint64_t black_to_move = 0;
};

constexpr std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

constexpr KeyTable make_keys() {
    KeyTable keys;
    std::uint64_t state = 0x6a697075; // "jipu"
    for (auto& row : keys.piece) {
        for (auto& number : row)
            number = split_mix(state);
    }
    keys.piece[0].fill(0);
    keys.black_to_move = split_mix(state);
    return keys;
}

constexpr KeyTable keys = make_keys();

std::int16_t clamp_counter(int value, int least) {
    return static_cast<std::int16_t>(
        std::clamp<int>(value, least, std::numeric_limits<std::int16_t>::max()));
}

} // namespace

std::string_view reason_name(IllegalReason reason) {
    switch (reason) {
    case IllegalReason::geometry:
        return "geometry";
    case IllegalReason::blocked:
        return "blocked";
    case IllegalReason::horse_leg:
        return "horse-leg";
    case IllegalReason::elephant_eye:
        return "elephant-eye";
    case IllegalReason::cannon_screen:
        return "cannon-screen";
    case IllegalReason::river:
        return "river";
    case IllegalReason::palace:
        return "palace";
    case IllegalReason::retreat:
        return "retreat";
    case IllegalReason::own_piece:
        return "own-piece";
    case IllegalReason::self_check:
        return "self-check";
    case IllegalReason::facing_generals:
        return "facing-generals";
    case IllegalReason::not_your_piece:
        return "not-your-piece";
    }
    return "";
}

Position Position::start() {
    constexpr std::array<Kind, files> back_rank{Kind::rook,     Kind::horse, Kind::elephant,
                                                Kind::advisor,  Kind::king,  Kind::advisor,
                                                Kind::elephant, Kind::horse, Kind::rook};
    Position position;
    for (const Side side : {red, black}) {
        const auto point = [side](int file, int rank) {
            return make_point(file, side == red ? rank : ranks - 1 - rank);
        };
        for (int file = 0; file < files; ++file) {
            position.put(point(file, 0), Piece(side, back_rank[static_cast<std::size_t>(file)]));
        }
        for (const int file : {1, 7})
            position.put(point(file, 2), Piece(side, Kind::cannon));
        for (int file = 0; file < files; file += 2) {
            position.put(point(file, 3), Piece(side, Kind::pawn));
        }
    }
    return position;
}

void Position::put(Point p, Piece piece) {
    JIPU_ASSERT(p < points, "a point off the board");
    const Piece before = board_[p];
    key_ ^= keys.piece[before.code()][p] ^ keys.piece[piece.code()][p];
    if (before) {
        pieces_.side[index_of(before.side())].remove(p);
        pieces_.kind[static_cast<std::size_t>(before.kind())].remove(p);
    }
    if (piece) {
        pieces_.side[index_of(piece.side())].add(p);
        pieces_.kind[static_cast<std::size_t>(piece.kind())].add(p);
    }
    board_[p] = piece;
}

void Position::set_to_move(Side side) {
    if (side != to_move_) key_ ^= keys.black_to_move;
    to_move_ = side;
}

void Position::set_counters(int quiet_plies, int move_number) {
    quiet_plies_ = clamp_counter(quiet_plies, 0);
    move_number_ = clamp_counter(move_number, 1);
}

Point Position::king(Side side) const {
    const PointSet kings = pieces_.of(side, Kind::king);
    return kings.empty() ? nowhere : kings.first();
}

bool Position::kings_face() const {
    const Point a = king(red);
    const Point b = king(black);
    return a != nowhere && b != nowhere && file_of(a) == file_of(b) &&
           pieces_between(board_, a, b) == 0;
}

bool Position::in_check(Side side) const {
    const KingGuard guard(attack_tables(), pieces_, side);
    if (guard.applies()) return guard.in_check();
    const Point own = king(side);
    return own != nowhere && (kings_face() || attacked(board_, own, opponent(side)));
}

std::optional<IllegalReason> Position::why_illegal(Move m) const {
    if (m.from >= points || !board_[m.from].is(to_move_)) return IllegalReason::not_your_piece;
    if (m.to >= points || m.from == m.to) return IllegalReason::geometry;
    if (board_[m.to].is(to_move_)) return IllegalReason::own_piece;
    if (const auto fault = movement_fault(board_, m.from, m.to)) return fault;
    Position after = *this;
    after.play_tolerant(m);
    if (after.kings_face()) return IllegalReason::facing_generals; // 000/1.2.3: 后走者必须回避
    if (after.in_check(to_move_)) return IllegalReason::self_check; // 000/1.2.4, 000/1.3
    return std::nullopt;
}

bool Position::is_legal(Move m) const {
    return !why_illegal(m);
}

bool Position::is_king_by_king(Move m) const {
    return m.from < points && m.to < points && kings_face() && m.from == king(to_move_) &&
           m.to == king(opponent(to_move_));
}

bool Position::has_both_kings() const {
    return king(red) != nowhere && king(black) != nowhere;
}

bool Position::keeps_kings(Move m) const {
    return has_both_kings() && board_[m.to].kind() != Kind::king;
}

Piece Position::play_tolerant(Move m) {
    JIPU_ASSERT(m.from < points && m.to < points && board_[m.from], "a move of no piece");
    const Piece piece = board_[m.from];
    put(m.from, Piece());
    const Piece captured = board_[m.to];
    put(m.to, piece);
    quiet_plies_ = captured ? std::int16_t{0} : clamp_counter(quiet_plies_ + 1, 0);
    if (to_move_ == black) move_number_ = clamp_counter(move_number_ + 1, 1);
    set_to_move(opponent(to_move_));
    return captured;
}

} // namespace jipu::xiangqi
