// SPDX-License-Identifier: Apache-2.0
// A results service in memory that keeps the contract to the letter, and breaks down when told to.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/unit/daemon/publishing/scripted_server.hpp"

namespace jipu::test {

class Receiver {
  public:
    /// What goes wrong with one exchange.
    enum class Trouble : std::uint8_t {
        none,
        error_500,
        cut_before,       ///< nothing is stored, no answer
        cut_after_store,  ///< stored, the answer is lost half-way
        lost_after_store, ///< stored, no answer at all
        garbage,          ///< stored, the answer is no JSON
        hang,             ///< nothing is stored, the client times out
        empty_answer,     ///< stored, but the answer names nothing
    };
    /// Decides the trouble of the n-th exchange (1 = first).
    using Plan = std::function<Trouble(int n)>;

    explicit Receiver(Plan plan = {}) : plan_(std::move(plan)) {}

    Answer handle(const SeenRequest& request);
    ScriptedServer::Handler handler() {
        return [this](const SeenRequest& request) { return handle(request); };
    }

    /// Waits until so many events are stored.
    void await_events(std::size_t count);
    void await_exchanges(int count);
    int exchanges() const;
    /// Ids in the order in which they were stored.
    std::vector<std::string> order() const;
    std::map<std::string, std::vector<std::string>> streams() const;
    SeenRequest last_request() const;
    /// Its disk is gone.
    void lose_everything();
    /// Puts another body where one event is; removes the stream's later ones.
    void put(const std::string& stream, std::vector<std::string> bodies);
    void take_at_most(std::size_t events);

  private:
    Answer ingest(const std::string& body);

    Plan plan_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::vector<std::string>> streams_;
    std::vector<std::string> order_;
    SeenRequest last_;
    int exchanges_ = 0;
    std::size_t most_ = 1000000;
};

} // namespace jipu::test
