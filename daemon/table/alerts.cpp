// SPDX-License-Identifier: Apache-2.0
#include "daemon/table/alerts.hpp"

#include <algorithm>

namespace jipu {

namespace {

bool same_claim(const AlertData& a, const AlertData& b) {
    return a.code == b.code && a.grade == b.grade && a.side == b.side && a.ply == b.ply &&
           a.article == b.article && a.reason == b.reason && a.points == b.points &&
           a.move == b.move && a.must == b.must && a.message_en == b.message_en;
}

} // namespace

std::string AlertBook::raise(AlertData alert) {
    alert.alert = "a" + std::to_string(next_++);
    open_.push_back(alert);
    emit_(AlertRaised{alert});
    return alert.alert;
}

void AlertBook::update(const std::string& id, const std::function<void(AlertData&)>& change) {
    for (AlertData& alert : open_) {
        if (alert.alert != id) continue;
        const AlertData before = alert;
        change(alert);
        if (!same_claim(before, alert)) emit_(AlertUpdated{alert});
    }
}

void AlertBook::replace(const std::string& id, AlertData alert) {
    alert.alert = id;
    update(id, [&](AlertData& old) { old = std::move(alert); });
}

void AlertBook::resolve(const std::string& id, const std::string& by, const std::string& ruling) {
    const auto found =
        std::find_if(open_.begin(), open_.end(), [&](const AlertData& a) { return a.alert == id; });
    if (found == open_.end()) return;
    open_.erase(found);
    emit_(AlertResolved{id, by, ruling});
}

void AlertBook::resolve_code(const std::string& code, const std::string& by) {
    std::vector<std::string> ids;
    for (const AlertData& alert : open_)
        if (alert.code == code) ids.push_back(alert.alert);
    for (const std::string& id : ids)
        resolve(id, by);
}

const AlertData* AlertBook::find(const std::string& id) const {
    const auto found =
        std::find_if(open_.begin(), open_.end(), [&](const AlertData& a) { return a.alert == id; });
    return found == open_.end() ? nullptr : &*found;
}

void AlertBook::clear() {
    open_.clear();
    next_ = 1;
}

} // namespace jipu
