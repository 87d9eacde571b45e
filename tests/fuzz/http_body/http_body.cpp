// SPDX-License-Identifier: Apache-2.0
// Any bytes as the body of a POST of events: parsed, folded and shown, without a socket or a disk.
// What was taken must come out as JSON that reads the same again.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "daemon/results/batch.hpp"
#include "daemon/results/exchange.hpp"
#include "daemon/results/hall.hpp"
#include "daemon/results/pairings.hpp"
#include "daemon/results/pgn_export.hpp"
#include "daemon/results/tokens.hpp"
#include "rules/base/contract.hpp"

using namespace jipu;
using namespace jipu::results;

namespace {

void fold(const std::vector<IncomingEvent>& batch) {
    Hall hall;
    std::int64_t rev = 0;
    for (const auto& incoming : batch) {
        const auto again = parse_event(Json::parse(incoming.body));
        JIPU_ASSERT(again && again->body == incoming.body, "a stored event reads differently");
        ++rev;
        hall.apply({incoming, {incoming.time_ms, 1000 * rev, rev}, incoming.event.seq == 1});
        if (const auto* state = hall.board(incoming.event.board)) {
            const auto text = state->full(rev).dump();
            JIPU_ASSERT(Json::accept(text), "a state that is no JSON");
            JIPU_ASSERT(state->unchanged_plies() <= state->moves().size(), "more plies than there");
            const auto pgn = to_pgn(*state);
            JIPU_ASSERT(pgn || !pgn.error().empty(), "neither PGN nor a reason");
        }
    }
    hall.publish(0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view body(reinterpret_cast<const char*>(data), size);
    const auto batch = parse_batch(body);
    if (batch)
        fold(*batch);
    else
        JIPU_ASSERT(Json::accept(error_response(400, batch.error()).body), "an error no JSON");
    // The other texts from outside that the service reads.
    (void)parse_target(body);
    (void)Tokens::parse(body, "t");
    const auto pairings = parse_pairings(body, "p");
    if (pairings)
        for (const auto& [board, pairing] : *pairings)
            JIPU_ASSERT(Json::accept(pairing.dump()), "a pairing that is no JSON");
    return 0;
}
