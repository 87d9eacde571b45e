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

    /// The next events, in the order in which they happened: of the newest game as long as anything
    /// of it waits, then of the others, the oldest first; never of both kinds. Stopped streams are
    /// left out. `only`: of this stream alone. Empty: nothing waits. The error is the journal's.
    ///
    /// Without anything new the last event of a stream comes once more at the start, when another
    /// game begins and after go_on(): a receiver that lost it says so only when it is spoken to.
    Result<std::vector<StreamEvent>> next(const BatchLimits& limits,
                                          std::optional<StreamKey> only = {});
    /// The receiver has the stream safe up to `seq` (`durable`).
    Moved durable(std::string_view stream_id, std::int64_t seq);
    /// The receiver wants the stream from `seq` on (`want`). When it has nothing of a stream that
    /// it had before, it has lost its disk or is another: then every stream is sent again.
    Moved want(std::string_view stream_id, std::int64_t seq);

    /// Sends nothing more of this stream until go_on().
    void stop(StreamKey key, std::string why);
    void stop(std::string_view stream_id, std::string why);
    void go_on();

    /// Whether another game has begun since this one.
    bool is_past(StreamKey key) const { return key.recording != newest(); }
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
        bool ask = false; ///< send the last event again: is it still there?
    };
    std::optional<Error> refresh();
    std::int64_t newest() const {
        return entries_.empty() ? 0 : entries_.rbegin()->first.recording;
    }
    void ask_about(std::int64_t recording);
    void start_over();
    struct Draft;
    std::optional<Error> add_game(std::int64_t recording, Draft& draft);
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
