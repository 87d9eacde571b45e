// SPDX-License-Identifier: Apache-2.0
// Where the organiser lets a rule end the game: which endings there are, and what it proposes. The
// arbiter signs; without the configuration an alert is all.
#include <algorithm>
#include <array>
#include <sstream>

#include "daemon/table/table_impl.hpp"

namespace jipu {

namespace {

constexpr std::array<std::string_view, 5> may_act{"fouls", "natural-limit", "dead-position",
                                                  "repetition", "perpetual"};

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> out;
    for (std::string word; in >> word;)
        out.push_back(word);
    return out;
}

} // namespace

std::string why_no_acts(const std::string& acts) {
    std::string known;
    for (const std::string_view word : may_act)
        known += (known.empty() ? "" : ", ") + std::string(word);
    for (const std::string& word : words_of(acts))
        if (std::find(may_act.begin(), may_act.end(), word) == may_act.end())
            return "'" + word + "' is none of " + known;
    return "";
}

void TableImpl::act(const std::string& ending, std::optional<Side> winner) {
    const auto words = words_of(setup_.acts);
    if (phase_ != Phase::playing || std::find(words.begin(), words.end(), ending) == words.end())
        return;
    const std::string result = !winner ? "1/2-1/2" : winner == Side::first ? "1-0" : "0-1";
    end_game(result, ending, winner, "proposed");
}

} // namespace jipu
