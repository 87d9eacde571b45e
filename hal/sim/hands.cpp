// SPDX-License-Identifier: Apache-2.0
// The game in time: when each hand thinks, nudges, hesitates, moves and presses. How a piece is
// carried is move_plan's, how contacts bounce edges', what it deserves deserved's, what goes wrong
// mishaps', on_the_way's and set_up's. Long because all that happens in a turn shares one class and
// its random numbers in one order.
#include "hal/sim/hands.hpp"

#include <algorithm>

#include "hal/sim/deserved.hpp"
#include "hal/sim/edges.hpp"
#include "hal/sim/mishaps.hpp"
#include "hal/sim/move_plan.hpp"
#include "hal/sim/on_the_way.hpp"
#include "hal/sim/set_up.hpp"

namespace jipu::sim {

namespace {

Level level_of(Side side, Sensors sensors) {
    if (sensors == Sensors::reed) return Level::on;
    return side == Side::first ? Level::north : Level::south;
}

/// The rate of those that are a share of others, and of the rest.
PerMillion part(PerMillion rate, PerMillion share) {
    return static_cast<PerMillion>(std::uint64_t{rate} * share / 1'000'000);
}
PerMillion while_thinking(PerMillion rate, PerMillion share_in_hand) {
    return part(rate, 1'000'000 - share_in_hand);
}

/// What the next hand must know of the ply before.
struct Before {
    Duration placed{0};
    std::optional<Duration> press;
    PointIndex stands_on = no_point;
    Side side = Side::second;
};

class Game {
  public:
    Game(const Arrangement& start, std::span<const PlyFacts> plies, Sensors sensors,
         const HandsConfig& config, std::uint64_t seed)
        : plies_(plies), sensors_(sensors), config_(config), random_(seed), width_(start.width),
          pieces_(start.pieces), busy_(start.pieces.size(), Duration{-1}),
          start_(scan_of(start, sensors)), exchanged_(exchange()),
          edges_(first_scan(), config_, random_, script_.items) {
        script_.start = edges_.levels();
    }

    Script play() {
        for (std::size_t i = 0; i < plies_.size(); ++i)
            play_ply(i);
        after_game();
        std::stable_sort(script_.items.begin(), script_.items.end(),
                         [](const ScriptItem& a, const ScriptItem& b) { return a.at < b.at; });
        script_.end = edges_.levels();
        if (!script_.items.empty()) script_.length = script_.items.back().at;
        return std::move(script_);
    }

  private:
    /// A point whose piece is lifted at `at` and put back; returns when it stands again.
    Duration lift_and_return(Duration at, PointIndex point, Duration away) {
        const Level level = edges_.level(point);
        edges_.change(at, point, Level::off, away);
        edges_.change(at + away, point, level, from_ms(1000));
        return at + away;
    }
    /// A length within the range. One draw a statement, here and everywhere: the order in which
    /// the operands of a sum are evaluated is the compiler's choice, and a seed means one script.
    Duration draw(Range ms) { return Duration{random_.in({ms.min * 1000, ms.max * 1000})}; }
    Duration regrip() { return draw(config_.regrip_ms); }
    int number(std::size_t i) const { return static_cast<int>(i) + 1; }
    /// Is this ply neither pressed nor answered by another?
    bool ends_open(std::size_t i) const { return i + 1 == plies_.size() && !press_follows_; }

    /// Around a move against the rules that stands, nobody hurries, hesitates or forgets to press:
    /// what that would deserve is not for the hands to say.
    bool calm(std::size_t i) const {
        return !plies_[i].legal || (i > 0 && !plies_[i - 1].legal) || !plies_[i].deeds.empty();
    }

    /// Which two pieces stand exchanged until the first turn, if any.
    std::optional<std::pair<PointIndex, PointIndex>> exchange() {
        if (config_.swapped_set_up == 0 || plies_.empty() || calm(0)) return std::nullopt;
        if (!random_.chance(config_.swapped_set_up)) return std::nullopt;
        return draw_exchanged(pieces_, width_, random_);
    }
    ScanFrame first_scan() const {
        ScanFrame frame = start_;
        if (exchanged_)
            std::swap(frame.levels[exchanged_->first], frame.levels[exchanged_->second]);
        return frame;
    }

