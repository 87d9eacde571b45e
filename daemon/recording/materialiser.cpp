// SPDX-License-Identifier: Apache-2.0
// Makes the rows of an input: its effects, and the events of both streams with their numbers.
#include "daemon/recording/materialiser.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/wire/cloud_event.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/json.hpp"
#include "rules/base/contract.hpp"

namespace jipu {

Materialiser::Materialiser(std::int64_t recording, RecordingHeader header)
    : recording_(recording), header_(std::move(header)) {}

Materialiser::Materialiser(const UnfinishedRecording& recording)
    : recording_(recording.id), header_(recording.header),
      inputs_(recording.inputs.empty() ? 0 : recording.inputs.back().n),
      effects_(recording.effects.empty() ? 0 : recording.effects.back().k),
      last_seq_(recording.last_seq) {
    std::vector<std::pair<std::string, Json>> sent_already;
    for (const StoredEffect& effect : recording.effects) {
        const Json data = Json::parse(effect.data, nullptr, false);
        JIPU_ASSERT(!data.is_discarded(), "a stored effect is no JSON");
        projection_.project(effect.type, data, sent_already);
        sent_already.clear();
    }
}

Rows Materialiser::append(std::int64_t ticket, Instant at, std::string line,
                          const std::vector<Effect>& effects) {
    Rows rows;
    rows.ticket = ticket;
    rows.recording = recording_;
    if (!line.empty()) {
        rows.input =
            StoredInput{++inputs_, at, std::move(line), static_cast<std::int64_t>(effects.size())};
    }
    rows.effects.reserve(effects.size());
    std::vector<std::pair<std::string, Json>> spectators;
    for (const Effect& effect : effects) {
        const std::string_view type = effect_type(effect);
        Json data = effect_data(effect, header_.game);
        rows.effects.push_back(
            StoredEffect{++effects_, inputs_, effect.at, std::string(type), dump_line(data)});
        spectators.clear();
        projection_.project(type, data, spectators);
        number(rows, Stream::arbiter, type, effect.at, std::move(data));
        for (auto& [public_type, public_data] : spectators) {
            number(rows, Stream::spectators, public_type, effect.at, std::move(public_data));
        }
    }
    rows.last_seq = last_seq_;
    return rows;
}

void Materialiser::number(Rows& rows, Stream stream, std::string_view type, Instant at, Json data) {
    if (is_unnumbered(type)) return;
    const std::int64_t seq = ++last_seq_[index_of(stream)];
    CloudEvent event;
    event.board = header_.board;
    event.game_name = header_.game_name;
    event.stream = stream_name(stream);
    event.seq = static_cast<std::uint64_t>(seq);
    event.type = type;
    event.time = rfc3339_at(header_.started, at);
    event.data = std::move(data);
    rows.events.push_back(
        StreamEvent{0, StreamKey{recording_, stream}, seq, dump_line(cloud_event_json(event))});
}

} // namespace jipu
