// SPDX-License-Identifier: Apache-2.0
// The one JSON type of the program: keys keep the order in which they were written, so that a line
// reads as the contract lists its fields. Forward declarations only; who builds or reads values
// includes <nlohmann/json.hpp> too.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace jipu {

using Json = nlohmann::ordered_json;

/// The value on one line. Bytes that are no UTF-8 (a device's name) become U+FFFD: never throws.
std::string dump_line(const Json& value);

} // namespace jipu
