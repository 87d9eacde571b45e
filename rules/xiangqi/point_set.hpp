// SPDX-License-Identifier: Apache-2.0
// A set of points of the board as bits: what the move generator counts and cuts with. It knows
// ranks and files, and no rule.
#pragma once

#include <bit>
#include <cstdint>

#include "rules/base/ids.hpp"

namespace jipu::xiangqi {

/// Up to 90 points. The lower word holds ranks 0 to 4, the upper one ranks 5 to 9, so that each
/// rank lies whole in one word.
class PointSet {
  public:
    constexpr PointSet() = default;

    constexpr bool empty() const { return (low_ | high_) == 0; }
    constexpr int count() const { return std::popcount(low_) + std::popcount(high_); }
    constexpr bool contains(unsigned point) const {
        return point < half ? (low_ >> point & 1U) != 0 : (high_ >> (point - half) & 1U) != 0;
    }
    constexpr void add(unsigned point) { word(point) |= bit(point); }
    constexpr void remove(unsigned point) { word(point) &= ~bit(point); }

    /// The lowest point; the set must not be empty.
    constexpr std::uint8_t first() const {
        const int point =
            low_ != 0 ? std::countr_zero(low_) : static_cast<int>(half) + std::countr_zero(high_);
        return static_cast<std::uint8_t>(point);
    }
    /// Takes the lowest point out; the set must not be empty.
    constexpr std::uint8_t pop_first() {
        const std::uint8_t point = first();
        if (low_ != 0) {
            low_ &= low_ - 1;
        } else {
            high_ &= high_ - 1;
        }
        return point;
    }

    /// The 9 bits of a rank, file a lowest.
    constexpr unsigned row(int rank) const {
        return static_cast<unsigned>((rank < 5 ? low_ : high_) >> row_shift(rank)) & 511U;
    }
    constexpr void add_row(int rank, unsigned bits) {
        (rank < 5 ? low_ : high_) |= std::uint64_t{bits} << row_shift(rank);
    }
    /// The 10 bits of a file, rank 0 lowest.
    constexpr unsigned column(int file) const {
        return gather(low_ >> file) | gather(high_ >> file) << 5U;
    }
    constexpr void add_column(int file, unsigned bits) {
        low_ |= spread(bits & 31U) << file;
        high_ |= spread(bits >> 5U) << file;
    }

    friend constexpr bool operator==(PointSet, PointSet) = default;
    friend constexpr PointSet operator|(PointSet a, PointSet b) {
        return {a.low_ | b.low_, a.high_ | b.high_};
    }
    friend constexpr PointSet operator&(PointSet a, PointSet b) {
        return {a.low_ & b.low_, a.high_ & b.high_};
    }
    /// The points of `a` that are not in `b`.
    friend constexpr PointSet operator-(PointSet a, PointSet b) {
        return {a.low_ & ~b.low_, a.high_ & ~b.high_};
    }

  private:
    static constexpr unsigned half = 45;
    static constexpr std::uint64_t column_bits = 0x1008040201; // bits 0, 9, 18, 27, 36

    constexpr PointSet(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
    constexpr std::uint64_t& word(unsigned point) { return point < half ? low_ : high_; }
    static constexpr std::uint64_t bit(unsigned point) {
        return std::uint64_t{1} << (point < half ? point : point - half);
    }
    static constexpr int row_shift(int rank) { return 9 * (rank < 5 ? rank : rank - 5); }

    /// Bits 0, 9, 18, 27, 36 to bits 0 to 4. The factor's terms 2^(36 - 8 i) bring bit 9 i to
    /// 36 + i, and no two products fall on the same place, so nothing is carried.
    static constexpr unsigned gather(std::uint64_t word) {
        return static_cast<unsigned>((word & column_bits) * 0x1010101010 >> 36U) & 31U;
    }
    /// The way back: copies 8 apart, of which each keeps the one bit that belongs there.
    static constexpr std::uint64_t spread(unsigned bits) {
        return bits * std::uint64_t{0x0101010101} & column_bits;
    }

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

} // namespace jipu::xiangqi
