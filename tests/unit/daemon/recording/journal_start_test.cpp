// SPDX-License-Identifier: Apache-2.0
// Bad start-ups: each with its exact words.
#include <fstream>

#include "daemon/recording/schema.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

std::string why_not(const std::filesystem::path& file) {
    try {
        const Journal journal(file, {});
    } catch (const JournalStartError& error) {
        return error.what();
    }
    return "it started";
}

void make_database(const std::filesystem::path& file, const std::string& sql) {
    sqlite::Database database;
    REQUIRE(database.open(file, sqlite::Mode::create, "", 0));
    REQUIRE(database.execute(sql));
}

} // namespace

TEST_CASE("a file that is no database is refused and left as it is") {
    const TemporaryFolder folder;
    const auto file = folder / "notes.txt";
    const std::string text(4096, 'n');
    std::ofstream(file) << text;
    CHECK(why_not(file) == "journal " + file.string() + ": is not a database");
    CHECK(read_file(file) == text);
}

TEST_CASE("another program's database is refused") {
    const TemporaryFolder folder;
    const auto file = folder / "other.db";
    make_database(file, "CREATE TABLE addresses(name TEXT); PRAGMA application_id=77;");
    CHECK(why_not(file) == "journal " + file.string() + ": is a database of another program");
}

TEST_CASE("a journal of a newer version is refused") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    { const Journal journal(file, {}); }
    make_database(file, "PRAGMA user_version=9;");
    CHECK(why_not(file) ==
          "journal " + file.string() + ": has version 9; this program knows versions up to 1");
}

TEST_CASE("a missing folder is named") {
    const TemporaryFolder folder;
    const auto file = folder / "nowhere/journal.db";
    CHECK(why_not(file) == "journal " + file.string() + ": its folder does not exist");
}

TEST_CASE("a journal that is a folder cannot be opened") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    std::filesystem::create_directory(file);
    CHECK(why_not(file).starts_with("journal " + file.string() + ": cannot be opened: "));
}

TEST_CASE("a journal has one writer") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const Journal journal(file, {});
    CHECK(why_not(file) == "journal " + file.string() + ": is in use by another program");
}

TEST_CASE("a journal has one writer by whatever name it is opened") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const Journal first(file, {});
    const auto link = folder / "link.db";
    std::filesystem::create_symlink(file, link);
    CHECK(why_not(link) == "journal " + link.string() + ": is in use by another program");
    const auto hard = folder / "hard.db";
    std::filesystem::create_hard_link(file, hard);
    CHECK(why_not(hard).starts_with("journal " + hard.string() + ": has another name"));
}

TEST_CASE("a damaged journal is kept aside and a new one begun") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        await(journal, play_game(journal, "20261130-00000001", 40));
    }
    std::string bytes = read_file(file);
    REQUIRE(bytes.size() > 20 * 4096);
    for (std::size_t i = 4096; i < bytes.size(); i += 3) { // the head stays ours
        bytes[i] = static_cast<char>(bytes[i] ^ 0x5a);
    }
    std::ofstream(file, std::ios::binary) << bytes;
    const std::string aside = file.string() + ".damaged-1";
    {
        Journal journal(file, {});
        CHECK(journal.set_aside() == "journal " + file.string() + " was damaged; it is kept as " +
                                         aside + " and a new one is begun");
        await(journal, play_game(journal, "20261130-00000002", 2));
    }
    CHECK(read_file(aside) == bytes);
    const auto steps = scripted_game(2);
    CHECK(check_prefix(file, "20261130-00000002", steps) == steps.size());
}
