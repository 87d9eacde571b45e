// SPDX-License-Identifier: Apache-2.0
// The store: repetitions, gaps, contradictions, and a disk that says no.
#include <sqlite3.h>

#include <future>
#include <nlohmann/json.hpp>

#include "daemon/results/store.hpp"
#include "daemon/results/store_thread.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/results/client.hpp"
#include "tests/unit/daemon/results/events.hpp"

using namespace jipu;
using namespace jipu::test;
using results::Ingested;
using results::Store;
using Outcome = Ingested::Outcome;

namespace {

std::vector<results::IncomingEvent> batch_of(const Json& events) {
    auto batch = results::parse_batch(events.dump());
    REQUIRE(batch.error() == "");
    return std::move(*batch);
}

Ingested ingest(Store& store, const Json& events) {
    auto result = store.ingest(batch_of(events), 1000);
    REQUIRE(result.error() == "");
    return std::move(*result);
}

const std::string stream_a = "table-1/" + game_a + "/public";

} // namespace

TEST_CASE("what is stored again, equal, changes nothing and is durable up to the last") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    CHECK(ingest(store, public_game("table-1", game_a, 3)).fresh.size() == 4);
    const auto again = ingest(store, public_game("table-1", game_a, 1));
    CHECK(again.outcome == Outcome::stored);
    CHECK(again.fresh.empty());
    CHECK(again.durable == std::map<std::string, std::uint64_t>{{stream_a, 4}});
}

TEST_CASE("equal means equal as JSON: order of keys and blanks do not matter") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    ingest(store, public_game("table-1", game_a, 0));
    const std::string turned =
        nlohmann::json(public_game("table-1", game_a, 0)).dump(2); // keys sorted, indented
    const auto result = store.ingest(*results::parse_batch(turned), 1);
    CHECK(result->outcome == Outcome::stored);
}

TEST_CASE("before a gap is stored, after it is not, and what is wanted is said") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    Json events = public_game("table-1", game_a, 4);
    events.erase(2); // 1 2 . 4 5
    events.push_back(event("table-1", game_b, "public", 1, "game.started", started(game_b)));
    const auto result = ingest(store, events);
    CHECK(result.outcome == Outcome::gap);
    CHECK(result.stream_id == stream_a);
    CHECK(result.want == 3);
    CHECK(result.fresh.size() == 2);
    CHECK(result.durable == std::map<std::string, std::uint64_t>{{stream_a, 2}});
    CHECK(store.bodies({"table-1", game_a}, "public", 0, 100)->size() == 2);
    CHECK(store.find_game(game_b)->empty());
}

TEST_CASE("a stream that begins with 2 wants 1 and is nowhere durable") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    Json events = public_game("table-1", game_a, 1);
    events.erase(0);
    const auto result = ingest(store, events);
    CHECK(result.outcome == Outcome::gap);
    CHECK(result.want == 1);
    CHECK(result.durable.empty());
}

TEST_CASE("the same id with another body stores nothing of its batch") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    ingest(store, public_game("table-1", game_a, 1));
    Json events = Json::array();
    events.push_back(event("table-1", game_b, "public", 1, "game.started", started(game_b)));
    events.push_back(event("table-1", game_a, "public", 2, "move.recorded", ply(2)));
    const auto result = ingest(store, events);
    CHECK(result.outcome == Outcome::conflict);
    CHECK(result.id == stream_a + "/2");
    CHECK(result.durable.empty());
    CHECK(store.find_game(game_b)->empty());
}

TEST_CASE("one id twice in a batch is fine when equal and refused when not") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    Json events = public_game("table-1", game_a, 1);
    events.push_back(events[1]);
    CHECK(ingest(store, events).outcome == Outcome::stored);
    Json others = public_game("table-1", game_b, 1);
    others.push_back(event("table-1", game_b, "public", 2, "move.recorded", ply(2)));
    CHECK(ingest(store, others).outcome == Outcome::conflict);
    CHECK(store.find_game(game_b)->empty());
}

TEST_CASE("arbiter and public are numbered each by itself, and a game is known by its public one") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    Json events = Json::array();
    events.push_back(event("table-1", game_a, "arbiter", 1, "board.state", {{"state", "hand-in"}}));
    events.push_back(event("table-1", game_a, "arbiter", 2, "game.started", started(game_a)));
    CHECK(ingest(store, events).durable ==
          std::map<std::string, std::uint64_t>{{"table-1/" + game_a + "/arbiter", 2}});
    CHECK(store.current_games()->empty());
    ingest(store, public_game("table-1", game_a, 0));
    CHECK(store.current_games()->size() == 1);
}

TEST_CASE("the current game of a board is the one that began last, also after a late correction") {
    const Scratch scratch;
    {
        Store store(scratch.file("db"));
        ingest(store, public_game("table-1", game_a, 1));
        ingest(store, public_game("table-1", game_b, 1));
        Json late = Json::array();
        late.push_back(event("table-1", game_a, "public", 3, "game.ended",
                             {{"result", "1-0"}, {"status", "signed"}}));
        ingest(store, late);
    }
    Store store(scratch.file("db"));
    const auto games = store.current_games();
    REQUIRE(games->size() == 1);
    CHECK(games->front().game == game_b);
    CHECK(*store.games_of("table-1", 10) == std::vector<std::string>{game_b, game_a});
    const auto old = store.load({"table-1", game_a});
    REQUIRE(*old);
    CHECK((*old)->summary(0)["result"] == "1-0");
}

