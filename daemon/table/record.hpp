// SPDX-License-Identifier: Apache-2.0
// The record of a game: its plies with notation, and the effects that change it. It knows how a ply
// is written down, not why.
#pragma once

#include <string>
#include <vector>

#include "daemon/table/alerts.hpp"
#include "daemon/table/effect.hpp"
#include "rules/arbiter/touch_move.hpp"
#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu {

/// A ply of the record and what belongs to it while it can still change.
struct RecordedPly {
    xiangqi::Move move;
    xiangqi::Position after;
    xiangqi::Position played; ///< where the move itself leads
    MoveData data;
    Instant landed; ///< when its piece came to rest
    bool lifted_again = false;
    bool counts = true;        ///< towards the quota of its period (000/4.2.1(5))
    bool awaits_press = false; ///< confirmed by the arbiter before it was pressed
    std::string touch_alert;   ///< id; empty: none
    /// What that alert was told of, in the order of touching; none where it was dismissed.
    std::vector<arbiter::TouchedPiece> touched;
    std::string doubt_alert;
    bool uncertain = false;    ///< it rests on a faulty sensor, was not seen, or was in doubt
    std::string press_alert;   ///< no-press
    bool position_set = false; ///< `after` was set by the arbiter; the move need not lead there
};

class Record {
  public:
    /// `book` must outlive the record.
    Record(Emit emit, const RuleBook* book) : emit_(std::move(emit)), book_(book) {}

    void begin(const xiangqi::Position& start, const RuleBook* book);
    const xiangqi::Position& start() const { return start_; }
    const std::vector<RecordedPly>& plies() const { return plies_; }
    RecordedPly& ply(int number) { return plies_[static_cast<std::size_t>(number) - 1]; }
    const RecordedPly& ply(int number) const {
        return plies_[static_cast<std::size_t>(number) - 1];
    }
    int count() const { return static_cast<int>(plies_.size()); }
    int confirmed() const { return confirmed_; }
    /// The position after `ply` plies.
    const xiangqi::Position& position(int ply) const;
    /// All positions from the start to the end of the record, or to `plies` of them.
    std::vector<xiangqi::Position> positions(int plies) const;

    /// How often the position after `ply` plies had stood by then, itself included. Nothing before
    /// a capture, an illegal ply or a position that the arbiter set is looked at.
    int occurrences_at(int ply) const;
    /// Of the last `times` times that the position after `ply` plies stood, the first: so many
    /// plies had been played then; -1: it has not stood so often.
    int stood_at(int ply, int times) const;
    /// Does this ply part what stood before it from what comes after: a capture, an illegal ply, a
    /// position that the arbiter set?
    bool parts(int ply) const;
    /// Grows with every change of what was confirmed before.
    int edits() const { return edits_; }

    /// Appends a ply, provisional, and says so. Here and below a ply without both kings is none
    /// that is legal, whatever `legal` says.
    RecordedPly& append(xiangqi::Move move, bool legal, Basis basis, const ClockMs& clock);
    /// Puts another move in the place of ply `number`; keeps its status, forgets what belonged to
    /// the old one. Later plies must have been removed before unless they still fit.
    void amend(int number, xiangqi::Move move, bool legal, Basis basis, const ClockMs& clock);
    void confirm(int number, const ClockMs& clock, std::optional<std::int64_t> elapsed_ms);
    /// Plies were missed after ply `number`: the position set there is not the one it leads to.
    bool gap_after(int number) const;
    /// Where a ply that is inserted before ply `number` is played from: in a gap from the position
    /// that the ply before leads to, while `move` is legal there.
    const xiangqi::Position& insertion_base(int number, xiangqi::Move move) const;
    /// Puts a ply that was missed before ply `number` (or at the end), confirmed, by the arbiter;
    /// the later plies follow it, sides changed, as long as they can be played. In a gap it moves
    /// the set position behind itself, and closes the gap when it leads there.
    void insert(int number, xiangqi::Move move, bool legal, const ClockMs& clock);
    /// Play goes on from `position`: what is recorded stays, the last ply now leads there.
    void continue_from(const xiangqi::Position& position);
    void set_book(const RuleBook* book) { book_ = book; }
    /// Removes the plies after `keep`, the last first.
    void retract_after(int keep, const std::string& why);
    /// The later plies after an amendment of ply `number` stay as long as they can be played.
    void replay_after(int number);

    /// A copy that tells nobody of its changes: to try one.
    Record silent_copy() const;

    /// The data of a move in a position, as it is written down.
    MoveData describe(const xiangqi::Position& before, xiangqi::Move move, int number) const;

  private:
    void fill_gap(int number, xiangqi::Move move, bool legal, const ClockMs& clock);
    static void keep_set_position(const RecordedPly& old, RecordedPly& changed);

    Emit emit_;
    const RuleBook* book_;
    xiangqi::Position start_;
    std::vector<RecordedPly> plies_;
    int confirmed_ = 0;
    int edits_ = 0;
};

/// The FEN letter of a piece: upper case for Red.
char piece_letter(xiangqi::Piece piece);

} // namespace jipu
