// SPDX-License-Identifier: Apache-2.0
#include "tests/support/chaos/table_chaos.hpp"

#include <array>

#include "daemon/app/common/replay.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/sha256.hpp"
#include "hal/codec/decoders.hpp"
#include "rules/base/contract.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::test {

namespace {

constexpr std::size_t most_events = 3000;

} // namespace

TableChaos::TableChaos(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    const unsigned kind = take();
    setup_.sensors = (kind & 1U) != 0 ? Sensors::hall : Sensors::reed;
    setup_.clock = (kind & 2U) != 0   ? ClockKind::line
                   : (kind & 4U) != 0 ? ClockKind::time
                                      : ClockKind::press;
    if ((kind & 8U) != 0) setup_.time_control = "1m/3; 20s/2 repeat";
    if ((kind & 8U) != 0) setup_.late_minutes = 1;
    if ((kind & 16U) != 0) setup_.rules = "xiangqi-association";
    if ((kind & 32U) != 0) setup_.start = "3k5/9/2n1n4/9/3N5/9/9/9/4R4/4K4 w - - 0 1";
    setup_.one_game = (kind & 64U) != 0;
    const auto start =
        setup_.start.empty() ? xiangqi::Position::start() : *xiangqi::parse_fen(setup_.start);
    levels_ = levels_of(start);
}

