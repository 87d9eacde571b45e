// SPDX-License-Identifier: Apache-2.0
// What a spectator may know of a game: confirmed plies and what belongs to them. It must let
// through nothing that betrays an alert, neither by a field nor by a gap (README.md of this
// folder).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/wire/json.hpp"

namespace jipu {

/// Fed with every effect of the arbiter's stream in order; pure: equal input gives equal output.
class PublicProjection {
  public:
    PublicProjection();
    ~PublicProjection();
    PublicProjection(PublicProjection&&) noexcept;
    PublicProjection& operator=(PublicProjection&&) noexcept;

    /// Appends the public events that this effect lets out (none, one or several) to `out`, as type
    /// and data. `data` must be what effect_data() made.
    void project(std::string_view type, const Json& data,
                 std::vector<std::pair<std::string, Json>>& out);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace jipu
