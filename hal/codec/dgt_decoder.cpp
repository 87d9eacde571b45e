// SPDX-License-Identifier: Apache-2.0
// The lever is the truth: which side is down was pressed last. The clock sends no presses, and one
// frame may tell of a press and of a second that has passed.
#include "hal/codec/dgt_decoder.hpp"

#include <string>

namespace jipu {

namespace {
constexpr std::int64_t ms_per_s = 1000;
} // namespace

Side DgtDecoder::turn(const dgt::ClockTime& time) const {
    return time.right_high ? opponent(clock_left_) : clock_left_;
}

void DgtDecoder::feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) {
    reader_.feed(bytes, [&](const Result<dgt::Frame>& frame) {
        const auto message = frame ? dgt::decode(*frame) : Error{frame.error()};
        if (!message) {
            gap_ = true;
            out.push_back(FrameError{message.error()});
        } else if (const auto* time = std::get_if<dgt::ClockTime>(&*message)) {
            take(*time, out);
        } else if (const auto* version = std::get_if<dgt::Version>(&*message)) {
            out.push_back(HelloReport{"DGT board, version " + std::to_string(version->major) + '.' +
                                      std::to_string(version->minor)});
        }
    });
}

void DgtDecoder::reset() {
    reader_.reset();
    gap_ = attached_ = battery_ok_ = true;
}

void DgtDecoder::find_presses(const dgt::ClockTime& time, std::vector<ClockReport>& out) {
    if (!last_) return;
    // On a clock that stands the lever is set, not pressed; but for one that stands because its
    // time is used up, which is pressed as before.
    const bool fallen =
        (last_->left.blocked && time.left.blocked) || (last_->right.blocked && time.right.blocked);
    if (!last_->running && !fallen) return;
    if (last_->right_high != time.right_high) {
        out.push_back(PressReport{opponent(turn(time))});
        return;
    }
    // There and back again while nobody listened: the other side's time has passed as well.
    const dgt::Face& before = last_->right_high ? last_->left : last_->right;
    const dgt::Face& now = last_->right_high ? time.left : time.right;
    if (gap_ && before.seconds != now.seconds) {
        out.push_back(PressReport{turn(time)});
        out.push_back(PressReport{opponent(turn(time))});
    }
}

void DgtDecoder::take(const dgt::ClockTime& time, std::vector<ClockReport>& out) {
    if (attached_ == time.no_clock) {
        attached_ = !time.no_clock;
        out.push_back(AttachedReport{attached_});
    }
    if (time.no_clock) {
        gap_ = true;
        return;
    }
    if (time.low_battery && battery_ok_) out.push_back(HelloReport{"battery low"});
    battery_ok_ = !time.low_battery;
    // First what the clock shows: with the press a ply gets the times at its own press.
    TimesReport report;
    report.ms[index_of(clock_left_)] = time.left.seconds * ms_per_s;
    report.ms[index_of(opponent(clock_left_))] = time.right.seconds * ms_per_s;
    if (time.running) report.running = turn(time);
    out.push_back(report);
    find_presses(time, out);
    last_ = time;
    gap_ = false;
}

} // namespace jipu
