// SPDX-License-Identifier: Apache-2.0
// See replay.hpp.
#include "daemon/app/common/replay.hpp"

#include "rules/base/contract.hpp"

namespace jipu {
namespace {

GiveEvent into(Table& table, EffectSink& sink) {
    return [&table, &sink](const Event& event) { table.handle(event, sink); };
}

} // namespace

void run_ticks_until(const Table& table, Instant until, const GiveEvent& give) {
    constexpr int most_at_one_instant = 1000; // more means that the table asks without end
    Instant last{};
    int repeated = 0;
    for (auto due = table.next_wakeup(); due && *due <= until; due = table.next_wakeup()) {
        repeated = *due == last ? repeated + 1 : 0;
        JIPU_ASSERT(repeated < most_at_one_instant, "the table asks for the same tick for ever");
        last = *due;
        give(Event{*due, Tick{}});
    }
}

void run_ticks_until(Table& table, Instant until, EffectSink& sink) {
    run_ticks_until(table, until, into(table, sink));
}

void replay_events(const Table& table, std::span<const Event> events, const GiveEvent& give) {
    for (const Event& event : events) {
        run_ticks_until(table, event.at, give);
        give(event);
    }
}

void replay_events(Table& table, std::span<const Event> events, EffectSink& sink) {
    replay_events(table, events, into(table, sink));
}

void replay_silence(Table& table, Instant last, const GiveEvent& give) {
    table.quiesce();
    run_ticks_until(table, last + silence_after_trace, give);
}

void replay_silence(Table& table, Instant last, EffectSink& sink) {
    replay_silence(table, last, into(table, sink));
}

} // namespace jipu
