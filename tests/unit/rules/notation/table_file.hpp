// SPDX-License-Identifier: Apache-2.0
// Reads the tables of the notation tests: lines of tab-separated cells, the first one the head.
#pragma once

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace jipu::test {

inline std::string file_text(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    INFO(path.string());
    REQUIRE(in.good());
    return std::string(std::istreambuf_iterator<char>(in), {});
}

inline std::vector<std::string> split(const std::string& line, char at) {
    std::vector<std::string> out;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, at);)
        if (at != ' ' || !cell.empty()) out.push_back(cell);
    return out;
}

/// The rows below the head.
inline std::vector<std::vector<std::string>> table_rows(const std::filesystem::path& path) {
    std::vector<std::vector<std::string>> out;
    const auto lines = split(file_text(path), '\n');
    for (std::size_t i = 1; i < lines.size(); ++i)
        out.push_back(split(lines[i], '\t'));
    return out;
}

} // namespace jipu::test
