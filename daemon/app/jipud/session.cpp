// SPDX-License-Identifier: Apache-2.0
// See session.hpp.
#include "daemon/app/jipud/session.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "daemon/app/jipud/resume.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/cloud_event.hpp"
#include "daemon/wire/command_json.hpp"
#include "hal/codec/decoders.hpp"

namespace jipu::app {
namespace {

class Collector final : public EffectSink {
  public:
    void emit(const Effect& effect) override { effects.push_back(effect); }
    std::vector<Effect> effects;
};

} // namespace

Session::Session(TableSetup setup, Journal& journal, Surroundings surroundings, SessionHooks hooks)
    : configured_(std::move(setup)), setup_(configured_), journal_(journal),
      surroundings_(std::move(surroundings)), hooks_(std::move(hooks)) {
    configured_.one_game = true; // the next game is another recording's
}

Session::~Session() = default;

// A start date for people and 32 random bits, so that no name comes twice even with a wrong date.
std::string Session::new_game_name(std::int64_t realtime_us) const {
    const std::string started = format_rfc3339(realtime_us);
    char name[32];
    std::snprintf(name, sizeof name, "%s%s%s-%08x", started.substr(0, 4).c_str(),
                  started.substr(5, 2).c_str(), started.substr(8, 2).c_str(),
                  surroundings_.random32());
    return name;
}

void Session::take_first_scan(MonotonicNs stamp, const ScanFrame& frame) {
    JIPU_ASSERT(!is_recording(), "a first scan in the middle of a recording");
    begin(stamp, frame);
}

void Session::begin(MonotonicNs origin, const ScanFrame& frame) {
    const std::int64_t ago_us = (surroundings_.monotonic() - origin) / 1000;
    const std::int64_t started_us = surroundings_.realtime_us() - ago_us;
    setup_ = configured_;
    setup_.started = format_rfc3339(started_us);
    setup_.game_name = new_game_name(started_us);
    began_us_ = started_us;
    RecordingHeader header;
    header.game_name = setup_.game_name;
    header.board = setup_.board;
    header.started = setup_.started;
    header.game = setup_.game;
    header.trace_header = format_trace_header(setup_);
    header.boot_id = surroundings_.boot_id;
    header.monotonic_base_ns = origin;
    journal_.begin(std::move(header));

    if (table_) pairing_.next_recording(table_->view());
    table_ = std::make_unique<Table>(setup_, make_clock_decoder(setup_.clock, setup_.clock_left));
    ++recordings_;
    time_ = RecordingTime(origin, Instant{});
    hooks_.log(LogLevel::info, "recording " + setup_.game_name + " begins");
    const bool clock_was_lost = is_lost(Device::clock);
    lost_ = {};
    feed_one({Instant{}, frame}, 0);
    if (clock_was_lost) feed_one({Instant{}, DeviceLost{Device::clock}}, 0);
    if (!surroundings_.is_synced()) feed_one({Instant{}, machine_command("not-synced")}, 0);
    for (Command& start : next_start_.take())
        feed_one({Instant{}, std::move(start)}, 0);
    while (auto command = pairing_command_due()) {
        feed_one({Instant{}, std::move(*command)}, 0);
    }
}

void Session::feed(MonotonicNs stamp, EventBody what, std::uint64_t tag) {
    JIPU_ASSERT(is_recording(), "an event without a recording");
    // A due tick may end this recording; the event then belongs to the next one.
    run_ticks(std::max(stamp, last_moment()));
    feed_one({time_.at(stamp), std::move(what)}, tag);
    begin_next_if_it_stands();
}

void Session::feed_one(Event event, std::uint64_t tag) {
    levels_.take(event.what);
    if (const auto* lost = std::get_if<DeviceLost>(&event.what)) {
        lost_[static_cast<std::size_t>(lost->device)] = true;
    } else if (const auto* back = std::get_if<DeviceBack>(&event.what)) {
        lost_[static_cast<std::size_t>(back->device)] = false;
    }
    Collector collector;
    next_start_.before(*table_, event);
    pairing_.before(*table_, event);
    table_->handle(event, collector);
    next_start_.after(collector.effects);
    pairing_.after(collector.effects);
    next_game_.after(*table_, event, levels_, lost_);
    time_.passed(event.at);
    Outcome outcome{event.at, 0, tag, std::move(collector.effects)};
    outcome.ticket = journal_.append(event.at, format_trace_line(event, setup_), outcome.effects);
    hooks_.outcome(outcome);
}

void Session::run_ticks(MonotonicNs until) {
    while (const auto wakeup = next_wakeup()) {
        if (time_.moment_of(*wakeup) > until) return;
        tick(*wakeup);
        begin_next_if_it_stands(); // its instants count from another origin
    }
}

void Session::tick(Instant at) {
    Collector collector;
    table_->handle({at, Tick{}}, collector);
    next_game_.after(*table_, {at, Tick{}}, levels_, lost_);
    time_.passed(at);
    if (collector.effects.empty()) return;
    Outcome outcome{at, 0, 0, std::move(collector.effects)};
    outcome.ticket = journal_.append_tick(at, outcome.effects);
    hooks_.outcome(outcome);
}

void Session::begin_next_if_it_stands() {
    if (!table_->next_game_stands()) return;
    hooks_.log(LogLevel::info, "recording " + setup_.game_name + " is complete");
    journal_.close_recording();
    auto played = next_game_.take();
    if (!played) {
        begin(last_moment(), ScanFrame{levels_.levels()});
        return;
    }
    // Somebody played on from the start position: the recording begins when that stood.
    const RecordingTime before = time_;
    lost_ = played->lost;
    begin(before.moment_of(played->since), played->frame);
    for (Event& event : played->events) {
        const MonotonicNs moment = before.moment_of(event.at);
        run_ticks(moment);
        feed_one({time_.at(moment), std::move(event.what)}, 0);
    }
}

// The table says it as long as the game's date and times are doubted and nobody has dismissed that.
bool Session::waits_for_sync() const {
    const std::vector<AlertData> open = table_->view().open_alerts;
    return std::any_of(open.begin(), open.end(), [](const AlertData& alert) {
        return alert.code == "time-not-synced" && alert.reason == "not-synced";
    });
}

std::optional<Command> Session::sync_command() const {
    if (!waits_for_sync() || !surroundings_.is_synced()) return std::nullopt;
    std::optional<std::int64_t> off_ms;
    if (began_us_) {
        const std::int64_t passed_us = (surroundings_.monotonic() - time_.origin()) / 1000;
        off_ms = (surroundings_.realtime_us() - passed_us - *began_us_) / 1000;
    }
    return machine_command("synced", off_ms);
}

std::optional<Command> Session::pairing_command_due() {
    const TableView view = table_->view();
    auto command = pairing_.due(view, setup_.game);
    if (command) return command;
    std::string late = pairing_.too_late(view);
    if (late != told_late_ && !late.empty()) hooks_.log(LogLevel::warning, "pairing: " + late);
    told_late_ = std::move(late);
    return std::nullopt;
}

std::optional<Command> Session::own_command() {
    JIPU_ASSERT(is_recording(), "a report without a recording");
    if (auto command = sync_command()) return command;
    return pairing_command_due();
}

std::optional<Instant> Session::next_wakeup() const {
    if (!is_recording()) return std::nullopt;
    return table_->next_wakeup();
}

std::optional<MonotonicNs> Session::next_tick() const {
    const auto wakeup = next_wakeup();
    if (!wakeup) return std::nullopt;
    return time_.moment_of(*wakeup);
}

TableView Session::view() const {
    JIPU_ASSERT(is_recording(), "a view without a recording");
    return table_->view(time_.at(surroundings_.monotonic()));
}

void Session::resume_unfinished() {
    auto found = journal_.unfinished();
    if (!found) throw std::runtime_error(found.error());
    if (!found->has_value()) return;
    const UnfinishedRecording recording = std::move(**found);
    if (recording.inputs.empty()) {
        // It ended before its first scan was safe: nothing was seen, nothing was sent.
        hooks_.log(LogLevel::info, "recording " + recording.header.game_name + " is empty, closed");
        return; // the next begin() closes it
    }
    go_on_with(recording);
}

bool Session::fits_configuration(const TableSetup& stored) const {
    return stored.game == configured_.game && stored.size == configured_.size &&
           stored.sensors == configured_.sensors && stored.board == configured_.board &&
           stored.clock == configured_.clock;
}

// The recording keeps the settings that it began with: its replay must give the same effects.
void Session::warn_of_other_settings(const TableSetup& stored) const {
    const auto say = [&](const char* what) {
        hooks_.log(LogLevel::warning,
                   std::string(what) + " changed: it holds from the next game on");
    };
    if (stored.rules != configured_.rules) say("rules");
    if (stored.time_control != configured_.time_control) say("time_control");
    if (stored.start != configured_.start) say("start");
    if (stored.acts != configured_.acts) say("acts");
    if (stored.late_minutes != configured_.late_minutes) say("late_minutes");
    if (stored.clock_left != configured_.clock_left) say("clock.left");
    if (!(stored.sensing == configured_.sensing)) say("sensing");
}

// What another clock or board would say does not fit the recording's head. The game ends there for
// whoever follows it; what stands on the board is the next recording's.
void Session::close_other_devices(Instant last) {
    hooks_.log(LogLevel::warning,
               "recording " + setup_.game_name +
                   " was made with other devices than the configuration names: it is closed");
    feed_one({last, machine_command("other-devices")}, 0);
    journal_.close_recording();
    table_.reset();
    setup_ = configured_;
    levels_ = {};
    lost_ = {};
}

void Session::go_on_with(const UnfinishedRecording& recording) {
    auto replayed = replay_recording(recording);
    if (!replayed) {
        hooks_.log(LogLevel::error,
                   "the unfinished recording cannot be read and is closed: " + replayed.error());
        return;
    }
    Resumed& resumed = *replayed;
    const bool fits = fits_configuration(resumed.setup);
    if (fits) warn_of_other_settings(resumed.setup);
    if (resumed.difference) {
        hooks_.log(LogLevel::error,
                   "recording " + recording.header.game_name +
                       ": this version computes otherwise than was stored; what was stored stays. "
                       "First difference, effect " +
                       std::to_string(resumed.difference->k) + ": stored " +
                       resumed.difference->stored + ", now " + resumed.difference->recomputed);
    }
    setup_ = resumed.setup;
    table_ = std::make_unique<Table>(std::move(resumed.table));
    levels_.take_one(ScanFrame{resumed.levels});
    lost_ = {resumed.board_lost, resumed.clock_lost};
    next_start_ = std::move(resumed.next_start);
    pairing_ = std::move(resumed.pairing);

    // In the same boot the clock went on: so do the instants. After a reboot it began anew: they
    // continue from the last one, and the time in between is charged to nobody.
    const Instant last = recording.last;
    const MonotonicNs now = surroundings_.monotonic();
    const MonotonicNs last_moment =
        RecordingTime(recording.header.monotonic_base_ns, last).moment_of(last);
    const bool same_boot = recording.header.boot_id == surroundings_.boot_id && now >= last_moment;
    time_ = RecordingTime(
        same_boot ? recording.header.monotonic_base_ns : now - (to_us(last) + 1) * 1000, last);
    journal_.resume(recording, surroundings_.boot_id, time_.origin());
    began_us_.reset();
    const auto began = parse_rfc3339(setup_.started);
    if (began && same_boot && !resumed.rebooted) began_us_ = *began;
    const std::int64_t away_ms = (now - last_moment) / 1'000'000;
    hooks_.log(LogLevel::info,
               "recording " + setup_.game_name + " goes on after " +
                   std::to_string(recording.inputs.size()) + " inputs, " +
                   (same_boot ? std::to_string(away_ms) + " ms later" : "after a reboot"));
    if (!fits) {
        close_other_devices(last);
        return;
    }
    if (!same_boot) feed_one({last, machine_command("rebooted")}, 0);
    // Nobody watched from the last instant on.
    if (!is_lost(Device::board)) feed_one({last, DeviceLost{Device::board}}, 0);
    if (setup_.clock != ClockKind::none && !is_lost(Device::clock)) {
        feed_one({last, DeviceLost{Device::clock}}, 0);
    }
}

} // namespace jipu::app