    void play_ply(std::size_t i);
    bool mishaps_before(std::size_t i, Duration& now);
    void follow_stray(std::size_t i, Duration now);
    Duration fall_off(std::size_t i, Duration now);
    void mishaps_in_hand(std::size_t i, PointIndex from, Duration lift, MovePlan& plan);
    void knock_in_hand(std::size_t i, Duration lift, Duration in_air,
                       const std::vector<PointIndex>& but, MovePlan& plan);
    void mishaps_of_piece(std::size_t i, PointIndex from, Duration lift, MovePlan& plan);
    void after_game();
    Duration prelude(std::size_t i, PlyLog& log);
    Duration nudge(std::size_t i, Duration now);
    Duration hesitate(std::size_t i, Duration now, PlyLog& log);
    Duration extras(std::size_t i, Duration now, PlyLog& log);
    Duration wrong_point(std::size_t i, Duration now, bool pressed);
    Duration enemy_touch(std::size_t i, Duration now);
    Duration do_deeds(std::size_t i, Duration now, PlyLog& log);
    void breach(std::size_t i, Duration& now, PointIndex& from);
    MovePlan plan(std::size_t i, PointIndex from);
    void commit(std::size_t i, const MovePlan& plan, Duration lift, PlyLog& log);
    Duration wait_for_clear_notice(std::size_t i, const MovePlan& plan, Duration lift);
    void finish(std::size_t i, PlyLog& log);
    void choose_reply(std::size_t i);

    std::span<const PlyFacts> plies_;
    Sensors sensors_;
    HandsConfig config_;
    Random random_;
    int width_;
    std::vector<std::optional<Side>> pieces_;
    std::vector<Duration> busy_;
    ScanFrame start_;
    std::optional<std::pair<PointIndex, PointIndex>> exchanged_;
    Script script_;
    EdgeWriter edges_;
    Scene scene_{plies_, sensors_, config_, random_, width_, pieces_, edges_, script_, busy_};

