// SPDX-License-Identifier: Apache-2.0
// What is due next is done next: a scan, an act of the hands, a second of the clock, a turn of the
// daemon.
#include "tests/endurance/simulated_day.hpp"

#include <algorithm>

#include "daemon/wire/command_json.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

using line_clock::Half;

namespace {

constexpr std::int64_t ten_hours_ms = 36'000'000;

sim::EmulatedClockOptions clock_options() {
    sim::EmulatedClockOptions options;
    options.left_ms = options.right_ms = ten_hours_ms;
    return options;
}

gpio::PointLevels reed_points() {
    std::vector<PointBits> points;
    for (std::uint16_t point = 0; point < 90; ++point)
        points.push_back({point, no_bit});
    return {Sensors::reed, PoleCode::north_south, points};
}

TableSetup setup() {
    TableSetup made;
    made.clock = ClockKind::line;
    made.one_game = true; // as the daemon's
    return made;
}

app::Surroundings surroundings(const MonotonicNs& now) {
    app::Surroundings made;
    made.monotonic = [&now] { return now; };
    made.realtime_us = [&now] { return 1'796'000'000'000'000 + now / 1000; };
    made.is_synced = [] { return true; };
    // The names of two games differ.
    made.random32 = [&now] { return static_cast<std::uint32_t>(now / 1'000'000); };
    made.boot_id = "boot-1";
    return made;
}

} // namespace

SimulatedDay::SimulatedDay(const std::string& folder)
    : board_(gpio_, matrix_.wire_up(*gpio_, "chip", "chip"),
             [this](std::int64_t ns) {
                 now_ += ns;
                 matrix_.now += ns;
             }),
      scan_loop_(board_, reed_points(), 9, {}, queue_, [this] { return now_; }),
      clock_(clock_options()) {
    JournalOptions options;
    options.trace_dir = folder + "/traces";
    std::filesystem::create_directories(options.trace_dir);
    journal_ = std::make_unique<Journal>(folder + "/journal", options);
    const auto say = [](LogLevel, const std::string&) {};
    session_ = std::make_unique<app::Session>(
        setup(), *journal_, surroundings(now_),
        app::SessionHooks{[this](const app::Outcome& outcome) { caused(outcome); }, say});
    intake_ = std::make_unique<app::Intake>(
        merger_, *session_,
        app::Intake::Hooks{[] {}, [this] { return journal_->backlog() == Backlog::full; },
                           [](std::uint64_t, const std::string& why) { FAIL(why); }, say});
}

// As ScannedBoard reports to the loop.
void SimulatedDay::scan() {
    scan_due_ = scan_loop_.round();
    ++scans;
    for (const gpio::ScanReport* report = queue_.front(); report != nullptr;
         report = queue_.front()) {
        missed += report->missed;
        if (report->kind != gpio::ScanReport::Kind::scan) {
            ++lost;
        } else if (known_.empty()) {
            known_ = report->levels;
            intake_->board_scan(report->at, {known_});
        } else {
            for (std::size_t i = 0; i < known_.size(); ++i) {
                if (known_[i] == report->levels[i]) continue;
                known_[i] = report->levels[i];
                ++edges;
                intake_->board_change(report->at, {static_cast<PointIndex>(i), known_[i]});
            }
        }
        queue_.pop();
    }
    left_out = scan_loop_.left_out();
}

void SimulatedDay::say_clock(const std::string& words) {
    const line_clock::Times times = clock_.times(now_);
    shown_.emplace(times.left_ms, times.right_ms);
    clock_bytes += words.size();
    intake_->clock_bytes(now_, {reinterpret_cast<const std::uint8_t*>(words.data()), words.size()});
}

void SimulatedDay::tick_clock() {
    std::string words;
    protocol_->ticked(now_, clock_, words);
    say_clock(words);
}

void SimulatedDay::act(const tool::Act& act) {
    std::string words;
    if (const auto* change = std::get_if<PointChange>(&act.what)) {
        matrix_.closed[change->point] = is_on(change->level);
    } else if (const auto* press = std::get_if<PressReport>(&act.what)) {
        const auto line = clock_.press(now_, press->side == Side::first ? Half::left : Half::right);
        protocol_->pressed(now_, line, clock_, words);
        say_clock(words);
    } else if (std::holds_alternative<tool::GameBegins>(act.what)) {
        shown_.clear();
        clock_.set(now_, {ten_hours_ms, ten_hours_ms, Half::left, false});
        tick_clock();
    } else if (std::holds_alternative<tool::GameEnds>(act.what)) {
        clock_.pause(now_);
        protocol_->paused(now_, clock_, words);
        say_clock(words);
        auto result = parse_command(
            R"({"do":"result","by":"arbiter","result":"1/2-1/2","ending":"agreement"})",
            Game::xiangqi);
        REQUIRE(result);
        // After what was seen has rested.
        intake_->command(now_, std::move(*result), 1);
    }
}

void SimulatedDay::keep() {
    REQUIRE(journal_->wait_durable(journal_->flush()));
}

void SimulatedDay::play(const std::vector<tool::Act>& acts,
                        const std::function<void(std::size_t)>& begins) {
    const MonotonicNs zero = now_;
    // Who sits down finds the pieces set up.
    const xiangqi::Position position = xiangqi::Position::start();
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        matrix_.closed[p] = position.at(p).empty() ? 0 : 1;
    scan();
    intake_->turn(now_);
    MonotonicNs clock_told = now_;
    for (std::size_t next = 0; next < acts.size();) {
        const MonotonicNs act_due = zero + acts[next].at.count() * 1000;
        const auto clock_due = clock_.next_report(clock_told);
        const auto turn_due = intake_->next_turn();
        MonotonicNs due = std::min(scan_due_, act_due);
        if (clock_due) due = std::min(due, *clock_due);
        if (turn_due) due = std::min(due, *turn_due);
        now_ = std::max(now_, due);
        if (due == scan_due_) {
            scan();
        } else if (clock_due && due == *clock_due) {
            clock_told = now_;
            tick_clock();
        } else if (due == act_due) {
            if (const auto* game = std::get_if<tool::GameBegins>(&acts[next].what)) {
                keep();
                begins(game->game);
            }
            act(acts[next++]);
        } else if (journal_->backlog() != Backlog::none) {
            keep(); // the simulated time is faster than the disk
        }
        intake_->turn(now_);
    }
}

void SimulatedDay::finish() {
    intake_->drain();
    keep();
    over(game_);
    intake_.reset();
    session_.reset();
    journal_.reset();
}

void SimulatedDay::confirmed(const ClockMs& clock) {
    ++game_.confirmed;
    const auto& [left, right] = clock;
    if (!left || !right || !shown_.contains({*left, *right})) ++wrong_clocks;
}

void SimulatedDay::caused(const app::Outcome& outcome) {
    for (const Effect& effect : outcome.effects) {
        if (std::holds_alternative<GameStarted>(effect.data)) {
            if (games > 0) over(game_);
            game_ = {games++, {}, 0, {}};
        }
        if (std::holds_alternative<AlertRaised>(effect.data)) ++alerts;
        if (const auto* device = std::get_if<DeviceStatus>(&effect.data)) {
            broken_lines += device->state == "error" ? 1U : 0U;
            lost += device->state == "lost" ? 1U : 0U;
        }
        std::vector<std::string>& moves = game_.moves;
        const auto set = [&](const MoveData& move) {
            const auto ply = static_cast<std::size_t>(move.ply);
            moves.resize(std::max(moves.size(), ply));
            moves[ply - 1] = move.move;
        };
        if (const auto* recorded = std::get_if<MoveRecorded>(&effect.data)) {
            set(recorded->move);
            if (recorded->move.status == MoveStatus::confirmed) confirmed(recorded->move.clock);
        } else if (const auto* amended = std::get_if<MoveAmended>(&effect.data)) {
            set(amended->move);
        } else if (const auto* retracted = std::get_if<MoveRetracted>(&effect.data)) {
            moves.resize(static_cast<std::size_t>(retracted->ply) - 1);
        } else if (const auto* ply = std::get_if<MoveConfirmed>(&effect.data)) {
            confirmed(ply->clock);
        } else if (const auto* ended = std::get_if<GameEnded>(&effect.data)) {
            game_.result = ended->result;
        }
    }
}

} // namespace jipu::test
