// SPDX-License-Identifier: Apache-2.0
// SQLite behind the store. Every error of a statement becomes an exception inside this file and a
// returned Error at its edge, so that no path can forget to roll back.
#include "daemon/results/store.hpp"

#include <sqlite3.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace jipu::results {
namespace {

constexpr int schema_version = 1;

struct DiskTrouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One prepared statement for one use.
class Statement {
  public:
    Statement(sqlite3* db, std::string_view sql) : db_(db) {
        if (sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &statement_,
                               nullptr) != SQLITE_OK)
            throw DiskTrouble(sqlite3_errmsg(db));
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(std::string_view text) {
        sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                          SQLITE_TRANSIENT);
        return *this;
    }
    Statement& bind(std::int64_t number) {
        sqlite3_bind_int64(statement_, ++bound_, number);
        return *this;
    }
    bool step() {
        const int code = sqlite3_step(statement_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) throw DiskTrouble(sqlite3_errmsg(db_));
        return code == SQLITE_ROW;
    }
    std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    std::string text(int column) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        const int size = sqlite3_column_bytes(statement_, column);
        return bytes == nullptr ? "" : std::string(bytes, static_cast<std::size_t>(size));
    }

  private:
    sqlite3* db_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
};

} // namespace

class Store::Database {
  public:
    explicit Database(const std::filesystem::path& file) {
        const int code = sqlite3_open_v2(
            file.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
            nullptr);
        if (code != SQLITE_OK) {
            const std::string why = db_ != nullptr ? sqlite3_errmsg(db_) : "out of memory";
            sqlite3_close(db_);
            throw std::runtime_error(file.string() + ": cannot open the database: " + why);
        }
        sqlite3_busy_timeout(db_, 2000);
    }
    ~Database() { sqlite3_close(db_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const char* sql) {
        if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            throw DiskTrouble(sqlite3_errmsg(db_));
    }
    std::string ask(const char* sql) {
        Statement statement(db_, sql);
        return statement.step() ? statement.text(0) : "";
    }
    sqlite3* handle() { return db_; }

    /// Runs `work` and turns trouble into an Error; an open transaction is undone.
    template <typename Work>
    auto guarded(Work work) -> Result<decltype(work())> {
        try {
            return work();
        } catch (const DiskTrouble& trouble) {
            if (sqlite3_get_autocommit(db_) == 0)
                sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
            return Error{std::string("the database: ") + trouble.what()};
        }
    }

  private:
    sqlite3* db_ = nullptr;
};

namespace {

/// Whether a database that is not new has our tables.
bool is_ours(sqlite3* db) {
    Statement tables(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND (name = "
                         "'games' OR name = 'events' AND sql LIKE '%received_ms%')");
    return tables.step() && tables.number(0) == 2;
}

bool is_new(sqlite3* db) {
    Statement tables(db, "SELECT count(*) FROM sqlite_schema");
    return tables.step() && tables.number(0) == 0;
}

void prepare_schema(sqlite3* db, std::int64_t version) {
    if (version == schema_version) return;
    constexpr const char* sql =
        "BEGIN IMMEDIATE;"
        "CREATE TABLE events(rev INTEGER PRIMARY KEY AUTOINCREMENT, board TEXT NOT NULL,"
        " game TEXT NOT NULL, stream TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,"
        " type TEXT NOT NULL, received_ms INTEGER NOT NULL, body TEXT NOT NULL,"
        " UNIQUE(board, game, stream, seq)) STRICT;"
        // public_rev: of the game's first public event; null while only the arbiter's has begun.
        "CREATE TABLE games(board TEXT NOT NULL, game TEXT NOT NULL, first_rev INTEGER NOT NULL,"
        " public_rev INTEGER, PRIMARY KEY(board, game)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX games_by_name ON games(game);"
        "PRAGMA user_version = 1;"
        "COMMIT;";
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        throw DiskTrouble(sqlite3_errmsg(db));
}

std::uint64_t last_seq(sqlite3* db, const CloudEvent& event) {
    Statement statement(db, "SELECT coalesce(max(seq), 0) FROM events"
                            " WHERE board = ? AND game = ? AND stream = ?");
    statement.bind(event.board).bind(event.game_name).bind(event.stream).step();
    return static_cast<std::uint64_t>(statement.number(0));
}

std::string stored_body(sqlite3* db, const CloudEvent& event) {
    Statement statement(db, "SELECT body FROM events"
                            " WHERE board = ? AND game = ? AND stream = ? AND seq = ?");
    statement.bind(event.board).bind(event.game_name).bind(event.stream);
    return statement.bind(static_cast<std::int64_t>(event.seq)).step() ? statement.text(0) : "";
}

/// A game that was told late stands below all that were told in their time, as if it had come then.
constexpr std::int64_t told_late = std::int64_t{1} << 60U;

StoredEvent insert(sqlite3* db, const IncomingEvent& incoming, std::int64_t received_ms,
                   bool past) {
    const CloudEvent& event = incoming.event;
    Statement statement(db, "INSERT INTO events(board, game, stream, seq, id, type, received_ms,"
                            " body) VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(event.board).bind(event.game_name).bind(event.stream);
    statement.bind(static_cast<std::int64_t>(event.seq)).bind(event.id()).bind(event.type);
    statement.bind(received_ms).bind(incoming.body).step();
    StoredEvent stored{
        incoming, {incoming.time_ms, received_ms, sqlite3_last_insert_rowid(db)}, false, past};
    if (event.seq == 1) {
        stored.new_game = event.stream == "public";
        Statement game(db, stored.new_game
                               ? "INSERT INTO games(board, game, first_rev, public_rev)"
                                 " VALUES(?1, ?2, ?3, ?4) ON CONFLICT(board, game)"
                                 " DO UPDATE SET public_rev = ?4"
                               : "INSERT INTO games(board, game, first_rev) VALUES(?1, ?2, ?3)"
                                 " ON CONFLICT(board, game) DO NOTHING");
        game.bind(event.board).bind(event.game_name).bind(stored.arrival.rev);
        if (stored.new_game) game.bind(stored.arrival.rev - (past ? told_late : 0));
        game.step();
    }
    return stored;
}

} // namespace

Store::Store(const std::filesystem::path& file, std::int64_t max_bytes)
    : db_(std::make_unique<Database>(file)) {
    try {
        if (!is_new(db_->handle()) && !is_ours(db_->handle()))
            throw DiskTrouble("it is another program's; the database of jipu-results is expected");
        if (db_->ask("PRAGMA journal_mode = WAL") != "wal")
            throw DiskTrouble("write-ahead logging is not possible on this file system");
        db_->run("PRAGMA synchronous = FULL");
        const std::string version = db_->ask("PRAGMA user_version");
        if (version != "0" && version != std::to_string(schema_version))
            throw DiskTrouble("it has the format " + version + ", this program knows " +
                              std::to_string(schema_version));
        prepare_schema(db_->handle(), std::stoll(version));
        if (max_bytes > 0) {
            const std::int64_t page = std::stoll(db_->ask("PRAGMA page_size"));
            const auto limit = "PRAGMA max_page_count = " +
                               std::to_string(std::max<std::int64_t>(1, max_bytes / page));
            db_->ask(limit.c_str());
        }
    } catch (const DiskTrouble& trouble) {
        throw std::runtime_error(file.string() + ": cannot use the database: " + trouble.what());
    }
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Result<Ingested> Store::ingest(const std::vector<IncomingEvent>& batch, std::int64_t received_ms,
                               bool past) {
    return db_->guarded([&] {
        Ingested out;
        sqlite3* db = db_->handle();
        db_->run("BEGIN IMMEDIATE");
        for (const auto& incoming : batch) {
            const CloudEvent& event = incoming.event;
            const std::string stream = event.stream_id();
            auto known = out.durable.find(stream);
            if (known == out.durable.end())
                known = out.durable.emplace(stream, last_seq(db, event)).first;
            if (event.seq > known->second + 1) {
                out.outcome = Ingested::Outcome::gap;
                out.stream_id = stream;
                out.want = known->second + 1;
                break;
            }
            if (event.seq <= known->second) {
                if (stored_body(db, event) == incoming.body) continue;
                db_->run("ROLLBACK");
                Ingested refused;
                refused.outcome = Ingested::Outcome::conflict;
                refused.id = event.id();
                return refused;
            }
            out.fresh.push_back(insert(db, incoming, received_ms, past));
            known->second = event.seq;
        }
        db_->run("COMMIT");
        std::erase_if(out.durable, [](const auto& item) { return item.second == 0; });
        return out;
    });
}

Result<std::vector<GameName>> Store::current_games() {
    return db_->guarded([&] {
        std::vector<GameName> names;
        Statement statement(db_->handle(), "SELECT board, game, max(public_rev) FROM games"
                                           " WHERE public_rev IS NOT NULL"
                                           " GROUP BY board ORDER BY board");
        while (statement.step())
            names.push_back({statement.text(0), statement.text(1)});
        return names;
    });
}

Result<std::vector<GameName>> Store::find_game(std::string_view game) {
    return db_->guarded([&] {
        std::vector<GameName> names;
        Statement statement(db_->handle(), "SELECT board, game FROM games WHERE game = ?"
                                           " ORDER BY first_rev DESC LIMIT 100");
        statement.bind(game);
        while (statement.step())
            names.push_back({statement.text(0), statement.text(1)});
        return names;
    });
}

Result<std::vector<std::string>> Store::games_of(std::string_view board, int limit) {
    return db_->guarded([&] {
        std::vector<std::string> names;
        Statement statement(db_->handle(), "SELECT game FROM games WHERE board = ?"
                                           " AND public_rev IS NOT NULL"
                                           " ORDER BY public_rev DESC LIMIT ?");
        statement.bind(board).bind(static_cast<std::int64_t>(limit));
        while (statement.step())
            names.push_back(statement.text(0));
        return names;
    });
}

Result<std::vector<std::string>> Store::bodies(const GameName& name, std::string_view stream,
                                               std::uint64_t after, int limit) {
    return db_->guarded([&] {
        std::vector<std::string> out;
        Statement statement(db_->handle(),
                            "SELECT body FROM events WHERE board = ? AND game = ? AND stream = ?"
                            " AND seq > ? ORDER BY seq LIMIT ?");
        statement.bind(name.board).bind(name.game).bind(stream);
        statement.bind(static_cast<std::int64_t>(after)).bind(static_cast<std::int64_t>(limit));
        while (statement.step())
            out.push_back(statement.text(0));
        return out;
    });
}

Result<std::optional<GameState>> Store::load(const GameName& name) {
    return db_->guarded([&]() -> std::optional<GameState> {
        GameState state(name.board, name.game);
        Statement statement(db_->handle(),
                            "SELECT body, received_ms, rev FROM events WHERE board = ? AND"
                            " game = ? AND stream = 'public' ORDER BY seq");
        statement.bind(name.board).bind(name.game);
        while (statement.step()) {
            const auto event = parse_event(Json::parse(statement.text(0), nullptr, false));
            if (!event) throw DiskTrouble("an event that was stored reads wrong: " + event.error());
            state.apply(event->event.type, event->event.data,
                        {event->time_ms, statement.number(1), statement.number(2)});
        }
        if (state.rev() == 0) return std::nullopt;
        return state;
    });
}

} // namespace jipu::results
