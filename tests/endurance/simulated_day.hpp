// SPDX-License-Identifier: Apache-2.0
// Games one after the other at one board, in simulated time: hands upon the contacts of a matrix
// that the real scanner scans, a line clock's bytes, and the daemon's own way from there to the
// journal. Nothing waits for the real clock but the disk.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemon/app/jipu/simulate/timeline.hpp"
#include "daemon/app/jipud/intake.hpp"
#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/scan_loop.hpp"
#include "hal/sim/link/emulated_protocol.hpp"
#include "tests/support/gpio/fake_boards.hpp"

namespace jipu::test {

/// A game as its recording has it.
struct DayGame {
    std::uint64_t number = 0;       ///< 0 = first
    std::vector<std::string> moves; ///< ICCS, those that stand
    int confirmed = 0;
    std::string result;
};

class SimulatedDay {
  public:
    /// `folder`: for journal and traces.
    explicit SimulatedDay(const std::string& folder);

    /// Goes on until all acts are done; `begins` is called as each game begins, when all that came
    /// before is safe on the disk.
    void play(const std::vector<tool::Act>& acts, const std::function<void(std::size_t)>& begins);
    /// Commits everything, closes the recording.
    void finish();
    /// Called with each game when the next has begun, and at the finish. Nothing of it is kept.
    std::function<void(const DayGame&)> over;

    // What came of it.
    std::uint64_t games = 0, scans = 0, edges = 0, clock_bytes = 0, left_out = 0, missed = 0;
    std::uint64_t broken_lines = 0, lost = 0, wrong_clocks = 0, alerts = 0;
    MonotonicNs seconds() const { return (now_ - start) / 1'000'000'000; }

  private:
    static constexpr MonotonicNs start = 1'000'000'000;
    void scan();
    void act(const tool::Act& act);
    void say_clock(const std::string& words);
    void tick_clock();
    void keep();
    void caused(const app::Outcome& outcome);
    void confirmed(const ClockMs& clock);

    MonotonicNs now_ = start;
    DayGame game_; ///< that is played
    FakeMatrix matrix_{10, 9};
    std::shared_ptr<FakeGpio> gpio_ = std::make_shared<FakeGpio>(matrix_);
    gpio::MatrixBoard board_;
    gpio::ScanQueue queue_{4, 90};
    gpio::ScanLoop scan_loop_;
    MonotonicNs scan_due_ = start;
    std::vector<Level> known_;

    sim::EmulatedClock clock_;
    std::unique_ptr<sim::EmulatedProtocol> protocol_ = sim::make_emulated_protocol(ClockKind::line);
    std::set<std::pair<std::int64_t, std::int64_t>> shown_; ///< what the clock has told

    std::unique_ptr<Journal> journal_;
    app::EventMerger merger_{20'000'000};
    std::unique_ptr<app::Session> session_;
    std::unique_ptr<app::Intake> intake_;
};

} // namespace jipu::test
