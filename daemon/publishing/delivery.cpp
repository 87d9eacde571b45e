// SPDX-License-Identifier: Apache-2.0
// What an answer means for the cursor and for the next batch. It sends nothing itself.
#include "daemon/publishing/delivery.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace jipu {
namespace {

constexpr std::size_t shown_reply = 200; ///< characters of a reply that go into a report

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    if (text.size() > shown_reply) text = text.substr(0, shown_reply) + "...";
    while (!text.empty() && text.back() == ' ') {
        text.pop_back();
    }
    return text;
}

Verdict failure(std::string why, std::chrono::seconds retry_after = {}) {
    return Verdict{Verdict::Next::fail, std::move(why), retry_after};
}

} // namespace

std::string words_of(const HttpReply& reply) {
    if (reply.status == 0) return reply.error;
    const auto read = parse_ingest_reply(reply.body);
    const std::string said = one_line(read && !read->error.empty() ? read->error : reply.body);
    return "answer " + std::to_string(reply.status) + (said.empty() ? "" : ": " + said);
}

Delivery::Delivery(Outbox outbox, BatchLimits limits, ReportSink report)
    : outbox_(std::move(outbox)), most_(limits), limits_(limits), report_(std::move(report)) {}

Result<std::vector<StreamEvent>> Delivery::next() {
    while (!probes_.empty()) {
        auto batch = outbox_.next(limits_, probes_.front().key);
        if (!batch || !batch->empty()) return batch;
        end_probe();
    }
    return outbox_.next(limits_);
}

Verdict Delivery::judge(const std::vector<StreamEvent>& batch, const HttpReply& reply) {
    switch (reply.status) {
    case 0:
        // A slow line may carry half of it in time.
        if (reply.timed_out) static_cast<void>(make_smaller(batch.size()));
        return failure(words_of(reply));
    case 200:
        return judge_durable(batch, reply);
    case 409:
        return judge_want(batch, reply);
    case 400:
    case 422:
        return judge_refusal(batch, reply);
    case 413:
        return batch.size() > 1 ? make_smaller(batch.size()) : stop_stream(batch.front(), reply);
    case 408:
    case 425:
    case 429:
        return failure(words_of(reply), reply.retry_after);
    default:
        break;
    }
    if (reply.status >= 500) return failure(words_of(reply), reply.retry_after);
    return Verdict{Verdict::Next::refuse, words_of(reply), {}};
}

Verdict Delivery::judge_durable(const std::vector<StreamEvent>& batch, const HttpReply& reply) {
    const auto read = parse_ingest_reply(reply.body);
    if (!read) return failure("answer 200, but " + read.error());
    if (!take_durable(batch, *read)) {
        return failure("answer 200, but nothing of the batch is said to be safe");
    }
    wants_ = 0;
    const bool all_there = std::all_of(batch.begin(), batch.end(), [&](const auto& event) {
        return outbox_.acknowledged(event.key) >= event.seq;
    });
    if (!probes_.empty()) {
        if (probe_is_over()) end_probe();
    } else if (all_there) {
        limits_.events = std::min(limits_.events * 2, most_.events);
    }
    return {};
}

/// True when a cursor went forward. Never beyond what was sent: an event that the receiver has but
/// was not shown may be another one, and only sending it brings that to light.
bool Delivery::take_durable(const std::vector<StreamEvent>& batch, const IngestReply& reply) {
    std::map<std::string, std::int64_t> sent;
    for (const StreamEvent& event : batch) {
        sent[outbox_.id_of(event.key)] = event.seq;
    }
    bool moved = false;
    for (const auto& [stream, seq] : reply.durable) {
        if (seq > outbox_.last_seq(stream).value_or(seq)) {
            stop_beyond(stream, seq);
            continue;
        }
        const auto last = sent.find(stream);
        if (last == sent.end()) continue;
        const auto what = outbox_.durable(stream, std::min(seq, last->second));
        moved = moved || what == Outbox::Moved::forward;
    }
    return moved;
}

Verdict Delivery::judge_want(const std::vector<StreamEvent>& batch, const HttpReply& reply) {
    const auto read = parse_ingest_reply(reply.body);
    if (!read) return failure("answer 409, but " + read.error());
    const bool stored = take_durable(batch, *read);
    const bool moved = take_want(*read);
    if (!stored && !moved) return failure("answer 409, but it wants nothing that could be sent");
    // One gap is mended at once; a receiver that goes on wanting is left some time.
    wants_ = stored ? 1 : wants_ + 1;
    if (wants_ > 1) return failure("the receiver wants events again and again");
    return {};
}

/// True when something else than before comes next.
bool Delivery::take_want(const IngestReply& reply) {
    bool moved = false;
    for (const auto& [stream, seq] : reply.want) {
        switch (outbox_.want(stream, seq)) {
        case Outbox::Moved::forward:
            moved = true;
            break;
        case Outbox::Moved::backward:
            moved = true;
            report_(ReportGrade::warning,
                    "the receiver wants " + stream + " again from " + std::to_string(seq) +
                        (seq == 1 ? "; every game of this journal is sent again" : ""));
            break;
        case Outbox::Moved::beyond:
            moved = true;
            stop_beyond(stream, seq - 1);
            break;
        case Outbox::Moved::stayed:
        case Outbox::Moved::unknown:
            break;
        }
    }
    return moved;
}

Verdict Delivery::judge_refusal(const std::vector<StreamEvent>& batch, const HttpReply& reply) {
    if (batch.size() == 1) return stop_stream(batch.front(), reply);
    if (!probes_.empty()) return make_smaller(batch.size());
    std::map<StreamKey, std::int64_t> until;
    for (const StreamEvent& event : batch) {
        until[event.key] = event.seq;
    }
    for (const auto& [key, seq] : until) {
        probes_.push_back(Probe{key, seq});
    }
    if (until.size() == 1) return make_smaller(batch.size());
    return Verdict{Verdict::Next::smaller, words_of(reply), {}};
}

Verdict Delivery::stop_stream(const StreamEvent& event, const HttpReply& reply) {
    const std::string id = outbox_.id_of(event.key);
    const std::string why =
        "event " + id + "/" + std::to_string(event.seq) + " is refused: " + words_of(reply);
    outbox_.stop(event.key, why);
    report_(ReportGrade::error,
            why + "; this stream is stopped until somebody has it tried again, the others go on");
    return {};
}

void Delivery::stop_beyond(const std::string& stream, std::int64_t seq) {
    const std::string why = "the receiver has " + stream + " up to " + std::to_string(seq) +
                            ", further than this journal";
    outbox_.stop(stream, why);
    report_(ReportGrade::error, why + "; this stream is stopped, the others go on");
}

Verdict Delivery::make_smaller(std::size_t sent) {
    limits_.events = std::max(1, static_cast<int>(sent) / 2);
    return Verdict{Verdict::Next::smaller, {}, {}};
}

bool Delivery::probe_is_over() {
    return outbox_.acknowledged(probes_.front().key) >= probes_.front().until;
}

void Delivery::end_probe() {
    probes_.pop_front();
    limits_ = most_;
}

void Delivery::go_on() {
    outbox_.go_on();
}

} // namespace jipu
