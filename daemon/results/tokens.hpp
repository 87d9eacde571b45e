// SPDX-License-Identifier: Apache-2.0
// Who may send and who may read what is not public: bearer tokens, each bound to one board, or to
// the arbiters. It must not know HTTP beyond the one header.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/base/result.hpp"

namespace jipu::results {

class Tokens {
  public:
    /// The name that stands in the place of a board for a token that reads every board's arbiter
    /// stream and sends nothing.
    static constexpr std::string_view arbiter = "@arbiter";

    /// Reads lines `<board> <token>`; `#` begins a comment; a board may have several tokens while
    /// they are being changed. The error reads `file:line: reason`.
    static Result<Tokens> parse(std::string_view text, std::string_view file_name);

    /// The board (or `@arbiter`) of an Authorization header; nullopt when it is no good. Compares
    /// with every token in full, so that the time taken tells nothing.
    std::optional<std::string> owner(std::string_view authorization) const;
    /// Whether a board of this name may send.
    bool has(std::string_view board) const;
    /// Boards whose tokens are short enough to be guessed.
    std::vector<std::string> weak() const;

  private:
    struct Entry {
        std::string board, token;
    };
    std::vector<Entry> entries_;
};

} // namespace jipu::results
