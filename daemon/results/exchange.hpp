// SPDX-License-Identifier: Apache-2.0
// A request and its answer as plain data, so that the service can be tested and fuzzed without a
// socket. This file must not know Beast, JSON or the store.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jipu::results {

struct Request {
    std::string method; ///< `GET`, `HEAD`, `POST`, ...
    std::string target; ///< path and query as they came, still percent-encoded
    std::string content_type;
    std::string authorization;
    std::string last_event_id;
    std::string if_none_match;
    std::string body;
    bool past = false; ///< `Jipu-Past: true`: of games after which their board began another
};

/// Ready bytes of one server-sent event, shared by all who get it.
using Frame = std::shared_ptr<const std::string>;

/// Someone who reads a live stream. Kept by a weak pointer: it ends by going away.
class Listener {
  public:
    virtual ~Listener() = default;
    /// Takes a frame into the bounded queue; a reader too slow for it is dropped, not waited for.
    virtual void send(const Frame& frame) = 0;
};

/// What a live stream shows.
struct Subscription {
    std::string board;                     ///< empty: all boards
    std::optional<std::int64_t> after_rev; ///< what the reader has seen already
};

struct Response {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<Subscription> stream; ///< set: no body, the connection becomes a live stream
};

/// `{"error": message}` with this status.
Response error_response(unsigned status, std::string_view message);

/// A target split into decoded path segments and the value of a query field.
struct Target {
    std::vector<std::string> segments;
    std::string query;
    /// The decoded value of a field of the query; empty when absent.
    std::string query_value(std::string_view key) const;
};
/// nullopt for what is no absolute path: a wrong escape, a control character, `.` or `..`.
std::optional<Target> parse_target(std::string_view target);

} // namespace jipu::results
