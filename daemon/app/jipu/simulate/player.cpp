// SPDX-License-Identifier: Apache-2.0
// Waiting for the readers -> playing (the next act's deadline is awaited) -> lingering -> done. An
// act that comes late puts off all that follow: hands do not hurry because a machine is busy.
#include "daemon/app/jipu/simulate/player.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>

#include "hal/sim/link/clock_emulator.hpp"
#include "hal/sim/link/sim_board_server.hpp"

namespace jipu::tool {
namespace asio = boost::asio;
using boost::system::error_code;
using line_clock::Half;
using SteadyClock = std::chrono::steady_clock;

namespace {

MonotonicNs steady_ns() {
    return std::chrono::nanoseconds(SteadyClock::now().time_since_epoch()).count();
}

/// What a timer is late by anyway.
constexpr auto unnoticed = std::chrono::milliseconds(1);

SteadyClock::duration seconds(double s) {
    return std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(s));
}

class Player {
  public:
    Player(const PlayerOptions& options, const std::vector<Act>& acts, const OnAct& on_act)
        : options_(options), acts_(acts), on_act_(on_act), timer_(loop_),
          signals_(loop_, SIGINT, SIGTERM) {}

    int run(const ScanFrame& start);

  private:
    bool make_devices(const ScanFrame& start);
    bool readers_are_there() const;
    void await_readers(SteadyClock::time_point until);
    void begin();
    void play_due();
    void do_act(const Act& act);
    Half half_of(Side side) const { return side == options_.clock_left ? Half::left : Half::right; }
    void finish(int status) {
        status_ = status;
        loop_.stop();
    }

    const PlayerOptions& options_;
    const std::vector<Act>& acts_;
    const OnAct& on_act_;
    asio::io_context loop_;
    asio::steady_timer timer_;
    asio::signal_set signals_;
    std::unique_ptr<sim::SimBoardServer> board_;
    std::unique_ptr<sim::ClockEmulator> clock_;
    SteadyClock::time_point zero_; ///< when the timeline began, put off by what came late
    std::size_t next_ = 0;
    int status_ = 1;
};

bool Player::make_devices(const ScanFrame& start) {
    auto board = sim::SimBoardServer::listen(loop_, options_.board_socket, options_.shape);
    if (!board) {
        std::fprintf(stderr, "jipu simulate: %s\n", board.error().c_str());
        return false;
    }
    board_ = std::move(*board);
    board_->set_levels(start);
    if (options_.clock_link.empty()) return true;
    auto clock = sim::ClockEmulator::open(loop_, options_.clock_link, options_.clock_kind,
                                          options_.clock, steady_ns);
    if (!clock) {
        std::fprintf(stderr, "jipu simulate: %s\n", clock.error().c_str());
        return false;
    }
    clock_ = std::move(*clock);
    return true;
}

bool Player::readers_are_there() const {
    return board_->readers() > 0 && (!clock_ || clock_->has_reader());
}

void Player::await_readers(SteadyClock::time_point until) {
    if (readers_are_there()) {
        begin();
        return;
    }
    if (SteadyClock::now() >= until) {
        std::fprintf(stderr, "jipu simulate: no reader of the %s within %g s\n",
                     board_->readers() > 0 ? "clock" : "board", options_.wait_reader_s);
        finish(1);
        return;
    }
    timer_.expires_after(std::chrono::milliseconds(10));
    timer_.async_wait([this, until](const error_code& error) {
        if (!error) await_readers(until);
    });
}

void Player::begin() {
    zero_ = SteadyClock::now() + seconds(options_.start_delay_s);
    play_due();
}

void Player::play_due() {
    while (next_ < acts_.size()) {
        const auto late = SteadyClock::now() - (zero_ + acts_[next_].at);
        if (late < SteadyClock::duration::zero()) break;
        if (late > unnoticed) zero_ += late;
        do_act(acts_[next_]);
        ++next_;
    }
    const bool over = next_ == acts_.size();
    if (over) {
        timer_.expires_after(seconds(options_.linger_s));
    } else {
        timer_.expires_at(zero_ + acts_[next_].at);
    }
    timer_.async_wait([this, over](const error_code& error) {
        if (error) return;
        if (over) {
            finish(0);
        } else {
            play_due();
        }
    });
}

void Player::do_act(const Act& act) {
    if (const auto* change = std::get_if<PointChange>(&act.what)) {
        board_->change(*change);
    } else if (clock_) {
        if (const auto* press = std::get_if<PressReport>(&act.what)) {
            clock_->press(half_of(press->side));
        } else if (std::holds_alternative<GameBegins>(act.what)) {
            // The arbiter starts the clock of the side that moves first.
            clock_->set(
                {options_.clock.left_ms, options_.clock.right_ms, half_of(Side::first), false});
        } else if (std::holds_alternative<GameEnds>(act.what)) {
            clock_->pause();
        } else if (const auto* cable = std::get_if<ClockCable>(&act.what)) {
            if (!cable->plugged_in) {
                clock_->unplug();
            } else if (const auto back = clock_->replug(); !back) {
                std::fprintf(stderr, "jipu simulate: %s\n", back.error().c_str());
            }
        }
    }
    on_act_(act);
}

int Player::run(const ScanFrame& start) {
    signals_.async_wait([this](const error_code& error, int) {
        if (!error) finish(0);
    });
    if (!make_devices(start)) return 1;
    if (options_.wait_reader_s > 0) {
        await_readers(SteadyClock::now() + seconds(options_.wait_reader_s));
    } else {
        begin();
    }
    loop_.run();
    return status_;
}

} // namespace

int play_timeline(const PlayerOptions& options, const ScanFrame& start,
                  const std::vector<Act>& acts, const OnAct& on_act) {
    return Player(options, acts, on_act).run(start);
}

} // namespace jipu::tool
