// SPDX-License-Identifier: Apache-2.0
// The subcommands of `jipu`, one file each. add_X() declares the command's options on the parser
// and sets a callback that stores the exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace jipu::tool {

void add_perft(CLI::App& app, int& status);
/// `jipu adjudicate`: rules on a repeated cycle of moves.
void add_adjudicate(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_simulate(CLI::App& app, int& status);
/// `jipu status`, `jipu command`: talk to a running daemon through its control socket.
void add_control(CLI::App& app, int& status);
/// `jipu check-config`
void add_check_config(CLI::App& app, int& status);
/// `jipu monitor`, and `jipu try-board`, its old name: the devices of a board, live.
void add_monitor(CLI::App& app, int& status);
/// `jipu selftest`: whether every device is ready.
void add_selftest(CLI::App& app, int& status);
/// `jipu calibrate`: which wire is which point.
void add_calibrate(CLI::App& app, int& status);

} // namespace jipu::tool
