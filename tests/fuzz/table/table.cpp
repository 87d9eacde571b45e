// SPDX-License-Identifier: Apache-2.0
// Any bytes as what happens at a table: see tests/support/chaos/table_chaos.hpp for what must hold.
#include "tests/support/chaos/table_chaos.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    jipu::test::TableChaos({data, size}).run();
    return 0;
}
