// SPDX-License-Identifier: Apache-2.0
// The journal's tables and how a journal file is opened: what is refused, what is set aside. The
// schema's meaning is in JOURNAL.md. It must not know who reads or writes.
#pragma once

#include <filesystem>
#include <string>

#include "daemon/recording/sqlite.hpp"

namespace jipu {

/// Written into the file's head: "jipu" in ASCII.
inline constexpr int journal_application_id = 0x6a697075;
inline constexpr int journal_version = 1;

/// Opens for writing: WAL, synchronous=FULL, foreign keys. False: see trouble().
bool open_journal(sqlite::Database& database, const std::filesystem::path& path, sqlite::Mode mode,
                  const std::string& vfs, int busy_timeout_ms);

/// Opens or makes a journal at the start of the program. Throws JournalStartError. Returns what
/// was damaged and where it lies now; empty: nothing was.
std::string open_journal_at_start(sqlite::Database& database, const std::filesystem::path& path,
                                  const std::string& vfs, int busy_timeout_ms);

} // namespace jipu
