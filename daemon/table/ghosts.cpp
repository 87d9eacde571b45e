// SPDX-License-Identifier: Apache-2.0
// A reed matrix without diodes shows pieces where none stand. One alert a game says so; what shows
// there is not believed.
#include "daemon/sensing/ghosts.hpp"

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

namespace {

MatrixPoints occupied(const inference::Board& board) {
    MatrixPoints out;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        out[p] = !board[p].empty();
    return out;
}

} // namespace

// The points that show a piece on this board and have none, when they are exactly those that a
// matrix without diodes shows; else none.
std::bitset<xiangqi::points> TableImpl::ghosts_of(const inference::Board& board) const {
    if (setup_.sensors != Sensors::reed) return {};
    MatrixPoints shown;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        shown[p] = is_on(debouncer_.stable(p));
    const MatrixPoints stand = occupied(board);
    return shown == with_ghosts(stand) ? shown & ~stand : MatrixPoints{};
}

// Of a whole set-up no move can be read then: the alert stays open, and no game begins.
bool TableImpl::tell_ghosts_of_set_up() {
    const auto found = ghosts_of(start_.board());
    if (found.none()) return !ghost_alert_.empty();
    tell_ghosts(found);
    alerts_.resolve(set_up_alert_, "explained");
    set_up_alert_.clear();
    return true;
}

void TableImpl::follow_ghosts() {
    if (tracker_.lost() || (tracker_.best().phantom & ~ghosts_).none()) return;
    if (!passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    const auto found = ghosts_of(tracker_.best().board) & ~ghosts_;
    if (found.none()) return;
    suspects_ |= found;
    tracker_.doubt(found);
    tell_ghosts(found);
}

void TableImpl::tell_ghosts(const std::bitset<xiangqi::points>& found) {
    if ((found & ~ghosts_).none()) return;
    ghosts_ |= found;
    AlertData alert = make_alert("sensor-fault", Grade::observed, std::nullopt);
    alert.book.clear();
    alert.reason = phase_ == Phase::setting_up ? "ghost set-up" : "ghost";
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (ghosts_[p]) alert.points.push_back(p);
    messages::describe(alert);
    if (ghost_alert_.empty())
        ghost_alert_ = alerts_.raise(alert);
    else
        alerts_.replace(ghost_alert_, alert);
}

void TableImpl::forget_ghosts() {
    alerts_.resolve(ghost_alert_, "restored");
    ghost_alert_.clear();
    ghosts_.reset();
}

} // namespace jipu