void TableChaos::run() {
    Table table = fresh();
    feed(table, ScanFrame{levels_});
    while (!bytes_.empty() && events_.size() < most_events)
        act(table);
    table.quiesce();
    run_ticks(table, now_ + from_ms(60'000));
    again();
}

Table TableChaos::fresh() const {
    return Table(setup_, make_clock_decoder(setup_.clock, setup_.clock_left));
}

unsigned TableChaos::take() {
    if (bytes_.empty()) return 0;
    const unsigned value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
}

std::vector<Level> TableChaos::levels_of(const xiangqi::Position& position) const {
    std::vector<Level> out;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        out.push_back(mark(position.at(p)));
    return out;
}

Level TableChaos::mark(xiangqi::Piece piece) const {
    if (piece.empty()) return Level::off;
    if (setup_.sensors == Sensors::reed) return Level::on;
    return piece.is(Side::first) ? Level::north : Level::south;
}

void TableChaos::run_ticks(Table& table, Instant until) {
    int ticks = 0;
    for (auto due = table.next_wakeup(); due && *due <= until; due = table.next_wakeup()) {
        table.handle(Event{*due, Tick{}}, sink_);
        const auto next = table.next_wakeup();
        JIPU_ASSERT(!next || *next > *due, "after a tick the next is not later");
        JIPU_ASSERT(++ticks < 10'000, "the table asks for ticks without end");
    }
}

void TableChaos::feed(Table& table, decltype(Event::what) what) {
    run_ticks(table, now_);
    events_.push_back(Event{now_, std::move(what)});
    table.handle(events_.back(), sink_);
    check(table);
}

// What the table says of itself is what its effects have said.
void TableChaos::check(const Table& table) const {
    const TableView view = table.view();
    const auto& games = sink_.record().games();
    if (games.empty()) {
        JIPU_ASSERT(view.moves.empty(), "plies without a game");
        return;
    }
    const GameRecord& game = games.back();
    JIPU_ASSERT(game.game_name == view.game_name, "another game's name");
    JIPU_ASSERT(game.moves.size() == view.moves.size(), "plies that nobody was told of");
    int confirmed = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        JIPU_ASSERT(game.moves[i].move == view.moves[i], "a ply that was told otherwise");
        JIPU_ASSERT(game.moves[i].ply == static_cast<int>(i) + 1, "plies are not in order");
        confirmed += game.moves[i].confirmed ? 1 : 0;
    }
    JIPU_ASSERT(confirmed == view.confirmed, "confirmed otherwise than told");
    JIPU_ASSERT(game.result == view.result, "another result than told");
    JIPU_ASSERT(view.open_alerts.size() == sink_.open_alerts(), "alerts open otherwise");
    JIPU_ASSERT(view.levels.size() == xiangqi::points, "a point is missing");
}

void TableChaos::edge(Table& table, xiangqi::Point p, Level level) {
    levels_[p] = level;
    feed(table, PointChange{p, level});
}

void TableChaos::act(Table& table) {
    const unsigned what = take();
    static constexpr std::array<std::int64_t, 8> gaps{0, 3, 9, 60, 260, 450, 1200, 4000};
    wait_ms(gaps[what >> 5U]);
    switch (what & 15U) {
    case 0:
    case 1:
    case 2: {
        const auto p = static_cast<xiangqi::Point>(take() % xiangqi::points);
        edge(table, p, is_on(levels_[p]) ? Level::off : any_on());
        return;
    }
    case 3:
        feed(table, PressReport{(take() & 1U) != 0 ? Side::first : Side::second});
        return;
    case 4:
        return scan(table);
    case 5:
        return command(table);
    case 6:
        return device(table);
    case 7:
        return clock(table);
    default:
        return ply(table);
    }
}

Level TableChaos::any_on() {
    if (setup_.sensors == Sensors::reed) return Level::on;
    return (take() & 1U) != 0 ? Level::north : Level::south;
}

// A legal move of the position as recorded, by hands that hurry or dawdle.
void TableChaos::ply(Table& table) {
    const auto position = xiangqi::parse_fen(table.view().fen);
    JIPU_ASSERT(bool(position), "the view's FEN cannot be read");
    xiangqi::MoveList moves;
    position->legal_moves(moves);
    if (moves.count == 0) return;
    const xiangqi::Move move =
        moves.moves[static_cast<std::size_t>(take()) % static_cast<std::size_t>(moves.count)];
    const unsigned style = take();
    edge(table, move.from, Level::off);
    wait_ms(20 + (style & 3U) * 150);
    if (is_on(levels_[move.to]) && (style & 4U) == 0) {
        edge(table, move.to, Level::off);
        wait_ms(30);
    }
    edge(table, move.to, mark(position->at(move.from)));
    wait_ms((style >> 4U) * 100);
    if ((style & 8U) == 0) feed(table, PressReport{position->to_move()});
}

void TableChaos::scan(Table& table) {
    const unsigned how = take();
    if (how % 4 == 0) { // as the record stands
        const auto position = xiangqi::parse_fen(table.view().fen);
        JIPU_ASSERT(bool(position), "the view's FEN cannot be read");
        levels_ = levels_of(*position);
    } else if (how % 4 == 1) {
        levels_ = levels_of(xiangqi::Position::start());
    } else {
        for (unsigned i = 0; i < how / 16; ++i) {
            Level& level = levels_[take() % xiangqi::points];
            level = is_on(level) ? Level::off : any_on();
        }
    }
    feed(table, ScanFrame{levels_});
}

void TableChaos::device(Table& table) {
    const unsigned how = take();
    const Device device = (how & 1U) != 0 ? Device::board : Device::clock;
    if ((how & 2U) != 0)
        feed(table, DeviceLost{device});
    else
        feed(table, DeviceBack{device});
    // The first line after `back board` is a scan.
    if ((how & 3U) == 1) feed(table, ScanFrame{levels_});
}

void TableChaos::clock(Table& table) {
    if (setup_.clock == ClockKind::line) {
        ClockBytes bytes;
        const unsigned size = 1 + take() % 40;
        for (unsigned i = 0; i < size; ++i)
            bytes.bytes.push_back(static_cast<std::uint8_t>(take()));
        feed(table, bytes);
        return;
    }
    if (setup_.clock != ClockKind::time) return; // it tells no times
    TimesReport report;
    report.ms[0] = take() * 1000;
    report.ms[1] = take() * 1000;
    const unsigned running = take() % 3;
    if (running < 2) report.running = running == 0 ? Side::first : Side::second;
    feed(table, report);
}

std::string TableChaos::any_move(const Table& table) {
    const auto position = xiangqi::parse_fen(table.view().fen);
    if (position && (take() & 1U) != 0) {
        xiangqi::MoveList moves;
        position->legal_moves(moves);
        if (moves.count > 0)
            return notation::format_iccs(moves.moves[take() % static_cast<unsigned>(moves.count)]);
    }
    return notation::format_iccs({static_cast<xiangqi::Point>(take() % xiangqi::points),
                                  static_cast<xiangqi::Point>(take() % xiangqi::points)});
}

std::string TableChaos::command_text(const Table& table) {
    const std::string side = (take() & 1U) != 0 ? "red" : "black";
    const std::string ply = std::to_string(take() % 12);
    const std::string alert = "a" + std::to_string(take() % 12);
    static constexpr std::array<std::string_view, 5> rulings{"dismiss", "warning", "foul", "loss",
                                                             "stands"};
    const std::string ruling(rulings[take() % rulings.size()]);
    const auto one = [](const std::string& name, const std::string& rest = "") {
        return "{\"do\":\"" + name + "\",\"by\":\"test\"" + rest + "}";
    };
    const std::string with_side = ",\"side\":\"" + side + "\"";
    switch (take() % 36) {
    case 0:
        return one("start", ",\"event\":\"e\",\"round\":\"1\"");
    case 1:
        return one("start", ",\"start\":\"" + table.view().fen + "\"");
    case 2:
        return one("update", ",\"time_control\":\"30s\"");
    case 3:
        return one("pause");
    case 4:
        return one("resume");
    case 5:
        return one("result", ",\"result\":\"0-1\",\"ending\":\"resignation\"");
    case 6:
        return one("resign", with_side);
    case 7:
        return one("offer-draw", with_side);
    case 8:
        return one("accept-draw", with_side);
    case 9:
        return one("decline-draw", with_side);
    case 10:
        return one("claim", with_side + ",\"what\":\"repetition\"");
    case 11:
        return one("adjust", with_side);
    case 12:
        return one("set-clock", ",\"clock\":{\"red\":5000},\"why\":\"w\"");
    case 13:
    case 14:
    case 15:
        return one("rule", ",\"alert\":\"" + alert + "\",\"ruling\":\"" + ruling + "\"");
    case 16:
        return one("foul", with_side + ",\"kind\":\"illegal-move\"");
    case 17:
        return one("correct", ",\"to_ply\":" + ply);
    case 18:
        return one("correct", ",\"fen\":\"" + table.view().fen + "\"");
    case 19:
        return one("amend", ",\"ply\":" + ply + ",\"move\":\"" + any_move(table) + "\"");
    case 20:
    case 21:
        return one("insert", ",\"ply\":" + ply + ",\"move\":\"" + any_move(table) + "\"");
    case 22:
        return one("retract", ",\"ply\":" + ply);
    case 23:
        return one("confirm-position");
    case 24:
        return one("finish");
    case 25:
        return one("machine", ",\"what\":\"rebooted\"");
    case 26:
        return one("machine", take() % 2 == 0 ? ",\"what\":\"not-synced\""
                                              : ",\"what\":\"synced\",\"off_ms\":60000");
    case 27:
        return one("update", ",\"rules\":\"xiangqi-2020\"");
    default:
        return adjournment_text(table, side);
    }
}

std::string TableChaos::adjournment_text(const Table& table, const std::string& side) {
    static constexpr std::array<std::string_view, 4> absent{"red", "black", "both", "nobody"};
    const auto one = [](const std::string& name, const std::string& rest) {
        return "{\"do\":\"" + name + "\",\"by\":\"test\"" + rest + "}";
    };
    const std::string who = ",\"absent\":\"" + std::string(absent[take() % absent.size()]) + "\"";
    switch (take() % 8) {
    case 0:
    case 1:
        sealed_ = any_move(table);
        return one("seal",
                   ",\"side\":\"" + side + "\",\"digest\":\"" + sha256_hex(sealed_ + " s") + "\"");
    case 2:
    case 3:
        return one("unseal",
                   ",\"move\":\"" + (sealed_.empty() ? "h2e2" : sealed_) + "\",\"salt\":\"s\"");
    case 4:
        return one("unseal",
                   take() % 2 == 0 ? ",\"missing\":\"sheet\"" : ",\"missing\":\"envelope\"");
    case 5:
        return one("pause", ",\"adjourn\":true");
    case 6:
        return one("update", who);
    default:
        return one("resume", who);
    }
}

void TableChaos::command(Table& table) {
    const auto command = parse_command(command_text(table), Game::xiangqi);
    if (command) feed(table, *command);
}

// The same events, written to a trace and read again, give the same effects in another table.
void TableChaos::again() const {
    std::string text = format_trace_header(setup_);
    for (const Event& event : events_)
        text += format_trace_line(event, setup_) + "\n";
    const auto trace = read_trace(text, "chaos");
    JIPU_ASSERT(bool(trace), trace.error().c_str());
    Table table(trace->setup, make_clock_decoder(setup_.clock, setup_.clock_left));
    CheckedSink sink;
    replay_events(table, trace->events, sink);
    replay_silence(table, now_, sink);
    JIPU_ASSERT(sink.lines() == sink_.lines(), "the same events gave other effects");
}

} // namespace jipu::test
