// SPDX-License-Identifier: Apache-2.0
// What this process holds: for tests that go on for long and ask at the end whether it has grown.
// Linking memory_use.cpp replaces operator new; any thread may allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace jipu::test {

struct MemoryUse {
    std::int64_t blocks = 0;      ///< from operator new, and not given back
    std::int64_t block_bytes = 0; ///< ... and how large they are
    std::int64_t heap_bytes = 0;  ///< malloc's, those of C libraries too; 0 under sanitizers
    std::int64_t resident_kb = 0; ///< anonymous memory: without what is mapped from files
    std::size_t descriptors = 0;
    std::size_t threads = 0;
};

/// As it is now. What is asked for on the way is given back.
MemoryUse memory_use();

/// One line for people: how much each number has grown from `before` to `after`.
std::string growth(const MemoryUse& before, const MemoryUse& after);

/// True, and says so, unless JIPU_FULL is in the environment: the whole takes minutes.
bool skipped_unless_full();

} // namespace jipu::test
