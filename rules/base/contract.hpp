// SPDX-License-Identifier: Apache-2.0
// Asserts for our own bugs, also in release builds: say where, abort, let the service manager
// restart and the journal restore. Never for bad input from outside.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace jipu::detail {
[[noreturn]] inline void contract_broken(const char* file, int line, const char* what) {
    std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, what);
    std::abort();
}
} // namespace jipu::detail

#define JIPU_ASSERT(condition, what)                                                               \
    ((condition) ? void(0) : ::jipu::detail::contract_broken(__FILE__, __LINE__, what))