    Stray stray_;
    Duration hands_free_{0};           ///< a mishap has been put right by then
    std::optional<Duration> set_down_; ///< of the ply being played: beside its point, unseen
    Before before_;
    Touched touched_;                        ///< in the turn being played
    ReplyStyle style_ = ReplyStyle::thought; ///< of the ply being played
    Duration quick_{0};                      ///< its distance from the press
    ReplyStyle next_style_ = ReplyStyle::thought;
    Duration next_quick_{0};
    bool press_follows_ = true; ///< will the ply being played be pressed?
    int nudges_owed_ = 0;       ///< drawn where there was no room; done before a later ply
    int hesitations_owed_ = 0;  ///< the same
};

/// What happens between the turn's beginning and the lift of the move. Nudges and hesitations that
/// find no room (a quick reply; or an opponent who has not pressed: whose turn it is would be
/// doubtful) are made up for later, so that the rates hold.
Duration Game::prelude(std::size_t i, PlyLog& log) {
    touched_ = {};
    if (random_.chance(config_.nudge)) ++nudges_owed_;
    if (random_.chance(config_.hesitation)) ++hesitations_owed_;
    if (style_ == ReplyStyle::before_press) return *before_.press - quick_;
    if (style_ == ReplyStyle::after_press) return *before_.press + quick_;

    Duration now = before_.press ? *before_.press
                                 : before_.placed + from_ms(config_.thresholds.settle_ms + 50);
    const std::int64_t think = random_.skewed_in(config_.think_ms) * 1000;
    const std::int64_t first = random_.in({0, think});
    now = std::max(now, hands_free_) + from_ms(30) + Duration{first};
    follow_stray(i, now);
    if (nudges_owed_ > 0) {
        --nudges_owed_;
        log.nudge = true;
        now = nudge(i, now);
        now += regrip();
    }
    if (!plies_[i].deeds.empty()) {
        now = do_deeds(i, now, log);
        // What lies elsewhere goes on at once: how long it lay is the planter's.
        if (plies_[i].carried != no_point) return now;
        now += regrip();
    }
    if (style_ == ReplyStyle::thought && !calm(i) && !mishaps_before(i, now)) {
        if (hesitations_owed_ > 0) {
            --hesitations_owed_;
            now = hesitate(i, now, log);
            now += regrip();
        }
        now = extras(i, now, log);
        if (touched_.own == no_point && touched_.other == no_point) now = fall_off(i, now);
        if (const auto alert = touch_alert(number(i), plies_[i], touched_, ends_open(i)))
            script_.deserved.push_back(*alert);
    }
    return now + Duration{think - first};
}

/// What the hands were told to do. A contact keeps its level until its next deed at least.
Duration Game::do_deeds(std::size_t i, Duration now, PlyLog& log) {
    const std::vector<Deed>& deeds = plies_[i].deeds;
    log.breach = true;
    for (std::size_t k = 0; k < deeds.size(); ++k) {
        const Deed& deed = deeds[k];
        now += deed.after;
        Duration keeps{0};
        for (std::size_t later = k + 1; later < deeds.size(); ++later) {
            keeps += deeds[later].after;
            if (deeds[later].point == deed.point) break;
            if (later + 1 == deeds.size()) keeps += from_ms(100);
        }
        keeps = k + 1 == deeds.size() ? from_ms(100) : keeps;
        if (deed.kind == Deed::Kind::lift)
            edges_.change(now, deed.point, Level::off, keeps);
        else if (deed.kind == Deed::Kind::put)
            edges_.change(now, deed.point, level_of(deed.side, sensors_), keeps);
        else if (deed.kind == Deed::Kind::press)
            edges_.press(now, deed.side);
        else if (deed.kind == Deed::Kind::say)
            log.said.push_back(now);
    }
    return now;
}

/// A brush: shorter than adjust_ms, so nothing is deserved whoever's piece it is. The piece that
/// the opponent has just set down is left alone until it has surely settled.
Duration Game::nudge(std::size_t i, Duration now) {
    const bool fresh =
        !before_.press || now < before_.placed + from_ms(config_.thresholds.settle_ms + 50);
    std::vector<PointIndex> points;
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        const bool busy = scene_.is_busy(static_cast<PointIndex>(p), now);
        if (pieces_[p] && !busy && !(i > 0 && fresh && p == before_.stands_on)) {
            points.push_back(static_cast<PointIndex>(p));
        }
    }
    const PointIndex point = points[random_.index(points.size())];
    return lift_and_return(now, point, draw(config_.nudge_ms));
}

/// A piece of one's own lifted over adjust_ms and put back. With the piece that then moves nothing
/// is deserved; with another that has a legal move `touch-move`. Another piece that could itself
/// take what the move takes is not chosen: the book would have it take (000/4.1.1(3)1), and which
/// obligation the alert names is the arbiter's reading.
Duration Game::hesitate(std::size_t i, Duration now, PlyLog& log) {
    const PlyFacts& facts = plies_[i];
    PointIndex point = facts.from;
    log.hesitation = Hesitation::same_piece;
    if (random_.chance(config_.hesitation_other)) {
        std::vector<PointIndex> points;
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const auto at = static_cast<PointIndex>(p);
            if (pieces_[p] != facts.side || at == facts.from || scene_.is_busy(at, now)) continue;
            if (std::find(facts.takers.begin(), facts.takers.end(), at) != facts.takers.end()) {
                continue;
            }
            points.push_back(at);
        }
        if (!points.empty()) {
            point = points[random_.index(points.size())];
            log.hesitation = Hesitation::other_piece;
        }
    }
    touched_.own = point;
    const Range all = config_.hesitation_ms;
    // Half of the hesitations short, half anywhere in the range.
    const Range range =
        random_.chance(one_in(2)) ? all : Range{all.min, std::min(all.min + 1500, all.max)};
    return lift_and_return(now, point, draw(range));
}

