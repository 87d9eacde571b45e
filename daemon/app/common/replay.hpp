// SPDX-License-Identifier: Apache-2.0
// How recorded events are given to a table: due ticks first, then the event. Whoever replays (the
// tool, a restart, the benches) does it here, so that all get the same effects.
#pragma once

#include <functional>
#include <span>

#include "daemon/table/table.hpp"

namespace jipu {

/// Hands one event, a tick too, to the table; for who watches each on its way.
using GiveEvent = std::function<void(const Event&)>;

/// Gives the table every tick that falls due up to and including `until`.
void run_ticks_until(const Table& table, Instant until, const GiveEvent& give);
void run_ticks_until(Table& table, Instant until, EffectSink& sink);

/// Gives the table the events in order, each after the ticks that are due before it.
void replay_events(const Table& table, std::span<const Event> events, const GiveEvent& give);
void replay_events(Table& table, std::span<const Event> events, EffectSink& sink);

/// How long a replay goes on after the last event.
inline constexpr Duration silence_after_trace = from_ms(60'000);

/// The silence after the last event, which came at `last`: ticks fall due, but nobody is missed at
/// the clock any more.
void replay_silence(Table& table, Instant last, const GiveEvent& give);
void replay_silence(Table& table, Instant last, EffectSink& sink);

} // namespace jipu
