// SPDX-License-Identifier: Apache-2.0
// What may leave the process only once the journal has its cause safe on the disk. It must not know
// what that is.
#pragma once

#include <deque>
#include <functional>
#include <utility>

#include "daemon/recording/journal.hpp"
#include "rules/base/contract.hpp"

namespace jipu::app {

class DurableQueue {
  public:
    /// Calls `then` once everything up to `ticket` is safe. Tickets never decrease.
    void when(JournalTicket ticket, std::function<void()> then) {
        JIPU_ASSERT(waiting_.empty() || waiting_.back().first <= ticket, "tickets out of order");
        waiting_.emplace_back(ticket, std::move(then));
    }
    /// Everything up to `through` is safe.
    void reached(JournalTicket through) {
        while (!waiting_.empty() && waiting_.front().first <= through) {
            const std::function<void()> then = std::move(waiting_.front().second);
            waiting_.pop_front();
            then();
        }
    }
    std::size_t size() const { return waiting_.size(); }

  private:
    std::deque<std::pair<JournalTicket, std::function<void()>>> waiting_;
};

} // namespace jipu::app