/// The deeds that are off by default; at most one before a ply.
Duration Game::extras(std::size_t i, Duration now, PlyLog& log) {
    const PlyFacts& facts = plies_[i];
    if (random_.chance(config_.early_press) && i > 0) {
        log.breach = true;
        edges_.press(now, facts.side);
        script_.deserved.push_back(early_press(number(i), facts.side));
        return now + regrip();
    }
    if (random_.chance(config_.touched_enemy)) {
        log.breach = true;
        now = enemy_touch(i, now);
        return now + regrip();
    }
    if (facts.wrong_targets.empty()) return now;
    const bool pressed = random_.chance(config_.illegal_pressed);
    if (pressed || random_.chance(config_.illegal_corrected)) {
        log.breach = true;
        now = wrong_point(i, now, pressed);
        return now + regrip();
    }
    return now;
}

/// The moving piece is set on a point where it may not go and put back: the position before is
/// restored and the same piece, which is obliged, then makes its move.
Duration Game::wrong_point(std::size_t i, Duration now, bool pressed) {
    const PlyFacts& facts = plies_[i];
    const PointIndex wrong = facts.wrong_targets[random_.index(facts.wrong_targets.size())];
    if (scene_.is_busy(wrong, now)) return now;
    const Level level = edges_.level(facts.from);
    const std::int64_t bound = config_.thresholds.illegal_ms;
    std::int64_t rest = random_.in(config_.illegal_rest_ms);
    if (rest > bound - 100 && rest < bound + 100) rest = bound + 100;

    edges_.change(now, facts.from, Level::off, from_ms(100));
    now += draw(config_.travel_ms);
    edges_.change(now, wrong, level, from_ms(100));
    if (pressed) {
        const Duration press = now + draw(config_.press_ms);
        edges_.press(press, facts.side);
        now = press;
    }
    now += from_ms(rest);
    edges_.change(now, wrong, Level::off, from_ms(100));
    now += draw(config_.travel_ms);
    edges_.change(now, facts.from, level, from_ms(100));
    if (pressed || rest > bound) {
        script_.deserved.push_back(illegal_move(number(i), facts.side, pressed));
    }
    return now;
}

/// An enemy piece that could be taken is lifted over adjust_ms and put back; the move then takes
/// another or none. A piece that nothing can take obliges to nothing.
Duration Game::enemy_touch(std::size_t i, Duration now) {
    const PlyFacts& facts = plies_[i];
    std::vector<PointIndex> points;
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        if (scene_.is_busy(static_cast<PointIndex>(p), now)) continue;
        if (pieces_[p] == opponent(facts.side) && p != facts.to && p != before_.stands_on) {
            points.push_back(static_cast<PointIndex>(p));
        }
    }
    if (points.empty()) return now;
    const PointIndex point = points[random_.index(points.size())];
    touched_.other = point;
    return lift_and_return(now, point, draw(config_.hesitation_ms));
}

/// The piece rests on another legal point over placed_ms before it goes on to its target.
void Game::breach(std::size_t i, Duration& now, PointIndex& from) {
    const PlyFacts& facts = plies_[i];
    if (facts.quiet_targets.empty() || style_ != ReplyStyle::thought || calm(i)) return;
    if (!random_.chance(config_.placed_breach)) return;
    const PointIndex rest = facts.quiet_targets[random_.index(facts.quiet_targets.size())];
    if (scene_.is_busy(rest, now)) return;
    const Level level = edges_.level(from);
    edges_.change(now, from, Level::off, from_ms(100));
    now += draw(config_.travel_ms);
    edges_.change(now, rest, level, from_ms(100));
    now += draw(config_.placed_breach_ms);
    script_.deserved.push_back(placed_piece(number(i), facts.side, from, rest, ends_open(i)));
    from = rest;
}

MovePlan Game::plan(std::size_t i, PointIndex from) {
    const PlyFacts& facts = plies_[i];
    const Carry carry{from, facts.to, level_of(facts.side, sensors_), facts.captures,
                      empty_between(edges_.levels(), width_, from, facts.to)};
    return plan_move(carry, sensors_, config_, random_);
}

