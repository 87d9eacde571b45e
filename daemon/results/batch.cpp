// SPDX-License-Identifier: Apache-2.0
// Reads a batch of CloudEvents and says exactly what is wrong with a bad one.
#include "daemon/results/batch.hpp"

#include <nlohmann/json.hpp>

#include "daemon/results/game_state.hpp"

namespace jipu::results {
namespace {

/// The JSON library recurses when it writes; the depth is bounded before it reads.
bool nests_too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > max_nesting) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace

Result<IncomingEvent> parse_event(const Json& source) {
    auto event = read_cloud_event(source);
    if (!event) return Error{event.error()};
    const auto time = parse_rfc3339(event->time);
    if (!time) return Error{"\"time\": " + time.error()};
    if (event->stream == "public") {
        const std::string why = GameState::why_not(event->type, event->data);
        if (!why.empty()) return Error{"\"data\" of " + event->type + ": " + why};
    }
    return IncomingEvent{std::move(*event), *time / 1000, nlohmann::json(source).dump()};
}

Result<std::vector<IncomingEvent>> parse_batch(std::string_view body) {
    if (nests_too_deep(body))
        return Error{"not more than " + std::to_string(max_nesting) +
                     " levels of nesting are expected"};
    Json batch;
    try {
        batch = Json::parse(body);
    } catch (const Json::parse_error& error) {
        return Error{"JSON is expected; wrong at byte " + std::to_string(error.byte)};
    } catch (const Json::exception&) {
        return Error{"JSON is expected; a number is too large"};
    }
    if (!batch.is_array()) return Error{"a JSON array of events is expected"};
    if (batch.size() > max_batch)
        return Error{"not more than " + std::to_string(max_batch) + " events are expected"};
    std::vector<IncomingEvent> events;
    events.reserve(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        auto event = parse_event(batch[i]);
        if (!event) return Error{"event " + std::to_string(i) + ": " + event.error()};
        events.push_back(std::move(*event));
    }
    return events;
}

} // namespace jipu::results
