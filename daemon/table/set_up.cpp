// SPDX-License-Identifier: Apache-2.0
// When a game begins: at once with the start position, with one or two doubtful points at its first
// move, else when the start position stands (000/4.1.3(1)). The games after it: next_game.cpp.
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

// A faulty point is likelier than a missing piece up to so many points.
constexpr int most_doubtful = 2;
// ... and up to so many may be faulty where the arbiter says that the pieces stand.
constexpr std::size_t most_faulty = 8;

} // namespace

xiangqi::Position TableImpl::start_position(const TableSetup& setup) {
    if (setup.start.empty()) return xiangqi::Position::start();
    const auto start = xiangqi::parse_fen(setup.start);
    JIPU_ASSERT(bool(start), "the setup was not validated: no such start position");
    return *start;
}

TableSetup TableImpl::setup_as_told(const GameInfo& told) const {
    TableSetup out = setup_;
    if (told.rules) out.rules = *told.rules;
    if (told.time_control) out.time_control = *told.time_control;
    if (told.start) out.start = *told.start;
    return out;
}

void TableImpl::set_up_as(const TableSetup& setup) {
    setup_ = setup;
    book_ = find_book(setup_.game, setup_.rules);
    start_ = start_position(setup_);
    next_start_ = start_position(setup_as_told(next_info_));
}

bool TableImpl::shows_next_start() const {
    return tracker_.disagreements(next_start_.board()) == 0;
}

std::vector<PointIndex> TableImpl::set_up_differences() const {
    const inference::Board board = start_.board();
    std::vector<PointIndex> out;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (!tracker_.agrees(board, p)) out.push_back(p);
    return out;
}

void TableImpl::watch_set_up() {
    if (await_scan_) return;
    const int differences = tracker_.disagreements(start_.board());
    const bool rested = passed(tracker_.last_edge(), setup_.sensing.settle_ms);
    if (differences == 0) {
        if (!differs_since_ || rested) begin_game();
        return;
    }
    const bool first_look = !differs_since_;
    if (first_look) differs_since_ = now_;
    if (differences > most_doubtful && orient_by_set_up()) return watch_set_up();
    if (tracker_.lost() && differences <= most_doubtful && rested) { // the set-up is nearly done
        begin_tracking();
    }
    const inference::Hypothesis& best = tracker_.best();
    if (!tracker_.lost() && best.reading.legal_line() && best.standing() > 0) {
        const Instant landed = tracker_.last_edge(best.reading.moves[0].to);
        if (passed(landed, setup_.sensing.settle_ms)) begin_game();
        return;
    }
    const bool following = !tracker_.lost() && best.reading.shows != inference::Shows::odd &&
                           static_cast<int>(best.phantom.count()) <= most_doubtful;
    if (following) return;
    if (!first_look && !passed(tracker_.last_edge(), setup_.sensing.illegal_ms)) return;
    if (!tell_ghosts_of_set_up()) raise_set_up_wrong(set_up_differences());
}

// The board shows a first ply.
bool TableImpl::under_way() const {
    return !tracker_.lost() && tracker_.best().reading.legal_line();
}

void TableImpl::raise_set_up_wrong(const std::vector<PointIndex>& points) {
    if (!set_up_alert_.empty()) return;
    // An empty or half set-up board is the beginning of every round; a nearly right one is a
    // mistake.
    AlertData alert = make_alert("setup-wrong", points.size() > 8 ? Grade::notice : Grade::observed,
                                 std::nullopt);
    alert.article = book_->set_up;
    alert.points = points;
    messages::describe(alert);
    set_up_alert_ = alerts_.raise(alert);
}

