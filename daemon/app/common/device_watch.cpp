// SPDX-License-Identifier: Apache-2.0
// See device_watch.hpp.
#include "daemon/app/common/device_watch.hpp"

#include <utility>

#include "config/load.hpp"
#include "hal/codec/decoders.hpp"

namespace jipu::app {
namespace {

std::int64_t ms_between(MonotonicNs from, MonotonicNs to) {
    return to > from ? (to - from) / 1'000'000 : 0;
}

} // namespace

DeviceWatch::DeviceWatch(const Config& config, std::string told_by, BoardSink* board,
                         ClockSink* clock)
    : next_board_(board), next_clock_(clock),
      decoder_(make_clock_decoder(clock_kind(config.clock.driver), config.clock.left)) {
    view_.name = config.board.name;
    view_.game = config.game;
    view_.sensors = config.board.sensors;
    view_.told_by = std::move(told_by);
    view_.board.driver = driver_name(config.board.driver);
    if (config.clock.driver == ClockDriver::none) return;
    view_.clock.emplace();
    view_.clock->driver = driver_name(config.clock.driver);
}

void DeviceWatch::board_scan(MonotonicNs at, const ScanFrame& frame) {
    if (view_.board.presence == Presence::waiting) view_.board.detail = "it sent a scan";
    view_.board.presence = Presence::ok;
    health_.take(at, frame);
    if (next_board_ != nullptr) next_board_->board_scan(at, frame);
}

void DeviceWatch::board_change(MonotonicNs at, PointChange change) {
    health_.take(at, change);
    if (next_board_ != nullptr) next_board_->board_change(at, change);
}

void DeviceWatch::board_lost(MonotonicNs at, const std::string& detail) {
    view_.board.presence = Presence::lost;
    view_.board.detail = detail;
    if (next_board_ != nullptr) next_board_->board_lost(at, detail);
}

void DeviceWatch::board_back(MonotonicNs at, const std::string& detail) {
    view_.board.presence = Presence::ok;
    view_.board.detail = detail;
    if (next_board_ != nullptr) next_board_->board_back(at, detail);
}

void DeviceWatch::board_note(MonotonicNs at, const std::string& detail) {
    view_.board.detail = detail;
    if (next_board_ != nullptr) next_board_->board_note(at, detail);
}

void DeviceWatch::heard(MonotonicNs at) {
    heard_ = at;
    view_.clock->presence = Presence::ok;
}

void DeviceWatch::take(MonotonicNs at, const ClockReport& report) {
    ClockView& clock = *view_.clock;
    if (const auto* press = std::get_if<PressReport>(&report)) {
        ++clock.presses[index_of(press->side)];
        clock.pressed = press->side;
        pressed_ = at;
    } else if (const auto* times = std::get_if<TimesReport>(&report)) {
        clock.ms = times->ms;
        clock.running = times->running;
    } else if (const auto* hello = std::get_if<HelloReport>(&report)) {
        clock.hello = hello->detail;
    } else if (const auto* wrong = std::get_if<FrameError>(&report)) {
        ++clock.wrong_frames;
        clock.last_error = wrong->detail;
        return; // noise is no sign of a clock
    } else if (const auto* attached = std::get_if<AttachedReport>(&report)) {
        if (!attached->attached) {
            clock.presence = Presence::lost;
            clock.detail = "no clock hangs on the board";
            return;
        }
    }
    heard(at);
}

void DeviceWatch::clock_bytes(MonotonicNs at, std::span<const std::uint8_t> bytes) {
    if (decoder_ && view_.clock) {
        reports_.clear();
        decoder_->feed(bytes, reports_);
        for (const ClockReport& report : reports_)
            take(at, report);
    }
    if (next_clock_ != nullptr) next_clock_->clock_bytes(at, bytes);
}

void DeviceWatch::clock_press(MonotonicNs at, Side side) {
    if (view_.clock) take(at, PressReport{side});
    if (next_clock_ != nullptr) next_clock_->clock_press(at, side);
}

void DeviceWatch::clock_lost(MonotonicNs at, const std::string& detail) {
    if (view_.clock) {
        view_.clock->presence = Presence::lost;
        view_.clock->detail = detail;
        if (decoder_) decoder_->reset();
    }
    if (next_clock_ != nullptr) next_clock_->clock_lost(at, detail);
}

void DeviceWatch::clock_back(MonotonicNs at, const std::string& detail) {
    if (view_.clock) {
        view_.clock->presence = Presence::ok;
        view_.clock->detail = detail;
    }
    if (next_clock_ != nullptr) next_clock_->clock_back(at, detail);
}

void DeviceWatch::clock_note(MonotonicNs at, const std::string& detail) {
    if (view_.clock) view_.clock->detail = detail;
    if (next_clock_ != nullptr) next_clock_->clock_note(at, detail);
}

DeviceView DeviceWatch::view(MonotonicNs now, const BoardSource* board) const {
    DeviceView view = view_;
    for (std::size_t i = 0; i < health_.levels().size(); ++i) {
        const auto point = static_cast<PointIndex>(i);
        PointView one{health_.levels()[i], health_.state(point, now), health_.changes(point), {}};
        if (one.changes > 0) one.ago_ms = ms_between(health_.last_change(point), now);
        view.board.points.push_back(one);
    }
    if (board != nullptr) view.board.pace = board->pace();
    if (!view.clock) return view;
    if (heard_ != 0) view.clock->heard_ago_ms = ms_between(heard_, now);
    if (view.clock->pressed) view.clock->pressed_ago_ms = ms_between(pressed_, now);
    return view;
}

} // namespace jipu::app
