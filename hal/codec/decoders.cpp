// SPDX-License-Identifier: Apache-2.0
// A new clock protocol adds its line here.
#include "hal/codec/decoders.hpp"

#include "hal/codec/line_clock_decoder.hpp"

namespace jipu {

bool decodes(ClockKind kind) {
    return kind == ClockKind::line;
}

std::unique_ptr<ClockDecoder> make_clock_decoder(ClockKind kind, Side clock_left) {
    if (kind == ClockKind::line) return std::make_unique<LineClockDecoder>(clock_left);
    return nullptr;
}

} // namespace jipu
