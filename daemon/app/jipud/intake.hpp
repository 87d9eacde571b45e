// SPDX-License-Identifier: Apache-2.0
// From the devices' reports to the session: in order, with lost and found devices made explicit,
// and held back while the journal can take no more. Pure but for the session's journal; it must not
// know drivers, sockets or the real clock.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "daemon/app/jipud/event_merger.hpp"
#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/app/jipud/session.hpp"
#include "hal/api/drivers.hpp"

namespace jipu::app {

/// How a device is, for status and log.
struct DeviceHealth {
    bool present = false;
    std::string detail = "not seen yet";
    bool lost = false; ///< as its driver said; it may not have been seen at all
};

class Intake final : public BoardSink, public ClockSink {
  public:
    struct Hooks {
        std::function<void()> reported; ///< something waits: call turn() soon
        std::function<bool()> journal_is_full;
        /// A command that cannot be given to the table, and why.
        std::function<void(std::uint64_t tag, const std::string& why)> refused;
        std::function<void(LogLevel, const std::string&)> log;
    };
    Intake(EventMerger& merger, Session& session, Hooks hooks);

    void board_scan(MonotonicNs at, const ScanFrame& frame) override;
    void board_change(MonotonicNs at, PointChange change) override;
    void board_lost(MonotonicNs at, const std::string& detail) override;
    void board_back(MonotonicNs at, const std::string& detail) override;
    void board_note(MonotonicNs at, const std::string& detail) override;
    void clock_bytes(MonotonicNs at, std::span<const std::uint8_t> bytes) override;
    void clock_press(MonotonicNs at, Side side) override;
    void clock_lost(MonotonicNs at, const std::string& detail) override;
    void clock_back(MonotonicNs at, const std::string& detail) override;
    void clock_note(MonotonicNs at, const std::string& detail) override;
    void command(MonotonicNs at, Command command, std::uint64_t tag);

    /// Brings what the daemon itself has to tell, after everything that is due at `now`.
    void tell_own(MonotonicNs now);
    /// Brings everything to the table that is due at `now`.
    void turn(MonotonicNs now);
    /// Brings everything that waits, whatever the time: for the stop.
    void drain();
    /// When turn() will have something to do.
    std::optional<MonotonicNs> next_turn() const;

    const DeviceHealth& health(Device device) const {
        return health_[static_cast<std::size_t>(device)];
    }
    bool is_held_back() const { return held_back_; }

  private:
    void arrived(Device device, const std::string& detail);
    void left(Device device, const std::string& detail);
    void note(Device device, const std::string& detail);
    void bring(Report report);
    void bring_board(Report report);
    void bring_clock(Report report);
    void bring_command(Report report);
    void look_at_journal(MonotonicNs now);
    void tell(MonotonicNs stamp, DeviceLost lost);
    void tell(MonotonicNs stamp, DeviceBack back);

    EventMerger& merger_;
    Session& session_;
    Hooks hooks_;
    RawLevels seen_; // as the board is, whatever the table was told
    DeviceHealth health_[2];
    bool held_back_ = false;
};

} // namespace jipu::app
