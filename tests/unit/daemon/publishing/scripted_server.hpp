// SPDX-License-Identifier: Apache-2.0
// A real HTTP server on loopback that answers as a test tells it, also badly: one thread, one
// connection at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

struct ssl_st;
struct ssl_ctx_st;

namespace jipu::test {

struct SeenRequest {
    std::string method, target, authorization, content_type, body;
    bool past = false;
};

struct Answer {
    int status = 200;
    std::string body = "{}";
    enum class Fault : std::uint8_t {
        none,
        cut_before, ///< the connection ends without an answer
        cut_within, ///< ... in the middle of the answer's body
        hang,       ///< no answer until the client gives up
    };
    Fault fault = Fault::none;
};

class ScriptedServer {
  public:
    using Handler = std::function<Answer(const SeenRequest&)>; ///< called on the server's thread

    /// Listens on 127.0.0.1; `port` 0: any free one.
    explicit ScriptedServer(Handler handler, std::uint16_t port = 0);
    /// The same over TLS with the certificates of tests/data/tls; a client needs one of its own.
    struct Tls {};
    ScriptedServer(Handler handler, Tls tls);
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;
    std::uint16_t port() const { return port_; }
    std::string url() const {
        return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_);
    }

  private:
    /// An accepted connection, with TLS or without.
    struct Connection {
        int fd = -1;
        ssl_st* tls = nullptr;
        void send_all(const std::string& bytes) const;
    };
    void listen(std::uint16_t port);
    void run();
    void serve(const Connection& connection);
    bool readable(int fd) const;
    bool read_more(const Connection& connection, std::string& buffer) const;

    Handler handler_;
    ssl_ctx_st* tls_ = nullptr;
    int listener_ = -1;
    int stop_[2] = {-1, -1}; ///< a pipe: closing its end wakes the thread
    std::uint16_t port_ = 0;
    std::thread thread_;
};

} // namespace jipu::test
