// SPDX-License-Identifier: Apache-2.0
// What a board's sensors show, in words for who builds or calibrates one: every change, points that
// never answered, and missing diodes. It knows no game, no device and no loop.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hal/api/board_wiring.hpp"
#include "hal/api/drivers.hpp"
#include "hal/sim/link/board_link.hpp"

namespace jipu::tool {

class BoardTeller final : public BoardSink {
  public:
    using Say = std::function<void(const std::string& line)>;

    /// `columns` of the matrix behind `wiring`, for ghosts; 0: there is no matrix of contacts.
    BoardTeller(sim::BoardShape shape, BoardWiring wiring, std::size_t columns, Say say);

    void board_scan(MonotonicNs at, const ScanFrame& frame) override;
    void board_change(MonotonicNs at, PointChange change) override;
    void board_lost(MonotonicNs at, const std::string& detail) override;
    void board_back(MonotonicNs at, const std::string& detail) override;
    void board_note(MonotonicNs at, const std::string& detail) override;

    /// What the whole trial showed: points that were never on, and those that never changed from
    /// it.
    void sum_up();
    /// Whether the board was there at any time.
    bool was_seen() const { return !levels_.empty(); }

  private:
    void tell(MonotonicNs at, const std::string& words);
    /// Two points that closed in one scan: is one of them the other's ghost?
    void look_for_ghost(MonotonicNs at, PointIndex one, PointIndex other);
    std::string names(const std::vector<PointIndex>& points) const;

    sim::BoardShape shape_;
    BoardWiring wiring_;
    std::size_t columns_;
    Say say_;
    MonotonicNs begin_ = 0;
    std::vector<Level> levels_;
    std::vector<bool> was_on_, was_off_;
    std::vector<PointIndex> closed_now_; ///< in the scan of `closed_at_`
    MonotonicNs closed_at_ = 0;
};

} // namespace jipu::tool
