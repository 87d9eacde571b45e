// SPDX-License-Identifier: Apache-2.0
// Which way the board stands. Its set-up shows that where Red's pieces are told from Black's, or
// where the start position is not the same from both sides; else the first plies do, with their
// presses: Red begins. A board that stands wrong is followed all the same, and that is told.
#include <algorithm>
#include <utility>

#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

namespace {

// Minus the logarithm of how often it happens, as in the tracker's model: at one table in a
// hundred. Who sits at the wrong side of board and clock has both wrong at once.
constexpr double stands_wrong = 5;
constexpr double clock_too = 0.2;
// After a knock every way to see the board is dear, a sleeve over it costs less; none is believed
// for being less so.
constexpr double too_strange = 60;
// With less between the two the clock's sides stay as they are.
constexpr double clock_doubt = 0.5;
// An opening that costs so much more than when it was weighed last may be another one.
constexpr double too_dear = 2;
// Seen another way, the plies have to be legal and pressed by their sides; else the board rather
// stands as it was thought to, and something odd was done at it, unless that is so much dearer.
constexpr double not_pressed = 8;
constexpr double not_legal = 15;
// So much dearer, another way to see the board is out of the question for good.
constexpr double certain = 15;
// A faulty point is likelier than a missing piece up to so many points, of a full set-up. A few
// pieces stand like this by chance.
constexpr int most_doubtful = 2;
constexpr int full_set_up = 20;

constexpr std::array<Orientation, 5> orientations{{{},
                                                   {.board = true, .poles = false, .clock = false},
                                                   {.board = true, .poles = false, .clock = true},
                                                   {.board = false, .poles = true, .clock = false},
                                                   {.board = false, .poles = true, .clock = true}}};

double prior(const Orientation& o) {
    return (o.board || o.poles ? stands_wrong : 0) + (o.clock ? clock_too : 0);
}

std::bitset<xiangqi::points> turned(const std::bitset<xiangqi::points>& points) {
    std::bitset<xiangqi::points> out;
    for (std::size_t p = 0; p < xiangqi::points; ++p)
        out[xiangqi::points - 1 - p] = points[p];
    return out;
}

} // namespace

void TableImpl::begin_tracking() {
    tracker_.reset(start_, levels());
    opening_.begin(levels(), now_, orientation_);
    weighed_at_ = 0;
    orientation_unclear_ = false;
}

const ScanFrame& TableImpl::as_seen(const ScanFrame& raw) {
    if (orientation_.straight()) return raw;
    seen_.levels = raw.levels;
    orientation_.turn(seen_.levels);
    return seen_;
}

// The set-up itself may show that the board does not stand as it was thought to.
bool TableImpl::orient_by_set_up() {
    const inference::Board start = start_.board();
    const auto pieces =
        std::count_if(start.begin(), start.end(), [](xiangqi::Piece p) { return !p.empty(); });
    const int most = pieces >= full_set_up ? most_doubtful : 0;
    if (tracker_.disagreements(start) <= most) return false;
    Opening shown;
    shown.begin(levels(), now_, orientation_);
    for (const Orientation& to : orientations) {
        if (to.clock || shown.disagreements(start_, setup_.sensors, to) > most) continue;
        orient(to);
        begin_tracking();
        return true;
    }
    return false;
}

// What it costs to explain the opening, with this press at its end, if the board stands so;
// other_tracker_ has followed it.
double TableImpl::cost_as(const Orientation& as, std::optional<Side> press) {
    const Orientation change = orientation_.change_to(as);
    opening_.follow(other_tracker_, as, now_, start_, change.board ? turned(suspects_) : suspects_);
    if (press) other_tracker_.press(change.side(*press), now_);
    return other_tracker_.spent() + prior(as);
}

// Has a first ply been made? Beside a clock it has to be pressed or answered: a hand may still take
// back one that was out of turn.
bool TableImpl::plays(const inference::Tracker& tracker) const {
    if (tracker.lost()) return false;
    const inference::Hypothesis& h = tracker.best();
    return h.path() > 0 || (setup_.clock == ClockKind::none && h.reading.legal_line());
}

// What it has to be dearer to see the board as until now than as this tracker has followed it.
double TableImpl::enough_to_turn(const inference::Tracker& tracker) const {
    const inference::Hypothesis& best = tracker.best();
    double enough = inference::model::doubt;
    for (int n = 1; n <= best.path(); ++n) {
        const inference::DecidedPly ply = tracker.decided(n);
        if (!ply.legal) return not_legal;
        if (setup_.clock != ClockKind::none && ply.by != inference::ConfirmedBy::press)
            enough = not_pressed;
    }
    const bool legal = best.reading.shows == inference::Shows::nothing || best.reading.legal_line();
    return legal ? enough : not_legal;
}

// Does the board more likely stand another way? `press` ends what is weighed.
std::optional<Orientation> TableImpl::likelier_orientation(std::optional<Side> press) {
    opening_.note_weighed();
    const double own = cost_as(orientation_, press);
    double least = own;
    bool near = false;
    bool waits = false; // a likelier one has not made its first ply yet
    bool unclear = false;
    std::optional<Orientation> best;
    for (const Orientation& as : orientations) {
        if (as == orientation_ || (as.poles && setup_.sensors == Sensors::reed) ||
            opening_.disagreements(start_, setup_.sensors, as) > most_doubtful)
            continue;
        const double cost = cost_as(as, press);
        const bool other_board = as.board != orientation_.board || as.poles != orientation_.poles;
        const double enough = other_board ? enough_to_turn(other_tracker_) : clock_doubt;
        const bool likelier = cost + enough <= own;
        near = near || cost < own + certain;
        if (other_board && cost > too_strange) continue;
        waits = waits || (likelier && !plays(other_tracker_));
        if (!plays(other_tracker_)) continue;
        // Were both as frequent, it would be clear.
        const double seen = cost - prior(as) - (own - prior(orientation_));
        unclear = unclear || (other_board && seen < -inference::model::doubt);
        if (!likelier || cost >= least) continue;
        least = cost;
        best = as;
    }
    if (!waits) weighed_at_ = tracker_.spent();
    if (!near) opening_.stop();
    if (std::exchange(orientation_unclear_, unclear && !best) != (unclear && !best) && !best)
        tell_orientation();
    return best;
}

