// SPDX-License-Identifier: Apache-2.0
// Runs an event loop until a condition holds. Nothing sleeps: the loop waits for its own events,
// and a condition that never comes fails after a deadline that is long for any machine.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>

namespace jipu::test {

/// True as soon as `holds()`; false when it did not within `deadline`.
template <typename Condition>
bool run_until(boost::asio::io_context& loop, Condition holds,
               std::chrono::milliseconds deadline = std::chrono::seconds(20)) {
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!holds()) {
        loop.restart();
        if (std::chrono::steady_clock::now() >= end) return false;
        // Bounded, because the condition may hang on something outside of the loop.
        loop.run_one_for(std::chrono::milliseconds(2));
    }
    return true;
}

} // namespace jipu::test
