// SPDX-License-Identifier: Apache-2.0
// A decoder's promise, for every protocol: the reports do not depend on how the bytes are cut.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hal/api/clock_report.hpp"

namespace jipu::test {

/// All reports of the bytes, fed in chunks of `next_size()` bytes (at least 1).
template <typename NextSize>
std::vector<ClockReport> read_cut(ClockDecoder& decoder, std::span<const std::uint8_t> bytes,
                                  NextSize next_size) {
    std::vector<ClockReport> out;
    while (!bytes.empty()) {
        const std::size_t size = std::min<std::size_t>(next_size(), bytes.size());
        decoder.feed(bytes.first(size), out);
        bytes = bytes.subspan(size);
    }
    return out;
}

/// The same in chunks of 1 to 20 bytes by chance; `round` 0: byte by byte.
template <typename Random>
std::vector<ClockReport> read_cut(ClockDecoder& decoder, std::span<const std::uint8_t> bytes,
                                  int round, Random& random) {
    return read_cut(decoder, bytes,
                    [&] { return round == 0 ? std::size_t{1} : std::size_t{1 + random() % 20}; });
}

/// What a line without a clock says.
template <typename Random>
std::string noise(std::size_t size, Random& random) {
    std::string out(size, '\0');
    for (char& c : out)
        c = static_cast<char>(random() % 256);
    return out;
}

/// Do two fresh decoders of one kind agree, one of which gets the bytes in chunks of 1 to 7?
template <typename Decoder>
bool same_however_cut(Decoder whole, Decoder cut, std::span<const std::uint8_t> bytes) {
    std::vector<ClockReport> expected;
    whole->feed(bytes, expected);
    std::size_t at = 0;
    return expected == read_cut(*cut, bytes, [&] {
               const std::size_t size = 1 + bytes[at] % 7U;
               at += size;
               return size;
           });
}

} // namespace jipu::test
