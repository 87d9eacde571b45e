// SPDX-License-Identifier: Apache-2.0
// The deserved alerts as data, and when a forgotten press is clear.
#include "hal/sim/deserved.hpp"

#include <algorithm>

namespace jipu::sim {

namespace {

/// Room on both sides of a bound within which two honest readers of the contract may differ.
constexpr Duration margin = from_ms(100);

DeservedGrade stands_or_done(bool ends) {
    return ends ? DeservedGrade::observed : DeservedGrade::completed;
}

} // namespace

DeservedAlert touch_move(int ply, Side side, PointIndex touched, bool ends) {
    return {"touch-move", side, ply, stands_or_done(ends), "move", {touched}, {}};
}

DeservedAlert no_press(int ply, Side side) {
    return {"no-press", side, ply, DeservedGrade::notice, "", {}, {}};
}

DeservedAlert illegal_move(int ply, Side side, bool pressed) {
    return {"illegal-move", side, ply, stands_or_done(!pressed), "", {}, {}};
}

DeservedAlert placed_piece(int ply, Side side, PointIndex from, PointIndex placed, bool ends) {
    return {"placed-piece", side, ply, stands_or_done(ends), "move", {from}, {placed}};
}

DeservedAlert early_press(int ply, Side side) {
    return {"early-press", side, ply, DeservedGrade::notice, "", {}, {}};
}

DeservedAlert touch_capture(int ply, PointIndex touched) {
    return {"touch-capture", std::nullopt, ply, DeservedGrade::notice, "capture", {}, {touched}};
}

std::optional<DeservedAlert> touch_alert(int ply, const PlyFacts& facts, const Touched& touched,
                                         bool ends) {
    const auto has = [](const auto& all, const auto& one) {
        return std::find(all.begin(), all.end(), one) != all.end();
    };
    const bool takable = has(facts.capturable, touched.other);
    const bool another = touched.own != no_point && touched.own != facts.from;
    const bool owes_move = another && has(facts.movable, touched.own);
    if (touched.own == no_point || touched.other == no_point) {
        if (owes_move) return touch_move(ply, facts.side, touched.own, ends); // (1)
        if (takable) return touch_capture(ply, touched.other);                // (2)
        return std::nullopt;
    }
    if (has(facts.takings, PlyFacts::Taking{touched.own, touched.other})) { // (3)1
        DeservedAlert alert = touch_capture(ply, touched.other);
        alert.must_from = {touched.own};
        if (!another) return alert;
        // Not moved, whoever touched the other: certain; and either would pay.
        alert.code = "touch-move";
        alert.side = facts.side;
        alert.grade = stands_or_done(ends);
        alert.must_kind = "capture-or-move";
        return alert;
    }
    if (has(facts.movable, touched.own)) { // (3)2
        if (another) return touch_move(ply, facts.side, touched.own, ends);
        return std::nullopt;
    }
    if (takable) return touch_capture(ply, touched.other); // (3)3
    return std::nullopt;
}

// The notice comes no_press_ms after the move is finished: after its placement, or, for a reader
// who calls it finished when it has settled, settle_ms later. The answer counts when the reply has
// settled, or for a reader who confirms at the reply's press, from its placement on.
Duration unclear_by(const AnswerTimes& times, const HandsThresholds& thresholds) {
    const Duration deadline = times.placed + from_ms(thresholds.no_press_ms);
    const Duration settle = from_ms(thresholds.settle_ms);
    if (times.latest_answer + settle + margin < deadline) return Duration{0};
    const Duration clear = deadline + settle + margin;
    if (times.earliest_answer > clear) return Duration{0};
    return clear - times.earliest_answer + from_ms(1);
}

bool noticed_unpressed(const AnswerTimes& times, const HandsThresholds& thresholds) {
    return times.earliest_answer > times.placed + from_ms(thresholds.no_press_ms);
}

} // namespace jipu::sim
