// SPDX-License-Identifier: Apache-2.0
// The journal file: made, recognised, refused or set aside. Its tables are in JOURNAL.md.
#include "daemon/recording/schema.hpp"

#include <array>
#include <system_error>

#include "daemon/recording/journal.hpp"

namespace jipu {
namespace {

constexpr const char* schema_sql = R"(
CREATE TABLE recordings(
  id INTEGER PRIMARY KEY,
  game_name TEXT NOT NULL UNIQUE,
  board TEXT NOT NULL,
  started TEXT NOT NULL,
  game TEXT NOT NULL CHECK(game IN ('xiangqi', 'go')),
  trace_header TEXT NOT NULL,
  boot_id TEXT NOT NULL,
  monotonic_base_ns INTEGER NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0);
CREATE INDEX recordings_open ON recordings(id) WHERE closed = 0;
CREATE TABLE inputs(
  recording INTEGER NOT NULL REFERENCES recordings(id),
  n INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY(recording, n)) WITHOUT ROWID;
CREATE TABLE effects(
  id INTEGER PRIMARY KEY,
  recording INTEGER NOT NULL REFERENCES recordings(id),
  k INTEGER NOT NULL,
  input INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  UNIQUE(recording, k));
CREATE TABLE streams(
  recording INTEGER NOT NULL REFERENCES recordings(id),
  stream INTEGER NOT NULL CHECK(stream IN (0, 1)),
  last_seq INTEGER NOT NULL,
  PRIMARY KEY(recording, stream)) WITHOUT ROWID;
CREATE TABLE events(
  id INTEGER PRIMARY KEY,
  recording INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  seq INTEGER NOT NULL CHECK(seq >= 1),
  body TEXT NOT NULL,
  UNIQUE(recording, stream, seq),
  FOREIGN KEY(recording, stream) REFERENCES streams(recording, stream));
CREATE TABLE cursors(
  publisher TEXT NOT NULL,
  recording INTEGER NOT NULL REFERENCES recordings(id),
  stream INTEGER NOT NULL,
  acknowledged INTEGER NOT NULL,
  PRIMARY KEY(publisher, recording, stream)) WITHOUT ROWID;
CREATE TABLE watermark(
  one INTEGER PRIMARY KEY CHECK(one = 1),
  ticket INTEGER NOT NULL);
INSERT INTO watermark VALUES(1, 0);
)";

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
    throw JournalStartError("journal " + path.string() + ": " + why);
}

void create(sqlite::Database& database, const std::filesystem::path& path) {
    const std::string marks = "PRAGMA application_id=" + std::to_string(journal_application_id) +
                              "; PRAGMA user_version=" + std::to_string(journal_version) + ";";
    // One transaction: a power cut leaves an empty file, which is made anew, or a whole schema.
    if (database.execute(std::string("BEGIN IMMEDIATE;") + schema_sql + marks + "COMMIT;")) return;
    refuse(path, "cannot be made: " + database.trouble().words);
}

/// Moves the file and its companions to the first free `<path>.damaged-N`.
std::filesystem::path move_aside(const std::filesystem::path& path) {
    std::filesystem::path aside;
    for (int n = 1;; ++n) {
        aside = path.string() + ".damaged-" + std::to_string(n);
        if (!std::filesystem::exists(aside)) break;
    }
    std::error_code error;
    std::filesystem::rename(path, aside, error);
    if (error) refuse(path, "is damaged and cannot be moved aside: " + error.message());
    for (const char* companion : {"-wal", "-shm"}) {
        const std::filesystem::path from = path.string() + companion;
        if (!std::filesystem::exists(from)) continue;
        std::filesystem::rename(from, aside.string() + companion, error);
        if (error) refuse(path, "is damaged and cannot be moved aside: " + error.message());
    }
    return aside;
}

enum class Found { fresh, ours, damaged };

/// What lies at the path. A file that never was a journal is refused, not moved: the path is wrong.
Found examine(sqlite::Database& database, const std::filesystem::path& path) {
    const auto broken = [&]() -> Found {
        if (database.trouble().is_damage()) return Found::damaged;
        if (database.trouble().is_no_database()) refuse(path, "is not a database");
        refuse(path, "cannot be read: " + database.trouble().words);
    };
    const auto id = database.number("PRAGMA application_id");
    if (!id) return broken();
    const auto version = database.number("PRAGMA user_version");
    if (!version) return broken();
    const auto tables = database.number("SELECT count(*) FROM sqlite_master");
    if (!tables) return broken();
    if (*id == 0 && *version == 0 && *tables == 0) return Found::fresh;
    if (*id != journal_application_id) refuse(path, "is a database of another program");
    if (*version > journal_version) {
        refuse(path, "has version " + std::to_string(*version) +
                         "; this program knows versions up to " + std::to_string(journal_version));
    }
    if (*version != journal_version) refuse(path, "has no version");
    const auto check = database.text("PRAGMA quick_check(1)");
    if (!check) return broken();
    return *check == "ok" ? Found::ours : Found::damaged;
}

} // namespace

bool open_journal(sqlite::Database& database, const std::filesystem::path& path, sqlite::Mode mode,
                  const std::string& vfs, int busy_timeout_ms) {
    if (!database.open(path, mode, vfs, busy_timeout_ms)) return false;
    // Rows are only added, at the end of each tree: a quarter of a megabyte of pages is plenty, and
    // what the cache may hold it fills in time.
    if (database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                         "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF; "
                         "PRAGMA wal_autocheckpoint=512; PRAGMA cache_size=-256; "
                         "PRAGMA journal_size_limit=4194304;")) {
        return true;
    }
    return false;
}

std::string open_journal_at_start(sqlite::Database& database, const std::filesystem::path& path,
                                  const std::string& vfs, int busy_timeout_ms) {
    std::string aside;
    for (int attempt = 0; attempt < 2; ++attempt) {
        Found found = Found::damaged;
        if (database.open(path, sqlite::Mode::create, vfs, busy_timeout_ms)) {
            found = examine(database, path);
        } else if (!database.trouble().is_damage()) {
            refuse(path, "cannot be opened: " + database.trouble().words);
        }
        if (found != Found::damaged) {
            // Only now, when it is known to be ours or empty, is anything changed in it.
            if (!open_journal(database, path, sqlite::Mode::create, vfs, busy_timeout_ms)) {
                refuse(path, "cannot be written: " + database.trouble().words);
            }
            if (found == Found::fresh) create(database, path);
            // A read-only file shows itself here and not in the middle of a game.
            if (!database.execute(
                    "BEGIN IMMEDIATE; UPDATE watermark SET ticket = ticket; COMMIT;")) {
                refuse(path, "cannot be written: " + database.trouble().words);
            }
            return aside;
        }
        database.close();
        aside = "journal " + path.string() + " was damaged; it is kept as " +
                move_aside(path).string() + " and a new one is begun";
    }
    refuse(path, "is damaged");
}

} // namespace jipu
