// SPDX-License-Identifier: Apache-2.0
// One line of a self-test.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jipu::tool {

enum class Outcome : std::uint8_t { ok, failed, skipped };

struct Check {
    std::string device; ///< `board`, `clock`, `journal`, ...
    Outcome outcome = Outcome::ok;
    std::string reason; ///< what was seen
    std::string remedy; ///< failed: what to do; else empty
};
using Checks = std::vector<Check>;

inline Check ok(std::string device, std::string reason) {
    return {std::move(device), Outcome::ok, std::move(reason), {}};
}
inline Check skipped(std::string device, std::string reason) {
    return {std::move(device), Outcome::skipped, std::move(reason), {}};
}
inline Check failed(std::string device, std::string reason, std::string remedy) {
    return {std::move(device), Outcome::failed, std::move(reason), std::move(remedy)};
}

} // namespace jipu::tool
