// SPDX-License-Identifier: Apache-2.0
// See device_eyes.hpp.
#include "daemon/app/jipu/device_eyes.hpp"

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "daemon/app/common/device_watch.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/control_client.hpp"
#include "daemon/app/jipud/drivers.hpp"

namespace jipu::tool {
namespace {

class EyesOfDaemon final : public DeviceEyes {
  public:
    explicit EyesOfDaemon(const std::string& socket) : client_(socket) {}
    app::DeviceView look() override {
        const Json reply = client_.ask(R"({"do":"monitor"})");
        if (!reply["ok"].get<bool>()) client_.fail(reply.value("error", "no reason given"));
        auto view = app::parse_device_view(reply.value("monitor", Json()));
        if (!view) client_.fail("no answer of this version of jipud: " + view.error());
        detail_ = view->board.detail;
        return *view;
    }
    std::vector<std::string> notes() const override { return {detail_}; }

  private:
    ControlClient client_;
    std::string detail_;
};

class OwnEyes final : public DeviceEyes, private BoardSink {
  public:
    OwnEyes(boost::asio::io_context& loop, const Config& config, BoardSink* changes)
        : monotonic_(app::real_surroundings().monotonic), changes_(changes),
          watch_(config, "jipu", this, nullptr), board_(app::make_board(loop, config, monotonic_)),
          clock_(app::make_clock(loop, config, monotonic_)) {
        board_->start(watch_);
        if (clock_.source) clock_.source->start(watch_);
    }
    ~OwnEyes() override {
        board_->stop();
        if (clock_.source) clock_.source->stop();
    }
    app::DeviceView look() override { return watch_.view(monotonic_(), board_.get()); }
    std::vector<std::string> notes() const override { return notes_; }

  private:
    void board_scan(MonotonicNs at, const ScanFrame& frame) override {
        if (changes_ != nullptr) changes_->board_scan(at, frame);
    }
    void board_change(MonotonicNs at, PointChange change) override {
        if (changes_ != nullptr) changes_->board_change(at, change);
    }
    void board_lost(MonotonicNs at, const std::string& detail) override {
        if (changes_ != nullptr) changes_->board_lost(at, detail);
    }
    void board_back(MonotonicNs at, const std::string& detail) override {
        if (changes_ != nullptr) changes_->board_back(at, detail);
    }
    void board_note(MonotonicNs at, const std::string& detail) override {
        notes_.push_back(detail);
        if (notes_.size() > most_notes) notes_.erase(notes_.begin());
        if (changes_ != nullptr) changes_->board_note(at, detail);
    }

    static constexpr std::size_t most_notes = 50; ///< the driver says one a minute
    ReadMonotonic monotonic_;
    BoardSink* changes_;
    std::vector<std::string> notes_;
    app::DeviceWatch watch_;
    std::unique_ptr<BoardSource> board_;
    app::ClockDevice clock_;
};

} // namespace

std::unique_ptr<DeviceEyes> eyes_of_daemon(const std::string& socket) {
    return std::make_unique<EyesOfDaemon>(socket);
}

std::unique_ptr<DeviceEyes> own_eyes(boost::asio::io_context& loop, const Config& config,
                                     BoardSink* changes) {
    return std::make_unique<OwnEyes>(loop, config, changes);
}

} // namespace jipu::tool
