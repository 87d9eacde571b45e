// SPDX-License-Identifier: Apache-2.0
// Fouls (违例 000/3.6.3, 犯规 001/9): which there are by a book, the ledger of a game, and when a
// side has committed the one that loses (000/1.4.1(8), 001/4.1.8). It announces nothing itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"
#include "rules/books/book.hpp"

namespace jipu::arbiter {

/// One entry of the ledger.
struct Foul {
    Side side = Side::first;
    std::string kind;    ///< a word of the book's list
    std::string article; ///< that makes it a foul
    int ply = 0;         ///< of the alert that was ruled on; else plies recorded by then
    Instant at;
    std::string by; ///< who ruled it
    friend bool operator==(const Foul&, const Foul&) = default;
};

/// The article by which this kind is a foul; nullopt: the book knows no such foul.
std::optional<std::string_view> foul_article(const FoulLaw& law, std::string_view kind);
/// Every kind of the book, for people: `illegal-move (000/3.6.3(1)), question (...), ...`.
std::string foul_kinds(const FoulLaw& law);

/// A side has committed so many fouls that it loses.
struct FoulLimit {
    Side loser = Side::first;
    int count = 0;
    std::string_view article;
};

class FoulLedger {
  public:
    /// Enters a foul; nullopt unless it is the one that loses the game.
    std::optional<FoulLimit> enter(Foul foul, const FoulLaw& law);
    int count(Side side) const;
    /// All of them, in the order in which they were ruled.
    const std::vector<Foul>& entries() const { return entries_; }
    void clear() { entries_.clear(); }

  private:
    std::vector<Foul> entries_;
};

} // namespace jipu::arbiter
