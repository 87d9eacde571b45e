// SPDX-License-Identifier: Apache-2.0
// See replay.hpp.
#include "daemon/app/common/replay.hpp"

#include "rules/base/contract.hpp"

namespace jipu {

void run_ticks_until(Table& table, Instant until, EffectSink& sink) {
    constexpr int most_at_one_instant = 1000; // more means that the table asks without end
    Instant last{};
    int repeated = 0;
    for (auto due = table.next_wakeup(); due && *due <= until; due = table.next_wakeup()) {
        repeated = *due == last ? repeated + 1 : 0;
        JIPU_ASSERT(repeated < most_at_one_instant, "the table asks for the same tick for ever");
        last = *due;
        table.handle(Event{*due, Tick{}}, sink);
    }
}

void replay_events(Table& table, std::span<const Event> events, EffectSink& sink) {
    for (const Event& event : events) {
        run_ticks_until(table, event.at, sink);
        table.handle(event, sink);
    }
}

void replay_silence(Table& table, Instant last, EffectSink& sink) {
    table.quiesce();
    run_ticks_until(table, last + silence_after_trace, sink);
}

} // namespace jipu
