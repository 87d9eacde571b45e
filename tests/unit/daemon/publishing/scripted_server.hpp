// SPDX-License-Identifier: Apache-2.0
// A real HTTP server on loopback that answers as a test tells it, also badly: one thread, one
// connection at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace jipu::test {

struct SeenRequest {
    std::string method, target, authorization, content_type, body;
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
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;
    std::uint16_t port() const { return port_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  private:
    void run();
    void serve(int fd);
    bool readable(int fd) const;
    bool read_more(int fd, std::string& buffer) const;

    Handler handler_;
    int listener_ = -1;
    int stop_[2] = {-1, -1}; ///< a pipe: closing its end wakes the thread
    std::uint16_t port_ = 0;
    std::thread thread_;
};

} // namespace jipu::test
