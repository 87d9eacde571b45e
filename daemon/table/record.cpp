// SPDX-License-Identifier: Apache-2.0
// Plies that come, change and go, each change told by its effect; later plies follow or fall.
#include "daemon/table/record.hpp"

#include <array>

#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/wxf.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

using xiangqi::Move;
using xiangqi::Position;

char piece_letter(xiangqi::Piece piece) {
    constexpr std::array<char, 8> letters{'.', 'K', 'A', 'B', 'N', 'R', 'C', 'P'};
    const char letter = letters[static_cast<std::size_t>(piece.kind())];
    return piece.side() == Side::first ? letter : static_cast<char>(letter - 'A' + 'a');
}

void Record::begin(const Position& start, const RuleBook* book) {
    ++edits_;
    start_ = start;
    book_ = book;
    plies_.clear();
    confirmed_ = 0;
}

const Position& Record::position(int ply) const {
    return ply == 0 ? start_ : plies_[static_cast<std::size_t>(ply) - 1].after;
}

std::vector<Position> Record::positions(int plies) const {
    std::vector<Position> out{start_};
    for (int i = 1; i <= plies; ++i)
        out.push_back(position(i));
    return out;
}

bool Record::parts(int number) const {
    const RecordedPly& played = ply(number);
    return !played.data.captured.empty() || !played.data.legal || played.position_set;
}

int Record::occurrences_at(int number) const {
    const Position& now = position(number);
    int count = 1;
    for (int at = number; at > 0 && !parts(at); --at) {
        const Position& before = position(at - 1);
        if (before.key() == now.key() && before == now) ++count;
    }
    return count;
}

int Record::stood_at(int number, int times) const {
    const Position& now = position(number);
    int at = number;
    for (int count = 1; count < times;) {
        if (at == 0 || parts(at)) return -1;
        --at;
        const Position& before = position(at);
        if (before.key() == now.key() && before == now) ++count;
    }
    return at;
}

MoveData Record::describe(const Position& before, Move move, int number) const {
    const notation::ChineseStyle style = notation::chinese_style(book_->name);
    MoveData data;
    data.ply = number;
    data.side = before.to_move();
    data.move = notation::format_iccs(move);
    data.wxf = notation::format_wxf(before, move);
    data.chinese = notation::format_chinese(before, move, style);
    data.short_form = notation::format_short(before, move, style);
    Position after = before;
    const xiangqi::Piece victim = after.play_tolerant(move);
    if (victim) data.captured = std::string(1, piece_letter(victim));
    data.fen = xiangqi::format_fen(after);
    return data;
}

// What the arbiter set after a ply stands, whatever the ply itself turns out to have been.
void Record::keep_set_position(const RecordedPly& old, RecordedPly& changed) {
    if (!old.position_set) return;
    changed.after = old.after;
    changed.position_set = true;
}

RecordedPly& Record::append(Move move, bool legal, Basis basis, const ClockMs& clock) {
    const Position& before = position(count());
    RecordedPly ply;
    ply.move = move;
    ply.after = before;
    ply.after.play_tolerant(move);
    ply.played = ply.after;
    ply.data = describe(before, move, count() + 1);
    ply.data.legal = legal && before.keeps_kings(move);
    ply.data.basis = basis;
    ply.data.clock = clock;
    plies_.push_back(std::move(ply));
    emit_(MoveRecorded{plies_.back().data});
    return plies_.back();
}

void Record::amend(int number, Move move, bool legal, Basis basis, const ClockMs& clock) {
    if (number <= confirmed_) ++edits_;
    RecordedPly& old = ply(number);
    const Position& before = position(number - 1);
    RecordedPly changed;
    changed.move = move;
    changed.after = before;
    changed.after.play_tolerant(move);
    changed.played = changed.after;
    keep_set_position(old, changed);
    changed.data = describe(before, move, number);
    changed.data.legal = legal && before.keeps_kings(move);
    changed.data.basis = basis;
    changed.data.clock = old.data.status == MoveStatus::confirmed ? old.data.clock : clock;
    changed.data.elapsed_ms = old.data.elapsed_ms;
    changed.data.status = old.data.status;
    changed.counts = old.counts;
    changed.press_alert = old.press_alert;
    changed.doubt_alert = old.doubt_alert;
    changed.uncertain = old.uncertain;
    changed.touch_alert = old.touch_alert;
    const std::string was = old.data.move;
    old = std::move(changed);
    emit_(MoveAmended{was, old.data});
}

