// SPDX-License-Identifier: Apache-2.0
// Sensors that do not show what happens: told once a point, taken back when they show it again.
#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

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

// What the likeliest explanation holds faulty, once that is clear or the board has stood so.
void TableImpl::follow_faults() {
    if (tracker_.lost() || tracker_.best().faulty == suspects_) return;
    if (!passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    const bool rested = passed(tracker_.last_edge(), setup_.sensing.illegal_ms);
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        const bool faulty = tracker_.best().faulty[p];
        if (faulty == suspects_[p]) continue;
        if (faulty && !rested && tracker_.margin_of_fault(p) < inference::model::doubt) continue;
        suspects_[p] = faulty;
        if (faulty)
            raise_sensor_fault(p, is_on(debouncer_.stable(p)) ? "stuck-on" : "stuck-off");
        else
            take_back_fault(p);
    }
}

} // namespace jipu
