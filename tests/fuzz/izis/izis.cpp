// SPDX-License-Identifier: Apache-2.0
// Any bytes: the decoder survives, its reports do not depend on how the bytes are cut, and a frame
// that was read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/codec/decoders.hpp"
#include "hal/codec/izis.hpp"
#include "rules/base/contract.hpp"
#include "tests/support/clock_cut.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jipu;
    const std::span<const std::uint8_t> bytes(data, size);
    JIPU_ASSERT(test::same_however_cut(make_clock_decoder(ClockKind::izis, Side::first),
                                       make_clock_decoder(ClockKind::izis, Side::first), bytes),
                "the reports depend on how the bytes are cut");
    izis::FrameReader reader;
    reader.feed(bytes, [](const Result<izis::Frame>& frame) {
        if (!frame) return;
        JIPU_ASSERT(frame->payload.size() <= izis::Frame::most_kept, "more is kept than is needed");
        const std::string text = izis::encode(frame->kind, frame->payload);
        izis::FrameReader again;
        again.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()},
                   [&](const Result<izis::Frame>& back) {
                       JIPU_ASSERT(back && *back == *frame, "written and read back differ");
                   });
    });
    return 0;
}
