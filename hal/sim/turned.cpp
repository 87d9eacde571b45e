// SPDX-License-Identifier: Apache-2.0
// Points, poles and levers exchanged, one by one.
#include "hal/sim/turned.hpp"

#include <algorithm>

#include "rules/base/ids.hpp"

namespace jipu::sim {

Script turned(Script script, Turn how) {
    const bool points = how != Turn::colours;
    const std::size_t last = script.start.levels.size() - 1;
    const auto turn = [&](PointIndex& point) {
        if (points && point != no_point) point = static_cast<PointIndex>(last - point);
    };
    for (ScanFrame* frame : {&script.start, &script.end}) {
        if (points) std::reverse(frame->levels.begin(), frame->levels.end());
        if (how == Turn::colours)
            for (Level& level : frame->levels)
                level = other_pole(level);
    }
    for (ScriptItem& item : script.items) {
        if (auto* change = std::get_if<PointChange>(&item.what)) {
            turn(change->point);
            if (how == Turn::colours) change->level = other_pole(change->level);
        } else if (auto* press = std::get_if<PressReport>(&item.what)) {
            if (how == Turn::seats) press->side = opponent(press->side);
        }
    }
    for (DeservedAlert& alert : script.deserved) {
        for (std::vector<PointIndex>* all : {&alert.must_from, &alert.must_to})
            std::for_each(all->begin(), all->end(), turn);
        if (how == Turn::seats && alert.side) alert.side = opponent(*alert.side);
    }
    for (Mishap& mishap : script.mishaps)
        std::for_each(mishap.points.begin(), mishap.points.end(), turn);
    const int plies = static_cast<int>(script.plies.size());
    script.allowed.push_back({"setup-wrong", 0, plies, true});
    if (points) script.allowed.push_back({"illegal-move", 0, 1, true});
    return script;
}

} // namespace jipu::sim
