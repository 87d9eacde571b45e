// SPDX-License-Identifier: Apache-2.0
// A long press ends a turn as a short one does: who holds the button has pressed it.
#include "hal/codec/izis_decoder.hpp"

namespace jipu {

void IzisDecoder::feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) {
    reader_.feed(bytes, [&](const Result<izis::Frame>& frame) {
        if (!frame) {
            out.push_back(FrameError{frame.error()});
        } else if (const auto button = izis::button_of(*frame)) {
            out.push_back(PressReport{*button == izis::Button::black ? black_ : opponent(black_)});
        } else if (frame->kind == "VER" && version_ != frame->payload) {
            version_ = frame->payload;
            out.push_back(HelloReport{"Izis board, version " + version_});
        }
    });
}

void IzisDecoder::reset() {
    reader_.reset();
    version_.clear();
}

} // namespace jipu
