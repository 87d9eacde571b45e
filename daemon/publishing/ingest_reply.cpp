// SPDX-License-Identifier: Apache-2.0
// The bodies of 200 and 409, read with care: they decide where the cursor goes.
#include "daemon/publishing/ingest_reply.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "daemon/wire/json.hpp"

namespace jipu {
namespace {

constexpr std::int64_t highest_seq = std::numeric_limits<std::int64_t>::max() / 2;

/// Empty: read. Else what is wrong.
std::string read_numbers(const Json& reply, const char* name,
                         std::map<std::string, std::int64_t>& out) {
    const auto member = reply.find(name);
    if (member == reply.end()) return {};
    if (!member->is_object()) return std::string("\"") + name + "\" is no object";
    for (const auto& [stream, seq] : member->items()) {
        const bool good = seq.is_number_unsigned() &&
                          seq.get<std::uint64_t>() <= static_cast<std::uint64_t>(highest_seq);
        if (!good) return std::string("\"") + name + "\" of " + stream + " is no number";
        out[stream] = seq.get<std::int64_t>();
    }
    return {};
}

} // namespace

Result<IngestReply> parse_ingest_reply(std::string_view text) {
    const Json reply = Json::parse(text, nullptr, false);
    if (reply.is_discarded()) return Error{"the reply is no JSON"};
    if (!reply.is_object()) return Error{"the reply is no JSON object"};
    IngestReply read;
    for (const auto& [name, out] : {std::pair{"durable", &read.durable}, {"want", &read.want}}) {
        if (const std::string wrong = read_numbers(reply, name, *out); !wrong.empty()) {
            return Error{"the reply's " + wrong};
        }
    }
    if (const auto error = reply.find("error"); error != reply.end() && error->is_string()) {
        read.error = error->get<std::string>();
    }
    return read;
}

} // namespace jipu
