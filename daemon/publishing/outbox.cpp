// SPDX-License-Identifier: Apache-2.0
// What the receiver still has to get, read from the journal; the cursor moves only by its answers.
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
    const std::int64_t before = newest();
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
    if (newest() != before) ask_about(before == 0 ? newest() : before);
    return std::nullopt;
}

void Outbox::ask_about(std::int64_t recording) {
    for (auto& [key, entry] : entries_) {
        if (key.recording != recording || !entry.stopped.empty()) continue;
        entry.ask = entry.last_seq > 0 && entry.acknowledged == entry.last_seq;
    }
}

void Outbox::start_over() {
    for (auto at = entries_.begin(); at != entries_.end(); ++at) {
        at->second.ask = false;
        static_cast<void>(set(at, 0));
    }
}

/// A batch that is being filled.
struct Outbox::Draft {
    const BatchLimits& limits;
    std::optional<StreamKey> only;
    std::vector<StreamEvent> batch;
    std::size_t bytes = 0;
    bool full = false;
};

Result<std::vector<StreamEvent>> Outbox::next(const BatchLimits& limits,
                                              std::optional<StreamKey> only) {
    if (auto error = refresh()) return *error;
    Draft draft{limits, only, {}, 0, false};
    if (auto error = add_game(newest(), draft)) return *error;
    if (!draft.batch.empty()) return std::move(draft.batch);
    for (auto at = entries_.begin(); at != entries_.end() && !draft.full;) {
        const std::int64_t recording = at->first.recording;
        if (auto error = add_game(recording, draft)) return *error;
        at = entries_.lower_bound(StreamKey{recording + 1, Stream::arbiter});
    }
    return std::move(draft.batch);
}

std::optional<Error> Outbox::add_game(std::int64_t recording, Draft& draft) {
    std::vector<StreamEvent> game; // both streams
    for (auto at = entries_.lower_bound(StreamKey{recording, Stream::arbiter});
         at != entries_.end() && at->first.recording == recording; ++at) {
        Entry& entry = at->second;
        const std::int64_t after = entry.acknowledged - (entry.ask ? 1 : 0);
        if (entry.last_seq <= after || !entry.stopped.empty()) continue;
        if (draft.only && *draft.only != at->first) continue;
        auto events = reader_.events_after(at->first, after, draft.limits.events);
        if (!events) return Error{events.error()};
        // More may have been committed since refresh() looked; what is sent is known.
        if (!events->empty()) entry.last_seq = std::max(entry.last_seq, events->back().seq);
        std::move(events->begin(), events->end(), std::back_inserter(game));
    }
    std::sort(game.begin(), game.end(),
              [](const StreamEvent& a, const StreamEvent& b) { return a.id < b.id; });
    for (StreamEvent& event : game) {
        draft.bytes += event.body.size() + 1;
        draft.full = draft.batch.size() >= static_cast<std::size_t>(draft.limits.events) ||
                     (draft.bytes > draft.limits.bytes && !draft.batch.empty());
        if (draft.full) break;
        draft.batch.push_back(std::move(event));
    }
    return std::nullopt;
}

std::map<StreamKey, Outbox::Entry>::iterator Outbox::find(std::string_view stream_id) {
    const auto key = keys_.find(stream_id);
    return key == keys_.end() ? entries_.end() : entries_.find(key->second);
}

Outbox::Moved Outbox::set(std::map<StreamKey, Entry>::iterator entry, std::int64_t acknowledged) {
    if (entry == entries_.end()) return Moved::unknown;
    Entry& stream = entry->second;
    if (acknowledged > stream.last_seq) return Moved::beyond;
    const bool answered = std::exchange(stream.ask, false);
    if (acknowledged == stream.acknowledged) return answered ? Moved::forward : Moved::stayed;
    const bool forward = acknowledged > stream.acknowledged;
    stream.acknowledged = acknowledged;
    journal_.acknowledge(publisher_, entry->first, acknowledged);
    return forward ? Moved::forward : Moved::backward;
}

Outbox::Moved Outbox::durable(std::string_view stream_id, std::int64_t seq) {
    return seq < 0 ? Moved::unknown : set(find(stream_id), seq);
}
Outbox::Moved Outbox::want(std::string_view stream_id, std::int64_t seq) {
    if (seq < 1) return Moved::unknown;
    const Moved moved = set(find(stream_id), seq - 1);
    if (moved == Moved::backward && seq == 1) start_over();
    return moved;
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
    ask_about(newest());
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
