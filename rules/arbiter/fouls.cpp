// SPDX-License-Identifier: Apache-2.0
#include "rules/arbiter/fouls.hpp"

#include <algorithm>

namespace jipu::arbiter {

std::optional<std::string_view> foul_article(const FoulLaw& law, std::string_view kind) {
    for (const FoulKind& known : law.kinds)
        if (known.kind == kind) return known.article;
    return std::nullopt;
}

std::string foul_kinds(const FoulLaw& law) {
    std::string out;
    for (const FoulKind& known : law.kinds)
        out += (out.empty() ? "" : ", ") + std::string(known.kind) + " (" +
               std::string(known.article) + ")";
    return out;
}

std::optional<FoulLimit> FoulLedger::enter(Foul foul, const FoulLaw& law) {
    const Side side = foul.side;
    entries_.push_back(std::move(foul));
    const int fouls = count(side);
    if (fouls != law.limit) return std::nullopt; // said once; a fourth changes nothing
    return FoulLimit{side, fouls, law.limit_article};
}

int FoulLedger::count(Side side) const {
    return static_cast<int>(std::count_if(entries_.begin(), entries_.end(),
                                          [&](const Foul& foul) { return foul.side == side; }));
}

} // namespace jipu::arbiter
