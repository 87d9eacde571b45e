// SPDX-License-Identifier: Apache-2.0
// A small seeded generator (xoshiro256**, seeded by splitmix64) with integer draws only, so that a
// seed gives the same hands on every machine and standard library. It must not know any clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/base/contract.hpp"

namespace jipu::sim {

/// A probability as a whole number of millionths: no floating point enters a script.
using PerMillion = std::uint32_t;

/// `one_in(10)` = a tenth.
constexpr PerMillion one_in(std::uint32_t n) {
    return 1'000'000U / n;
}

/// A closed range of whole numbers (the unit is the field's).
struct Range {
    std::int64_t min = 0;
    std::int64_t max = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

class Random {
  public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15U;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
            z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
            word = z ^ (z >> 31U);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// A whole number in [0, n); n > 0. The bias of the remainder is far below 1e-12 here.
    std::uint64_t below(std::uint64_t n) {
        JIPU_ASSERT(n > 0, "below(0)");
        return next() % n;
    }
    /// Uniform in the closed range.
    std::int64_t in(Range range) {
        JIPU_ASSERT(range.min <= range.max, "an empty range");
        return range.min + static_cast<std::int64_t>(
                               below(static_cast<std::uint64_t>(range.max - range.min) + 1));
    }
    /// In the closed range of numbers > 0, every doubling equally likely: short ones are common,
    /// long ones happen. Integers only, so that no maths library has a say.
    std::int64_t skewed_in(Range range) {
        JIPU_ASSERT(range.min > 0 && range.min <= range.max, "skewed_in needs a range over zero");
        std::uint64_t octaves = 1;
        while ((range.min << octaves) < range.max)
            ++octaves;
        const std::int64_t low = range.min << below(octaves);
        const std::int64_t high = low * 2 < range.max ? low * 2 : range.max;
        return in({low, high});
    }
    bool chance(PerMillion rate) { return below(1'000'000) < rate; }
    std::size_t index(std::size_t size) { return static_cast<std::size_t>(below(size)); }
    /// Every order equally likely.
    template <typename T>
    void shuffle(std::vector<T>& all) {
        for (std::size_t k = all.size(); k > 1; --k)
            std::swap(all[k - 1], all[index(k)]);
    }

  private:
    static constexpr std::uint64_t rotate(std::uint64_t x, unsigned k) {
        return (x << k) | (x >> (64U - k));
    }
    std::array<std::uint64_t, 4> state_{};
};

} // namespace jipu::sim
