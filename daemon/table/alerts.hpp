// SPDX-License-Identifier: Apache-2.0
// The open alerts of a game: one id through its life, raised, updated, resolved. What deserves an
// alert is judged elsewhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daemon/table/effect.hpp"

namespace jipu {

/// Emits effects at the present instant.
using Emit = std::function<void(decltype(Effect::data))>;

class AlertBook {
  public:
    explicit AlertBook(Emit emit) : emit_(std::move(emit)) {}

    /// Raises `alert` under a new id, which is returned.
    std::string raise(AlertData alert);
    /// Changes an open alert; says so only if anything but the evidence's end changes.
    void update(const std::string& id, const std::function<void(AlertData&)>& change);
    /// The same: the open alert becomes this one under its old id.
    void replace(const std::string& id, AlertData alert);
    /// Closes an open alert; an unknown or closed id is ignored.
    void resolve(const std::string& id, const std::string& by, const std::string& ruling = "");
    /// Closes every open alert of this code.
    void resolve_code(const std::string& code, const std::string& by);
    /// The open alert of this id; null when it is closed or never was.
    const AlertData* find(const std::string& id) const;
    const std::vector<AlertData>& open() const { return open_; }
    /// A new game: ids begin again.
    void clear();

  private:
    Emit emit_;
    std::vector<AlertData> open_;
    int next_ = 1;
};

} // namespace jipu
