// SPDX-License-Identifier: Apache-2.0
// How a game ends by words: draw offers and their answers (000/1.4.2(2)).
#include "daemon/table/table_impl.hpp"

namespace jipu {

// 000/1.4.2(2): offered after one's own move; an offer cannot be withdrawn.
std::string TableImpl::command_draw(const Command& command) {
    if (!command.side) return "a draw offer and its answer need a side";
    const Side side = *command.side;
    if (command.kind == CommandKind::offer_draw) {
        if (draw_offer_) return "a draw offer is open already";
        draw_offer_ = side;
        emit(DrawOffered{side});
        return "";
    }
    if (draw_offer_ != opponent(side)) return "the opponent has not offered a draw";
    draw_offer_.reset();
    const bool accepted = command.kind == CommandKind::accept_draw;
    emit(DrawAnswered{side, accepted ? "accepted" : "declined"});
    if (accepted) end_game("1/2-1/2", "agreement", std::nullopt, "signed");
    return "";
}

} // namespace jipu
