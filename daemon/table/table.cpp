// SPDX-License-Identifier: Apache-2.0
// Events and time: what each kind of event does to the table, and when it wants to be woken.
#include "daemon/table/table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/timing/time_control.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

inference::TrackerSettings tracker_settings(const TableSetup& setup) {
    return {setup.sensors, from_ms(setup.sensing.settle_ms), from_ms(setup.sensing.adjust_ms),
            from_ms(setup.sensing.placed_ms), setup.clock != ClockKind::none};
}

bool fits(const ScanFrame& frame, const inference::Board& board, Sensors sensors) {
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (!inference::shows(sensors, frame.levels[p], board[p])) return false;
    return true;
}

int changed_points(const ScanFrame& frame, const Debouncer& debouncer) {
    int n = 0;
    for (int p = 0; p < debouncer.size(); ++p) {
        const auto point = static_cast<PointIndex>(p);
        n += frame.levels[point] == debouncer.stable(point) ? 0 : 1;
    }
    return n;
}

} // namespace

TableImpl::TableImpl(TableSetup setup, std::unique_ptr<ClockDecoder> decoder)
    : setup_(std::move(setup)), decoder_(std::move(decoder)),
      book_(find_book(setup_.game, setup_.rules)),
      debouncer_(xiangqi::points, from_ms(setup_.sensing.debounce_ms)),
      tracker_(tracker_settings(setup_)), other_tracker_(tracker_settings(setup_)),
      record_([this](decltype(Effect::data) data) { emit(std::move(data)); }, book_),
      alerts_([this](decltype(Effect::data) data) { emit(std::move(data)); }) {
    JIPU_ASSERT(book_ != nullptr, "the setup was not validated: no such rule book");
    start_ = next_start_ = start_position(setup_);
    game_name_ = setup_.game_name.empty() ? next_game_name("") : setup_.game_name;
    edges_.reserve(xiangqi::points);
    reports_.reserve(16);
}

void TableImpl::emit(decltype(Effect::data) data) {
    if (auto* adjusted = std::get_if<ClockAdjusted>(&data)) {
        adjusted->exchanged = orientation_.clock;
        time_.expect(adjusted->clock);
    }
    sink_->emit({now_, std::move(data)});
}

void TableImpl::handle(const Event& event, EffectSink& sink) {
    JIPU_ASSERT(event.at >= now_, "time went backwards");
    now_ = event.at;
    sink_ = &sink;
    settle_lateness();
    if (const auto* change = std::get_if<PointChange>(&event.what)) {
        if (!await_scan_) debouncer_.change(orientation_.change(*change), now_);
    } else if (const auto* frame = std::get_if<ScanFrame>(&event.what)) {
        on_scan(as_seen(*frame));
    } else if (const auto* press = std::get_if<PressReport>(&event.what)) {
        on_press(orientation_.side(press->side));
    } else if (const auto* times = std::get_if<TimesReport>(&event.what)) {
        on_clock_times(*times);
    } else if (const auto* bytes = std::get_if<ClockBytes>(&event.what)) {
        if (decoder_) {
            reports_.clear();
            decoder_->feed(bytes->bytes, reports_);
            on_reports(reports_);
        }
    } else if (const auto* lost = std::get_if<DeviceLost>(&event.what)) {
        on_device(lost->device, false);
    } else if (const auto* back = std::get_if<DeviceBack>(&event.what)) {
        on_device(back->device, true);
    } else if (const auto* command = std::get_if<Command>(&event.what)) {
        on_command(*command);
    }
    run_edges();
    evaluate();
    sink_ = nullptr;
}

void TableImpl::on_scan(const ScanFrame& frame) {
    // Hands do not take back more than one ply between two looks.
    const bool back = std::exchange(await_scan_, false);
    const bool unseen = back || changed_points(frame, debouncer_) > 2;
    if (scanned_) {
        if (back) tracker_.unwatched(board_lost_at_, now_);
        start_after_back_ = phase_ == Phase::playing && shows_other_start(frame);
        const auto earlier = unseen ? earlier_shown(frame) : std::nullopt;
        if (!earlier) {
            debouncer_.scan(frame, now_);
            return;
        }
        debouncer_.adopt(frame);
        tracker_.stand_at(*earlier, frame.levels, now_);
        opening_.stop();
        return;
    }
    scanned_ = true;
    debouncer_.adopt(frame);
    tracker_.begin_at(now_);
    begin_tracking();
    orient_by_set_up();
}

void TableImpl::run_edges() {
    edges_.clear();
    debouncer_.settle(now_, edges_);
    opening_.look(edges_, orientation_);
    next_opening_.look(edges_, orientation_);
    tracker_.edges(edges_);
}

