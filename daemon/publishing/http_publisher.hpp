// SPDX-License-Identifier: Apache-2.0
// Carries both streams of every game to a results service over HTTP, as the contract's "Results
// service and wire" says. Decides what each reply means; the cursor itself is the outbox's.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "daemon/publishing/publisher.hpp"
#include "daemon/recording/journal.hpp"
#include "rules/base/result.hpp"

namespace jipu {

struct HttpPublisherConfig {
    std::string name = "results";      ///< the cursor's name in the journal
    std::string url;                   ///< `https://results.example`; without a slash at its end
    std::string board;                 ///< for the assignment
    std::filesystem::path token_file;  ///< one line; empty: no bearer token
    std::filesystem::path ca_file;     ///< empty: the system's
    std::filesystem::path client_cert; ///< PEM; empty: none
    std::filesystem::path client_key;
    std::array<bool, 2> streams{true, true}; ///< which are sent, by index_of(Stream)
    int batch_events = 200;
    std::size_t batch_bytes = 256U * 1024U;
    std::chrono::milliseconds connect_timeout{5000};
    std::chrono::milliseconds exchange_timeout{30000}; ///< a whole exchange, reply included
    std::chrono::seconds stall_timeout{10};            ///< no byte either way
    std::chrono::milliseconds retry_first{250}, retry_longest{30000};
    std::chrono::milliseconds retry_refused{30000}; ///< after 401, 403 and other refusals
};

/// The settings of `[publish.http.NAME]` for a board, with the defaults above for the rest.
HttpPublisherConfig http_publisher_config(const HttpPublishConfig& config, std::string board);

/// Asks the service once for the board's pairing, without a journal: what it answered, in words.
/// Fails where the daemon would: the token, the connection, a refusal.
Result<std::string> try_service(const HttpPublisherConfig& config);

class HttpPublisher final : public Publisher {
  public:
    /// Starts its thread. `journal` must outlive it. Throws std::runtime_error for a bad start-up:
    /// a token file that cannot be read, a URL that is none.
    HttpPublisher(Journal& journal, HttpPublisherConfig config, ReportSink report);
    /// Breaks off the running exchange and ends the thread; the cursor stays where it is.
    ~HttpPublisher() override;
    HttpPublisher(const HttpPublisher&) = delete;
    HttpPublisher& operator=(const HttpPublisher&) = delete;

    void wake() override;
    void try_again() override;
    PublisherStatus status() const override;

    /// Fetches `GET <url>/v1/boards/<board>/assignment` between two exchanges and calls `done` on
    /// the publisher's thread with its JSON text; empty: there is no pairing (204, 404).
    void fetch_assignment(std::function<void(Result<std::string>)> done);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jipu
