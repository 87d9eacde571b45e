// SPDX-License-Identifier: Apache-2.0
// The results service without its sockets: which request gets which answer (HTTP.md of this
// folder). Used by the loop alone; the disk works on a thread of its own and comes back through
// Host::on_loop. It must not know Beast or Asio.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/results/exchange.hpp"
#include "daemon/results/hall.hpp"
#include "daemon/results/store.hpp"
#include "daemon/results/store_thread.hpp"
#include "daemon/results/tokens.hpp"

namespace jipu::results {

struct ServiceOptions {
    Tokens tokens;
    std::filesystem::path pairings; ///< empty: there are none
    std::size_t max_listeners = 256;
    std::size_t max_store_jobs = 128;
    /// Text of batches that wait for the disk; one alone may be larger. In memory it is many times
    /// that, and the unit bounds the memory.
    std::size_t max_waiting_bytes = 16U << 20U;
};

/// What the service needs from the program around it.
struct Host {
    std::function<void(std::function<void()>)> on_loop; ///< callable from any thread
    std::function<std::int64_t()> now_ms;               ///< wall clock, since 1970
    std::function<void(const std::string&)> warn;       ///< one line for the log; on the loop
};

class Service {
  public:
    using Reply = std::function<void(Response)>;

    /// Folds the current games from the store; throws std::runtime_error when it cannot be read.
    Service(ServiceOptions options, Store store, Host host);

    /// What can be refused from a request's head alone, before its body is read.
    std::optional<Response> refuse_early(const Request& head, bool has_body) const;
    /// Answers a request, at once or later, always on the loop and exactly once. While the service
    /// stops a late answer may be dropped.
    void handle(const Request& request, const Reply& reply);
    /// Begins the live stream that a Response with `stream` promised.
    void subscribe(const Subscription& what, const std::shared_ptr<Listener>& listener);
    /// Call every few seconds: a sign of life for those who listen.
    void beat() { hall_.beat(); }
    /// After a reload.
    void set_tokens(Tokens tokens) { options_.tokens = std::move(tokens); }
    /// Finishes what is in hand on the disk.
    void stop() { store_.stop(); }

  private:
    void post_events(const Request& request, const Reply& reply);
    void get(const Request& request, const Target& target, const Reply& reply);
    void get_v1(const Request& request, const Target& target, const Reply& reply);
    void get_board(const Request& request, const Target& target, const Reply& reply);
    void get_game(const Request& request, const Target& target, const Reply& reply);
    void get_live(const Request& request, const Target& target, std::string board,
                  const Reply& reply);
    void get_assignment(const Request& request, const std::string& board, const Reply& reply);
    void finish_ingest(const Result<Ingested>& result, const Reply& reply);
    static bool is_ingest(const Request& request);
    /// Runs `work` on the store's thread and its response on the loop; 503 when that is too busy.
    void ask_store(std::function<Response(Store&)> work, const Reply& reply);

    ServiceOptions options_;
    Host host_;
    Hall hall_;
    bool disk_well_ = true;
    std::size_t waiting_bytes_ = 0;
    /// What is wrong with the pairings, as told last; shared with work on the store's thread.
    std::shared_ptr<std::string> told_pairings_ = std::make_shared<std::string>();
    StoreThread store_;
};

} // namespace jipu::results
