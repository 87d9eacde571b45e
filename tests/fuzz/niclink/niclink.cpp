// SPDX-License-Identifier: Apache-2.0
// Any bytes: the decoder survives, its reports do not depend on how the bytes are cut, and a
// message that was read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/codec/decoders.hpp"
#include "hal/codec/line_clock.hpp"
#include "hal/codec/niclink.hpp"
#include "rules/base/contract.hpp"
#include "tests/support/clock_cut.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jipu;
    const std::span<const std::uint8_t> bytes(data, size);
    JIPU_ASSERT(test::same_however_cut(make_clock_decoder(ClockKind::niclink, Side::first),
                                       make_clock_decoder(ClockKind::niclink, Side::first), bytes),
                "the reports depend on how the bytes are cut");
    line_clock::LineReader reader;
    reader.feed(bytes, [](std::optional<std::string_view> line) {
        if (!line) return;
        const auto message = niclink::decode(*line);
        if (!message) return;
        const std::string text = encode(*message);
        const auto again = niclink::decode(text.substr(0, text.size() - 2));
        JIPU_ASSERT(again && *again == *message, "written and read back differ");
    });
    return 0;
}
