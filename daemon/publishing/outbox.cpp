// SPDX-License-Identifier: Apache-2.0
#include "daemon/publishing/outbox.hpp"

#include <algorithm>
#include <utility>

namespace jipu {

Outbox::Outbox(Journal& journal, std::string publisher, std::array<bool, 2> streams)
    : journal_(journal), reader_(journal.path(), journal.options().vfs),
      publisher_(std::move(publisher)), streams_(streams) {}

std::optional<Error> Outbox::refresh() {
    // Later only what the stored cursor says lags: the cursor here is never behind that one unless
    // the receiver wanted it so, and then the entry is here already.
    const auto found = loaded_ ? reader_.lagging(publisher_) : reader_.extents(publisher_);
    if (!found) return Error{found.error()};
    for (const StreamExtent& extent : *found) {
        if (!streams_[index_of(extent.key.stream)]) continue;
        const auto [at, is_new] = entries_.try_emplace(extent.key);
        at->second.last_seq = extent.last_seq;
        if (!is_new) continue;
        at->second.id = extent.id;
        at->second.acknowledged = extent.acknowledged;
        keys_.emplace(extent.id, extent.key);
    }
    loaded_ = true;
    return std::nullopt;
}

Result<std::vector<StreamEvent>> Outbox::next(const BatchLimits& limits,
                                              std::optional<StreamKey> only) {
    if (auto error = refresh()) return *error;
    std::vector<StreamEvent> batch;
    std::vector<StreamEvent> game; // both streams of one recording
    std::size_t bytes = 0;
    for (auto at = entries_.begin(); at != entries_.end();) {
        const std::int64_t recording = at->first.recording;
        game.clear();
        for (; at != entries_.end() && at->first.recording == recording; ++at) {
            Entry& entry = at->second;
            if (entry.last_seq <= entry.acknowledged || !entry.stopped.empty()) continue;
            if (only && *only != at->first) continue;
            auto events = reader_.events_after(at->first, entry.acknowledged, limits.events);
            if (!events) return Error{events.error()};
            // More may have been committed since refresh() looked; what is sent is known.
            if (!events->empty()) entry.last_seq = std::max(entry.last_seq, events->back().seq);
            std::move(events->begin(), events->end(), std::back_inserter(game));
        }
        std::sort(game.begin(), game.end(),
                  [](const StreamEvent& a, const StreamEvent& b) { return a.id < b.id; });
        for (StreamEvent& event : game) {
            bytes += event.body.size() + 1;
            const bool full = batch.size() >= static_cast<std::size_t>(limits.events) ||
                              (bytes > limits.bytes && !batch.empty());
            if (full) return batch;
            batch.push_back(std::move(event));
        }
    }
    return batch;
}

std::map<StreamKey, Outbox::Entry>::iterator Outbox::find(std::string_view stream_id) {
    const auto key = keys_.find(stream_id);
    return key == keys_.end() ? entries_.end() : entries_.find(key->second);
}

Outbox::Moved Outbox::set(std::map<StreamKey, Entry>::iterator entry, std::int64_t acknowledged) {
    if (entry == entries_.end()) return Moved::unknown;
    Entry& stream = entry->second;
    if (acknowledged > stream.last_seq) return Moved::beyond;
    if (acknowledged == stream.acknowledged) return Moved::stayed;
    const bool forward = acknowledged > stream.acknowledged;
    stream.acknowledged = acknowledged;
    journal_.acknowledge(publisher_, entry->first, acknowledged);
    return forward ? Moved::forward : Moved::backward;
}

Outbox::Moved Outbox::durable(std::string_view stream_id, std::int64_t seq) {
    return seq < 0 ? Moved::unknown : set(find(stream_id), seq);
}
Outbox::Moved Outbox::want(std::string_view stream_id, std::int64_t seq) {
    return seq < 1 ? Moved::unknown : set(find(stream_id), seq - 1);
}

void Outbox::stop(StreamKey key, std::string why) {
    const auto entry = entries_.find(key);
    if (entry != entries_.end()) entry->second.stopped = std::move(why);
}
void Outbox::stop(std::string_view stream_id, std::string why) {
    const auto entry = find(stream_id);
    if (entry != entries_.end()) entry->second.stopped = std::move(why);
}
void Outbox::go_on() {
    for (auto& [key, entry] : entries_) {
        entry.stopped.clear();
    }
}

std::string Outbox::id_of(StreamKey key) const {
    const auto entry = entries_.find(key);
    return entry == entries_.end() ? std::string() : entry->second.id;
}
std::int64_t Outbox::acknowledged(StreamKey key) const {
    const auto entry = entries_.find(key);
    return entry == entries_.end() ? 0 : entry->second.acknowledged;
}

std::optional<std::int64_t> Outbox::last_seq(std::string_view stream_id) const {
    const auto key = keys_.find(stream_id);
    if (key == keys_.end()) return std::nullopt;
    return entries_.at(key->second).last_seq;
}

std::int64_t Outbox::lag() const {
    std::int64_t lag = 0;
    for (const auto& [key, entry] : entries_) {
        lag += entry.last_seq - entry.acknowledged;
    }
    return lag;
}

std::vector<StreamStatus> Outbox::statuses(std::size_t most) const {
    std::vector<StreamStatus> found;
    const std::int64_t newest = entries_.empty() ? 0 : entries_.rbegin()->first.recording;
    for (const auto& [key, entry] : entries_) {
        const bool matters = entry.last_seq > entry.acknowledged || !entry.stopped.empty();
        if (key.recording != newest && (!matters || found.size() >= most)) continue;
        found.push_back(StreamStatus{entry.id, entry.last_seq, entry.acknowledged, entry.stopped});
    }
    return found;
}

} // namespace jipu
