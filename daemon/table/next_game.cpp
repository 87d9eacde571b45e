// SPDX-License-Identifier: Apache-2.0
// When a board goes on to its next game: the start position has stood long enough after an end, or
// somebody has begun to play from it. It must not know how a game is recorded.
#include <array>
#include <cstdio>
#include <utility>

#include "daemon/table/table_impl.hpp"

namespace jipu {

void TableImpl::watch_next_game() {
    if (next_game_ready_ || !scanned_ || await_scan_) return;
    const bool left = phase_ == Phase::playing && tracker_.lost();
    const bool over =
        phase_ == Phase::ended || finished_ || ((start_after_back_ || left) && !arbiter_at_board());
    start_left_ = start_left_ || record_.count() > 0 ||
                  (!shows_next_start() && passed(tracker_.last_edge(), setup_.sensing.settle_ms));
    if (!over || !start_left_ || !shows_next_start()) {
        start_since_.reset();
        if (debouncer_.quiet()) start_after_back_ = false;
        if (over) begin_if_played(false);
        return;
    }
    if (!start_since_) start_since_ = now_;
    if (passed(*start_since_, next_game_ms))
        begin_next_game();
    else if (passed(*start_since_, setup_.sensing.settle_ms))
        watch_next_opening();
}

// The start position stands at rest after an end. Who plays on from it before it has stood for
// `next_game_ms` has begun the next game: what comes now is kept, to be followed as its opening.
void TableImpl::watch_next_opening() {
    if (phase_ != Phase::ended && !finished_) return;
    if (next_since_ && next_opening_.at_start() && !next_opening_.under_way()) return;
    next_opening_.begin(levels(), now_, orientation_);
    next_since_ = now_;
    next_looked_at_.reset();
}

void TableImpl::forget_next_game() {
    next_opening_.stop();
    next_since_.reset();
}

// Has a first ply been made from the start position? A legal one that rests, another once the board
// is still, and whatever stands when the clock is pressed: what is wrong with it the game will say.
bool TableImpl::is_next_game_played(bool pressed) {
    if (!next_opening_.under_way() || next_opening_.at_start()) return false;
    const SensingConfig& s = setup_.sensing;
    const Instant last = tracker_.last_edge();
    const bool still = passed(last, s.illegal_ms);
    if (!pressed) {
        if (!passed(last, s.settle_ms)) return false;
        const Instant due = last + from_ms(still ? s.illegal_ms : s.settle_ms);
        if (next_looked_at_ && *next_looked_at_ >= due) return false; // nothing new
        next_looked_at_ = now_;
    }
    next_opening_.follow(other_tracker_, orientation_, now_, next_start_, {});
    if (other_tracker_.lost()) return false;
    const inference::Hypothesis& best = other_tracker_.best();
    if (best.path() > 0) return true;
    return best.standing() > 0 && (best.reading.legal_line() || still || pressed);
}

// The next game has begun with the start position that stood since next_since_; no ply is lost.
void TableImpl::begin_if_played(bool pressed) {
    if (next_game_ready_ || await_scan_ || (phase_ != Phase::ended && !finished_)) return;
    if (next_since_ && !next_opening_.under_way() && !next_opening_.at_start())
        forget_next_game(); // too much has happened since
    if (next_since_ && is_next_game_played(pressed)) begin_next_game(next_since_);
}

void TableImpl::begin_next_game(std::optional<Instant> played_since) {
    if (phase_ == Phase::playing && !finished_) doubt_before_sweep();
    if (phase_ == Phase::playing) end_game("*", "abandoned", std::nullopt, "proposed");
    if (setup_.one_game) {
        next_game_ready_ = true;
        if (!played_since) forget_next_game();
        return;
    }
    game_name_ = next_game_name(game_name_);
    const bool unsynced = alerts_.find(sync_alert_) != nullptr;
    alerts_.clear();
    const bool board_lost = !lost_board_alert_.empty();
    const bool clock_lost = !lost_clock_alert_.empty();
    reboot_alert_.clear();
    sync_alert_.clear();
    orientation_alert_.clear();
    ghost_alert_.clear();
    info_ = std::exchange(next_info_, {});
    set_up_as(setup_as_told(info_));
    if (played_since) {
        std::swap(tracker_, other_tracker_);
        opening_ = next_opening_;
        weighed_at_ = 0;
        orientation_unclear_ = false;
    } else {
        begin_tracking();
    }
    begin_game(played_since);
    // What is still away is away from this game too.
    if (board_lost) lost_board_alert_ = raise_lost("board");
    if (clock_lost) lost_clock_alert_ = raise_lost("clock");
    if (unsynced) sync_alert_ = raise_not_synced();
}

std::string TableImpl::next_game_name(const std::string& previous) const {
    std::string date;
    for (const char c : setup_.started.substr(0, 10))
        if (c >= '0' && c <= '9') date += c;
    // FNV-1a over what tells this game from every other: names stay the same in a replay.
    std::uint32_t hash = 2166136261U;
    for (const char c : setup_.board + "/" + setup_.started + "/" + previous) {
        hash ^= static_cast<std::uint8_t>(c);
        hash *= 16777619U;
    }
    std::array<char, 16> hex{};
    std::snprintf(hex.data(), hex.size(), "%08x", hash);
    return date + "-" + hex.data();
}

} // namespace jipu
