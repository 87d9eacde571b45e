// SPDX-License-Identifier: Apache-2.0
// Any bytes as a configuration: no crash, every error one line with a place, and what is accepted
// keeps the promises that the daemon relies on.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "config/load.hpp"
#include "rules/base/contract.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const jipu::LoadedConfig loaded = jipu::load_config(text, "f");
    for (const std::string& error : loaded.errors) {
        JIPU_ASSERT(error.rfind("f:", 0) == 0, "an error without its file");
        JIPU_ASSERT(error.find('\n') == std::string::npos, "an error of several lines");
    }
    if (!loaded.errors.empty()) return 0;
    const jipu::Config& c = loaded.config;
    JIPU_ASSERT(!c.board.name.empty() && c.board.name.size() <= 40, "a bad board name");
    JIPU_ASSERT(c.reorder_window_ms >= 0 && c.reorder_window_ms <= 50, "a bad window");
    JIPU_ASSERT(c.sensing.settle_ms >= c.sensing.debounce_ms, "contradictory sensing");
    JIPU_ASSERT(c.sensing.placed_ms >= c.sensing.settle_ms, "contradictory sensing");
    JIPU_ASSERT(c.control_socket.size() <= 107 && c.control_socket[0] == '/', "a bad socket");
    JIPU_ASSERT(c.http.size() <= 8, "too many publishers");
    return 0;
}
