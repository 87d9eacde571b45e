// SPDX-License-Identifier: Apache-2.0
// A new clock protocol adds its line here.
#include "hal/sim/link/emulated_protocol.hpp"

#include "hal/codec/decoders.hpp"
#include "hal/sim/link/emulated_dgt.hpp"
#include "hal/sim/link/emulated_izis.hpp"
#include "hal/sim/link/emulated_line.hpp"
#include "hal/sim/link/emulated_niclink.hpp"

namespace jipu::sim {

std::unique_ptr<EmulatedProtocol> make_emulated_protocol(ClockKind kind) {
    JIPU_ASSERT(decodes(kind), "a clock without a protocol says nothing");
    if (kind == ClockKind::dgt) return std::make_unique<EmulatedDgt>();
    if (kind == ClockKind::izis) return std::make_unique<EmulatedIzis>();
    if (kind == ClockKind::niclink) return std::make_unique<EmulatedNiclink>();
    return std::make_unique<EmulatedLine>();
}

} // namespace jipu::sim
