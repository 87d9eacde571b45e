// SPDX-License-Identifier: Apache-2.0
// A ruling on repetition in Chinese, and its moves with their classes in one line.
#include <algorithm>
#include <array>

#include "rules/arbiter/repetition_ruling.hpp"

namespace jipu::arbiter {

namespace {

using xiangqi::Conduct;
using xiangqi::LabelledPly;
using xiangqi::RepetitionVerdict;
using xiangqi::Ruling;

std::string name_of(xiangqi::Move m) {
    std::string out;
    for (const xiangqi::Point p : {m.from, m.to}) {
        out += static_cast<char>('a' + xiangqi::file_of(p));
        out += static_cast<char>('0' + xiangqi::rank_of(p));
    }
    return out;
}

/// The plies of the cycle, each move once with each class that it has.
std::vector<const LabelledPly*> distinct_plies(const RepetitionVerdict& verdict) {
    std::vector<const LabelledPly*> out;
    for (auto i = static_cast<std::size_t>(verdict.cycle_start); i < verdict.plies.size(); ++i) {
        const LabelledPly& ply = verdict.plies[i];
        const auto same = [&](const LabelledPly* told) {
            return told->move == ply.move && told->label == ply.label;
        };
        if (std::none_of(out.begin(), out.end(), same)) out.push_back(&ply);
    }
    return out;
}

std::string_view label_zh(xiangqi::Label label) {
    constexpr std::array<std::string_view, 8> names{"将", "杀", "捉", "兑", "献", "拦", "跟", "闲"};
    return names[static_cast<std::size_t>(label)];
}

std::string amounts_to_zh(std::string_view side, const Conduct& conduct, bool by_object) {
    std::string out(side);
    if (conduct.all_check) return out + "长将";
    if (!conduct.forbidden) return out + "为允许着法";
    if (by_object) return out + "长捉同一子";
    return out + (conduct.lighter ? "着着为禁止着法（有联合捉或捉少根子）" : "着着为禁止着法");
}

std::string_view sentence_zh(Ruling ruling) {
    switch (ruling) {
    case Ruling::red_must_change:
        return "红方应变着，不变判负";
    case Ruling::black_must_change:
        return "黑方应变着，不变判负";
    case Ruling::red_loses:
        return "判红方负";
    case Ruling::black_loses:
        return "判黑方负";
    case Ruling::draw:
        return "双方不变，判和";
    case Ruling::undecided:
        break;
    }
    return "不作裁定";
}

} // namespace

std::string moves_with_classes(const RepetitionVerdict& verdict) {
    std::string out;
    for (const LabelledPly* ply : distinct_plies(verdict)) {
        out += (out.empty() ? "" : ", ") + name_of(ply->move) + " ";
        out += xiangqi::label_name(ply->label);
    }
    return out;
}

std::string why_zh(const RuleBook& book, const RepetitionRuling& ruling) {
    const RepetitionLaw& law = book.repetition;
    const RepetitionVerdict& verdict = ruling.verdict;
    std::string out;
    for (const LabelledPly* ply : distinct_plies(verdict))
        out += (out.empty() ? "" : "、") + name_of(ply->move) + std::string(label_zh(ply->label));
    out += "。" + amounts_to_zh("红方", verdict.red, law.by_object) + "，";
    out += amounts_to_zh("黑方", verdict.black, law.by_object) + "：";
    out += std::string(sentence_zh(verdict.ruling)) + "（" + std::string(ruling.article) + "）";
    if (!law.remark_zh.empty()) out += "。" + std::string(law.remark_zh);
    return out;
}

} // namespace jipu::arbiter
