// SPDX-License-Identifier: Apache-2.0
// Claims of a player, as the arbiter enters them: checked against the record, never acted upon.
#include "daemon/table/table_impl.hpp"

namespace jipu {

std::string TableImpl::command_claim(const Command& command) {
    if (!command.side) return "a claim needs a side";
    if (command.what == "natural-limit") return claim_natural_limit(*command.side);
    return "claims of '" + command.what + "' are not judged by this version; enter the result";
}

} // namespace jipu
