// SPDX-License-Identifier: Apache-2.0
// What is asked of who sits at a board that is calibrated, and what was seen of it. A dialog knows
// bits, lines that are typed and lines that are said; no device, no terminal and no time.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daemon/calibration/walk.hpp"

namespace jipu::tool {

class Dialog {
  public:
    using Say = std::function<void(const std::string& line)>;

    Dialog() = default;
    Dialog(const Dialog&) = delete;
    Dialog& operator=(const Dialog&) = delete;
    virtual ~Dialog() = default;

    /// What is asked first.
    virtual void begin() = 0;
    /// These bits are on, and have not changed for a while; in their order.
    virtual void settled(const calibration::Bits& on) = 0;
    /// A line was typed, without its end; empty: Enter alone.
    virtual void typed(const std::string& line) = 0;
    /// Nothing more is asked.
    virtual bool is_done() const = 0;
    /// What came of it; nullopt: nothing could be found out, and it was said why.
    virtual std::optional<calibration::FoundWiring> found() const = 0;
};

/// Bits of `one` that are not in `other`; both in order.
calibration::Bits without(const calibration::Bits& one, const calibration::Bits& other);

} // namespace jipu::tool
