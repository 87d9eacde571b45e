// SPDX-License-Identifier: Apache-2.0
// Any bytes: the decoder survives, its reports do not depend on how the bytes are cut, and a
// message that was read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/codec/decoders.hpp"
#include "hal/codec/dgt.hpp"
#include "rules/base/contract.hpp"
#include "tests/support/clock_cut.hpp"

namespace {

using namespace jipu;

std::string written(const dgt::Message& message) {
    if (const auto* time = std::get_if<dgt::ClockTime>(&message)) return encode(*time);
    if (const auto* ack = std::get_if<dgt::ClockAck>(&message)) return encode(*ack);
    if (const auto* version = std::get_if<dgt::Version>(&message)) return encode(*version);
    return "";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> bytes(data, size);
    JIPU_ASSERT(test::same_however_cut(make_clock_decoder(ClockKind::dgt, Side::first),
                                       make_clock_decoder(ClockKind::dgt, Side::first), bytes),
                "the reports depend on how the bytes are cut");
    dgt::FrameReader reader;
    reader.feed(bytes, [](const Result<dgt::Frame>& frame) {
        if (!frame) return;
        const auto message = dgt::decode(*frame);
        if (!message) return;
        const std::string text = written(*message);
        dgt::FrameReader again;
        again.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()},
                   [&](const Result<dgt::Frame>& back) {
                       JIPU_ASSERT(back && *dgt::decode(*back) == *message,
                                   "written and read back differ");
                   });
    });
    return 0;
}
