// SPDX-License-Identifier: Apache-2.0
// Fouls (000/3.6.3, 001/9): what is entered in the ledger, and the third that loses the game.
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

// 000/1.4.1(8): the third foul of a side in a game loses it; the arbiter says so.
std::string TableImpl::command_foul(Side side, const std::string& kind, const std::string& article,
                                    const std::string& by) {
    const int count = ++fouls_[index_of(side)];
    emit(FoulRecorded{side, kind, article, count, by});
    if (count == 3) {
        AlertData alert = make_alert("foul-limit", Grade::observed, side);
        alert.article =
            setup_.rules.empty() || setup_.rules == "xiangqi-state" ? "000/1.4.1(8)" : "001/4.1.8";
        messages::describe(alert);
        alerts_.raise(alert);
    }
    return "";
}

} // namespace jipu
