// SPDX-License-Identifier: Apache-2.0
// The body of a POST of events: bytes in, checked events out, or the reason with the place where it
// went wrong. Pure; it must not know the store, the tokens or HTTP.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/wire/cloud_event.hpp"
#include "daemon/wire/json.hpp"
#include "rules/base/result.hpp"

namespace jipu::results {

/// One event as a daemon sent it, checked.
struct IncomingEvent {
    CloudEvent event;
    std::int64_t time_ms = 0; ///< of the event, milliseconds since 1970
    std::string body;         ///< the whole event, one line of JSON with its keys sorted: equal
                              ///< events have equal bodies however they were written
};

/// How many levels of arrays and objects a body may nest.
inline constexpr int max_nesting = 16;
/// How many events one batch may hold.
inline constexpr std::size_t max_batch = 5000;

/// Reads a batch. The error says which event is wrong and what was expected; a batch with one wrong
/// event is wrong as a whole.
Result<std::vector<IncomingEvent>> parse_batch(std::string_view body);

/// One event of a batch, or of the store when the state is built again.
Result<IncomingEvent> parse_event(const Json& source);

} // namespace jipu::results
