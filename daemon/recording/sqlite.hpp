// SPDX-License-Identifier: Apache-2.0
// SQLite's two objects with one owner each. A failure is a returned value and the database keeps
// its words; this file must not know what is stored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jipu::sqlite {

enum class Mode : std::uint8_t { read, write, create };

/// What a failed call said.
struct Trouble {
    int code = 0; ///< SQLite's extended result code
    std::string words;
    bool is_damage() const; ///< the file itself is damaged
    bool is_no_database() const;
};

class Statement;

/// A connection; used on one thread at a time.
class Database {
  public:
    Database() = default;
    ~Database();
    Database(Database&& other) noexcept;
    Database& operator=(Database&& other) noexcept;

    /// False: see trouble(). `vfs` empty: SQLite's own.
    bool open(const std::filesystem::path& path, Mode mode, const std::string& vfs,
              int busy_timeout_ms);
    void close();
    bool is_open() const { return handle_ != nullptr; }
    /// One or several statements without results.
    bool execute(const std::string& sql);
    /// The first column of the first row.
    std::optional<std::int64_t> number(const std::string& sql);
    std::optional<std::string> text(const std::string& sql);
    bool in_transaction() const;
    const Trouble& trouble() const { return trouble_; }

  private:
    friend class Statement;
    bool note(int code);

    sqlite3* handle_ = nullptr;
    Trouble trouble_;
};

/// A prepared statement; its database must outlive it.
class Statement {
  public:
    Statement() = default;
    ~Statement();
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;

    /// False: see the database's trouble().
    bool prepare(Database& database, const char* sql);
    bool is_ready() const { return handle_ != nullptr; }
    void finalize();

    /// Binds the values to ?1, ?2... and starts anew. Text must live until the next step() is done.
    template <typename... Values>
    void bind(const Values&... values) {
        restart();
        int index = 0;
        (bind_one(++index, values), ...);
    }
    /// Binds and runs a statement without results.
    template <typename... Values>
    bool run(const Values&... values) {
        bind(values...);
        return finish();
    }
    /// The next row; false at the end or on a failure: failed() tells.
    bool step();
    bool failed() const { return failed_; }

    std::int64_t number(int column) const;
    std::string text(int column) const;
    bool is_null(int column) const;

  private:
    void restart();
    bool finish();
    void bind_one(int index, std::int64_t value);
    void bind_one(int index, std::string_view value);

    Database* database_ = nullptr;
    sqlite3_stmt* handle_ = nullptr;
    bool failed_ = false;
};

} // namespace jipu::sqlite
