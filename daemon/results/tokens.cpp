// SPDX-License-Identifier: Apache-2.0
// The tokens file and the comparison.
#include "daemon/results/tokens.hpp"

#include <cstddef>

#include "daemon/wire/cloud_event.hpp"

namespace jipu::results {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view take_word(std::string_view& line) {
    const auto from = line.find_first_not_of(blanks);
    if (from == std::string_view::npos) {
        line = {};
        return {};
    }
    line.remove_prefix(from);
    const auto word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

bool is_token(std::string_view text) {
    for (const char c : text) {
        const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~+/=").find(c) != std::string_view::npos;
        if (!good) return false;
    }
    return !text.empty() && text.size() <= 512;
}

/// Takes the same time whatever `given` holds: every byte of it is looked at.
bool equal_in_constant_time(std::string_view known, std::string_view given) {
    unsigned difference = known.size() == given.size() ? 0U : 1U;
    for (std::size_t i = 0; i < given.size(); ++i)
        difference |= static_cast<unsigned char>(given[i]) ^
                      static_cast<unsigned>(static_cast<unsigned char>(known[i % known.size()]));
    return difference == 0;
}

bool is_bearer(std::string_view scheme) {
    constexpr std::string_view bearer = "bearer ";
    for (std::size_t i = 0; i < bearer.size(); ++i)
        if ((scheme[i] | 0x20) != bearer[i]) return false;
    return true;
}

} // namespace

Result<Tokens> Tokens::parse(std::string_view text, std::string_view file_name) {
    Tokens tokens;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line = line.substr(0, line.find('#'));
        const auto board = take_word(line);
        if (board.empty()) continue;
        const auto token = take_word(line);
        const auto wrong = [&](std::string_view why) {
            return Error{std::string(file_name) + ':' + std::to_string(number) + ": " +
                         std::string(why)};
        };
        if (board != arbiter && !is_wire_name(board))
            return wrong("a board's name is expected ([a-z0-9-]), or @arbiter");
        if (!is_token(token))
            return wrong("a token is expected after the board's name "
                         "(letters, digits and -._~+/=)");
        if (!take_word(line).empty()) return wrong("nothing is expected after the token");
        for (const auto& entry : tokens.entries_)
            if (entry.token == token && entry.board != board)
                return wrong("this token is another board's already");
        tokens.entries_.push_back({std::string(board), std::string(token)});
    }
    return tokens;
}

std::optional<std::string> Tokens::owner(std::string_view authorization) const {
    if (authorization.size() < 8 || !is_bearer(authorization)) return std::nullopt;
    const auto given = authorization.substr(7);
    std::optional<std::string> found;
    for (const auto& entry : entries_)
        if (equal_in_constant_time(entry.token, given)) found = entry.board;
    return found;
}

bool Tokens::has(std::string_view board) const {
    for (const auto& entry : entries_)
        if (entry.board == board && board != arbiter) return true;
    return false;
}

std::vector<std::string> Tokens::weak() const {
    std::vector<std::string> boards;
    for (const auto& entry : entries_)
        if (entry.token.size() < 16) boards.push_back(entry.board);
    return boards;
}

} // namespace jipu::results
