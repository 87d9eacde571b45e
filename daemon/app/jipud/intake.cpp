// SPDX-License-Identifier: Apache-2.0
// See intake.hpp.
#include "daemon/app/jipud/intake.hpp"

#include <utility>
#include <variant>

namespace jipu::app {
namespace {

const char* name_of(Device device) {
    return device == Device::board ? "board" : "clock";
}

} // namespace

Intake::Intake(EventMerger& merger, Session& session, Hooks hooks)
    : merger_(merger), session_(session), hooks_(std::move(hooks)) {}

void Intake::arrived(Device device, const std::string& detail) {
    DeviceHealth& health = health_[static_cast<std::size_t>(device)];
    if (!health.present) {
        hooks_.log(LogLevel::info, std::string(name_of(device)) + " is there: " + detail);
    }
    health = {true, detail, false};
}

void Intake::left(Device device, const std::string& detail) {
    hooks_.log(LogLevel::warning, std::string(name_of(device)) + " is lost: " + detail);
    health_[static_cast<std::size_t>(device)] = {false, detail, true};
}

void Intake::note(Device device, const std::string& detail) {
    hooks_.log(LogLevel::warning, std::string(name_of(device)) + ": " + detail);
    DeviceHealth& health = health_[static_cast<std::size_t>(device)];
    if (health.present || health.lost) health.detail = detail;
}

void Intake::board_scan(MonotonicNs at, const ScanFrame& frame) {
    if (!health(Device::board).present) arrived(Device::board, "it sent a scan");
    seen_.take_one(frame);
    merger_.push({at, frame});
    hooks_.reported();
}

void Intake::board_change(MonotonicNs at, PointChange change) {
    seen_.take_one(change);
    merger_.push({at, change});
    hooks_.reported();
}

void Intake::board_lost(MonotonicNs at, const std::string& detail) {
    left(Device::board, detail);
    merger_.push({at, DeviceLost{Device::board}});
    hooks_.reported();
}

void Intake::board_back(MonotonicNs at, const std::string& detail) {
    arrived(Device::board, detail);
    merger_.push({at, DeviceBack{Device::board}});
    hooks_.reported();
}

void Intake::board_note(MonotonicNs, const std::string& detail) {
    note(Device::board, detail);
}

void Intake::clock_bytes(MonotonicNs at, std::span<const std::uint8_t> bytes) {
    if (!health(Device::clock).present) arrived(Device::clock, "it sent something");
    merger_.push({at, ClockBytes{{bytes.begin(), bytes.end()}}});
    hooks_.reported();
}

void Intake::clock_press(MonotonicNs at, Side side) {
    if (!health(Device::clock).present) arrived(Device::clock, "it was pressed");
    merger_.push({at, PressReport{side}});
    hooks_.reported();
}

void Intake::clock_lost(MonotonicNs at, const std::string& detail) {
    left(Device::clock, detail);
    merger_.push({at, DeviceLost{Device::clock}});
    hooks_.reported();
}

void Intake::clock_back(MonotonicNs at, const std::string& detail) {
    arrived(Device::clock, detail);
    merger_.push({at, DeviceBack{Device::clock}});
    hooks_.reported();
}

void Intake::clock_note(MonotonicNs, const std::string& detail) {
    note(Device::clock, detail);
}

void Intake::command(MonotonicNs at, Command command, std::uint64_t tag) {
    merger_.push({at, std::move(command), tag});
    hooks_.reported();
}

void Intake::turn(MonotonicNs now) {
    look_at_journal(now);
    while (auto report = merger_.pop(now)) {
        bring(std::move(*report));
    }
    session_.run_ticks(merger_.horizon(now));
}

void Intake::tell_own(MonotonicNs now) {
    turn(now);
    if (held_back_) return;
    while (session_.is_recording()) {
        auto command = session_.own_command();
        if (!command) return;
        session_.feed(merger_.horizon(now), std::move(*command));
    }
}

void Intake::drain() {
    while (auto report = merger_.pop_any()) {
        bring(std::move(*report));
    }
}

std::optional<MonotonicNs> Intake::next_turn() const {
    std::optional<MonotonicNs> next = merger_.next_due();
    if (const auto tick = session_.next_tick()) {
        // An event of the same moment may still be on its way.
        const MonotonicNs moment = *tick + merger_.window();
        if (!next || moment < *next) next = moment;
    }
    return next;
}

// The journal never refuses an input; so that its memory stays bounded nothing more is brought
// while it is full. For the table the devices are lost, and come back with a whole scan.
void Intake::look_at_journal(MonotonicNs now) {
    const bool full = hooks_.journal_is_full();
    if (full == held_back_) return;
    held_back_ = full;
    if (full) {
        hooks_.log(LogLevel::error, "the journal can take no more: the board is not followed");
        if (!session_.is_recording()) return;
        for (const Device device : {Device::board, Device::clock}) {
            const bool there = device == Device::board || session_.setup().clock != ClockKind::none;
            if (there) tell(merger_.horizon(now), DeviceLost{device});
        }
        return;
    }
    hooks_.log(LogLevel::warning, "the journal takes inputs again: the board is followed again");
    if (health(Device::clock).present) merger_.push({now, DeviceBack{Device::clock}});
    if (health(Device::board).present && !seen_.levels().empty()) {
        merger_.push({now, DeviceBack{Device::board}});
        merger_.push({now, ScanFrame{seen_.levels()}});
    }
}

void Intake::bring(Report report) {
    if (std::holds_alternative<Command>(report.what)) {
        bring_command(std::move(report));
        return;
    }
    if (held_back_) return;
    const auto* lost = std::get_if<DeviceLost>(&report.what);
    const auto* back = std::get_if<DeviceBack>(&report.what);
    const bool of_clock = std::holds_alternative<ClockBytes>(report.what) ||
                          std::holds_alternative<PressReport>(report.what) ||
                          (lost != nullptr && lost->device == Device::clock) ||
                          (back != nullptr && back->device == Device::clock);
    if (of_clock) {
        bring_clock(std::move(report));
    } else {
        bring_board(std::move(report));
    }
}

// Told once each: a device that is lost cannot be lost again.
void Intake::tell(MonotonicNs stamp, DeviceLost lost) {
    if (!session_.is_lost(lost.device)) session_.feed(stamp, lost);
}

void Intake::tell(MonotonicNs stamp, DeviceBack back) {
    if (session_.is_lost(back.device)) session_.feed(stamp, back);
}

void Intake::bring_board(Report report) {
    const bool scan = std::holds_alternative<ScanFrame>(report.what);
    if (!session_.is_recording()) {
        if (!scan) return;
        session_.take_first_scan(report.stamp, std::get<ScanFrame>(report.what));
        if (session_.setup().clock != ClockKind::none && !health(Device::clock).present) {
            tell(report.stamp, DeviceLost{Device::clock});
        }
        return;
    }
    if (const auto* lost = std::get_if<DeviceLost>(&report.what)) {
        tell(report.stamp, *lost);
    } else if (scan) {
        // A scan is the proof that the board is back; what came before it would be guesswork.
        tell(report.stamp, DeviceBack{Device::board});
        session_.feed(report.stamp, std::move(report.what));
    } else if (std::holds_alternative<PointChange>(report.what)) {
        if (!session_.is_lost(Device::board)) session_.feed(report.stamp, std::move(report.what));
    }
}

void Intake::bring_clock(Report report) {
    if (!session_.is_recording()) return;
    if (const auto* lost = std::get_if<DeviceLost>(&report.what)) {
        tell(report.stamp, *lost);
        return;
    }
    tell(report.stamp, DeviceBack{Device::clock});
    if (std::holds_alternative<DeviceBack>(report.what)) return;
    session_.feed(report.stamp, std::move(report.what));
}

void Intake::bring_command(Report report) {
    if (!session_.is_recording()) {
        hooks_.refused(report.tag, "the board has not been seen yet");
    } else if (held_back_) {
        hooks_.refused(report.tag, "the journal can take no more");
    } else {
        session_.feed(report.stamp, std::move(report.what), report.tag);
    }
}

} // namespace jipu::app
