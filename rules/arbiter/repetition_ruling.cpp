// SPDX-License-Identifier: Apache-2.0
// Words for a verdict on repetition: the moves as evidence, what they amount to, the article.
#include "rules/arbiter/repetition_ruling.hpp"

#include <algorithm>
#include <array>

namespace jipu::arbiter {

namespace {

using xiangqi::Conduct;
using xiangqi::Ground;
using xiangqi::Label;
using xiangqi::LabelledPly;
using xiangqi::Position;
using xiangqi::RepetitionVerdict;
using xiangqi::Ruling;

std::string name_of(xiangqi::Point p) {
    return {static_cast<char>('a' + xiangqi::file_of(p)),
            static_cast<char>('0' + xiangqi::rank_of(p))};
}

std::string name_of(xiangqi::Move m) {
    return name_of(m.from) + name_of(m.to);
}

std::string_view name_of(xiangqi::Kind kind) {
    constexpr std::array<std::string_view, 8> names{"nothing", "king", "advisor", "elephant",
                                                    "horse",   "rook", "cannon",  "pawn"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Side side) {
    return side == xiangqi::red ? "Red" : "Black";
}

/// The pieces that a move threatens, each once.
std::string describe_chases(const LabelledPly& ply, const Position& after) {
    std::string out;
    std::vector<xiangqi::Point> told;
    for (const xiangqi::Threat& threat : ply.chases) {
        if (std::find(told.begin(), told.end(), threat.target) != told.end()) continue;
        out += told.empty() ? "chases " : ", ";
        told.push_back(threat.target);
        out += name_of(threat.target) + " (" + std::string(name_of(after.at(threat.target).kind()));
        out += ", by " + name_of(threat.first);
        if (threat.by_check) out += " first";
        out += ")";
    }
    return out;
}

std::string describe_side(Side side, const RepetitionVerdict& verdict, const Position& start) {
    std::string out;
    Position position = start;
    for (std::size_t i = 0; i < verdict.plies.size(); ++i) {
        const LabelledPly& ply = verdict.plies[i];
        if (static_cast<int>(i) >= verdict.cycle_start && ply.side == side) {
            const std::string text = describe(ply, position);
            if (out.find(text) == std::string::npos) out += (out.empty() ? "" : "; ") + text;
        }
        position.play_tolerant(ply.move);
    }
    return std::string(name_of(side)) + ": " + (out.empty() ? "no move" : out) + ". ";
}

std::string_view amounts_to(const Conduct& conduct, bool by_object) {
    if (conduct.all_check) return "every move is a check";
    if (!conduct.forbidden) {
        return by_object ? "no one piece is chased by every move" : "not every move is forbidden";
    }
    if (by_object) return "every move chases one and the same piece";
    return conduct.lighter ? "every move is forbidden, some only as a joint chase or of a piece "
                             "with too few roots"
                           : "every move is forbidden";
}

std::string_view sentence(Ruling ruling) {
    switch (ruling) {
    case Ruling::red_must_change:
        return "Red must change, else Red loses";
    case Ruling::black_must_change:
        return "Black must change, else Black loses";
    case Ruling::red_loses:
        return "Red loses";
    case Ruling::black_loses:
        return "Black loses";
    case Ruling::draw:
        return "if neither changes, it is a draw";
    case Ruling::undecided:
        break;
    }
    return "nothing is decided";
}

std::string_view article_of(const RepetitionLaw& law, Ground ground) {
    switch (ground) {
    case Ground::one_sided_check:
        return law.one_sided_check;
    case Ground::one_forbidden:
        return law.one_forbidden;
    case Ground::both_allowed:
        return law.both_allowed;
    case Ground::both_forbidden:
        return law.both_forbidden;
    case Ground::lighter:
    case Ground::grave:
        return law.weighed;
    case Ground::nothing:
        break;
    }
    return {};
}

} // namespace

xiangqi::RepetitionRules repetition_rules_of(const RuleBook& book) {
    const RepetitionLaw& law = book.repetition;
    return {.by_object = law.by_object,
            .check_loses = law.check_loses,
            .kept_chases = law.kept_chases,
            .lighter = law.lighter,
            .pawns_in_mutual = law.pawns_in_mutual,
            .pawn_sacrifices = law.pawn_sacrifices,
            .long_pattern_rounds = law.long_pattern_rounds};
}

std::string describe(const LabelledPly& ply, const Position& before) {
    Position after = before;
    after.play_tolerant(ply.move);
    std::string out = name_of(ply.move);
    switch (ply.label) {
    case Label::check:
        return out + " checks" + (ply.chases.empty() ? "" : " and ") + describe_chases(ply, after);
    case Label::kill:
        return out + " threatens mate by " + name_of(ply.mate) +
               (ply.chases.empty() ? "" : " and ") + describe_chases(ply, after);
    case Label::chase:
        return out + " " + describe_chases(ply, after) + (ply.lighter ? ", jointly" : "");
    case Label::exchange:
        return out + " offers an exchange";
    case Label::offer:
        return out + " offers itself";
    case Label::block:
        return out + " blocks";
    case Label::follow:
        return out + " follows";
    case Label::idle:
        break;
    }
    return out + (ply.by_pawn ? " is idle (a pawn alone attacks)" : " is idle");
}

RepetitionRuling rule_on_repetition(const RuleBook& book, const Position& start,
                                    std::span<const xiangqi::Move> moves) {
    RepetitionRuling out;
    const RepetitionLaw& law = book.repetition;
    out.verdict = xiangqi::judge_repetition(start, moves, repetition_rules_of(book));
    const RepetitionVerdict& verdict = out.verdict;
    out.article = article_of(law, verdict.ground);
    if (verdict.ruling == Ruling::undecided) {
        out.why = "No position of these moves stands twice, so no cycle ends them.";
        return out;
    }
    if (!verdict.closes) {
        out.why =
            "No position stands twice; this is the ruling on the pattern, if it goes on for " +
            std::to_string(law.long_pattern_rounds) + " rounds. ";
    }
    out.why += describe_side(xiangqi::red, verdict, start);
    out.why += describe_side(xiangqi::black, verdict, start);
    out.why += "Of Red " + std::string(amounts_to(verdict.red, law.by_object)) + ", of Black " +
               std::string(amounts_to(verdict.black, law.by_object)) + ": ";
    out.why += std::string(sentence(verdict.ruling)) + " (" + std::string(out.article) + ").";
    if (!law.remark.empty()) out.why += " " + std::string(law.remark) + ".";
    return out;
}

} // namespace jipu::arbiter
