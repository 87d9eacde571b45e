// SPDX-License-Identifier: Apache-2.0
// A new clock protocol adds its lines here.
#include "hal/codec/decoders.hpp"

#include "hal/codec/dgt_decoder.hpp"
#include "hal/codec/izis_decoder.hpp"
#include "hal/codec/line_clock_decoder.hpp"
#include "hal/codec/niclink_decoder.hpp"

namespace jipu {

namespace {
using std::chrono::milliseconds;
} // namespace

bool decodes(ClockKind kind) {
    return make_clock_decoder(kind, Side::first) != nullptr;
}

std::unique_ptr<ClockDecoder> make_clock_decoder(ClockKind kind, Side clock_left) {
    if (kind == ClockKind::line) return std::make_unique<LineClockDecoder>(clock_left);
    if (kind == ClockKind::dgt) return std::make_unique<DgtDecoder>(clock_left);
    if (kind == ClockKind::izis) return std::make_unique<IzisDecoder>(clock_left);
    if (kind == ClockKind::niclink) return std::make_unique<NiclinkDecoder>(clock_left);
    return nullptr;
}

ClockTalk clock_talk(ClockKind kind) {
    JIPU_ASSERT(decodes(kind), "nobody talks to a clock without a protocol");
    if (kind == ClockKind::dgt) {
        using dgt::Ask;
        // The board has room for ten bytes, and begins in idle whenever it is switched on.
        const std::string ask = encode(Ask::update_nice) + encode(Ask::clock);
        return {9600, encode(Ask::version) + ask, ask, milliseconds(5000)};
    }
    if (kind == ClockKind::izis) {
        // The board wants 80 ms between two commands: its stones are silenced with the first poll.
        return {115200, izis::encode("GVE"), izis::encode("CTS", "0"), milliseconds(5000)};
    }
    if (kind == ClockKind::niclink) {
        const std::string ask(niclink::ask_status);
        return {9600, ask, ask, milliseconds(1000)};
    }
    // The empty line first ends whatever half a line stands in the clock's receiver.
    return {115200, "\n" + encode(line_clock::AskHello{}) + encode(line_clock::AskStatus{}), "",
            milliseconds(0)};
}

} // namespace jipu
