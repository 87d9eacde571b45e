// SPDX-License-Identifier: Apache-2.0
// What one publisher still has to send: a cursor over the journal's streams. It decides what comes
// next and where a receiver's word moves the cursor; it must not know the protocol.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/publishing/publisher.hpp"
#include "daemon/recording/journal.hpp"
#include "daemon/recording/journal_reader.hpp"
#include "rules/base/result.hpp"

namespace jipu {

struct BatchLimits {
    int events = 200;
    std::size_t bytes = 256U * 1024U; ///< of the bodies; one event is always sent, however large
};

/// Used on the publisher's thread.
class Outbox {
  public:
    /// What a receiver's word did to a cursor.
    enum class Moved : std::uint8_t {
        forward,
        stayed,
        backward,
        unknown, ///< no such stream here
        beyond,  ///< it claims events that this journal does not have: the cursor stays
    };

    /// `publisher`: whose cursor it is. `streams`: which are sent, by index_of(Stream).
    Outbox(Journal& journal, std::string publisher, std::array<bool, 2> streams = {true, true});

    /// The next events: the oldest game first, in the order in which they happened; stopped streams
    /// left out. `only`: of this stream alone. Empty: nothing waits. The error is the journal's.
    Result<std::vector<StreamEvent>> next(const BatchLimits& limits,
                                          std::optional<StreamKey> only = {});
    /// The receiver has the stream safe up to `seq` (`durable`).
    Moved durable(std::string_view stream_id, std::int64_t seq);
    /// The receiver wants the stream from `seq` on (`want`).
    Moved want(std::string_view stream_id, std::int64_t seq);

    /// Sends nothing more of this stream until go_on().
    void stop(StreamKey key, std::string why);
    void stop(std::string_view stream_id, std::string why);
    void go_on();

    std::string id_of(StreamKey key) const;
    std::int64_t acknowledged(StreamKey key) const;
    /// Of a stream that this outbox knows.
    std::optional<std::int64_t> last_seq(std::string_view stream_id) const;
    /// Events not safe with the receiver, of all streams.
    std::int64_t lag() const;
    /// The streams that lag or are stopped, at most `most`, and those of the newest game.
    std::vector<StreamStatus> statuses(std::size_t most) const;

  private:
    struct Entry {
        std::string id;
        std::int64_t last_seq = 0;
        std::int64_t acknowledged = 0;
        std::string stopped;
    };
    std::optional<Error> refresh();
    std::map<StreamKey, Entry>::iterator find(std::string_view stream_id);
    Moved set(std::map<StreamKey, Entry>::iterator entry, std::int64_t acknowledged);

    Journal& journal_;
    JournalReader reader_;
    std::string publisher_;
    std::array<bool, 2> streams_;
    bool loaded_ = false;
    std::map<StreamKey, Entry> entries_;
    std::map<std::string, StreamKey, std::less<>> keys_;
};

} // namespace jipu
