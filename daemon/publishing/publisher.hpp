// SPDX-License-Identifier: Apache-2.0
// What every publisher is to the app: something with a thread of its own that carries stream events
// out, can be woken, and says how it is. Which protocol it speaks is its own affair.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jipu {

enum class ReportGrade : std::uint8_t { info, warning, error };

/// Something to log; called on the publisher's thread.
using ReportSink = std::function<void(ReportGrade, const std::string&)>;

enum class PublisherState : std::uint8_t {
    stopped, ///< not started, or ended
    idle,    ///< everything is with the receiver
    sending,
    waiting, ///< in a pause after a failure; see last_error
    refused, ///< the receiver does not let us in (token, certificate, address); tried again slowly
};

constexpr const char* to_string(PublisherState state) {
    switch (state) {
    case PublisherState::stopped:
        return "stopped";
    case PublisherState::idle:
        return "idle";
    case PublisherState::sending:
        return "sending";
    case PublisherState::waiting:
        return "waiting";
    case PublisherState::refused:
        return "refused";
    }
    return "stopped";
}

/// One stream as far as it concerns people: those that lag or are stopped, and the newest game's.
struct StreamStatus {
    std::string id; ///< `<board>/<game_name>/<stream>`
    std::int64_t last_seq = 0;
    std::int64_t acknowledged = 0;
    std::string stopped; ///< why it is stopped; empty: it is not
};

struct PublisherStatus {
    std::string name;
    std::string target; ///< the URL, without secrets
    PublisherState state = PublisherState::stopped;
    std::string last_error;    ///< empty: the last exchange went well
    std::int64_t failures = 0; ///< failed exchanges since the last good one
    std::int64_t lag = 0;      ///< events that the receiver does not have safe yet
    std::int64_t exchanges = 0;
    std::vector<StreamStatus> streams;
};

class Publisher {
  public:
    virtual ~Publisher() = default;
    /// New events are durable: go on at once. Cheap, from any thread.
    virtual void wake() = 0;
    /// Tries at once what waits, also the streams that were stopped: somebody mended something.
    virtual void try_again() = 0;
    /// From any thread.
    virtual PublisherStatus status() const = 0;
};

} // namespace jipu
