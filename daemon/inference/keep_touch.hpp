// SPDX-License-Identifier: Apache-2.0
// Which touches of a turn are kept where there is room for a few: the rule needs the first ones.
#pragma once

#include "daemon/inference/hypothesis.hpp"

namespace jipu::inference {

/// Adds a touch. A point touched again counts by its first touch; of more touches than there is
/// room for the last lifted is forgotten, for the first binds (000/4.1.1).
template <std::size_t N>
void keep_touch(FixedList<Touch, N>& touches, const Touch& touch) {
    Touch* last = nullptr;
    for (Touch& known : touches) {
        if (known.point == touch.point && known.turn == touch.turn && known.piece == touch.piece &&
            known.moved == touch.moved && known.accident == touch.accident &&
            (known.rest.lasted == Duration{0} || touch.rest.lasted == Duration{0} ||
             known.rest.at == touch.rest.at)) {
            known.returned = touch.returned;
            known.beside_own = known.beside_own || touch.beside_own;
            if (touch.rest.lasted > known.rest.lasted) known.rest = touch.rest;
            return;
        }
        if (last == nullptr || known.lifted > last->lifted) last = &known;
    }
    if (touches.push(touch)) return;
    if (touch.lifted < last->lifted) *last = touch;
}

} // namespace jipu::inference
