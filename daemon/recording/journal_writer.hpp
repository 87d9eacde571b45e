// SPDX-License-Identifier: Apache-2.0
// Writes rows and cursors in one transaction. A transaction that fails leaves nothing, and may be
// tried again as often as one likes: the watermark says what is in already. It must not know
// threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/recording/materialiser.hpp"
#include "daemon/recording/sqlite.hpp"

namespace jipu {

/// Cursor moves that wait: the newest of each.
using CursorMoves = std::map<std::pair<std::string, StreamKey>, std::int64_t>;

class JournalWriter {
  public:
    /// `database`: open, for writing.
    JournalWriter(sqlite::Database database, std::filesystem::path path, std::string vfs,
                  int busy_timeout_ms);

    /// The ticket of the last rows that are in; nullopt: cannot be read.
    std::optional<std::int64_t> watermark();
    /// The highest number that a recording has; nullopt: cannot be read.
    std::optional<std::int64_t> last_recording();
    /// Commits all or nothing. Nothing returned: it is on the disk. Else why it is not.
    std::optional<std::string> commit(const std::vector<Rows>& batch, const CursorMoves& cursors);

  private:
    bool prepare();
    bool write(const std::vector<Rows>& batch, const CursorMoves& cursors);
    bool write(const Rows& rows);
    std::string give_up();

    sqlite::Database database_;
    std::filesystem::path path_;
    std::string vfs_;
    int busy_timeout_ms_;
    bool prepared_ = false;
    sqlite::Statement begin_, commit_, rollback_, read_mark_, set_mark_;
    sqlite::Statement add_recording_, close_others_, rebase_, close_;
    sqlite::Statement add_input_, add_effect_, add_event_, add_stream_, set_stream_, set_cursor_;
};

} // namespace jipu
