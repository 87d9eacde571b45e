// SPDX-License-Identifier: Apache-2.0
// One HTTP exchange at a time over a connection that is kept, with limits on every wait. It must
// not know what the bodies mean.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace jipu {

struct HttpClientConfig {
    std::filesystem::path ca_file;     ///< PEM; empty: the system's authorities
    std::filesystem::path client_cert; ///< PEM; empty: none
    std::filesystem::path client_key;
    std::chrono::milliseconds connect_timeout{5000};
    std::chrono::milliseconds exchange_timeout{30000};
    std::chrono::seconds stall_timeout{10};
    std::size_t most_reply_bytes = 1U << 20U;
};

struct HttpRequest {
    std::string url;
    std::string token;        ///< sent as a bearer token; empty: none
    std::string content_type; ///< empty: a GET, else a POST of `body`
    std::string body;
    std::string header; ///< one more, `Name: value`; empty: none
};

struct HttpReply {
    int status = 0; ///< 0: there was no reply; see `error`
    std::string body;
    std::string error; ///< of equal trouble the same words each time
    bool timed_out = false;
    bool interrupted = false;
    std::chrono::seconds retry_after{0}; ///< as the receiver asks; 0: it does not
};

/// libcurl's words without the milliseconds in them, so that equal trouble can be told once.
std::string without_durations(const std::string& error);

/// Used on one thread, but for interrupt().
class HttpClient {
  public:
    explicit HttpClient(HttpClientConfig config);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    HttpReply exchange(const HttpRequest& request);
    /// Breaks off the running exchange and every later one. From any thread.
    void interrupt();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jipu
