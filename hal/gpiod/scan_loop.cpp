// SPDX-License-Identifier: Apache-2.0
// A scan that nobody could be told of is not forgotten: the next report that finds room says how
// many there were, and the loop then takes the board as lost and found.
#include "hal/gpiod/scan_loop.hpp"

#include <algorithm>
#include <utility>

namespace jipu::gpio {

ScanLoop::ScanLoop(Scanner& scanner, PointLevels levels, std::uint8_t width, ScanTimes times,
                   ScanQueue& queue, ReadMonotonic now)
    : scanner_(scanner), reader_(std::move(levels)), width_(width), times_(times), queue_(queue),
      now_(std::move(now)), bits_(scanner.bits()), levels_(reader_.size()), sent_(reader_.size()),
      pace_(times.period), retry_(times.first_retry) {}

MonotonicNs ScanLoop::round() {
    // Stamped before it is read: a change may be reported a little early, never late.
    const MonotonicNs at = now_();
    if (!open_) {
        if (const std::string why = scanner_.open(); !why.empty()) return fail(at, why);
        open_ = true;
        due_ = at;
        std::fill(levels_.begin(), levels_.end(), Level::off);
    }
    if (const std::string why = scanner_.scan(bits_); !why.empty()) return fail(at, why);
    pace_.scanned(at, left_out_);
    retry_ = times_.first_retry;
    if (const PointIndex both = reader_.read(bits_, levels_); both != no_point) {
        both_at_ = both;
        ++both_poles_;
    }
    tell_scan(at);
    tell_note(at);
    return next_due();
}

void ScanLoop::stop() {
    scanner_.close();
    open_ = false;
    pace_.interrupted();
}

MonotonicNs ScanLoop::fail(MonotonicNs at, const std::string& why) {
    stop();
    if (told_ == Told::lost) {
        if (reason_.is_news(why)) tell(ScanReport::Kind::note, at, why);
    } else if (tell(ScanReport::Kind::lost, at, why)) {
        told_ = Told::lost;
        reason_.told(why);
        missed_ = 0;
    } else {
        ++missed_;
    }
    const std::int64_t pause = retry_;
    retry_ = std::min(retry_ * 2, times_.last_retry);
    return now_() + pause;
}

bool ScanLoop::tell(ScanReport::Kind kind, MonotonicNs at, std::string text) {
    ScanReport* report = queue_.free_slot();
    if (report == nullptr) return false;
    report->kind = kind;
    report->at = at;
    report->text = std::move(text);
    queue_.push();
    return true;
}

void ScanLoop::tell_scan(MonotonicNs at) {
    if (told_ == Told::present && missed_ == 0 && levels_ == sent_) return;
    ScanReport* report = queue_.free_slot();
    if (report == nullptr) {
        ++missed_;
        return;
    }
    report->kind = ScanReport::Kind::scan;
    report->at = at;
    report->levels = levels_;
    report->missed = told_ == Told::present ? missed_ : 0;
    queue_.push();
    sent_ = levels_;
    told_ = Told::present;
    missed_ = 0;
}

void ScanLoop::note(const std::string& text) {
    note_ += (note_.empty() ? "" : "; ") + text;
}

void ScanLoop::tell_note(MonotonicNs at) {
    if (noted_ == 0 || at - noted_ >= times_.note_every) {
        noted_ = at;
        if (left_out_ != left_out_told_) {
            note(std::to_string(left_out_ - left_out_told_) +
                 " scans were left out: they take longer than their time");
            left_out_told_ = left_out_;
        }
        if (both_poles_ != 0) {
            std::string point(1, static_cast<char>('a' + both_at_ % width_));
            point += std::to_string(both_at_ / width_);
            note("both poles at once in " + std::to_string(both_poles_) + " scans, last at " +
                 point);
            both_poles_ = 0;
        }
    }
    if (!note_.empty() && tell(ScanReport::Kind::note, at, note_)) note_.clear();
}

MonotonicNs ScanLoop::next_due() {
    due_ += times_.period;
    const MonotonicNs now = now_();
    if (now > due_) {
        const std::int64_t late = (now - due_) / times_.period;
        left_out_ += static_cast<std::uint64_t>(late);
        due_ += late * times_.period;
    }
    return due_;
}

} // namespace jipu::gpio
