// SPDX-License-Identifier: Apache-2.0
// Turns what the loop hands over into rows, once and purely: a commit that fails is tried again
// with the same rows. It numbers inputs, effects and stream events; it must not know SQLite.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/recording/records.hpp"
#include "daemon/table/effect.hpp"
#include "daemon/wire/json.hpp"
#include "daemon/wire/public_projection.hpp"

namespace jipu {

/// The rows of one call; they are committed together.
struct Rows {
    enum class Kind : std::uint8_t { begin, resume, append, close };

    std::int64_t ticket = 0;
    Kind kind = Kind::append;
    std::int64_t recording = 0;
    RecordingHeader header; ///< begin: all of it; resume: what changes with the boot
    std::optional<StoredInput> input;
    std::vector<StoredEffect> effects;
    std::vector<StreamEvent> events;        ///< in the order of their effects; id is not set
    std::array<std::int64_t, 2> last_seq{}; ///< of both streams after these rows
};

/// The numbering and the public projection of one recording.
class Materialiser {
  public:
    /// A new recording.
    Materialiser(std::int64_t recording, RecordingHeader header);
    /// Goes on with one: the projection sees every stored effect again.
    explicit Materialiser(const UnfinishedRecording& recording);

    std::int64_t recording() const { return recording_; }
    const RecordingHeader& header() const { return header_; }

    /// `line` empty: a tick, which is no input.
    Rows append(std::int64_t ticket, Instant at, std::string line,
                const std::vector<Effect>& effects);

  private:
    void number(Rows& rows, Stream stream, std::string_view type, Instant at, Json data);

    std::int64_t recording_;
    RecordingHeader header_;
    std::int64_t inputs_ = 0;
    std::int64_t effects_ = 0;
    std::array<std::int64_t, 2> last_seq_{};
    PublicProjection projection_;
};

} // namespace jipu
