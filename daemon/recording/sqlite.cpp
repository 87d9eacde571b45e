// SPDX-License-Identifier: Apache-2.0
// SQLite behind three small classes: a failure is a returned value with the words of the library.
#include "daemon/recording/sqlite.hpp"

#include <sqlite3.h>

#include <utility>

#include "rules/base/contract.hpp"

namespace jipu::sqlite {

bool Trouble::is_damage() const {
    return (code & 0xff) == SQLITE_CORRUPT;
}
bool Trouble::is_no_database() const {
    return (code & 0xff) == SQLITE_NOTADB;
}

Database::~Database() {
    close();
}
Database::Database(Database&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), trouble_(std::move(other.trouble_)) {}
Database& Database::operator=(Database&& other) noexcept {
    if (this != &other) {
        close();
        handle_ = std::exchange(other.handle_, nullptr);
        trouble_ = std::move(other.trouble_);
    }
    return *this;
}

bool Database::open(const std::filesystem::path& path, Mode mode, const std::string& vfs,
                    int busy_timeout_ms) {
    close();
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (mode == Mode::read) flags |= SQLITE_OPEN_READONLY;
    if (mode != Mode::read) flags |= SQLITE_OPEN_READWRITE;
    if (mode == Mode::create) flags |= SQLITE_OPEN_CREATE;
    const int code =
        sqlite3_open_v2(path.c_str(), &handle_, flags, vfs.empty() ? nullptr : vfs.c_str());
    if (!note(code)) {
        const Trouble kept = trouble_;
        close();
        trouble_ = kept;
        return false;
    }
    sqlite3_busy_timeout(handle_, busy_timeout_ms);
    return true;
}

void Database::close() {
    // _v2: a statement that outlives the connection keeps it alive instead of dangling.
    if (handle_) sqlite3_close_v2(std::exchange(handle_, nullptr));
}

bool Database::note(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return true;
    trouble_.code = code;
    trouble_.words = sqlite3_errstr(code);
    // The connection's own words say more ("disk I/O error" against "no such table: inputs").
    if (handle_ && sqlite3_extended_errcode(handle_) == code) {
        const std::string own = sqlite3_errmsg(handle_);
        if (own != trouble_.words) trouble_.words += " (" + own + ")";
        if (const int number = sqlite3_system_errno(handle_); number != 0) {
            trouble_.words += ", errno " + std::to_string(number);
        }
    }
    return false;
}

bool Database::execute(const std::string& sql) {
    return note(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

std::optional<std::int64_t> Database::number(const std::string& sql) {
    Statement statement;
    if (!statement.prepare(*this, sql.c_str()) || !statement.step()) return std::nullopt;
    return statement.number(0);
}

std::optional<std::string> Database::text(const std::string& sql) {
    Statement statement;
    if (!statement.prepare(*this, sql.c_str()) || !statement.step()) return std::nullopt;
    return statement.text(0);
}

bool Database::in_transaction() const {
    return handle_ && sqlite3_get_autocommit(handle_) == 0;
}

Statement::~Statement() {
    finalize();
}
Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), handle_(std::exchange(other.handle_, nullptr)),
      failed_(other.failed_) {}
Statement& Statement::operator=(Statement&& other) noexcept {
    if (this != &other) {
        finalize();
        database_ = other.database_;
        handle_ = std::exchange(other.handle_, nullptr);
        failed_ = other.failed_;
    }
    return *this;
}

void Statement::finalize() {
    if (handle_) sqlite3_finalize(std::exchange(handle_, nullptr));
}

bool Statement::prepare(Database& database, const char* sql) {
    finalize();
    database_ = &database;
    failed_ = !database.note(sqlite3_prepare_v3(database.handle_, sql, -1,
                                                SQLITE_PREPARE_PERSISTENT, &handle_, nullptr));
    return !failed_;
}

void Statement::restart() {
    JIPU_ASSERT(handle_ != nullptr, "a statement is used before it is prepared");
    sqlite3_reset(handle_); // repeats the last step's code, which was noted then
    failed_ = false;
}

bool Statement::step() {
    JIPU_ASSERT(handle_ != nullptr, "a statement is used before it is prepared");
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    failed_ = !database_->note(code);
    sqlite3_reset(handle_);
    return false;
}

bool Statement::finish() {
    while (step()) {
    }
    return !failed_;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(handle_, column);
}
std::string Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
    const int size = sqlite3_column_bytes(handle_, column);
    return bytes ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}
bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

void Statement::bind_one(int index, std::int64_t value) {
    const int code = sqlite3_bind_int64(handle_, index, value);
    JIPU_ASSERT(code == SQLITE_OK, "a statement lacks a parameter");
}
void Statement::bind_one(int index, std::string_view value) {
    // A null pointer would bind NULL where an empty text is meant.
    const int code = sqlite3_bind_text64(handle_, index, value.data() ? value.data() : "",
                                         value.size(), SQLITE_STATIC, SQLITE_UTF8);
    JIPU_ASSERT(code == SQLITE_OK || code == SQLITE_NOMEM, "a statement lacks a parameter");
}

} // namespace jipu::sqlite
