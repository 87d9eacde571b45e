// SPDX-License-Identifier: Apache-2.0
// How often this program has asked for memory. The count is of operator new alone.
#pragma once

#include <cstdint>

namespace jipu::campaign {
std::uint64_t allocations();
} // namespace jipu::campaign
