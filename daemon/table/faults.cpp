// SPDX-License-Identifier: Apache-2.0
// Sensors that do not show what happens: told once a point, taken back when they show it again.
#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

namespace {

// So much later than the piece has landed its old sensor opens: no hand does that over a distance.
constexpr Duration late = from_ms(20);
// Once is a slip of the hand.
constexpr std::uint8_t times_late = 2;

} // namespace

// A piece has gone far, and the sensor that it left opened only after it had landed: that one is
// slow. One that opens in time again is sound.
void TableImpl::note_slow(const inference::DecidedPly& ply) {
    const xiangqi::Point p = ply.move.from;
    if (!ply.seen || !ply.legal || inference::pushed_along(p, ply.move.to) || flickers_[p]) return;
    if (is_on(debouncer_.stable(p)) || !is_on(debouncer_.stable(ply.move.to))) return;
    if (tracker_.last_edge(p) < tracker_.last_edge(ply.move.to) + late) {
        opened_late_[p] = 0;
        if (slow_[p]) take_back_fault(p);
        slow_.reset(p);
        return;
    }
    if (++opened_late_[p] < times_late || slow_[p]) return;
    slow_.set(p);
    if (!suspects_[p]) raise_sensor_fault(p, "slow");
}

void TableImpl::raise_sensor_fault(xiangqi::Point point, const char* reason) {
    AlertData alert = make_alert("sensor-fault", Grade::observed, std::nullopt);
    alert.book.clear();
    alert.points = {point};
    alert.reason = reason;
    messages::describe(alert);
    alerts_.raise(alert);
}

void TableImpl::take_back_fault(xiangqi::Point point) {
    std::string id;
    for (const AlertData& alert : alerts_.open())
        if (alert.code == "sensor-fault" && alert.points == std::vector<PointIndex>{point})
            id = alert.alert;
    alerts_.resolve(id, "restored");
}

// A sensor that opens and closes of itself: nobody touched what stands there.
void TableImpl::follow_flicker() {
    const inference::Flicker& flicker = tracker_.flicker();
    const auto flickers = flicker.chattering() | flicker.weak();
    if (flickers == flickers_) return;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        if (flickers[p] == flickers_[p]) continue;
        debouncer_.chatters(p, flicker.chattering()[p]);
        if (!flickers[p]) {
            if (!suspects_[p]) take_back_fault(p);
            continue;
        }
        if (!suspects_[p]) raise_sensor_fault(p, flicker.chattering()[p] ? "chattering" : "weak");
        explain_touches_of(p);
    }
    flickers_ = flickers;
}

// A new game is told again what flickers.
void TableImpl::forget_flicker() {
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (flickers_[p]) debouncer_.chatters(p, false);
    flickers_.reset();
    slow_.reset();
    opened_late_.fill(0);
}

// What the likeliest explanation holds faulty, once that is clear or the board has stood so.
void TableImpl::follow_faults() {
    follow_flicker();
    if (tracker_.lost() || tracker_.best().faulty == suspects_) return;
    if (!passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    const bool rested = passed(tracker_.last_edge(), setup_.sensing.illegal_ms);
    const auto pushed = pushed_points(); // told as a disturbed board
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        const bool faulty = tracker_.best().faulty[p];
        if (faulty == suspects_[p] || pushed[p]) continue;
        if (faulty && !rested && tracker_.margin_of_fault(p) < inference::model::doubt) continue;
        suspects_[p] = faulty;
        if (flickers_[p] || ghosts_[p] || slow_[p]) continue; // that is told
        if (faulty) {
            raise_sensor_fault(p, is_on(debouncer_.stable(p)) ? "stuck-on" : "stuck-off");
            doubt_illegal_plies();
        } else
            take_back_fault(p);
    }
}

} // namespace jipu
