// SPDX-License-Identifier: Apache-2.0
// Small makers for the tests of the xiangqi room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

inline xiangqi::Position position_of(std::string_view fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(fen << ": " << position.error());
    REQUIRE(position);
    return *position;
}

inline xiangqi::Point point_of(std::string_view name) {
    return xiangqi::make_point(name[0] - 'a', name[1] - '0');
}

inline xiangqi::Move move_of(std::string_view iccs) {
    return {point_of(iccs.substr(0, 2)), point_of(iccs.substr(2, 2))};
}

inline std::string name_of(xiangqi::Point p) {
    return {static_cast<char>('a' + xiangqi::file_of(p)),
            static_cast<char>('0' + xiangqi::rank_of(p))};
}

inline std::string name_of(xiangqi::Move m) {
    return name_of(m.from) + name_of(m.to);
}

/// The same arrangement seen from the other side: colours and board turned, the other side to move.
inline xiangqi::Position turned(const xiangqi::Position& position) {
    xiangqi::Position out;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        const xiangqi::Piece piece = position.at(p);
        if (!piece) continue;
        out.put(static_cast<xiangqi::Point>(xiangqi::points - 1 - p),
                xiangqi::Piece(opponent(piece.side()), piece.kind()));
    }
    out.set_to_move(opponent(position.to_move()));
    return out;
}

inline xiangqi::Move turned(xiangqi::Move m) {
    return {static_cast<xiangqi::Point>(xiangqi::points - 1 - m.from),
            static_cast<xiangqi::Point>(xiangqi::points - 1 - m.to)};
}

/// A small generator whose numbers are the same with every compiler and library.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    /// 0 to below - 1.
    int roll(int below) {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        z ^= z >> 31U;
        return static_cast<int>(z % static_cast<std::uint64_t>(below));
    }

  private:
    std::uint64_t state_;
};

} // namespace jipu::test
