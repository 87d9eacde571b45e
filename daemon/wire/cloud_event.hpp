// SPDX-License-Identifier: Apache-2.0
// One effect as a CloudEvents 1.0 JSON object, written and read.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "daemon/wire/json.hpp"
#include "rules/base/instant.hpp"
#include "rules/base/result.hpp"

namespace jipu {

/// One effect on a wire.
struct CloudEvent {
    std::string board;     ///< [a-z0-9-]+
    std::string game_name; ///< [a-z0-9-]+
    std::string stream;    ///< `arbiter` or `public`
    std::uint64_t seq = 0; ///< from 1
    std::string type;      ///< without the `jipu.` before it
    std::string time;      ///< RFC 3339, UTC
    Json data;             ///< an object

    /// `<board>/<game_name>/<stream>`
    std::string stream_id() const;
    /// stream_id() `/<seq>`
    std::string id() const;
};

/// The CloudEvents object; the names in `event` must be good (our own bug otherwise).
Json cloud_event_json(const CloudEvent& event);

/// Reads one CloudEvents object as cloud_event_json() makes it; attributes that CloudEvents allows
/// besides are ignored. The error names the attribute and what was expected.
Result<CloudEvent> read_cloud_event(const Json& json);
/// The same from text; also when the text is no JSON.
Result<CloudEvent> parse_cloud_event(std::string_view text);

/// Is this a board's, game's or stream's name: [a-z0-9-]+, at most 64 characters?
bool is_wire_name(std::string_view text);

/// Microseconds since 1970-01-01T00:00:00Z of an RFC 3339 time with any offset. Fractions beyond
/// microseconds are cut off; a leap second (`:60`) counts as the second after it.
Result<std::int64_t> parse_rfc3339(std::string_view text);
/// `2026-11-30T04:12:55.123456Z`; years 0000 to 9999.
std::string format_rfc3339(std::int64_t us);
/// The wall-clock time of an instant of a recording that began at `started` (RFC 3339; checked when
/// the set-up was read, our own bug otherwise).
std::string rfc3339_at(std::string_view started, Instant at);

} // namespace jipu