bool TableImpl::may_turn() const {
    const bool plays = phase_ == Phase::setting_up || (phase_ == Phase::playing && !finished_);
    return plays && !await_scan_ && !time_.paused();
}

// Is what has come since it was last weighed hard to explain?
bool TableImpl::explained_oddly() const {
    return tracker_.lost() || tracker_.spent() > weighed_at_ + too_dear;
}

void TableImpl::watch_orientation() {
    if (opening_.at_start() && tracker_.best().base_ply > 0)
        opening_.stop(); // the position has come again in mid-game
    if (!opening_.under_way() || opening_.weighed() || !may_turn() || !explained_oddly()) return;
    if (!passed(tracker_.last_edge(), setup_.sensing.illegal_ms)) return;
    if (const auto to = likelier_orientation(std::nullopt)) follow_as(*to);
}

Side TableImpl::weigh_press(Side side) {
    if (!opening_.under_way() || !may_turn()) return side;
    const Orientation before = orientation_;
    // Once the board is seen another way, a press by who has not moved may show the clock's sides.
    const inference::Hypothesis& seen = tracker_.best();
    const bool ends_turn = seen.standing() > 0 && seen.turn() != side;
    const bool odd_press = !orientation_.straight() && !ends_turn;
    if (odd_press || orientation_unclear_ || explained_oddly())
        if (const auto to = likelier_orientation(side)) follow_as(*to);
    side = before.change_to(orientation_).side(side);
    opening_.press(side, now_, orientation_);
    return side;
}

// From now on the board is seen so, and what came since the start position stood is seen so, too.
void TableImpl::follow_as(const Orientation& to) {
    cost_as(to, std::nullopt);
    turned_doubtful_ = enough_to_turn(other_tracker_) > inference::model::doubt;
    const bool pieces = orientation_.board != to.board || orientation_.poles != to.poles;
    orient(to);
    std::swap(tracker_, other_tracker_);
    if (pieces) forget_seen();
}

void TableImpl::orient(const Orientation& to) {
    const Orientation change = orientation_.change_to(to);
    orientation_ = to;
    debouncer_.see(change.board, change.poles);
    if (change.board) {
        suspects_ = turned(suspects_);
        flickers_ = turned(flickers_);
        slow_ = turned(slow_);
        ghosts_ = turned(ghosts_);
        std::vector<std::string> ids;
        for (const AlertData& alert : alerts_.open())
            if (alert.code == "sensor-fault") ids.push_back(alert.alert);
        for (const std::string& id : ids)
            alerts_.update(id, [&](AlertData& alert) {
                for (PointIndex& p : alert.points)
                    p = change.point(p);
                messages::describe(alert);
            });
    }
    if (change.clock) exchange_clock();
    tell_orientation();
}

// What the clock has shown and said of one side was the other's.
void TableImpl::exchange_clock() {
    std::swap(pressed_at_[0], pressed_at_[1]);
    if (!clock_times_ || !time_.from_device()) return;
    time_.forget_device();
    time_.device_times(orientation_.times(*clock_times_), now_);
    if (phase_ == Phase::playing) tell_clock("device");
}

// The plies were others than they seemed, and so was what was told of them.
void TableImpl::forget_seen() {
    alerts_.resolve(illegal_.alert, "explained");
    illegal_ = {};
    alerts_.resolve(disturbed_alert_, "explained");
    disturbed_alert_.clear();
    alerts_.resolve_code("early-press", "explained");
    alerts_.resolve_code("out-of-turn", "explained");
    alerts_.resolve_code("placed-piece", "explained"); // put back ones, too
    explain_touching(0);
    forget_touching(-1);
    was_taken_back_ = false;
    out_of_turn_ply_ = -1;
    if (phase_ != Phase::playing || record_.count() == 0) return;
    retract_after(0, "the board stands another way round");
    clock_follows_record();
}

// 000/2.2: board and clock are the chief arbiter's to check. One notice as long as the board stands
// wrong, or what was seen would fit that as well; who dismisses it knows.
void TableImpl::tell_orientation() {
    const bool right =
        orientation_.straight() ? !orientation_unclear_ : orientation_ == known_orientation_;
    if (right) {
        alerts_.resolve(orientation_alert_, "restored");
        orientation_alert_.clear();
        return;
    }
    const bool doubtful = turned_doubtful_ && !orientation_.straight();
    AlertData alert =
        make_alert("setup-wrong", doubtful ? Grade::observed : Grade::notice, std::nullopt);
    alert.article = orientation_.poles ? book_->corrections.colours : book_->set_up;
    alert.reason = orientation_.straight() ? "unclear" : orientation_.poles ? "colours" : "turned";
    if (orientation_.clock) alert.reason += " clock";
    messages::describe(alert);
    if (!alerts_.find(orientation_alert_)) {
        orientation_alert_ = alerts_.raise(alert);
    } else if (alerts_.find(orientation_alert_)->reason != alert.reason) {
        alerts_.replace(orientation_alert_, alert);
    }
}

} // namespace jipu
