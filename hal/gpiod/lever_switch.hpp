// SPDX-License-Identifier: Apache-2.0
// One switch under a lever or a button: from bouncing edges to presses. Pure; time is an argument.
// Not left to the kernel: libgpiod 1 has no debouncing, and libgpiod 2's stamps an edge when its
// bounce is over, where a press counts from its first touch.
#pragma once

#include <optional>

#include "hal/api/drivers.hpp"

namespace jipu::gpio {

class LeverSwitch {
  public:
    /// `debounce` in nanoseconds: a level shorter than this is bounce.
    explicit LeverSwitch(MonotonicNs debounce) : debounce_(debounce) {}

    /// The level that stands, without a press: at the opening of the line.
    void begin(bool active) { raw_ = stable_ = active; }

    /// An edge to this level. Edges come in the order of their stamps; one that repeats the level
    /// stands for a pulse too short to be seen. Returns a press that this edge shows to have been
    /// finished before, by the stamp of its first edge.
    std::optional<MonotonicNs> edge(bool active, MonotonicNs at) {
        const auto press = settle(at);
        if (raw_ == stable_ && at - last_ >= debounce_) first_ = at;
        raw_ = active;
        last_ = at;
        return press;
    }

    /// What the time that has passed until `now` makes sure: a press, by its first edge.
    std::optional<MonotonicNs> settle(MonotonicNs now) {
        if (raw_ == stable_ || now - last_ < debounce_) return std::nullopt;
        stable_ = raw_;
        if (!stable_) return std::nullopt;
        return first_;
    }

    /// When settle() is to be called, if at all.
    std::optional<MonotonicNs> due() const {
        if (raw_ == stable_) return std::nullopt;
        return last_ + debounce_;
    }

  private:
    MonotonicNs debounce_;
    bool raw_ = false, stable_ = false;
    MonotonicNs first_ = 0; ///< the first edge since the level stood
    MonotonicNs last_ = -1'000'000'000'000;
};

} // namespace jipu::gpio
