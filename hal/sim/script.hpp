// SPDX-License-Identifier: Apache-2.0
// What simulated hands did, as plain data: raw sensor edges and presses in time, the alerts that
// they deserve by the contract, and per ply what happened. It must not know any rule of movement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hal/api/clock_report.hpp"
#include "hal/api/levels.hpp"
#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu::sim {

/// One raw edge or one press. `at` counts from the start of the recording (its first scan).
struct ScriptItem {
    Duration at{0};
    std::variant<PointChange, PressReport> what;
    friend bool operator==(const ScriptItem&, const ScriptItem&) = default;
};

/// The grades of the contract (`notice`, `observed`, `completed`).
enum class DeservedGrade : std::uint8_t { notice, observed, completed };

/// An alert that what the hands did deserves, decided from their plan and the thresholds alone,
/// never by a tracker. The comments in deserved.cpp name the contract's row for each.
struct DeservedAlert {
    std::string code;
    std::optional<Side> side;                    ///< absent: unknown
    int ply = 0;                                 ///< 1 = first
    DeservedGrade grade = DeservedGrade::notice; ///< at the end of the game
    std::string must_kind;                       ///< `move`, `capture`; empty: no must
    std::vector<PointIndex> must_from;           ///< empty where anything may do it
    std::vector<PointIndex> must_to;             ///< empty where the hands do not know
    friend bool operator==(const DeservedAlert&, const DeservedAlert&) = default;
};

/// An alert that the contract neither asks for nor forbids there: what the board shows is doubtful,
/// or by the letter of the rules an accident is a touch.
struct AllowedAlert {
    std::string code;
    int first_ply = 0; ///< between these, both counted
    int last_ply = 0;
    bool says_doubt = false; ///< while it is open nobody takes the record for certain
    friend bool operator==(const AllowedAlert&, const AllowedAlert&) = default;
};

enum class MishapKind : std::uint8_t {
    silent_capture, ///< the captor takes the victim's place and its sensor does not open
    knock,          ///< pieces leave their points together and are put back one by one
    sleeve,         ///< neighbouring pieces are brushed
    fall,           ///< a piece falls off the board and is put back
    stray,          ///< a captured piece stands on the board again for some plies
    wrong_set_up,   ///< two pieces stand exchanged before the first move
    rest,           ///< a piece rests on its way
    beside,         ///< a piece is put down beside its point and pushed to it
    sweep,          ///< the pieces are swept together after the end
    set_up,         ///< the next game is set up
};
/// One of the things that go wrong, from its first edge to its last.
struct Mishap {
    MishapKind kind = MishapKind::knock;
    int ply = 0; ///< 1 = first; after the last: one more
    Duration from{0};
    Duration to{0};
    std::vector<PointIndex> points;
};

/// How a captured piece left the board.
enum class CaptureStyle : std::uint8_t {
    captor_first, ///< captor lifted, victim lifted, captor set down
    victim_first, ///< victim lifted, captor lifted, captor set down
    on_top,       ///< captor set on the victim, the victim pulled out from below
    together,     ///< both lifted within a few ms
    pushed,       ///< the sliding captor pushes the victim away
    swapped,      ///< captor for victim before the sensor opens; has a rate and no weight
};
inline constexpr int capture_styles = 5; ///< those with a weight

/// When a move began, seen from the end of the opponent's.
enum class ReplyStyle : std::uint8_t {
    thought,      ///< after some thinking
    after_press,  ///< at once after the press
    before_press, ///< the lift comes before the opponent's press
    unpressed,    ///< the opponent did not press at all
};

enum class Hesitation : std::uint8_t { none, same_piece, other_piece };

/// What happened around one ply; times from the start of the recording.
struct PlyLog {
    Duration first_edge{0};        ///< the first edge of the move itself
    Duration placed{0};            ///< first transition of its last placement
    Duration last_edge{0};         ///< its last raw transition, bounce too
    std::optional<Duration> press; ///< absent: not pressed
    ReplyStyle reply = ReplyStyle::thought;
    std::optional<CaptureStyle> capture;
    Hesitation hesitation = Hesitation::none;
    bool nudge = false;
    bool slide = false;         ///< with at least one stop-over
    bool long_stop = false;     ///< one of them long
    bool breach = false;        ///< one of the extras that are off by default
    std::vector<Duration> said; ///< when each `say` of the deeds was done
};

struct Script {
    std::vector<ScriptItem> items; ///< times never decrease; one point never twice at one instant
    std::vector<DeservedAlert> deserved;
    std::vector<AllowedAlert> allowed;
    std::vector<PlyLog> plies;
    std::vector<Mishap> mishaps; ///< in the order of planning
    ScanFrame start;             ///< the scan before the first item
    ScanFrame end;               ///< what stands after the last item
    Duration length{0};          ///< time of the last item
};

} // namespace jipu::sim
