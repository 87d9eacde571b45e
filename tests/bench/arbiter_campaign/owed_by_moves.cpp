// SPDX-License-Identifier: Apache-2.0
// Repetition, natural limit and dead position as the moves alone bring them about (000/1.4.2).
#include <algorithm>

#include "daemon/app/common/replay.hpp"
#include "daemon/table/table.hpp"
#include "tests/bench/arbiter_campaign/detours.hpp"

namespace jipu::arbiter_campaign {

namespace {

using xiangqi::Kind;
using xiangqi::Move;
using xiangqi::Position;

bool is_association(const std::string& book) {
    return book != "xiangqi-state";
}

/// The moves set down one after another by clean sensors, each pressed.
std::vector<Event> clean_events(const test::IccsGame& game) {
    Position position = game.start;
    const auto level = [](xiangqi::Piece piece) {
        if (piece.empty()) return Level::off;
        return piece.side() == Side::first ? Level::north : Level::south;
    };
    ScanFrame frame;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        frame.levels.push_back(level(position.at(p)));
    std::vector<Event> events{{instant_from_us(0), frame}};
    std::int64_t ms = 0;
    for (const Move move : game.moves) {
        const auto add = [&](auto what) {
            events.push_back({instant_from_us((ms += 300) * 1000), what});
        };
        const xiangqi::Piece piece = position.at(move.from);
        add(PointChange{move.from, Level::off});
        if (!position.at(move.to).empty()) add(PointChange{move.to, Level::off});
        add(PointChange{move.to, level(piece)});
        add(PressReport{piece.side()});
        position.play_tolerant(move);
    }
    return events;
}

/// How often each position stood by then since the last capture, before any move and after each.
std::vector<int> times_stood(const test::IccsGame& game) {
    std::vector<Position> stood{game.start};
    std::vector<int> out{1};
    Position position = game.start;
    for (const Move move : game.moves) {
        if (!position.play_tolerant(move).empty()) stood.clear();
        stood.push_back(position);
        out.push_back(static_cast<int>(std::count(stood.begin(), stood.end(), position)));
    }
    return out;
}

/// Plies at which a position stands for the fourth time, none of whose plies back to the last such
/// one is new: only the first is told.
std::vector<int> plies_due(const std::vector<int>& times) {
    std::vector<int> out;
    bool told = false;
    for (std::size_t n = 1; n < times.size(); ++n) {
        if (times[n] == 1) told = false;
        if (times[n] < 4 || told) continue;
        told = true;
        out.push_back(static_cast<int>(n));
    }
    return out;
}

Expected as_told(const SeenAlert& seen) {
    const AlertData& alert = seen.last;
    return {alert.code,    alert.side, alert.ply,     alert.grade,
            alert.article, alert.must, seen.resolved, alert.reason};
}

// A pattern of nine rounds (China 2020) is no repetition of a position, and taken as it is told.
bool is_pattern(const SeenAlert& seen) {
    return seen.last.message_en.find("rounds of nothing but forbidden moves") != std::string::npos;
}

void add_repetitions(const test::IccsGame& own, const std::vector<int>& ply_of,
                     const std::string& book, std::vector<Expected>& out) {
    Run alone;
    alone.book = book;
    alone.sensors = Sensors::hall;
    const TableSetup setup = setup_of(own, alone);
    const std::vector<SeenAlert> told = told_of(setup, clean_events(own));
    std::vector<int> due = plies_due(times_stood(own));
    for (const SeenAlert& seen : told) {
        if (seen.last.code != "repetition" && seen.last.code != "perpetual") continue;
        const auto counted = std::find(due.begin(), due.end(), seen.last.ply);
        if (counted == due.end() && !is_pattern(seen)) continue;
        if (counted != due.end()) due.erase(counted);
        Expected owed = as_told(seen);
        owed.ply = ply_of.at(static_cast<std::size_t>(owed.ply) - 1);
        out.push_back(owed);
    }
    for (const int ply : due) { // counted and not told: missed in any case
        Expected owed;
        owed.code = "repetition or perpetual";
        owed.ply = ply_of.at(static_cast<std::size_t>(ply) - 1);
        out.push_back(owed);
    }
}

// Sixty rounds without a capture; by the books after 2000 a claimant's checks beyond ten do not
// count, nor their answers. Told as soon as one side could claim, gone with the next capture.
void add_natural_limits(const test::IccsGame& game, const std::string& book,
                        std::vector<Expected>& out) {
    const bool skips = book == "xiangqi-2020" || book == "xiangqi-world";
    Position position = game.start;
    int quiet = position.quiet_plies();
    std::array<int, 2> checks{};
    bool open = false;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const Side mover = position.to_move();
        if (!position.play_tolerant(game.moves[i]).empty()) {
            if (open) out.back().resolved = "explained";
            quiet = 0;
            checks = {};
            open = false;
            continue;
        }
        ++quiet;
        if (position.in_check(opponent(mover))) ++checks[index_of(mover)];
        const int skipped = std::max(0, std::min(checks[0], checks[1]) - 10);
        if (open || quiet - (skips ? 2 * skipped : 0) < 120) continue;
        open = true;
        Expected owed;
        owed.code = "natural-limit";
        owed.ply = static_cast<int>(i) + 1;
        owed.article = is_association(book) ? "001/4.2.4" : "000/1.4.2(4)";
        out.push_back(owed);
    }
}

// No piece is left on either side that could mate.
void add_dead_position(const test::IccsGame& game, const std::string& book,
                       std::vector<Expected>& out) {
    Position position = game.start;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        position.play_tolerant(game.moves[i]);
        const bool attacks =
            std::any_of(position.board().begin(), position.board().end(), [](xiangqi::Piece piece) {
                return piece.kind() == Kind::rook || piece.kind() == Kind::horse ||
                       piece.kind() == Kind::cannon || piece.kind() == Kind::pawn;
            });
        if (attacks) continue;
        Expected owed;
        owed.code = "dead-position";
        owed.ply = static_cast<int>(i) + 1;
        owed.article = is_association(book) ? "001/4.2.1" : "000/1.4.2(1)";
        out.push_back(owed);
        return;
    }
}

} // namespace

std::vector<Expected> owed_by_moves(const Detours& detours, const std::string& book,
                                    bool last_counts) {
    test::IccsGame game = detours.game;
    test::IccsGame own = detours.own;
    if (!last_counts) {
        const bool own_ends = detours.ply_of.back() == static_cast<int>(game.moves.size());
        game.moves.pop_back();
        if (own_ends) own.moves.pop_back();
    }
    std::vector<Expected> out;
    add_natural_limits(game, book, out);
    add_dead_position(game, book, out);
    add_repetitions(own, detours.ply_of, book, out);
    return out;
}

} // namespace jipu::arbiter_campaign