TEST_CASE(
    "games that are told late are older than the current one, among themselves as they came") {
    const Scratch scratch;
    const std::string game_c = "20261130-cccccccc";
    {
        Store store(scratch.file("db"));
        ingest(store, public_game("table-1", game_c, 1)); // the running one, first
        for (const std::string& game : {game_a, game_b}) {
            const auto late = store.ingest(batch_of(public_game("table-1", game, 1)), 1000, true);
            REQUIRE(late.error() == "");
            CHECK(late->fresh.front().past);
        }
    }
    Store store(scratch.file("db"));
    REQUIRE(store.current_games()->size() == 1);
    CHECK(store.current_games()->front().game == game_c);
    CHECK(*store.games_of("table-1", 10) == std::vector<std::string>{game_c, game_b, game_a});
}

TEST_CASE("who only reads leaves room in the queue for what is to be stored") {
    const Scratch scratch;
    std::promise<void> busy, go_on;
    int done = 0;
    results::StoreThread store(Store(scratch.file("db")), 4);
    REQUIRE(store.try_post([&](Store&) {
        busy.set_value();
        go_on.get_future().wait();
    }));
    busy.get_future().wait(); // it is in hand now, and the queue is empty
    const auto count = [&](Store&) { ++done; };
    CHECK(store.try_post(count, 2));
    CHECK(store.try_post(count, 2));
    CHECK_FALSE(store.try_post(count, 2));
    CHECK(store.try_post(count));
    CHECK(store.try_post(count));
    CHECK_FALSE(store.try_post(count));
    go_on.set_value();
    store.stop();
    CHECK(done == 4);
}

TEST_CASE("a disk that is full stores nothing, says so, and goes on when there is room") {
    const Scratch scratch;
    Store store(scratch.file("db"), 64 << 10);
    ingest(store, public_game("table-1", game_a, 1));
    Json big = Json::array();
    for (int n = 1; n <= 200; ++n)
        big.push_back(event("table-1", game_b, "arbiter", n, "board.state",
                            {{"state", "hand-in"}, {"text", std::string(1000, 'x')}}));
    const auto refused = store.ingest(batch_of(big), 1);
    REQUIRE_FALSE(refused);
    CHECK(refused.error() == "the database: database or disk is full");
    CHECK(store.bodies({"table-1", game_b}, "arbiter", 0, 1000)->empty());
    CHECK(ingest(store, public_game("table-1", game_a, 2)).durable.at(stream_a) == 3);
}

TEST_CASE("another program's database is refused and left as it is") {
    const Scratch scratch;
    const auto file = scratch.file("journal");
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
    REQUIRE(sqlite3_exec(db,
                         "CREATE TABLE events(id INTEGER PRIMARY KEY, body TEXT);"
                         "PRAGMA user_version = 1;",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
    const auto read_whole = [&] {
        std::ifstream in(file, std::ios::binary);
        return std::string((std::istreambuf_iterator<char>(in)), {});
    };
    const std::string before = read_whole();
    std::string why;
    try {
        const Store store(file);
    } catch (const std::runtime_error& error) {
        why = error.what();
    }
    CHECK(why == file.string() + ": cannot use the database: it is another program's; the "
                                 "database of jipu-results is expected");
    CHECK(read_whole() == before);
}

TEST_CASE("a database that another program keeps locked is refused, not waited for without end") {
    const Scratch scratch;
    Store store(scratch.file("db"));
    sqlite3* other = nullptr;
    REQUIRE(sqlite3_open(scratch.file("db").c_str(), &other) == SQLITE_OK);
    REQUIRE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
    const auto refused = store.ingest(batch_of(public_game("table-1", game_a, 1)), 1);
    CHECK(refused.error() == "the database: database is locked");
    sqlite3_close(other);
    CHECK(ingest(store, public_game("table-1", game_a, 1)).durable.at(stream_a) == 2);
}

TEST_CASE("a file that is no database, or of a later format, is named at start") {
    const Scratch scratch;
    scratch.write("text", std::string(5000, 'x'));
    CHECK_THROWS_WITH(Store(scratch.file("text")),
                      scratch.file("text").string() +
                          ": cannot use the database: file is not a database");
    { Store store(scratch.file("db")); }
    sqlite3* other = nullptr;
    REQUIRE(sqlite3_open(scratch.file("db").c_str(), &other) == SQLITE_OK);
    sqlite3_exec(other, "PRAGMA user_version = 9", nullptr, nullptr, nullptr);
    sqlite3_close(other);
    CHECK_THROWS_WITH(Store(scratch.file("db")),
                      scratch.file("db").string() +
                          ": cannot use the database: it has the format 9, this program knows 1");
    CHECK_THROWS_WITH(Store(scratch.file("no/such/db")),
                      scratch.file("no/such/db").string() +
                          ": cannot open the database: unable to open database file");
}