/// After an unpressed move: begins later where milliseconds would decide whether the notice is
/// deserved, and says whether it is. A reply that takes the unpressed piece itself may lift it
/// before anything else: whether what is no longer there still waits for its press is left open
/// too.
Duration Game::wait_for_clear_notice(std::size_t i, const MovePlan& plan, Duration lift) {
    const bool retakes = plies_[i].captures && plies_[i].to == before_.stands_on;
    AnswerTimes times{before_.placed, retakes ? lift : lift + plan.first_rest, lift + plan.placed};
    if (const Duration wait = unclear_by(times, config_.thresholds); wait > Duration{0}) {
        const Duration later = wait + draw({0, 2000});
        lift += later;
        times.earliest_answer += later;
        times.latest_answer += later;
    }
    if (noticed_unpressed(times, config_.thresholds)) {
        script_.deserved.push_back(no_press(number(i) - 1, before_.side));
    }
    return lift;
}

/// Writes the move's edges from `lift` on and changes the board.
void Game::commit(std::size_t i, const MovePlan& plan, Duration lift, PlyLog& log) {
    const PlyFacts& facts = plies_[i];
    lift = edge_time(lift);
    log.first_edge = lift;
    log.capture = plan.capture;
    log.slide = plan.slide;
    log.long_stop = plan.long_stop;
    for (const PlannedEdge& edge : plan.edges) {
        const Duration last = edges_.change(lift + edge.at, edge.point, edge.level, edge.keeps);
        log.last_edge = std::max(log.last_edge, last);
    }
    log.placed = edge_time(lift + plan.placed);
    pieces_[facts.to] = facts.side;
    pieces_[facts.from].reset();
}

/// How the next ply will begin, and with it whether this one is pressed.
void Game::choose_reply(std::size_t i) {
    const bool last = i + 1 == plies_.size();
    press_follows_ =
        calm(i) || (!last && !plies_[i + 1].deeds.empty()) || !random_.chance(config_.no_press);
    next_style_ = press_follows_ ? ReplyStyle::thought : ReplyStyle::unpressed;
    const bool stray_goes = stray_.point != no_point && i + 1 >= stray_.gone_by;
    if (press_follows_ && !last && !calm(i) && !calm(i + 1) && !stray_goes &&
        random_.chance(config_.quick_reply)) {
        next_style_ =
            random_.chance(one_in(2)) ? ReplyStyle::after_press : ReplyStyle::before_press;
        next_quick_ = draw(config_.quick_reply_ms);
    }
}

/// The press, late enough for a reply that begins before it, and never before the press of the
/// ply before.
void Game::finish(std::size_t i, PlyLog& log) {
    const PlyFacts& facts = plies_[i];
    const std::optional<Duration> press_before = before_.press;
    before_ = {log.placed, std::nullopt, facts.to, facts.side};
    if (!press_follows_) return;

    const Range press_us{config_.press_ms.min * 1000, config_.press_ms.max * 1000};
    Duration press = log.placed + Duration{random_.skewed_in(press_us)};
    if (set_down_ && next_style_ == ReplyStyle::thought && scene_.random.chance(one_in(2)))
        press -= log.placed - *set_down_; // as one who sees that the piece stands there
    press = std::max(press, hands_free_);
    if (press_before) press = std::max(press, *press_before + from_ms(100));
    const bool before_press = next_style_ == ReplyStyle::before_press;
    if (before_press || next_style_ == ReplyStyle::after_press) {
        const PlyFacts& reply = plies_[i + 1];
        const bool retakes = reply.captures && reply.to == facts.to;
        const std::int64_t rest = retakes ? config_.recapture_rest_ms : config_.reply_rest_ms;
        const Duration to_lift = before_press ? -next_quick_ : next_quick_;
        press = std::max(press, log.placed + from_ms(rest) - to_lift);
        if (press_before) press = std::max(press, *press_before + from_ms(30) - to_lift);
    }
    press = press_time(press);
    edges_.press(press, facts.side);
    before_.press = press;
    log.press = press;
}

