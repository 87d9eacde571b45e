// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/daemon/publishing/receiver.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/wire/cloud_event.hpp"

namespace jipu::test {

Answer Receiver::handle(const SeenRequest& request) {
    const std::lock_guard guard(mutex_);
    last_ = request;
    ++exchanges_;
    const Trouble trouble = plan_ ? plan_(exchanges_) : Trouble::none;
    Answer answer;
    switch (trouble) {
    case Trouble::error_500:
        answer = {500, R"({"error":"closed for lunch"})", {}};
        break;
    case Trouble::cut_before:
        answer.fault = Answer::Fault::cut_before;
        break;
    case Trouble::hang:
        answer.fault = Answer::Fault::hang;
        break;
    case Trouble::none:
        answer = ingest(request.body);
        break;
    case Trouble::cut_after_store:
        answer = ingest(request.body);
        answer.fault = Answer::Fault::cut_within;
        break;
    case Trouble::lost_after_store:
        answer = ingest(request.body);
        answer.fault = Answer::Fault::cut_before;
        break;
    case Trouble::garbage:
        answer = ingest(request.body);
        answer.body = "<html>durable";
        break;
    case Trouble::empty_answer:
        answer = ingest(request.body);
        answer.body = R"({"durable":{}})";
        break;
    }
    changed_.notify_all();
    return answer;
}

Answer Receiver::ingest(const std::string& body) {
    const Json batch = Json::parse(body, nullptr, false);
    if (!batch.is_array()) return {422, R"({"error":"no array"})", {}};
    if (batch.size() > most_) return {413, R"({"error":"too many"})", {}};
    Json durable = Json::object();
    // A contradiction anywhere: nothing of the batch is stored.
    for (const Json& item : batch) {
        const auto event = read_cloud_event(item);
        if (!event) return {422, Json{{"error", event.error()}}.dump(), {}};
        const auto& stored = streams_[event->stream_id()];
        if (event->seq <= stored.size() && stored[event->seq - 1] != item.dump()) {
            return {422, Json{{"error", event->id() + " differs"}}.dump(), {}};
        }
    }
    for (const Json& item : batch) {
        const auto event = read_cloud_event(item);
        auto& stored = streams_[event->stream_id()];
        if (event->seq > stored.size() + 1) {
            const Json reply{{"want", {{event->stream_id(), stored.size() + 1}}}};
            return {409, reply.dump(), {}};
        }
        if (event->seq == stored.size() + 1) {
            stored.push_back(item.dump());
            order_.push_back(event->id());
        }
        durable[event->stream_id()] = stored.size();
    }
    return {200, Json{{"durable", durable}}.dump(), {}};
}

void Receiver::await_events(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return order_.size() >= count; });
}
void Receiver::await_exchanges(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return exchanges_ >= count; });
}
int Receiver::exchanges() const {
    const std::lock_guard guard(mutex_);
    return exchanges_;
}
std::vector<std::string> Receiver::order() const {
    const std::lock_guard guard(mutex_);
    return order_;
}
std::map<std::string, std::vector<std::string>> Receiver::streams() const {
    const std::lock_guard guard(mutex_);
    return streams_;
}
SeenRequest Receiver::last_request() const {
    const std::lock_guard guard(mutex_);
    return last_;
}
void Receiver::lose_everything() {
    const std::lock_guard guard(mutex_);
    streams_.clear();
    order_.clear();
}
void Receiver::put(const std::string& stream, std::vector<std::string> bodies) {
    const std::lock_guard guard(mutex_);
    streams_[stream] = std::move(bodies);
}
void Receiver::take_at_most(std::size_t events) {
    const std::lock_guard guard(mutex_);
    most_ = events;
}

} // namespace jipu::test
