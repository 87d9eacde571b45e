// SPDX-License-Identifier: Apache-2.0
// See publishers.hpp.
#include "daemon/app/jipud/publishers.hpp"

#include <algorithm>
#include <stdexcept>

namespace jipu::app {

LogLevel level_of(ReportGrade grade) {
    switch (grade) {
    case ReportGrade::info:
        return LogLevel::info;
    case ReportGrade::warning:
        return LogLevel::warning;
    case ReportGrade::error:
        return LogLevel::error;
    }
    return LogLevel::error;
}

Publishers::Publishers(Journal& journal, std::string board, ReportSink report)
    : journal_(journal), board_(std::move(board)), report_(std::move(report)) {}

Publishers::~Publishers() = default;

std::unique_ptr<HttpPublisher> Publishers::start(const HttpPublishConfig& config) {
    HttpPublisherConfig http = http_publisher_config(config, board_);
    const std::string prefix = "publish.http." + config.name;
    ReportSink named = [report = report_, prefix](ReportGrade grade, const std::string& line) {
        report(grade, prefix + ": " + line);
    };
    try {
        return std::make_unique<HttpPublisher>(journal_, std::move(http), std::move(named));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(prefix + ": " + error.what());
    }
}

void Publishers::apply(const std::vector<HttpPublishConfig>& wanted) {
    // One cursor must never have two senders: what changed ends before its successor begins. If a
    // successor cannot start, its predecessor is started again.
    std::vector<Running> kept;
    std::vector<Running> replaced;
    for (Running& running : running_) {
        const bool stays = std::find(wanted.begin(), wanted.end(), running.first) != wanted.end();
        (stays ? kept : replaced).push_back(std::move(running));
    }
    running_ = std::move(kept);
    for (Running& old : replaced) {
        old.second.reset();
    }
    std::vector<Running> fresh;
    try {
        for (const HttpPublishConfig& config : wanted) {
            const bool runs = std::any_of(running_.begin(), running_.end(),
                                          [&](const Running& one) { return one.first == config; });
            if (!runs) fresh.emplace_back(config, start(config));
        }
    } catch (const std::runtime_error& refused) {
        fresh.clear();
        std::string ended;
        for (const Running& old : replaced) {
            // What it read at its own start may be gone by now.
            try {
                running_.emplace_back(old.first, start(old.first));
            } catch (const std::runtime_error& error) {
                ended += std::string("; it does not run any more: ") + error.what();
            }
        }
        throw std::runtime_error(refused.what() + ended);
    }
    for (const Running& stays : running_) {
        stays.second->try_again(); // a reload is how somebody says that something was mended
    }
    for (Running& one : fresh) {
        running_.push_back(std::move(one));
    }
    wake();
}

void Publishers::wake() {
    for (const Running& running : running_) {
        running.second->wake();
    }
}

std::vector<PublisherStatus> Publishers::status() const {
    std::vector<PublisherStatus> all;
    for (const Running& running : running_) {
        all.push_back(running.second->status());
    }
    return all;
}

const Publishers::Running* Publishers::pairing_source() const {
    const Running* first = nullptr;
    for (const Running& running : running_) {
        if (running.first.pairing_interval_s == 0) continue;
        if (first == nullptr || running.first.name < first->first.name) first = &running;
    }
    return first;
}

std::chrono::seconds Publishers::pairing_interval() const {
    const Running* source = pairing_source();
    return std::chrono::seconds(source == nullptr ? 0 : source->first.pairing_interval_s);
}

bool Publishers::fetch_pairing(std::function<void(Result<std::string>)> done) {
    const Running* source = pairing_source();
    if (source == nullptr) return false;
    source->second->fetch_assignment(std::move(done));
    return true;
}

} // namespace jipu::app