// Why the arbiter cannot take it that all pieces stand right and only these points do not show it;
// empty: he can. A sensor may stay open or closed, but it shows no pole that is not there.
std::string TableImpl::why_no_set_up(const std::vector<PointIndex>& differing) const {
    const std::string other_start =
        "; set the pieces up, or give the position that stands with start";
    if (differing.size() > most_faulty)
        return std::to_string(differing.size()) +
               " points do not show the start position: more than " + std::to_string(most_faulty) +
               " are no faulty sensors" + other_start;
    if (ghosts_of(start_.board()).any())
        return "diodes seem to be missing: no move could be seen on this board";
    std::string wrong;
    for (const PointIndex p : differing)
        if (is_on(debouncer_.stable(p)) && !start_.board()[p].empty())
            wrong += " " + messages::point_text(p);
    if (wrong.empty()) return "";
    return "a piece of the other side stands on" + wrong + ": no faulty sensor shows that" +
           other_start;
}

// The arbiter says that the start position stands (000/4.1.3(1)): what does not show it is a faulty
// sensor.
std::string TableImpl::confirm_set_up() {
    if (!scanned_ || await_scan_) return "the board is not there: nobody knows what it shows";
    const auto differing = set_up_differences();
    if (std::string why = why_no_set_up(differing); !why.empty()) return why;
    std::bitset<xiangqi::points> faulty;
    for (const PointIndex p : differing)
        faulty.set(p);
    if (!under_way()) tracker_.doubt(faulty); // else they are the first ply's, too
    alerts_.resolve(set_up_alert_, "arbiter");
    set_up_alert_.clear();
    begin_game();
    return "";
}

void TableImpl::begin_game(std::optional<Instant> followed_since) {
    if (!followed_since && !under_way()) begin_tracking();
    const Instant since = followed_since.value_or(now_);
    alerts_.resolve(set_up_alert_, "restored");
    set_up_alert_.clear();
    forget_ghosts();
    differs_since_.reset();
    start_since_.reset();
    forget_next_game();
    phase_ = Phase::playing;
    finished_ = false;
    ended_result_ = "*";
    record_.begin(start_, book_);
    illegal_ = {};
    closed_illegal_.clear();
    found_ = {};
    repetition_ = {};
    uncounted_ = {};
    repetition_.edits = record_.edits();
    forget_touching(-1);
    disturbed_alert_.clear();
    held_alert_.clear();
    contradiction_alert_.clear();
    sweep_alert_.clear();
    put_back_ply_ = 0;
    vouched_for_ = 0;
    pushed_.reset();
    was_taken_back_ = false;
    await_last_press_ = false;
    swept_ = start_after_back_ = start_left_ = leading_back_ = false;
    out_of_turn_ply_ = -1;
    adjust_said_ = {};
    paused_at_.reset();
    stopped_at_.reset();
    stops_.clear();
    opened_ply_.reset();
    signed_ = reopened_ = stopped_by_end_ = false;
    fouls_.clear();
    offers_.clear();
    natural_alert_.clear();
    dead_alert_.clear();
    time_.begin(start_.to_move(), since, setup_.time_control);
    flag_alerts_ = late_alerts_ = {};
    jump_alert_.clear();
    rate_alert_.clear();
    wrong_side_alert_.clear();
    wrong_side_since_.reset();
    rise_ply_ = -1;
    clock_ran_ = false;
    late_.begin(since);
    if (const auto absent = std::exchange(next_absent_, std::nullopt)) note_absent(*absent, "");
    adjournment_.over();
    emit(GameStarted{game_name_, setup_.game, std::string(book_->name), setup_.time_control,
                     xiangqi::format_fen(start_), info_});
    tell_orientation();
    forget_flicker();
    suspects_ = tracker_.best().phantom;
    tracker_.doubt(suspects_);
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        if (suspects_[p]) raise_sensor_fault(p, "suspected");
    }
}

std::vector<Level> TableImpl::levels() const {
    std::vector<Level> out;
    out.reserve(static_cast<std::size_t>(debouncer_.size()));
    for (int p = 0; p < debouncer_.size(); ++p)
        out.push_back(debouncer_.stable(static_cast<PointIndex>(p)));
    return out;
}

} // namespace jipu
