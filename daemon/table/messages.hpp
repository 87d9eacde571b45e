// SPDX-License-Identifier: Apache-2.0
// What an alert says to people, in Chinese and English.
#pragma once

#include <string>

#include "daemon/table/effect.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::messages {

/// Fills message_zh and message_en from the alert's code and its other fields.
void describe(AlertData& alert);

/// The same for the codes of time and adjournment (messages_time.cpp); false: it is another code.
bool describe_time(AlertData& alert);

/// Adds the remark that the move were legal, had the pieces of these two points been set up the
/// other way round.
void remark_swapped(AlertData& alert, PointIndex one, PointIndex other);

/// Adds that by this book an illegal move loses the game (001/4.1.6).
void remark_loses(AlertData& alert);
/// Adds that by this book leaving the king in check is a foul and no loss (000/1.2.4).
void remark_no_loss(AlertData& alert);
/// ... and the piece may still be in the hand: nobody is accused.
void remark_perhaps_held(AlertData& alert);
/// Adds to `ambiguous-move` that this candidate is against the rules.
void remark_perhaps_illegal(AlertData& alert, xiangqi::Move move);
/// Adds that the king was taken after this move, by `move`.
void remark_king_taken(AlertData& alert, const std::string& move);

/// Adds that the move had been answered before it was ruled on; and the alert's old id.
void remark_overtaken(AlertData& alert);
/// ... that it had been put back; and the alert's old id.
void remark_restored(AlertData& alert);
/// Makes `board-disturbed` say that made plies were taken back, from this one on, and that
/// `instead` was played: a move once made may not be changed (000/4.1.2, 001/5.7).
void describe_taken_back(AlertData& alert, const std::string& plies, const std::string& instead);
/// Adds to `board-disturbed` that this piece seems to stand elsewhere now; and to its reason.
void remark_shifted(AlertData& alert, xiangqi::Move move, xiangqi::Piece piece);

/// 红方, 黑方; Red, Black.
std::string side_zh(Side side);
std::string side_en(Side side);
/// Says this.
void say(AlertData& alert, std::string zh, std::string en);

/// A time that a book charges, to the second: `5 分钟`, `90 秒`; `5 minutes`, `90 seconds`.
std::string span_zh(Duration span);
std::string span_en(Duration span);

/// `e2` of a point.
std::string point_text(PointIndex point);

} // namespace jipu::messages
