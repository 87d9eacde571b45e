// SPDX-License-Identifier: Apache-2.0
// A clock whose line is broken: the table goes on, and says so without filling the journal.
#include <string>
#include <vector>

#include "daemon/table/table.hpp"
#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

struct Errors : EffectSink {
    std::vector<std::string> details;
    void emit(const Effect& effect) override {
        const auto* status = std::get_if<DeviceStatus>(&effect.data);
        if (status != nullptr && status->state == "error") details.push_back(status->detail);
    }
};

} // namespace

TEST_CASE("Of a thousand broken lines the first, second, fourth, eighth... are told") {
    TableSetup setup;
    setup.clock = ClockKind::line;
    Table table(setup, make_clock_decoder(setup.clock, setup.clock_left));
    Errors errors;
    const std::string line = "noise\n";
    ClockBytes bytes;
    for (const char c : line)
        bytes.bytes.push_back(static_cast<std::uint8_t>(c));
    for (int i = 0; i < 1000; ++i)
        table.handle({instant_from_us(i * 1000), bytes}, errors);
    REQUIRE(errors.details.size() == 10); // 1, 2, 4, ... 512
    CHECK(errors.details.front().ends_with("(1 so far)"));
    CHECK(errors.details.back().ends_with("(512 so far)"));
}
