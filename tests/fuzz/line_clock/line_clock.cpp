// SPDX-License-Identifier: Apache-2.0
// Any bytes: the decoder survives, its reports do not depend on how the bytes are cut, and a
// message that was read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hal/codec/line_clock_decoder.hpp"
#include "rules/base/contract.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jipu;
    const std::span<const std::uint8_t> bytes(data, size);
    LineClockDecoder whole(Side::first);
    std::vector<ClockReport> expected;
    whole.feed(bytes, expected);
    LineClockDecoder cut(Side::first);
    std::vector<ClockReport> reports;
    for (std::size_t at = 0; at < size;) {
        const std::size_t chunk = std::min<std::size_t>(1 + data[at] % 7U, size - at);
        cut.feed(bytes.subspan(at, chunk), reports);
        at += chunk;
    }
    JIPU_ASSERT(reports == expected, "the reports depend on how the bytes are cut");

    line_clock::LineReader reader;
    reader.feed(bytes, [](std::optional<std::string_view> line) {
        if (!line) return;
        const auto decoded = line_clock::decode(*line);
        if (!decoded || !*decoded) return;
        const std::string written = line_clock::encode(**decoded);
        const auto again = line_clock::decode(written.substr(0, written.size() - 1));
        JIPU_ASSERT(again && *again && **again == **decoded, "written and read back differ");
    });
    return 0;
}
