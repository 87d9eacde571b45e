// SPDX-License-Identifier: Apache-2.0
// The publishers of the configuration: started, woken, replaced at a reload. How one sends is its
// own affair (daemon/publishing).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "daemon/publishing/http_publisher.hpp"
#include "daemon/recording/journal.hpp"
#include "rules/base/result.hpp"

namespace jipu::app {

/// In the log.
LogLevel level_of(ReportGrade grade);

class Publishers {
  public:
    /// `report` is called on the publishers' threads.
    Publishers(Journal& journal, std::string board, ReportSink report);
    ~Publishers();

    /// Makes what runs equal to `wanted`: what is the same goes on undisturbed. Throws
    /// std::runtime_error when one cannot be started (a token file that cannot be read); those that
    /// ran go on then, but for what the error names.
    void apply(const std::vector<HttpPublishConfig>& wanted);
    /// Something new is durable.
    void wake();
    std::vector<PublisherStatus> status() const;
    /// How often the board's pairing is to be asked for; 0: nobody is asked.
    std::chrono::seconds pairing_interval() const;
    /// Asks the first service by name that may be asked. `done` gets its answer (empty: there is no
    /// pairing) on another thread, or never if the publishers change meanwhile. False: there is
    /// none.
    bool fetch_pairing(std::function<void(Result<std::string>)> done);

  private:
    using Running = std::pair<HttpPublishConfig, std::unique_ptr<HttpPublisher>>;
    const Running* pairing_source() const;
    std::unique_ptr<HttpPublisher> start(const HttpPublishConfig& config);

    Journal& journal_;
    std::string board_;
    ReportSink report_;
    std::vector<Running> running_;
};

} // namespace jipu::app
