// SPDX-License-Identifier: Apache-2.0
// Keeps the raw trace of every game as a file beside the journal, within a bound on their size. It
// gets ready lines and must not know what they mean; the journal stays the truth.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jipu {

/// Trace files of one folder. Used on one thread (the journal's); each call may wait for the disk.
/// Every call that can fail returns what is wrong, or nothing.
///
/// The running game is `<game_name>.trace.part`: readable at any time, whole lines after every
/// append. At the close it is synced and renamed to `<game_name>.trace`: a `.trace` is always
/// whole.
class TraceRecorder {
  public:
    using Trouble = std::optional<std::string>;

    /// `most_bytes`: bound on the size of all kept traces together; the oldest closed ones go
    /// first.
    TraceRecorder(std::filesystem::path dir, std::int64_t most_bytes);
    ~TraceRecorder();
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    /// Begins the file of a game with its head (through `---` and newline), replacing a part file.
    Trouble begin(std::string_view game_name, std::string_view header);
    /// Adds whole lines, each ended by a newline. Nothing happens when no file is open.
    Trouble append(std::string_view lines);
    /// Syncs and renames the running file, then removes the oldest beyond the bound.
    Trouble close();
    /// Leaves the running file as it is: its game goes on at the next start.
    void abandon();
    bool is_open() const { return fd_ >= 0; }

    /// Names of games with a part file: a crash left them.
    std::vector<std::string> left_over() const;

  private:
    Trouble rotate();
    std::filesystem::path part() const;

    std::filesystem::path dir_;
    std::int64_t most_bytes_;
    std::string game_name_;
    int fd_ = -1;
};

} // namespace jipu
