// SPDX-License-Identifier: Apache-2.0
// What a results service answers to a batch, as data. Reads outside bytes; must not know HTTP.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"

namespace jipu {

struct IngestReply {
    std::map<std::string, std::int64_t> durable; ///< stream id -> seq that is safe
    std::map<std::string, std::int64_t> want;    ///< stream id -> seq that must come next
    std::string error;                           ///< in the receiver's words; empty: none
};

/// The error says what is wrong with the reply. Unknown members are ignored.
Result<IngestReply> parse_ingest_reply(std::string_view text);

} // namespace jipu
