// SPDX-License-Identifier: Apache-2.0
// See walk_dialog.hpp. A piece that is pushed on to the next point without being lifted is taken as
// both: the bits of the first have gone, others have come.
#include "daemon/app/jipu/calibrate/walk_dialog.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "daemon/calibration/find_wiring.hpp"
#include "daemon/calibration/line_words.hpp"

namespace jipu::tool {

using calibration::Bits;

Bits without(const Bits& one, const Bits& other) {
    Bits out;
    std::set_difference(one.begin(), one.end(), other.begin(), other.end(),
                        std::back_inserter(out));
    return out;
}

WalkDialog::WalkDialog(BoardWiring old, bool both_poles, Say say)
    : old_(std::move(old)), grid_(calibration::grid_of(old_)), say_(std::move(say)) {
    std::vector<Level> magnets{Level::on};
    if (old_.sensors == Sensors::hall) {
        magnets = {Level::north};
        if (both_poles) magnets.push_back(Level::south);
    }
    for (const Level magnet : magnets)
        for (std::size_t point = 0; point < grid_.points(); ++point)
            steps_.push_back({static_cast<PointIndex>(point), magnet});
}

void WalkDialog::begin() {
    say_("The walk goes from a0 to i0, then a1 to i1, and so on to i9. Enter: nothing is seen; s: "
         "skip the point; b: back to the one before; q: end here.");
    say_("Take everything off the board, then press Enter.");
}

void WalkDialog::ask() {
    if (at_ == steps_.size()) {
        state_ = State::done;
        return;
    }
    state_ = State::await_piece;
    const Step& step = steps_[at_];
    const char* piece = step.magnet == Level::north   ? "a red piece (north up)"
                        : step.magnet == Level::south ? "a black piece (south up)"
                                                      : "a piece";
    say_(calibration::point_name(grid_, step.point) + ": put " + piece + " on it");
}

void WalkDialog::go_on() {
    ++at_;
    ask();
}

void WalkDialog::forget(const Step& step) {
    std::erase_if(walk_.touches, [&](const calibration::Touch& touch) {
        return touch.point == step.point && touch.magnet == step.magnet;
    });
}

void WalkDialog::go_back() {
    if (state_ == State::await_piece && at_ > 0) --at_;
    forget(steps_[at_]);
    ask();
}

void WalkDialog::note(Bits bits) {
    const Step& step = steps_[at_];
    forget(step);
    walk_.touches.push_back({step.point, step.magnet, std::move(bits)});
}

// By the names of the old wiring: whoever knows it sees at once what is exchanged.
std::string WalkDialog::seen_words(const Bits& bits) const {
    std::vector<PointIndex> points;
    std::size_t spare = 0;
    for (const calibration::Bit bit : bits) {
        const auto at =
            std::find_if(old_.points.begin(), old_.points.end(), [bit](const PointBits& one) {
                return one.first == bit || one.second == bit;
            });
        const auto point = static_cast<PointIndex>(at - old_.points.begin());
        if (at == old_.points.end()) {
            ++spare;
        } else if (points.empty() || points.back() != point) {
            points.push_back(point);
        }
    }
    std::string words = points.empty() ? "" : calibration::point_names(grid_, points);
    if (spare > 0)
        words += (words.empty() ? "" : " and ") + std::to_string(spare) + " bits of no point";
    return words;
}

void WalkDialog::settled(const Bits& on) {
    on_ = on;
    const Bits fresh = without(on, base_);
    if (state_ == State::await_lift && without(noted_, fresh) == noted_) go_on();
    if (state_ != State::await_piece || fresh.empty()) return;
    const std::string name = calibration::point_name(grid_, steps_[at_].point);
    say_(name + ": seen, the old file calls it " + seen_words(fresh) + "; lift it");
    note(fresh);
    noted_ = fresh;
    state_ = State::await_lift;
}

void WalkDialog::typed(const std::string& line) {
    if (state_ == State::done) return;
    if (line == "q") {
        state_ = State::done;
        return;
    }
    if (state_ == State::clear_board) {
        base_ = walk_.stuck = on_;
        if (!on_.empty()) say_("on with nothing on the board: " + seen_words(on_));
        ask();
    } else if (line == "b") {
        go_back();
    } else if (state_ == State::await_lift) {
        base_ = on_; // what stays on hangs
        go_on();
    } else {
        if (line.empty()) {
            say_(calibration::point_name(grid_, steps_[at_].point) + ": nothing seen");
            note({});
        }
        go_on();
    }
}

std::optional<calibration::FoundWiring> WalkDialog::found() const {
    if (walk_.touches.empty()) {
        say_("Nothing was tried.");
        return std::nullopt;
    }
    return calibration::find_wiring(old_, walk_);
}

} // namespace jipu::tool
