// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trace: no crash, and what was read is written and read again the same.
#include <cstddef>
#include <cstdint>

#include "daemon/trace/trace.hpp"
#include "rules/base/contract.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto trace = jipu::read_trace(text, "fuzz");
    if (!trace) return 0;
    const auto write = [](const jipu::Trace& t) {
        std::string out = jipu::format_trace_header(t.setup);
        for (const auto& event : t.events)
            out += jipu::format_trace_line(event, t.setup) + "\n";
        return out;
    };
    const std::string once = write(*trace);
    const auto again = jipu::read_trace(once, "again");
    JIPU_ASSERT(bool(again), again.error().c_str());
    JIPU_ASSERT(write(*again) == once, "a trace changed on its way through the file");
    return 0;
}
