// SPDX-License-Identifier: Apache-2.0
// What the journal keeps, as plain data. This file must not know SQLite, threads or files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// The two numbered streams of every game.
enum class Stream : std::uint8_t { arbiter, spectators };

/// The stream's name on the wire: `arbiter`, `public`.
constexpr std::string_view stream_name(Stream stream) {
    return stream == Stream::arbiter ? "arbiter" : "public";
}
constexpr std::size_t index_of(Stream stream) {
    return static_cast<std::size_t>(stream);
}

/// What is known of a recording when it begins. One recording is one game.
struct RecordingHeader {
    std::string game_name; ///< `20261130-5f0c2a91`; never used twice
    std::string board;     ///< `table-1`
    std::string started;   ///< RFC 3339; instant 0 of the recording
    Game game = Game::xiangqi;
    std::string trace_header; ///< the trace's head, from `jipu-trace 1` through `---` and newline
    std::string boot_id;      ///< of the boot to which `monotonic_base_ns` belongs
    std::int64_t monotonic_base_ns = 0; ///< the monotonic clock at instant 0, in nanoseconds
    friend bool operator==(const RecordingHeader&, const RecordingHeader&) = default;
};

/// One input as the core saw it: one line of the trace, without its newline.
struct StoredInput {
    std::int64_t n = 0; ///< 1, 2, 3... within the recording
    Instant at;
    std::string line;
    std::int64_t effects = 0; ///< how many stored effects have `input == n`
    friend bool operator==(const StoredInput&, const StoredInput&) = default;
};

/// One effect as it was sent; `data` is its JSON.
struct StoredEffect {
    std::int64_t k = 0; ///< 1, 2, 3... within the recording
    std::int64_t input =
        0; ///< the last input before it: its cause, or a tick's predecessor; 0: none
    Instant at;
    std::string type; ///< `move.recorded`
    std::string data;
    friend bool operator==(const StoredEffect&, const StoredEffect&) = default;
};

/// A recording that was not closed: the program ended in the middle of a game. Its inputs, played
/// through a new Table, give back its state; the stored effects say what has been sent already.
struct UnfinishedRecording {
    std::int64_t id = 0; ///< the journal's own number
    RecordingHeader header;
    std::vector<StoredInput> inputs;        ///< in order
    std::vector<StoredEffect> effects;      ///< in order; they win over recomputed ones
    Instant last;                           ///< of the last stored input or effect
    std::array<std::int64_t, 2> last_seq{}; ///< by index_of(Stream); 0: nothing sent yet
};

/// A stream of one game, and its name on the wire.
struct StreamKey {
    std::int64_t recording = 0;
    Stream stream = Stream::arbiter;
    friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

/// One finished event of a stream.
struct StreamEvent {
    std::int64_t id = 0; ///< grows over all streams in the order of the effects
    StreamKey key;
    std::int64_t seq = 0; ///< 1, 2, 3... within its stream
    std::string body;     ///< a CloudEvent, JSON
};

/// How far a stream goes and how far a publisher's receiver has it safe.
struct StreamExtent {
    StreamKey key;
    std::string id; ///< `<board>/<game_name>/<stream>`
    std::int64_t last_seq = 0;
    std::int64_t acknowledged = 0;
};

/// Clock ticks between plies are unnumbered state: they are kept with the effects, but belong to no
/// stream.
constexpr bool is_unnumbered(std::string_view effect_type) {
    return effect_type == "clock.updated";
}

} // namespace jipu
