// SPDX-License-Identifier: Apache-2.0
// The board driver `sim`: connects to a simulated board's Unix socket and reports its lines. What
// is not there is tried again; a wrong line ends the connection, because what stands on the board
// is not known any more, and the next connection begins with a whole scan.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "hal/api/drivers.hpp"
#include "hal/sim/link/board_link.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::sim {

struct SimBoardOptions {
    std::string socket_path;
    BoardShape shape;
    std::chrono::milliseconds first_retry{20}; ///< doubled at each failure
    std::chrono::milliseconds last_retry{500}; ///< ... up to this
};

class SimBoardSource final : public BoardSource {
  public:
    /// `read_monotonic` stamps each line when its bytes were read.
    SimBoardSource(boost::asio::io_context& loop, SimBoardOptions options,
                   ReadMonotonic read_monotonic);
    ~SimBoardSource() override;
    /// The sink must outlive the source, or stop() must come first.
    void start(BoardSink& sink) override;
    void stop() override;
    /// Lines that could not be read since the start.
    std::uint64_t wrong_lines() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::sim
