// SPDX-License-Identifier: Apache-2.0
// See bit_watch.hpp.
#include "daemon/app/jipu/calibrate/bit_watch.hpp"

#include <boost/asio/io_context.hpp>
#include <utility>

namespace jipu::tool {

using boost::system::error_code;

BitWatch::BitWatch(boost::asio::io_context& loop, std::chrono::milliseconds quiet, Hooks hooks)
    : quiet_(quiet), hooks_(std::move(hooks)), calm_(loop), patience_(loop) {}

BoardWiring BitWatch::bit_by_bit(const BoardWiring& wiring) {
    BoardWiring bits = wiring;
    const std::size_t chains = wiring.shift.spi.empty() ? wiring.shift.data.size() : 1;
    const std::size_t count = wiring.matrix.rows.empty()
                                  ? chains * wiring.shift.bits
                                  : wiring.matrix.rows.size() * wiring.matrix.columns.size();
    bits.sensors = Sensors::reed;
    bits.points.clear();
    for (std::size_t bit = 0; bit < count; ++bit)
        bits.points.push_back({static_cast<std::uint16_t>(bit), no_bit});
    return bits;
}

void BitWatch::board_scan(MonotonicNs, const ScanFrame& frame) {
    levels_ = frame.levels;
    changed();
}

void BitWatch::board_change(MonotonicNs, PointChange change) {
    levels_[change.point] = change.level;
    changed();
}

void BitWatch::board_lost(MonotonicNs, const std::string& detail) {
    hooks_.lost(detail);
}

void BitWatch::board_note(MonotonicNs, const std::string& detail) {
    hooks_.note(detail);
}

void BitWatch::changed() {
    calm_.expires_after(quiet_);
    calm_.async_wait([this](error_code failed) {
        if (!failed) tell();
    });
    if (waiting_) return;
    waiting_ = true;
    patience_.expires_after(20 * quiet_);
    patience_.async_wait([this](error_code failed) {
        if (!failed) tell();
    });
}

void BitWatch::tell() {
    waiting_ = false;
    calm_.cancel();
    patience_.cancel();
    calibration::Bits on;
    for (std::size_t bit = 0; bit < levels_.size(); ++bit)
        if (is_on(levels_[bit])) on.push_back(static_cast<calibration::Bit>(bit));
    hooks_.settled(on);
}

} // namespace jipu::tool
