// SPDX-License-Identifier: Apache-2.0
// The model of hands and sensors: what each kind of action costs. A cost is minus the natural
// logarithm of how often it happens where something likelier could have; only differences count.
#pragma once

#include "daemon/inference/reading.hpp"
#include "rules/base/instant.hpp"

namespace jipu::inference::model {

inline constexpr double legal_place = 0;      ///< a piece goes where it may go
inline constexpr double stop_over = 1;        ///< ... on the way of a straight slide
inline constexpr double stop_in_check = 0.25; ///< ... where only a check would forbid it to stay
inline constexpr double detour = 1.5;         ///< a slide that had stopped off this way
inline constexpr double illegal_place = 3;    ///< ... where it may not
inline constexpr double idle_place = 5;       ///< a piece whose side is not to move goes elsewhere
inline constexpr double illegal_capture = 6;  ///< ... onto a piece it may not take
inline constexpr double second_lift = 3;      ///< a second piece of one colour goes into the air
inline constexpr double knocked = 6;          ///< more pieces are in the air than hands hold
inline constexpr double put_up = 0.3;         ///< ... and one is put back where it stood
inline constexpr double knocked_takes = 2;    ///< ... or takes another
inline constexpr double lift_under_hand =
    1; ///< the other colour is lifted while the mover holds a piece
inline constexpr double captured_returns = 12; ///< a captured piece appears somewhere else
inline constexpr double taken_restored = 6.5;  ///< a piece taken earlier is put where it once stood
inline constexpr double taken_appears = 9;     ///< ... or elsewhere
inline constexpr double from_faulty = 3; ///< a piece left a point whose sensor did not show it
inline constexpr double centred = 2.5;   ///< its owner, to move, only puts it in its point's middle
inline constexpr double not_dragged = 4; ///< lifted, and the point that closed just before is noise
inline constexpr double placed_goes_on = 3; ///< ... after it had been put down for good elsewhere
inline constexpr double brush_in_hand = 1;  ///< ... while the mover carries another
inline constexpr double brush_at_once =
    2.5; ///< a piece is brushed just after a ply, by the hand on its way to the clock
inline constexpr Duration just_after = from_ms(1000);
inline constexpr double at_fault = 0.5;   ///< a faulty sensor did not show it
inline constexpr double silent_reply = 3; ///< ... a whole ply, without a press
inline constexpr double fault_shows = 1;  ///< ... or shows what is not there
inline constexpr double from_stuck =
    1.5;                             ///< a sensor that was sound is stuck, and it moved from there
inline constexpr double phantom = 8; ///< a sensor says what is not there
inline constexpr double phantom_in_passing = 10; ///< ... where a piece in the air might go
inline constexpr double no_return = 2;           ///< ... where a piece stood that is in a hand
inline constexpr double phantom_rested =
    2; ///< ... for as long as a piece that was put there, and goes again as it would
inline constexpr double unseen_place = 4; ///< a piece was put down and nothing was seen of it
inline constexpr double unseen_after_brush =
    7; ///< ... the last that was seen is a piece over which the hand came with it
inline constexpr double unseen_later = 2; ///< ... after it had been seen to stand elsewhere
inline constexpr double unseen_aside = 7; ///< ... on an empty point, where a capture would fit
inline constexpr double unseen_aside_alone = 4; ///< ... where none would, and the reply has rested
inline constexpr double unseen_where_sound = 1.5; ///< ... whose sensor has once shown a piece
inline constexpr double unseen_again = 2;         ///< ... on a piece that was put there unseen, too
inline constexpr double works_again = 2.5;        ///< a sensor that was faulty shows what happens
inline constexpr double opens_late = 3; ///< ... how much likelier, where it opens just after
inline constexpr Duration late = from_ms(500);
inline constexpr double missing = 4; ///< a ply is made, and a piece is in the air since before it
inline constexpr double press_with_hand = 10; ///< pressed with the piece in the air
inline constexpr double unseen_aside_pressed =
    press_with_hand + 1.5; ///< ... pressed, and no capture would fit: the hand is likelier not done
inline constexpr double press_while_holding =
    6;                                   ///< a ply is pressed, and another own piece is in the air
inline constexpr double press_early = 2; ///< pressed with nothing moved
inline constexpr double press_late_holding = 4; ///< not his turn, and a piece of his is in the air
inline constexpr double press_for_other = 1.5;  ///< pressed by who is to reply, and has not
inline constexpr double press_over_lifted =
    3; ///< not his turn, and one of his pieces is in the air, whoever lifted it
inline constexpr double lifted_by_presser = 6; ///< before he pressed, his piece was lifted, another
                                               ///< sensor closed, and that was not his hand
inline constexpr double press_illegal = 3;     ///< pressed on an illegal ply
inline constexpr double press_odd = 4;         ///< pressed on a board that shows no move

inline constexpr double illegal_stands = 5;    ///< an illegal ply stands on the board
inline constexpr double illegal_passing = 1.5; ///< ... but landed less than `passing` ago
inline constexpr Duration passing = from_ms(200);
inline constexpr double left_odd = 7; ///< a board that no move explains rested before it went on
inline constexpr double left_illegal = 2.5; ///< ... one with an illegal ply: a long stop-over
inline constexpr Duration long_rest = from_ms(1000);
inline constexpr double lets_stand = 2.5; ///< ... one that was pressed is taken as made
inline constexpr double goes_on = 1.5;    ///< a ply taken as made goes on
inline constexpr double hasty_answer =
    0.5; ///< a reply is taken as made less than `passing` after it landed
inline constexpr double unseen_under_reply = 3; ///< unseen, and the opponent has begun to lift

/// An explanation this much dearer than the best is dropped.
inline constexpr double prune = 10;
/// Too much has moved to follow it.
inline constexpr double nothing_explains = 10;
/// With less than this between the best and another record, the record is doubtful.
inline constexpr double doubt = 1.25;
/// The same for a ply that was seen only after it had been decided.
inline constexpr double doubt_late = 2;
/// With less than this between the best and one without a breach, nobody is accused in haste.
inline constexpr double accuse = 3;
/// At most this many explanations are kept.
inline constexpr int most_alive = 64;
/// Room for the children of one step before they are pruned.
inline constexpr std::size_t most_children = 384;

/// A sensor breaks; one that has shown changes rightly in this game is rarely the one.
constexpr double fault_begins(bool proven) {
    return proven ? 8 : 7;
}

/// A sensor closes with its neighbour's, for whose magnet it answers too; not where that has just
/// closed alone.
constexpr double doubled(bool twin_alone) {
    return twin_alone ? 6 : 5;
}

/// 0 up to `from`, 1 from `to` on.
constexpr double ramp(Duration t, Duration from, Duration to) {
    return t <= from ? 0
           : t >= to
               ? 1
               : static_cast<double>((t - from).count()) / static_cast<double>((to - from).count());
}

/// 0: a piece that was over a point for so long slid past it; 1: it was set down there.
constexpr double stood(Duration rest) {
    return ramp(rest, from_ms(60), from_ms(140));
}

/// A piece back on its own point after `gone`: a sleeve does it in an instant; a piece that was
/// away longer was more likely moved; though who is to move does think with his piece in the hand.
constexpr double returned(Duration gone, bool own) {
    return 1 + (own ? 2 : 3) * ramp(gone, from_ms(350), from_ms(1000));
}

/// A capture whose victim's point was empty for only so long: pushed away or pulled out it takes a
/// tenth of a second, by the other hand much longer; between them a brush is as likely.
constexpr double capture(Duration empty) {
    return empty < from_ms(20) ? 0.6
                               : 0.3 + 0.3 * ramp(empty, from_ms(150), from_ms(250)) -
                                     0.6 * ramp(empty, from_ms(350), from_ms(600));
}

/// No hand carries a piece longer than this from one point to another.
inline constexpr Duration carried_most = from_ms(3700);

/// In the air for so long before it was put elsewhere: who carries a piece does not linger.
constexpr double in_hand(Duration carried) {
    return 2.5 * ramp(carried, from_ms(1200), carried_most);
}

/// A ply was pressed or answered, and its piece is in the air again: the opponent has lifted it
/// already, to take it. The shorter it had rested, the likelier it is still on its way.
constexpr double lifted_again(Duration rest) {
    const double ms = static_cast<double>(rest.count()) / 1000;
    if (ms < 150) return 3.5 + 5 * (1 - ms / 150);
    // A piece that lay longer than any stop-over was done; its owner would not touch it again.
    return ms < 600 ? 3.5 : ms < 1000 ? 3.5 - 2 * (ms - 600) / 400 : 1.5;
}

/// ... and was answered without a press: what lay for a moment only was hardly answered, what lay
/// long is rather carried on.
constexpr double answered_unpressed(Duration rest) {
    const double moment = rest < from_ms(150) ? lifted_again(rest) : 3.5;
    return moment * (1 - ramp(rest, from_ms(150), from_ms(400))) +
           1.5 * ramp(rest, from_ms(600), from_ms(1000));
}

/// A ply was pressed `rested` after it had landed: hands need a moment to get to the clock.
constexpr double pressed_after(Duration rested) {
    const double part = static_cast<double>(rested.count()) / 150'000.0;
    return part < 1 ? 1 - part : 0;
}

/// The opponent lifted the piece of a ply, to take it, so long before that was pressed: most wait.
constexpr double lifted_before_press(Duration ahead) {
    const double ms = static_cast<double>(ahead.count()) / 1000;
    return ms < 300 ? 0 : ms < 1300 ? 1.5 * (ms - 300) / 1000 : 1.5;
}

/// What a reading costs, besides what its plies do.
constexpr double reading(const Reading& r) {
    switch (r.shows) {
    case Shows::nothing:
        return 0;
    case Shows::line:
        return r.count == 1 ? 0 : r.count == 2 ? 0.25 : 1.5;
    case Shows::earlier:
        return 3;
    case Shows::odd:
        return 9;
    }
    return 9;
}

} // namespace jipu::inference::model
