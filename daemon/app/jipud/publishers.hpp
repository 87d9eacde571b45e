// SPDX-License-Identifier: Apache-2.0
// The publishers of the configuration: started, woken, replaced at a reload. How one sends is its
// own affair (daemon/publishing).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "daemon/publishing/publisher.hpp"
#include "daemon/recording/journal.hpp"

namespace jipu::app {

class Publishers {
  public:
    /// `report` is called on the publishers' threads.
    Publishers(Journal& journal, std::string board, ReportSink report);
    ~Publishers();

    /// Makes what runs equal to `wanted`: what is the same goes on undisturbed. Throws
    /// std::runtime_error when one cannot be started (a token file that cannot be read); those that
    /// ran go on then.
    void apply(const std::vector<HttpPublishConfig>& wanted);
    /// Something new is durable.
    void wake();
    std::vector<PublisherStatus> status() const;

  private:
    using Running = std::pair<HttpPublishConfig, std::unique_ptr<Publisher>>;
    std::unique_ptr<Publisher> start(const HttpPublishConfig& config);

    Journal& journal_;
    std::string board_;
    ReportSink report_;
    std::vector<Running> running_;
};

} // namespace jipu::app
