// SPDX-License-Identifier: Apache-2.0
// See start_dialog.hpp.
#include "daemon/app/jipu/calibrate/start_dialog.hpp"

#include <utility>

#include "daemon/calibration/line_words.hpp"

namespace jipu::tool {

using calibration::Bits;

StartDialog::StartDialog(BoardWiring old, std::vector<Level> standing, Say say)
    : old_(std::move(old)), grid_(calibration::grid_of(old_)), standing_(std::move(standing)),
      say_(std::move(say)) {}

void StartDialog::begin() {
    say_("Set up the start position, all pieces of both sides, then press Enter. q: end here.");
}

void StartDialog::look() {
    base_ = on_;
    search_.emplace(old_, standing_, base_);
    if (!search_->fits()) {
        say_(
            std::to_string(base_.size()) +
            " sensors are on, and no usual mistake of the wiring makes the start position of them. "
            "Is it set up? Press Enter to look again, or end with q and walk the board: --walk.");
        search_.reset();
        return;
    }
    if (search_->left() > 1)
        say_("The position looks the same in " + std::to_string(search_->left()) +
             " wirings: single pieces tell them apart. Enter: nothing is seen.");
    ask();
}

void StartDialog::ask() {
    question_ = search_->next();
    if (!question_) {
        state_ = State::done;
        return;
    }
    state_ = State::await_answer;
    const std::string name = calibration::point_name(grid_, question_->point);
    say_(question_->lift ? name + ": lift the piece"
                         : name + ": put a piece on it, one from elsewhere will do");
}

void StartDialog::settled(const Bits& on) {
    on_ = on;
    if (state_ == State::await_return && on_ == base_) ask();
    if (state_ != State::await_answer) return;
    const Bits changed = question_->lift ? without(base_, on_) : without(on_, base_);
    if (changed.empty()) return;
    search_->answer(*question_, changed);
    state_ = State::await_return;
    say_(calibration::point_name(grid_, question_->point) +
         ": seen; put everything back as it stood");
}

void StartDialog::typed(const std::string& line) {
    if (state_ == State::done) return;
    if (line == "q") {
        state_ = State::done;
    } else if (state_ == State::set_up) {
        look();
    } else if (state_ == State::await_answer) {
        search_->answer(*question_, {});
        ask();
    } else {
        base_ = on_; // it is back as far as the sensors can tell
        ask();
    }
}

std::optional<calibration::FoundWiring> StartDialog::found() const {
    if (search_) return search_->found();
    say_("The start position was not recognised.");
    return std::nullopt;
}

} // namespace jipu::tool
