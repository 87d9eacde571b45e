// SPDX-License-Identifier: Apache-2.0
// Writes a wiring as the file that says it: the other way of wiring.hpp. Which wiring is right is
// not its affair.
#pragma once

#include <string>

#include "config/wiring.hpp"
#include "rules/base/result.hpp"

namespace jipu {

/// A file that load_wiring() reads as this very wiring. `head`: comment lines without their `#`.
/// Fails with the reason where the form of the file cannot say it: the two bits of one point of a
/// matrix that are of two points.
Result<std::string> format_wiring(const BoardWiring& wiring, const WiringFor& board,
                                  const std::string& head);

} // namespace jipu
