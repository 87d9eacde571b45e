// SPDX-License-Identifier: Apache-2.0
// GPIO lines as the boards and the clock need them: some lines of one chip are requested together,
// set or read in one call, or watched for edges. lines_v1.cpp (libgpiod 1) and lines_v2.cpp stand
// behind it, chosen when the build is configured; tests have a board of their own behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hal/api/board_wiring.hpp"
#include "hal/api/drivers.hpp"
#include "rules/base/result.hpp"

namespace jipu::gpio {

/// input: read. edges: read, and every edge is reported. open_drain, open_source: an output that
/// holds its line in the active state alone and lets go of it otherwise, so that two of them never
/// fight. push_pull: an output that nothing else drives.
enum class LineUse : std::uint8_t { input, edges, open_drain, open_source, push_pull };

/// How the lines of one request are used, all alike. Levels are logical: true is active.
struct LineSetup {
    LineUse use = LineUse::input;
    bool active_low = false;
    GpioBias bias = GpioBias::external;
};

/// The kernel holds at most so many lines in one request.
inline constexpr std::size_t most_lines = 64;

struct Edge {
    std::size_t line = 0; ///< as requested, from 0
    bool active = false;  ///< the level after it
    MonotonicNs at = 0;   ///< the kernel's stamp, CLOCK_MONOTONIC
};

/// Lines that are ours until this is destroyed; outputs are inactive at the beginning, and are let
/// go inactive at the end. No call allocates. Calls fail with an errno value; 0 is success.
class LineRequest {
  public:
    LineRequest() = default;
    LineRequest(const LineRequest&) = delete;
    LineRequest& operator=(const LineRequest&) = delete;
    virtual ~LineRequest() = default;
    /// All lines of the request at once, 0 or 1 each: one system call.
    virtual int set(std::span<const std::uint8_t> levels) = 0;
    /// All lines of the request at once: one system call (libgpiod 1 with edges: one a line).
    virtual int get(std::span<std::uint8_t> levels) = 0;
    /// Readable when edges wait: one, or one a line. Owned by the request.
    virtual std::span<const int> edge_fds() const = 0;
    /// The edges that wait at one of edge_fds(), appended to `out`; does not block when it is
    /// readable.
    virtual int read_edges(int fd, std::vector<Edge>& out) = 0;
};

/// Requests lines by chip and name. Fails in words: the line, and who holds it.
class Lines {
  public:
    Lines() = default;
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;
    virtual ~Lines() = default;
    /// `lines`: 1 to most_lines offsets or names, as in GpioLine.
    virtual Result<std::unique_ptr<LineRequest>> request(const std::string& chip,
                                                         std::span<const std::string> lines,
                                                         const LineSetup& setup) = 0;
};

/// Those of this machine. May be used from any thread, by one at a time.
std::unique_ptr<Lines> real_lines();

} // namespace jipu::gpio