/// What goes wrong while the mover thinks, one at most: then he neither hesitates nor errs.
bool Game::mishaps_before(std::size_t i, Duration& now) {
    const Duration begin = now;
    if (exchanged_ && i == 0) {
        now = put_right(scene_, now, *exchanged_);
    } else if (scene_.happens(while_thinking(config_.knock, config_.knock_in_hand))) {
        std::vector<PointIndex> but;
        if (i > 0 && now < before_.placed + from_ms(config_.thresholds.settle_ms + 50))
            but.push_back(before_.stands_on);
        now = knock(scene_, i, now, now, but);
    } else if (scene_.happens(while_thinking(config_.sleeve, config_.sleeve_in_hand))) {
        now = sleeve(scene_, i, now, plies_[i].from, {before_.stands_on});
    }
    if (now == begin) return false;
    now += regrip();
    return true;
}

/// A captured piece is set on the board again with the reply, and taken away some plies later.
void Game::follow_stray(std::size_t i, Duration now) {
    if (stray_.point != no_point) {
        if (i >= stray_.gone_by) take_stray(scene_, i, now, stray_);
    } else if (i > 0 && plies_[i - 1].captures && style_ == ReplyStyle::thought && !calm(i) &&
               scene_.happens(config_.stray)) {
        stray_ = put_stray(scene_, i, now, plies_[i].side);
    }
}

/// A piece of either side falls off the board and is put back before the ply: for the board, and so
/// by the contract, it has been touched.
Duration Game::fall_off(std::size_t i, Duration now) {
    if (!scene_.happens(config_.fall / 3 * 2)) return now;
    const PlyFacts& facts = plies_[i];
    std::vector<PointIndex> points;
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        const auto at = static_cast<PointIndex>(p);
        if (!pieces_[p] || at == facts.to || scene_.is_busy(at, now)) continue;
        if (at == before_.stands_on) continue;
        const auto& takers = facts.takers; // left alone as when hesitating
        const bool takes = std::find(takers.begin(), takers.end(), at) != takers.end();
        if (at == facts.from || !takes) points.push_back(at);
    }
    if (points.empty()) return now;
    const PointIndex point = points[random_.index(points.size())];
    (pieces_[point] == facts.side ? touched_.own : touched_.other) = point;
    const Duration back = lift_and_return(now, point, draw(config_.fall_ms));
    scene_.note(MishapKind::fall, i, now, back, {point});
    return back + regrip();
}

/// What goes wrong with the last step of the moving piece.
void Game::mishaps_of_piece(std::size_t i, PointIndex from, Duration lift, MovePlan& plan) {
    if (plan.capture == CaptureStyle::swapped) {
        const int ply = number(i);
        scene_.note(MishapKind::silent_capture, i, lift, lift + plan.placed, {from, plies_[i].to});
        if (sensors_ == Sensors::reed)
            script_.allowed.push_back({"ambiguous-move", ply, ply, true});
        return;
    }
    const Duration down = plan.placed;
    if (style_ != ReplyStyle::thought || calm(i)) return;
    set_down_ = put_beside(scene_, i, from, plan, ends_open(i));
    if (set_down_) *set_down_ += lift;
    if (plan.placed != down)
        scene_.note(MishapKind::beside, i, lift + down, lift + plan.placed, {plies_[i].to});
}

