// SPDX-License-Identifier: Apache-2.0
// The walk: a magnet on one point after the other, from a0 along each rank; on hall boards first a
// red piece, then a black one.
#pragma once

#include <cstddef>
#include <vector>

#include "daemon/app/jipu/calibrate/dialog.hpp"
#include "daemon/calibration/board_lines.hpp"

namespace jipu::tool {

class WalkDialog final : public Dialog {
  public:
    /// `old`: the wiring by which the bits are named. `both_poles`: hall alone.
    WalkDialog(BoardWiring old, bool both_poles, Say say);

    void begin() override;
    void settled(const calibration::Bits& on) override;
    void typed(const std::string& line) override;
    bool is_done() const override { return state_ == State::done; }
    std::optional<calibration::FoundWiring> found() const override;

  private:
    enum class State : std::uint8_t { clear_board, await_piece, await_lift, done };
    struct Step {
        PointIndex point;
        Level magnet;
    };
    void ask();
    void go_on();
    void go_back();
    void note(calibration::Bits bits);
    void forget(const Step& step);
    std::string seen_words(const calibration::Bits& bits) const;

    BoardWiring old_;
    calibration::Grid grid_;
    Say say_;
    std::vector<Step> steps_;
    std::size_t at_ = 0;
    State state_ = State::clear_board;
    calibration::Bits on_, base_, noted_;
    calibration::Walk walk_;
};

} // namespace jipu::tool
