// SPDX-License-Identifier: Apache-2.0
// Drives a whole table by bytes: plausible plies, single edges, scans, presses, times, commands,
// lost devices. Whatever the bytes are, the table's promises must hold: checked here, shared by the
// property test and the fuzz target.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daemon/table/table.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/support/chaos/checked_sink.hpp"

namespace jipu::test {

class TableChaos {
  public:
    /// The first byte says which table it is, the others what happens there.
    explicit TableChaos(std::span<const std::uint8_t> bytes);

    /// Lives through all bytes; aborts where a promise does not hold: effects that fold to what
    /// the table says of itself, ticks that move on, and the same effects from the same events.
    void run();
    const std::vector<Event>& events() const { return events_; }

  private:
    Table fresh() const;
    unsigned take();
    std::vector<Level> levels_of(const xiangqi::Position& position) const;
    Level mark(xiangqi::Piece piece) const;
    Level any_on();
    void run_ticks(Table& table, Instant until);
    void feed(Table& table, decltype(Event::what) what);
    void check(const Table& table) const;
    void wait_ms(std::int64_t ms) { now_ += from_ms(ms); }
    void edge(Table& table, xiangqi::Point p, Level level);
    void act(Table& table);
    void ply(Table& table);
    void scan(Table& table);
    void device(Table& table);
    void clock(Table& table);
    std::string any_move(const Table& table);
    std::string command_text(const Table& table);
    std::string adjournment_text(const Table& table, const std::string& side);
    void command(Table& table);
    void again() const;

    std::span<const std::uint8_t> bytes_;
    TableSetup setup_;
    std::vector<Level> levels_;
    Instant now_;
    std::vector<Event> events_;
    CheckedSink sink_;
    std::string sealed_; ///< the latest move that was put into an envelope
};

} // namespace jipu::test
