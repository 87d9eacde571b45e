// SPDX-License-Identifier: Apache-2.0
// Any bytes as a command: no crash, one line kept, and that line is the same command.
#include <cstddef>
#include <cstdint>

#include "daemon/wire/command_json.hpp"
#include "rules/base/contract.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const jipu::Game game : {jipu::Game::xiangqi, jipu::Game::go}) {
        const auto command = jipu::parse_command(text, game);
        if (!command) continue;
        JIPU_ASSERT(command->json.find('\n') == std::string::npos, "a command of several lines");
        const auto again = jipu::parse_command(command->json, game);
        JIPU_ASSERT(bool(again), again.error().c_str());
        JIPU_ASSERT(again->json == command->json && again->kind == command->kind,
                    "a command changed on its way through its line");
    }
    return 0;
}
