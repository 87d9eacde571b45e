// SPDX-License-Identifier: Apache-2.0
// A disk that fails when told to: SQLite's own VFS behind a counter. Nothing is really synced, so a
// test may commit thousands of times.
#pragma once

#include <atomic>

namespace jipu::test {

/// Operations are writes (a failing one leaves half its bytes), truncations, syncs and opens.
struct FailingDisk {
    static constexpr const char* name = "failing-disk";
    std::atomic<int> done{0};  ///< operations so far
    std::atomic<int> first{0}; ///< the first that fails, counted from 1; 0: none
    std::atomic<int> count{0}; ///< how many fail from there on
    std::atomic<int> code{0};  ///< SQLite's result code; 0: an I/O error
    void fail(int first_one, int how_many, int with_code);
    void mend();
    bool strikes();
};

/// The one disk; registers it at the first call.
FailingDisk& failing_disk();

} // namespace jipu::test