void TableImpl::on_reports(const std::vector<ClockReport>& reports) {
    for (const ClockReport& report : reports) {
        if (const auto* press = std::get_if<PressReport>(&report)) {
            on_press(orientation_.side(press->side));
        } else if (const auto* times = std::get_if<TimesReport>(&report)) {
            on_clock_times(*times);
        } else if (const auto* hello = std::get_if<HelloReport>(&report)) {
            emit(DeviceStatus{"clock", "ok", hello->detail});
        } else if (const auto* attached = std::get_if<AttachedReport>(&report)) {
            tell_device(Device::clock, attached->attached);
        } else if (const auto* error = std::get_if<FrameError>(&report)) {
            // A line of noise would fill the journal; the number tells of those passed over.
            if (!std::has_single_bit(static_cast<unsigned>(++clock_errors_))) continue;
            emit(DeviceStatus{"clock", "error",
                              error->detail + " (" + std::to_string(clock_errors_) + " so far)"});
        }
    }
}

// A press waits for no debounce: what began before it counts as before it.
void TableImpl::on_press(Side side) {
    edges_.clear();
    debouncer_.commit_all(now_, edges_);
    for (const StableEdge& edge : edges_) {
        opening_.look(std::span(&edge, 1), orientation_);
        next_opening_.look(std::span(&edge, 1), orientation_);
        tracker_.edge(edge);
    }
    if (!scanned_) return;
    begin_if_played(true);
    if (next_game_ready_) return; // its first ply's
    next_opening_.press(side, now_, orientation_);
    side = weigh_press(side);
    if (phase_ == Phase::setting_up) {
        evaluate(); // the move that the press ends may begin the game
        if (phase_ == Phase::setting_up && tracker_.best().reading.legal_line() && !tracker_.lost())
            begin_game();
    }
    withdraw_unmade_end(true);
    if (await_last_press_ && !tracker_.lost()) {
        if (tracker_.best().path() + 1 == record_.count()) {
            tracker_.press(side, now_);
            if (tracker_.best().path() == record_.count()) follow_decided();
        }
        await_last_press_ = record_.confirmed() < record_.count();
    }
    time_.pressed(side);
    pressed_at_[index_of(side)] = now_;
    if (phase_ == Phase::adjourned) on_idle_press();
    if (phase_ != Phase::playing || finished_) return;
    if (time_.paused()) return;
    note_late_press(side);
    tracker_.decide_answered(now_);
    const inference::PressMeans means = tracker_.press(side, now_);
    follow_game();
    if (means == inference::PressMeans::no_meaning) end_ruled_turn(side);
    judge_press(means, side);
}

// A press while the game is adjourned: the board may just have been set right, else it is time to
// say that it is not.
void TableImpl::on_idle_press() {
    follow_resumption();
    if (phase_ == Phase::adjourned && adjournment_.stage() == arbiter::AdjournedStage::resuming &&
        !adjournment_.sealed_by())
        judge_resumed_set_up(true);
}

void TableImpl::on_device(Device device, bool back) {
    if (device == Device::clock && decoder_) decoder_->reset();
    tell_device(device, back);
}

void TableImpl::tell_device(Device device, bool back) {
    const bool board = device == Device::board;
    std::string& alert = board ? lost_board_alert_ : lost_clock_alert_;
    const std::string name = board ? "board" : "clock";
    emit(DeviceStatus{name, back ? "ok" : "lost", ""});
    if (board) await_scan_ = true;
    if (board && !back) opening_.stop();
    if (board && !back) forget_next_game();
    if (board && !back) board_lost_at_ = now_;
    if (!board && !back) time_.forget_device();
    if (!board && back) clock_back_ = now_;
    if (back) {
        alerts_.resolve(alert, "restored");
        alert.clear();
    } else if (alert.empty()) {
        alert = raise_lost(name);
    }
}

std::string TableImpl::raise_lost(const std::string& device) {
    AlertData lost = make_alert("device-lost", Grade::observed, std::nullopt);
    lost.reason = device;
    lost.book.clear();
    messages::describe(lost);
    return alerts_.raise(lost);
}

// While the board was away another game was set up: it shows the start position, and the game that
// is recorded has left it.
bool TableImpl::shows_other_start(const ScanFrame& frame) const {
    return fits(frame, next_start_.board(), setup_.sensors) &&
           !fits(frame, tracker_.best().virtual_board(), setup_.sensors);
}

// The board came back with an earlier position of the game: plies were taken back meanwhile, or it
// was set up anew. Nobody saw such plies played.
std::optional<int> TableImpl::earlier_shown(const ScanFrame& frame) const {
    if (phase_ != Phase::playing || tracker_.must_stand() ||
        fits(frame, tracker_.best().virtual_board(), setup_.sensors))
        return std::nullopt;
    const int now = tracker_.best().path();
    for (int ply = now; ply >= 0; --ply)
        if (fits(frame, tracker_.position_after(ply).board(), setup_.sensors))
            return ply < now ? std::optional(ply) : std::nullopt;
    return std::nullopt;
}

