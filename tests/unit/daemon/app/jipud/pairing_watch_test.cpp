// SPDX-License-Identifier: Apache-2.0
// When a pairing is asked for, of whom, and what is said of trouble with it.
#include <algorithm>
#include <utility>
#include <vector>

#include "daemon/app/jipud/pairing_watch.hpp"
#include "daemon/app/jipud/publishers.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::TempFolder;

namespace {

const char* const round_3 = R"({"players":{"red":{"name":"甲","id":"11"},"black":{"name":"乙"}},)"
                            R"("event":"杯","round":"3","table":"1","time_control":"10m"})";
const char* const round_4 =
    R"({"players":{"red":{"name":"丙"},"black":{"name":"甲"}},"event":"杯","round":"4"})";

// A watch whose questions are kept until the test answers them.
struct Asked {
    boost::asio::io_context loop;
    std::vector<PairingWatch::Done> questions;
    std::vector<GameInfo> told;
    std::vector<std::pair<LogLevel, std::string>> log;
    bool somebody = true;
    PairingWatch watch{
        loop,
        Game::xiangqi,
        {[this](PairingWatch::Done done) {
             if (somebody) questions.push_back(std::move(done));
             return somebody;
         },
         [this](GameInfo info) { told.push_back(std::move(info)); },
         [this](LogLevel level, const std::string& line) { log.emplace_back(level, line); }}};
    void answer(Result<std::string> with) {
        REQUIRE_FALSE(questions.empty());
        questions.back()(std::move(with));
        loop.poll();
        loop.restart();
    }
    std::size_t loud() const {
        return static_cast<std::size_t>(std::count_if(log.begin(), log.end(), [](const auto& line) {
            return line.first >= LogLevel::warning;
        }));
    }
};

const Effect ended{Instant{}, GameEnded{}};

} // namespace

TEST_CASE("the pairing is asked for at the start and when a game ends, one question at a time") {
    Asked asked;
    asked.watch.saw(ended);
    CHECK(asked.questions.empty()); // nobody is to be asked yet
    asked.watch.begin(std::chrono::seconds(30));
    CHECK(asked.questions.size() == 1);
    asked.watch.saw(ended);
    CHECK(asked.questions.size() == 1);
    asked.answer(std::string(round_3));
    REQUIRE(asked.told.size() == 1);
    CHECK(asked.told[0].round == "3");
    asked.watch.saw(ended);
    CHECK(asked.questions.size() == 2);
    asked.watch.saw({Instant{}, DrawOffered{}});
    asked.answer(std::string());
    CHECK(asked.told.size() == 1); // there is none
    CHECK(asked.loud() == 0);
}

TEST_CASE("a pairing that cannot be fetched is told once") {
    Asked asked;
    asked.watch.begin(std::chrono::seconds(30));
    for (int i = 0; i < 3; ++i) {
        asked.answer(Error{"no way, after " + std::to_string(i) + " ms"});
        asked.watch.saw(ended);
    }
    CHECK(asked.loud() == 1);
    asked.answer(std::string("nonsense"));
    CHECK(asked.loud() == 1);
    asked.watch.saw(ended);
    asked.answer(std::string(round_3));
    CHECK(asked.told.size() == 1);
    asked.watch.saw(ended);
    asked.answer(std::string("nonsense"));
    CHECK(asked.loud() == 2);
}

TEST_CASE("an answer to what was asked before a reload is passed over") {
    Asked asked;
    asked.watch.begin(std::chrono::seconds(30));
    asked.watch.begin(std::chrono::seconds(60));
    REQUIRE(asked.questions.size() == 2);
    asked.questions[0](std::string(round_3));
    asked.loop.poll();
    CHECK(asked.told.empty());
    asked.loop.restart();
    asked.answer(std::string(round_4));
    CHECK(asked.told.size() == 1);
    asked.somebody = false;
    asked.watch.begin(std::chrono::seconds(0));
    asked.watch.saw(ended);
    CHECK(asked.questions.size() == 2);
}

TEST_CASE("the first service by name that may be asked is asked") {
    const TempFolder folder;
    Journal journal(folder / "j", {});
    Publishers publishers(journal, "table-1", [](ReportGrade, const std::string&) {});
    CHECK_FALSE(publishers.fetch_pairing([](const Result<std::string>&) {}));
    HttpPublishConfig a, b;
    a.name = "a";
    b.name = "b";
    a.url = b.url = "http://127.0.0.1:9";
    a.pairing_interval_s = 0;
    b.pairing_interval_s = 7;
    publishers.apply({b, a});
    CHECK(publishers.pairing_interval() == std::chrono::seconds(7));
    a.pairing_interval_s = 5;
    publishers.apply({b, a});
    CHECK(publishers.pairing_interval() == std::chrono::seconds(5));
    publishers.apply({});
    CHECK(publishers.pairing_interval() == std::chrono::seconds(0));
}
