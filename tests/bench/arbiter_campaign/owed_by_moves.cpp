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
    return {alert.code, alert.side,    alert.ply,    alert.grade, alert.article,
            alert.must, seen.resolved, alert.reason, seen.ruling};
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
    Outcome clean;
    clean.setup = setup_of(own, alone);
    clean.events = clean_events(own);
    play_events(clean);
    std::vector<int> due = plies_due(times_stood(own));
    for (const SeenAlert& seen : clean.alerts) {
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
// count, nor their answers. Told as soon as one side could claim, gone when none could any more.
class NaturalLimit {
  public:
    /// What counts after a ply of the record.
    struct State {
        Position position;
        int ply = 0, quiet = 0;
        std::array<int, 2> checks{};
    };
    NaturalLimit(const Position& start, const std::string& book)
        : state_{start, 0, start.quiet_plies(), {}}, book_(book) {}

    const State& state() const { return state_; }
    void play(Move move) {
        const Side mover = state_.position.to_move();
        const bool took = !state_.position.play_tolerant(move).empty();
        ++state_.ply;
        state_.quiet = took ? 0 : state_.quiet + 1;
        if (took)
            state_.checks = {};
        else if (state_.position.in_check(opponent(mover)))
            ++state_.checks[index_of(mover)];
        tell();
    }
    void lead_back(const State& state) {
        state_ = state;
        tell();
    }
    /// Claimed rightly, the notice becomes the claim, which a planter owes.
    void claim() {
        if (open_) owed_.pop_back();
        open_ = false;
    }
    const std::vector<Expected>& owed() const { return owed_; }

  private:
    bool reached() const {
        const bool skips = book_ == "xiangqi-2020" || book_ == "xiangqi-world";
        const int skipped = std::max(0, std::min(state_.checks[0], state_.checks[1]) - 10);
        return state_.quiet - (skips ? 2 * skipped : 0) >= natural_limit;
    }
    void tell() {
        if (open_ && !reached()) owed_.back().resolved = "explained";
        if (!open_ && reached()) {
            Expected owed;
            owed.code = "natural-limit";
            owed.ply = state_.ply;
            owed.article = is_association(book_) ? "001/4.2.4" : "000/1.4.2(4)";
            owed_.push_back(owed);
        }
        open_ = reached();
    }

    State state_;
    const std::string& book_;
    std::vector<Expected> owed_;
    bool open_ = false;
};

// What was planted before a ply comes first: plies that are cancelled, claims.
void add_natural_limits(const test::IccsGame& game, const Outcome& outcome,
                        std::vector<Expected>& out) {
    NaturalLimit limit(game.start, outcome.setup.rules);
    for (std::size_t i = 0; i <= game.moves.size(); ++i) {
        for (const auto& [ply, planted] : outcome.planted) {
            if (ply != static_cast<int>(i) + 1) continue;
            const auto kept = limit.state();
            for (const Move move : planted.cancelled)
                limit.play(move);
            if (!planted.cancelled.empty()) limit.lead_back(kept);
            for (const Expected& owed : planted.expected)
                if (owed.code == "natural-limit") limit.claim();
        }
        if (i < game.moves.size()) limit.play(game.moves[i]);
    }
    out.insert(out.end(), limit.owed().begin(), limit.owed().end());
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

// Led back to where a repetition stands, before a ply of the game has answered it: it is told
// again.
void add_told_again(const Detours& detours, const Outcome& outcome, std::vector<Expected>& out) {
    std::vector<Expected> all;
    for (const Expected& owed : out)
        if (owed.code == "repetition" || owed.code == "perpetual") all.push_back(owed);
    for (const PlantedPly& cycle : detours.planted)
        all.insert(all.end(), cycle.planted.expected.begin(), cycle.planted.expected.end());
    for (const Expected& owed : all) {
        std::size_t answer = static_cast<std::size_t>(owed.ply);
        while (answer < detours.busy.size() && detours.busy[answer])
            ++answer;
        for (const auto& [ply, planted] : outcome.planted)
            if (ply == static_cast<int>(answer) + 1 && !planted.cancelled.empty())
                out.push_back(owed);
    }
}

} // namespace

std::vector<Expected> owed_by_moves(const Detours& detours, const Outcome& outcome,
                                    bool last_counts) {
    test::IccsGame game = detours.game;
    game.moves = outcome.moves;
    if (!last_counts) game.moves.pop_back();
    const auto is_played = [&](int ply) { return ply <= static_cast<int>(game.moves.size()); };
    test::IccsGame own = detours.own;
    own.moves.resize(static_cast<std::size_t>(
        std::count_if(detours.ply_of.begin(), detours.ply_of.end(), is_played)));
    const std::string& book = outcome.setup.rules;
    std::vector<Expected> out;
    add_natural_limits(game, outcome, out);
    add_dead_position(game, book, out);
    add_repetitions(own, detours.ply_of, book, out);
    add_told_again(detours, outcome, out);
    return out;
}

} // namespace jipu::arbiter_campaign
