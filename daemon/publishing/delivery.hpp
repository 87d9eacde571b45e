// SPDX-License-Identifier: Apache-2.0
// What is sent next and what each answer of a results service means (the contract's "Results
// service and wire"): the publisher's judgement without its thread, its waiting and its socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "daemon/publishing/http_client.hpp"
#include "daemon/publishing/ingest_reply.hpp"
#include "daemon/publishing/outbox.hpp"
#include "daemon/publishing/publisher.hpp"

namespace jipu {

/// What follows from an answer.
struct Verdict {
    enum class Next : std::uint8_t {
        go_on,   ///< the answer was as it should be
        smaller, ///< the same again in smaller batches, at once
        fail,    ///< wait, then again
        refuse,  ///< the receiver does not let us in: wait long, then again
    };
    Next next = Next::go_on;
    std::string why;                     ///< of fail and refuse
    std::chrono::seconds retry_after{0}; ///< what the receiver asked for; 0: nothing
};

/// The receiver's words in one short line: `answer 503: closed for lunch`.
std::string words_of(const HttpReply& reply);

/// Used on the publisher's thread.
class Delivery {
  public:
    /// `report` hears of streams that are stopped or wanted again.
    Delivery(Outbox outbox, BatchLimits limits, ReportSink report);

    /// The next batch; empty: nothing waits. The error is the journal's.
    Result<std::vector<StreamEvent>> next();
    /// Judges the answer to the batch and moves the cursors.
    Verdict judge(const std::vector<StreamEvent>& batch, const HttpReply& reply);
    /// Tries the stopped streams again.
    void go_on();
    const Outbox& outbox() const { return outbox_; }

  private:
    /// A stream of which the receiver refused something: sent alone, in ever smaller batches, until
    /// the event in question is known or all that was refused is through.
    struct Probe {
        StreamKey key;
        std::int64_t until = 0;
    };

    Verdict judge_durable(const std::vector<StreamEvent>& batch, const HttpReply& reply);
    Verdict judge_want(const std::vector<StreamEvent>& batch, const HttpReply& reply);
    Verdict judge_refusal(const std::vector<StreamEvent>& batch, const HttpReply& reply);
    bool take_durable(const std::vector<StreamEvent>& batch, const IngestReply& reply);
    bool take_want(const IngestReply& reply);
    Verdict stop_stream(const StreamEvent& event, const HttpReply& reply);
    void stop_beyond(const std::string& stream, std::int64_t seq);
    Verdict make_smaller(std::size_t sent);
    bool probe_is_over();
    void end_probe();

    Outbox outbox_;
    BatchLimits most_, limits_;
    ReportSink report_;
    std::deque<Probe> probes_;
    int wants_ = 0; ///< answers 409 in a row
};

} // namespace jipu
