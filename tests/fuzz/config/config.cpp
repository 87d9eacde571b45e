// SPDX-License-Identifier: Apache-2.0
// Any bytes as a configuration and as a wiring: no crash, every error one line with a place, and
// what is accepted keeps the promises that the daemon and the drivers rely on.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/load.hpp"
#include "config/wiring.hpp"
#include "rules/base/contract.hpp"

namespace {

using namespace jipu;

void check_errors(const std::vector<std::string>& errors) {
    for (const std::string& error : errors) {
        JIPU_ASSERT(error.rfind("f:", 0) == 0, "an error without its file");
        JIPU_ASSERT(error.find('\n') == std::string::npos, "an error of several lines");
    }
}

// Every point has bits, and every bit a wire: the drivers index with them unchecked.
void check_wiring(std::string_view text, BoardDriver driver, Sensors sensors) {
    WiringFor board;
    board.driver = driver;
    board.sensors = sensors;
    const LoadedWiring loaded = load_wiring(text, "f", board);
    check_errors(loaded.errors);
    if (!loaded.errors.empty()) return;
    const BoardWiring& w = loaded.wiring;
    const std::size_t chains = w.shift.spi.empty() ? w.shift.data.size() : 1;
    const std::size_t bits = driver == BoardDriver::matrix
                                 ? w.matrix.rows.size() * w.matrix.columns.size()
                                 : chains * w.shift.bits;
    JIPU_ASSERT(w.points.size() == 90, "a point too few");
    for (const PointBits& point : w.points) {
        JIPU_ASSERT(point.first < bits, "a point without a bit");
        JIPU_ASSERT(sensors == Sensors::reed || point.second < bits, "a pole without a bit");
    }
    JIPU_ASSERT(w.scans_per_s >= 20 && w.scans_per_s <= 2000, "a bad rate");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const jipu::LoadedConfig loaded = jipu::load_config(text, "f");
    check_errors(loaded.errors);
    for (const BoardDriver driver : {BoardDriver::matrix, BoardDriver::shift_registers}) {
        check_wiring(text, driver, Sensors::reed);
        check_wiring(text, driver, Sensors::hall);
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
