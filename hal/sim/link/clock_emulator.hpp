// SPDX-License-Identifier: Apache-2.0
// An emulated clock behind a pseudo-terminal with a stable path, in any protocol: what a daemon
// opens instead of a serial port. It keeps its times while readers come and go, and can be
// unplugged.
#pragma once

#include <memory>
#include <string>

#include "hal/api/clock_kind.hpp"
#include "hal/api/drivers.hpp"
#include "hal/codec/line_clock.hpp"
#include "hal/sim/link/emulated_clock.hpp"
#include "rules/base/result.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::sim {

class ClockEmulator {
  public:
    /// Makes the pseudo-terminal and leads the symbolic link `link_path` to it (an old link is
    /// replaced, anything else is not). `kind`: one that decodes() knows. Fails with the path and
    /// the reason.
    static Result<std::unique_ptr<ClockEmulator>> open(boost::asio::io_context& loop,
                                                       const std::string& link_path, ClockKind kind,
                                                       EmulatedClockOptions options,
                                                       ReadMonotonic read_monotonic);
    ~ClockEmulator(); ///< unplugs
    ClockEmulator(const ClockEmulator&) = delete;
    ClockEmulator& operator=(const ClockEmulator&) = delete;

    void press(line_clock::Half side);
    void pause();
    void resume(line_clock::Half turn);
    /// As if the arbiter set it at the clock itself.
    void set(const line_clock::SetTimes& times);
    line_clock::Times times() const;

    /// The cable is pulled: the reader is hung up on, the link is gone, the clock goes on.
    void unplug();
    /// ... and put in again, as a new pseudo-terminal behind the same link.
    Result<bool> replug();
    /// Has a reader opened the pseudo-terminal and asked for something since?
    bool has_reader() const;

  private:
    struct Impl;
    explicit ClockEmulator(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::sim
