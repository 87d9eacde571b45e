// SPDX-License-Identifier: Apache-2.0
// What `jipu replay` prints of a trace's effects: as they come, or the record that they leave.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "daemon/table/effect.hpp"
#include "rules/base/result.hpp"

namespace jipu::tool {

/// Takes the effects of one trace, and says at the end what is left to print.
class ReplayOutput : public EffectSink {
  public:
    /// What is to be printed when all effects have come; an error when this output cannot hold
    /// them.
    virtual Result<std::string> finish() = 0;
};

/// The names that --output knows.
const std::vector<std::string>& replay_output_names();

/// The output of that name, for one trace with this set-up.
std::unique_ptr<ReplayOutput> make_replay_output(std::string_view name, const TableSetup& setup);

} // namespace jipu::tool
