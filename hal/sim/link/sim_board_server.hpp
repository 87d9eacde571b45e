// SPDX-License-Identifier: Apache-2.0
// The board's end of the simulated board: listens on a Unix socket, sends every reader the levels
// as they stand and then each change. It keeps the levels while readers come and go.
#pragma once

#include <memory>
#include <string>

#include "hal/sim/link/board_link.hpp"
#include "rules/base/result.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::sim {

class SimBoardServer {
  public:
    /// Listens at once. Fails with the path and the reason, and when another program serves there;
    /// a socket that a dead one left behind is replaced.
    static Result<std::unique_ptr<SimBoardServer>>
    listen(boost::asio::io_context& loop, const std::string& socket_path, const BoardShape& shape);
    ~SimBoardServer(); ///< closes and removes the socket
    SimBoardServer(const SimBoardServer&) = delete;
    SimBoardServer& operator=(const SimBoardServer&) = delete;

    /// Takes over a whole scan and sends it to all readers.
    void set_levels(const ScanFrame& frame);
    void change(PointChange change);
    const ScanFrame& levels() const;
    std::size_t readers() const;

  private:
    struct Impl;
    explicit SimBoardServer(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::sim