/// What goes wrong with others while the piece is in the hand; one at most.
void Game::mishaps_in_hand(std::size_t i, PointIndex from, Duration lift, MovePlan& plan) {
    if (config_.knock == 0 && config_.sleeve == 0 && config_.fall == 0) return;
    // In the air for certain: after its lift, before anything else closes or opens.
    Duration off{0};
    for (const PlannedEdge& edge : plan.edges)
        if (edge.point == from) off = edge.at;
    Duration next = plan.placed;
    for (const PlannedEdge& edge : plan.edges)
        if (edge.at > off) next = std::min(next, edge.at);
    if (next - off < from_ms(100)) return;
    const Duration in_air = off + from_ms(20) + Duration{random_.in({0, (next - off).count() / 2})};
    const std::vector<PointIndex> but{from, plies_[i].from, plies_[i].to};
    if (scene_.happens(part(config_.knock, config_.knock_in_hand)))
        knock_in_hand(i, lift, in_air, but, plan);
    else if (scene_.happens(part(config_.sleeve, config_.sleeve_in_hand)))
        hands_free_ = sleeve(scene_, i, lift + in_air, plies_[i].to, but) + from_ms(400);
    else if (scene_.happens(config_.fall / 3))
        fall(scene_, i, lift + in_air, lift + plan.placed);
}

/// The piece stays in the hand until all is put back, or is set down first.
void Game::knock_in_hand(std::size_t i, Duration lift, Duration in_air,
                         const std::vector<PointIndex>& but, MovePlan& plan) {
    const Duration at = lift + in_air;
    if (random_.chance(one_in(2))) {
        hands_free_ = knock(scene_, i, at, lift + plan.placed + from_ms(300), but) + from_ms(500);
        return;
    }
    const Duration wait = knock(scene_, i, at, at, but) - at + draw({100, 800});
    for (PlannedEdge& edge : plan.edges)
        if (edge.at >= in_air) edge.at += wait;
    plan.placed += wait;
    plan.first_rest += wait;
    if (set_down_) *set_down_ += wait;
}

void Game::after_game() {
    Duration now{0};
    for (const ScriptItem& item : script_.items)
        now = std::max(now, item.at);
    now += from_ms(2000);
    if (scene_.happens(config_.sweep)) {
        now += draw({0, 40'000});
        now = sweep(scene_, now) + from_ms(1000);
    }
    if (scene_.happens(config_.next_game)) {
        now += draw({0, 20'000});
        set_up_next(scene_, now, start_);
    }
}

void Game::play_ply(std::size_t i) {
    const PlyFacts& facts = plies_[i];
    JIPU_ASSERT(facts.from < pieces_.size() && facts.to < pieces_.size(), "a ply off the board");
    JIPU_ASSERT(pieces_[facts.from] == facts.side, "a ply moves a piece of its own side");
    JIPU_ASSERT(facts.captures == pieces_[facts.to].has_value(), "captures, as the board has it");

    PlyLog log;
    log.reply = style_;
    // Whether this ply will be pressed is drawn before it begins: what it deserves depends on it.
    choose_reply(i);
    Duration lift = prelude(i, log);
    PointIndex from = facts.carried == no_point ? facts.from : facts.carried;
    breach(i, lift, from);
    const bool at_ease = style_ == ReplyStyle::thought && !calm(i);
    if (at_ease && from == facts.from) rest_on_way(scene_, i, lift, from, ends_open(i));
    if (from != facts.from) log.breach = true;
    MovePlan moves = plan(i, from);
    set_down_.reset();
    mishaps_of_piece(i, from, lift, moves);
    if (at_ease) mishaps_in_hand(i, from, lift, moves);
    if (style_ == ReplyStyle::unpressed) lift = wait_for_clear_notice(i, moves, lift);
    commit(i, moves, lift, log);
    if (!facts.legal) script_.deserved.push_back(illegal_move(number(i), facts.side, true));
    finish(i, log);
    if (set_down_) hands_free_ = std::max(hands_free_, log.placed);
    style_ = next_style_;
    quick_ = next_quick_;
    script_.plies.push_back(log);
}

} // namespace

ScanFrame scan_of(const Arrangement& arrangement, Sensors sensors) {
    ScanFrame frame;
    for (const std::optional<Side>& piece : arrangement.pieces) {
        frame.levels.push_back(piece ? level_of(*piece, sensors) : Level::off);
    }
    return frame;
}

Script play_by_hand(const Arrangement& start, std::span<const PlyFacts> plies, Sensors sensors,
                    const HandsConfig& config, std::uint64_t seed) {
    return Game(start, plies, sensors, config, seed).play();
}

} // namespace jipu::sim
