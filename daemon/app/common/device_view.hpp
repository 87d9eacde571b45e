// SPDX-License-Identifier: Apache-2.0
// How a board's devices are at a moment, as plain data, and as the JSON in which jipud tells it and
// `jipu monitor --json` prints it (jipud(8), "Control socket"). It knows no device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "daemon/sensing/point_health.hpp"
#include "daemon/wire/json.hpp"
#include "hal/api/scan_pace.hpp"
#include "rules/base/result.hpp"

namespace jipu::app {

/// waiting: nothing was heard of it yet.
enum class Presence : std::uint8_t { waiting, ok, lost };

struct PointView {
    Level level = Level::off;
    PointState state = PointState::silent;
    std::uint64_t changes = 0;
    std::optional<std::int64_t> ago_ms; ///< since its last change; nothing: it never changed
    friend bool operator==(const PointView&, const PointView&) = default;
};

struct BoardView {
    std::string driver;
    Presence presence = Presence::waiting;
    std::string detail;            ///< what the device said last, in words
    std::vector<PointView> points; ///< empty before the first scan
    std::optional<ScanPace> pace;
    /// Points that the running game takes for faulty; only jipud knows.
    std::vector<PointIndex> suspected;
    friend bool operator==(const BoardView&, const BoardView&) = default;
};

struct ClockView {
    std::string driver;
    Presence presence = Presence::waiting;
    std::string detail;
    std::string hello;                             ///< what it said of itself
    std::array<std::optional<std::int64_t>, 2> ms; ///< its last reading, by index_of(side)
    std::optional<Side> running;
    std::array<std::uint64_t, 2> presses{};
    std::optional<Side> pressed; ///< the last press, and how long ago
    std::int64_t pressed_ago_ms = 0;
    std::optional<std::int64_t> heard_ago_ms; ///< since its last sign of life
    std::uint64_t wrong_frames = 0;
    std::string last_error; ///< of the last wrong frame
    friend bool operator==(const ClockView&, const ClockView&) = default;
};

struct DeviceView {
    std::string name; ///< of the board
    Game game = Game::xiangqi;
    Sensors sensors = Sensors::reed;
    std::string told_by; ///< `jipud`, or `jipu`, which opened the devices itself
    BoardView board;
    std::optional<ClockView> clock; ///< nothing: there is none
    friend bool operator==(const DeviceView&, const DeviceView&) = default;
};

Json device_view_json(const DeviceView& view);
/// Reads what device_view_json() wrote. Fails with the word that is wrong.
Result<DeviceView> parse_device_view(const Json& json);

} // namespace jipu::app
