// SPDX-License-Identifier: Apache-2.0
#include "rules/arbiter/correction.hpp"

#include <algorithm>

#include "rules/base/contract.hpp"

namespace jipu::arbiter {

CorrectionVerdict judge_error(BoardError error, bool certain, bool over, const RuleBook& book) {
    if (over) return {Remedy::result_stands, book.corrections.after_end};
    switch (error) {
    case BoardError::set_up:
        return {Remedy::begin_anew, book.set_up};
    case BoardError::resumed_set_up:
        return {Remedy::back_to_resumption, book.set_up};
    case BoardError::colours_and_order:
        return {Remedy::exchange_and_begin_anew, book.corrections.colours};
    case BoardError::colours:
        return {Remedy::exchange_and_go_on, book.corrections.colours};
    case BoardError::illegal_move:
        return {Remedy::replay_touched, book.take_back};
    case BoardError::displaced:
        return {certain ? Remedy::replay_free : Remedy::begin_anew, book.displaced};
    }
    JIPU_ASSERT(false, "an error without a remedy");
}

RemedyWords remedy_words(Remedy remedy) {
    switch (remedy) {
    case Remedy::begin_anew:
        return {"全盘重新下起", "the game begins anew"};
    case Remedy::back_to_resumption:
        return {"恢复到续赛开始时的局面重下", "play goes on from the position at resumption"};
    case Remedy::exchange_and_begin_anew:
        return {"交换棋子重下", "the pieces are exchanged and the game begins anew"};
    case Remedy::exchange_and_go_on:
        return {"互换棋子颜色，按目前形势继续", "the colours are exchanged and play goes on"};
    case Remedy::replay_touched:
        return {"由错着重下，已动的棋子作为已被摸触",
                "play goes on from the wrong move; the piece it moved is touched"};
    case Remedy::replay_free:
        return {"复原局面重走，可走其他棋子",
                "play goes on from the position before; any piece may be moved"};
    case Remedy::result_stands:
        return {"对局已终了，结果有效", "the game is over: its result stands"};
    }
    JIPU_ASSERT(false, "a remedy without words");
}

LedBack led_back(std::span<const Side> movers, int kept, bool first_cancelled_was_wrong) {
    const auto made = static_cast<int>(movers.size());
    JIPU_ASSERT(kept >= 0 && kept <= made, "a game is led back, not on");
    LedBack out;
    for (const Side side : movers)
        ++out.made[index_of(side)];
    out.cancelled = made - kept;
    const int error = first_cancelled_was_wrong && kept < made ? kept + 1 : kept;
    if (error == 0) return out;
    const auto upto = movers.first(static_cast<std::size_t>(error));
    out.error_move = static_cast<int>(std::count(upto.begin(), upto.end(), upto.back()));
    return out;
}

std::optional<std::array<Duration, 2>>
clocks_set_back(const LedBack& game, std::array<Duration, 2> used, const CorrectionLaw& law) {
    if (law.clocks.empty() || game.cancelled <= 2 * law.rounds_kept) return std::nullopt;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const int made = game.made[i];
        if (made > 0) used[i] = used[i] * std::min(game.error_move, made) / made;
    }
    return used;
}

} // namespace jipu::arbiter