void TableImpl::evaluate() {
    if (!scanned_) return;
    watch_orientation();
    if (phase_ == Phase::setting_up) watch_set_up();
    if (phase_ == Phase::playing && !finished_) {
        tracker_.decide_answered(now_);
        follow_game();
    }
    withdraw_unmade_end(false);
    if (phase_ == Phase::adjourned) follow_resumption();
    if (phase_ == Phase::adjourned && !time_.paused()) judge_flag();
    if (phase_ == Phase::playing && repetition_.edits != record_.edits()) follow_repetition();
    if (phase_ == Phase::playing && !finished_) {
        note_resumed_play();
        follow_shifted();
        follow_ghosts();
        follow_faults();
        follow_disorder();
        follow_out_of_turn();
        follow_touch_fouls();
        judge_no_press();
        follow_held();
        judge_flag();
        judge_running();
        judge_lateness();
    }
    follow_board_state();
    watch_next_game();
}

std::optional<Instant> TableImpl::next_wakeup() const {
    std::optional<Instant> next;
    const auto offer = [&](std::optional<Instant> due) {
        if (due && *due > now_ && (!next || *due < *next)) next = due;
    };
    if (!scanned_) return next;
    offer(debouncer_.next_decision());
    const SensingConfig& s = setup_.sensing;
    const Instant last = tracker_.last_edge();
    offer(last + from_ms(s.settle_ms));
    offer(last + from_ms(s.illegal_ms));
    offer(last + from_ms(s.placed_ms));
    if (start_since_ && !next_game_ready_) offer(*start_since_ + from_ms(next_game_ms));
    if (start_since_ && !next_game_ready_) offer(*start_since_ + from_ms(s.settle_ms));
    if (differs_since_) offer(*differs_since_ + from_ms(s.settle_ms));
    if (phase_ == Phase::adjourned) offer(last + from_ms(s.no_press_ms));
    if (phase_ == Phase::adjourned && !quiet_end_ && !time_.paused()) offer(time_.next_flag());
    if (phase_ != Phase::playing || finished_) return next;
    if (!quiet_end_) {
        offer(time_.next_flag());
        offer(next_lateness());
        if (wrong_side_since_) offer(*wrong_side_since_ + from_ms(s.no_press_ms) + Duration{1});
    }
    offer(tracker_.next_answer(now_));
    const inference::Hypothesis& best = tracker_.best();
    if (tracker_.lost()) offer(last + from_ms(s.no_press_ms));
    if (const auto held = held_since_press()) offer(*held + from_ms(s.no_press_ms));
    if (best.any_in_air()) offer(last + from_ms(s.no_press_ms));
    if (best.any_in_air()) offer(last + from_ms(held_long_ms));
    const int standing = tracker_.lost() ? 0 : best.standing();
    for (int i = 0; i < standing; ++i) {
        const Instant landed =
            tracker_.last_edge(best.reading.moves[static_cast<std::size_t>(i)].to);
        offer(landed + from_ms(s.settle_ms));
        offer(landed + from_ms(s.placed_ms));
        offer(landed + from_ms(s.illegal_ms));
        if (!quiet_end_) offer(no_press_due(landed));
    }
    return next;
}

Table::Table(TableSetup setup, std::unique_ptr<ClockDecoder> decoder)
    : impl_(std::make_unique<TableImpl>(std::move(setup), std::move(decoder))) {}
Table::~Table() = default;
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
void Table::handle(const Event& event, EffectSink& sink) {
    impl_->handle(event, sink);
}
std::optional<Instant> Table::next_wakeup() const {
    return impl_->next_wakeup();
}
void Table::quiesce() {
    impl_->quiesce();
}
bool Table::next_game_stands() const {
    return impl_->next_game_stands();
}
std::optional<Instant> Table::next_game_since() const {
    return impl_->next_game_since();
}
TableView Table::view(Instant at) const {
    return impl_->view(at);
}

std::string validate_setup(const TableSetup& setup) {
    if (setup.game != Game::xiangqi) return "game: only xiangqi is recorded yet";
    if (find_book(setup.game, setup.rules) == nullptr) {
        std::string names;
        for (const RuleBook& book : books_of(setup.game))
            names += (names.empty() ? "" : ", ") + std::string(book.name);
        return "rules: no book is called '" + setup.rules + "'; there are " + names;
    }
    if (!setup.start.empty()) {
        const auto position = xiangqi::parse_fen(setup.start);
        if (!position) return "start: " + position.error();
        const std::string why = xiangqi::why_no_start_position(*position);
        if (!why.empty()) return "start: " + why;
    }
    if (const std::string wrong = why_no_acts(setup.acts); !wrong.empty()) return "acts: " + wrong;
    if (!setup.time_control.empty()) {
        const auto control = parse_time_control(setup.time_control);
        if (!control) {
            constexpr std::string_view said = "time control: "; // the field says it
            const std::string& why = control.error();
            return "time_control: " + (why.starts_with(said) ? why.substr(said.size()) : why);
        }
    }
    return "";
}

} // namespace jipu
