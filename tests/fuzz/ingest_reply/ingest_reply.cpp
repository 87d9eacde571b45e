// SPDX-License-Identifier: Apache-2.0
// Any bytes as a results service's reply: no crash; numbers are in range, or there is a reason.
#include <cstddef>
#include <cstdint>

#include "daemon/publishing/ingest_reply.hpp"
#include "rules/base/contract.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto reply =
        jipu::parse_ingest_reply(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!reply) {
        JIPU_ASSERT(!reply.error().empty(), "a refusal without a reason");
        return 0;
    }
    for (const auto* numbers : {&reply->durable, &reply->want}) {
        for (const auto& [stream, seq] : *numbers) {
            JIPU_ASSERT(seq >= 0, "a negative number came through");
        }
    }
    return 0;
}
