// SPDX-License-Identifier: Apache-2.0
// The sockets of the results service: HTTP/1.1, plain or TLS, everything bounded. It must not know
// what a request means; Beast and Asio stay in server.cpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "daemon/results/service.hpp"

namespace jipu::results {

struct ServerOptions {
    std::string address = "127.0.0.1"; ///< numeric, IPv4 or IPv6
    std::uint16_t port = 8480;         ///< 0: any free one
    std::string certificate, key;      ///< PEM files; both or neither
    std::size_t max_connections = 512; ///< one more is closed at once
    std::uint32_t max_header_bytes = 16U << 10U;
    std::uint64_t max_body_bytes = 4U << 20U;
    std::size_t max_queued_bytes = 2U << 20U; ///< of one live stream; a slower reader is dropped
    std::chrono::milliseconds request_timeout{30000}; ///< for one request to come, one answer to go
    std::chrono::milliseconds heartbeat{5000};        ///< of live streams
    std::chrono::milliseconds stop_timeout{5000};     ///< for requests in hand when it stops
};

class Server {
  public:
    /// Binds and listens; throws std::runtime_error with the reason.
    explicit Server(ServerOptions options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// The port that is bound.
    std::uint16_t port() const;
    /// Runs `work` on the loop; from any thread.
    void post(std::function<void()> work);
    /// Calls `on_signal` on the loop when SIGTERM, SIGINT or SIGHUP comes.
    void watch_signals(std::function<void(int)> on_signal);
    /// Serves until stop(); then requests in hand are answered and the rest is closed.
    void serve(Service& service);
    /// From any thread.
    void stop();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jipu::results
