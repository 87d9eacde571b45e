// SPDX-License-Identifier: Apache-2.0
// The start position is set up, and single pieces are asked for until it tells the wiring.
#pragma once

#include <vector>

#include "daemon/app/jipu/calibrate/dialog.hpp"
#include "daemon/calibration/start_position.hpp"

namespace jipu::tool {

class StartDialog final : public Dialog {
  public:
    /// `standing`: the start position, by point; on hall boards by pole.
    StartDialog(BoardWiring old, std::vector<Level> standing, Say say);

    void begin() override;
    void settled(const calibration::Bits& on) override;
    void typed(const std::string& line) override;
    bool is_done() const override { return state_ == State::done; }
    std::optional<calibration::FoundWiring> found() const override;

  private:
    enum class State : std::uint8_t { set_up, await_answer, await_return, done };
    void look();
    void ask();

    BoardWiring old_;
    calibration::Grid grid_;
    std::vector<Level> standing_;
    Say say_;
    State state_ = State::set_up;
    calibration::Bits on_, base_;
    std::optional<calibration::StartSearch> search_;
    std::optional<calibration::Question> question_;
};

} // namespace jipu::tool
