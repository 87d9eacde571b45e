// SPDX-License-Identifier: Apache-2.0
// Catch2 2 (Debian 12) or 3 (Debian 13) behind one include, and where the shared games are.
#pragma once

#ifdef JIPU_CATCH2_V2
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
#endif

#include <filesystem>
#include <string>

namespace jipu::test {

/// The project's own test data: tests/data.
inline std::filesystem::path data_dir() {
    return std::filesystem::path(JIPU_SOURCE_DIR) / "tests/data";
}

/// The folder of real games that may lie beside the project; a test that needs it calls
/// skipped_without_shared() first.
inline std::filesystem::path shared_dir() {
    return std::filesystem::path(JIPU_SOURCE_DIR).parent_path() / "shared";
}

/// True (and says so) when the shared games are not there: the test returns at once.
inline bool skipped_without_shared(const std::string& file) {
    if (std::filesystem::exists(shared_dir() / file)) return false;
    WARN("SKIPPED: ../shared/" << file << " is not there");
    return true;
}

} // namespace jipu::test