void Record::confirm(int number, const ClockMs& clock, std::optional<std::int64_t> elapsed_ms) {
    JIPU_ASSERT(number == confirmed_ + 1 && number <= count(), "plies are confirmed in order");
    MoveData& data = ply(number).data;
    data.status = MoveStatus::confirmed;
    data.clock = clock;
    data.elapsed_ms = elapsed_ms;
    confirmed_ = number;
    emit_(MoveConfirmed{number, clock, elapsed_ms});
}

void Record::retract_after(int keep, const std::string& why) {
    if (keep < confirmed_) ++edits_;
    while (count() > keep) {
        const MoveData data = std::move(plies_.back().data);
        plies_.pop_back();
        if (confirmed_ > count()) confirmed_ = count();
        emit_(MoveRetracted{data.ply, data.move, why});
    }
}

bool Record::gap_after(int number) const {
    if (number < 1) return false;
    const RecordedPly& set = ply(number);
    return set.position_set && set.after != set.played;
}

const Position& Record::insertion_base(int number, Move move) const {
    if (gap_after(number - 1)) {
        const Position& played = plies_[static_cast<std::size_t>(number) - 2].played;
        if (played.is_legal(move)) return played;
    }
    return position(number - 1);
}

// The set position stays behind what is known of the plies that led to it.
void Record::fill_gap(int number, Move move, bool legal, const ClockMs& clock) {
    RecordedPly& before = ply(number - 1);
    const Position set = before.after;
    before.after = before.played;
    before.position_set = false;
    emit_(PositionSet{xiangqi::format_fen(before.after), number - 1, "correction"});
    append(move, legal, Basis::arbiter, clock);
    confirm(number, clock, std::nullopt);
    if (position(number) == set) return;
    continue_from(set);
    emit_(PositionSet{xiangqi::format_fen(set), number, "correction"});
}

void Record::insert(int number, Move move, bool legal, const ClockMs& clock) {
    ++edits_;
    std::vector<RecordedPly> later(plies_.begin() + number - 1, plies_.end());
    const bool fills = &insertion_base(number, move) != &position(number - 1);
    retract_after(number - 1, "a missed ply is inserted before it");
    if (fills) {
        fill_gap(number, move, legal, clock);
    } else {
        append(move, legal, Basis::arbiter, clock);
        confirm(number, clock, std::nullopt);
    }
    for (const RecordedPly& old : later) {
        const Position& before = position(count());
        if (!before.at(old.move.from).is(before.to_move())) return;
        if (old.data.legal && !before.is_legal(old.move)) return;
        append(old.move, before.is_legal(old.move), old.data.basis, old.data.clock).counts =
            old.counts;
        if (old.data.status == MoveStatus::confirmed && confirmed_ == count() - 1)
            confirm(count(), old.data.clock, old.data.elapsed_ms);
    }
}

void Record::continue_from(const Position& position) {
    ++edits_;
    if (plies_.empty()) {
        start_ = position;
        return;
    }
    plies_.back().after = position;
    plies_.back().position_set = true;
}

Record Record::silent_copy() const {
    Record copy = *this;
    copy.emit_ = [](auto&&) {};
    return copy;
}

void Record::replay_after(int number) {
    for (int n = number + 1; n <= count(); ++n) {
        const Position& before = position(n - 1);
        RecordedPly& next = ply(n);
        const bool same_side = before.at(next.move.from).is(before.to_move());
        if (!same_side || (next.data.legal && !before.is_legal(next.move))) {
            retract_after(n - 1, "no longer possible");
            return;
        }
        next.played = before;
        next.played.play_tolerant(next.move);
        if (!next.position_set) next.after = next.played;
        const MoveData fresh = describe(before, next.move, n);
        const bool legal = before.is_legal(next.move) && before.keeps_kings(next.move);
        const bool same = next.data.legal == legal && next.data.fen == fresh.fen &&
                          next.data.captured == fresh.captured && next.data.wxf == fresh.wxf &&
                          next.data.chinese == fresh.chinese;
        next.data.legal = legal;
        next.data.fen = fresh.fen;
        next.data.captured = fresh.captured;
        next.data.wxf = fresh.wxf;
        next.data.chinese = fresh.chinese;
        next.data.short_form = fresh.short_form;
        if (!same) emit_(MoveAmended{next.data.move, next.data});
    }
}

} // namespace jipu
