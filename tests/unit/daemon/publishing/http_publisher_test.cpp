// SPDX-License-Identifier: Apache-2.0
// The publisher against a real server on loopback: nothing lost, nothing twice, in order.
#include <map>

#include "tests/unit/daemon/publishing/publisher_fixture.hpp"

using namespace jipu;
using namespace jipu::test;
using Trouble = Receiver::Trouble;

namespace {

/// Two games through a receiver with troubles; how many exchanges it took.
int deliver(const Receiver::Plan& plan) {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver(plan);
    const ScriptedServer server(receiver.handler());
    {
        Journal journal(file, quick_options());
        play_game(journal, "20261130-00000001", 6);
        await(journal, play_game(journal, "20261130-00000002", 4));
        Reports reports;
        HttpPublisherConfig config = quick_config(server.url());
        config.exchange_timeout = std::chrono::milliseconds(200);
        const HttpPublisher publisher(journal, config, reports.sink());
        receiver.await_events(events_of_game(6) + events_of_game(4));
        await_status(publisher, [](const PublisherStatus& status) {
            return status.state == PublisherState::idle && status.lag == 0;
        });
    }
    check_all_arrived(file, receiver);
    return receiver.exchanges();
}

} // namespace

TEST_CASE("whichever exchange fails and however, all events arrive once and in order") {
    const int exchanges = deliver({});
    REQUIRE(exchanges >= 4);
    for (const Trouble trouble :
         {Trouble::error_500, Trouble::cut_before, Trouble::cut_after_store,
          Trouble::lost_after_store, Trouble::garbage, Trouble::hang, Trouble::empty_answer}) {
        for (int bad = 1; bad <= exchanges + 1; ++bad) {
            CAPTURE(static_cast<int>(trouble), bad);
            deliver([=](int n) { return n == bad ? trouble : Trouble::none; });
        }
        if (trouble == Trouble::hang) continue;
        CAPTURE(static_cast<int>(trouble));
        deliver([=](int n) { return n % 4 != 0 ? trouble : Trouble::none; });
    }
}

TEST_CASE("the events of both streams leave in the order in which they happened") {
    const TemporaryFolder folder;
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    Journal journal(folder / "journal.db", quick_options());
    await(journal, play_game(journal, "g1", 2));
    Reports reports;
    const HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    receiver.await_events(events_of_game(2));
    const std::vector<std::string> expected = {
        "table-7/g1/arbiter/1", "table-7/g1/public/1",  // the game's start
        "table-7/g1/arbiter/2", "table-7/g1/arbiter/3", // recorded, confirmed
        "table-7/g1/public/2",  "table-7/g1/arbiter/4",
        "table-7/g1/arbiter/5", "table-7/g1/public/3"};
    CHECK(receiver.order() == expected);
    CHECK(receiver.last_request().method == "POST");
    CHECK(receiver.last_request().target == "/v1/events");
    CHECK(receiver.last_request().content_type == "application/cloudevents-batch+json");
    CHECK(receiver.last_request().authorization.empty());
}

TEST_CASE("one stream alone can be sent") {
    const TemporaryFolder folder;
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    Journal journal(folder / "journal.db", quick_options());
    await(journal, play_game(journal, "g1", 2));
    Reports reports;
    HttpPublishConfig told;
    told.name = "hall";
    told.url = server.url() + "/";
    told.streams = {"public"};
    const HttpPublisher publisher(journal, http_publisher_config(told, "table-7"), reports.sink());
    receiver.await_events(3);
    await_status(publisher,
                 [](const auto& status) { return status.state == PublisherState::idle; });
    CHECK(receiver.streams().size() == 1);
    CHECK(receiver.streams().contains("table-7/g1/public"));
}

TEST_CASE("new durable events leave at once") {
    const TemporaryFolder folder;
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    HttpPublisher* woken = nullptr;
    JournalOptions options = quick_options();
    std::mutex mutex;
    options.on_durable = [&](const Durable& durable) {
        const std::lock_guard guard(mutex);
        if (durable.stream_events && woken) woken->wake();
    };
    Journal journal(folder / "journal.db", options);
    Reports reports;
    HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    {
        const std::lock_guard guard(mutex);
        woken = &publisher;
    }
    journal.begin(scripted_header("g1"));
    std::size_t expected = 0;
    for (const Step& step : scripted_game(5)) {
        await_status(publisher,
                     [](const auto& status) { return status.state == PublisherState::idle; });
        play(journal, step);
        for (const Effect& effect : step.effects) {
            expected += std::holds_alternative<ClockUpdated>(effect.data)   ? 0U
                        : std::holds_alternative<MoveRecorded>(effect.data) ? 1U
                                                                            : 2U;
        }
        receiver.await_events(expected); // hangs when nobody wakes it
    }
    CHECK(expected == events_of_game(5));
    const std::lock_guard guard(mutex);
    woken = nullptr;
}

TEST_CASE("after a restart it goes on from the cursor") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    Reports reports;
    {
        Journal journal(file, quick_options());
        await(journal, play_game(journal, "g1", 6));
        const HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
        await_status(publisher, [](const auto& status) {
            return status.state == PublisherState::idle && status.lag == 0 && status.exchanges > 0;
        });
    }
    const int before = receiver.exchanges();
    {
        Journal journal(file, quick_options());
        await(journal, play_game(journal, "g2", 1));
        const HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
        receiver.await_events(events_of_game(6) + events_of_game(1));
    }
    CHECK(receiver.exchanges() == before + 1);
    check_all_arrived(file, receiver);
}

namespace {

/// Everything is there, and every question has been answered.
void await_idle(const HttpPublisher& publisher, int exchanges, const Receiver& receiver) {
    await_status(publisher, [&](const auto& status) {
        return status.state == PublisherState::idle && status.lag == 0 &&
               receiver.exchanges() >= exchanges;
    });
}

} // namespace

TEST_CASE("a receiver that lost its disk gets every game again, the running one first") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    std::mutex mutex;
    std::map<std::string, bool> past; // the last event of each batch and what its head said
    const ScriptedServer server([&](const SeenRequest& request) {
        const std::lock_guard guard(mutex);
        const Answer answer = receiver.handle(request);
        if (!receiver.order().empty()) past[receiver.order().back()] = request.past;
        return answer;
    });
    Journal journal(file, quick_options());
    play_game(journal, "g1", 6);
    await(journal, play_game(journal, "g2", 2));
    Reports reports;
    HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    const std::size_t finished = events_of_game(6) + events_of_game(2);
    receiver.await_events(finished);
    await_idle(publisher, 1, receiver);
    journal.begin(scripted_header("g3"));
    const auto game = scripted_game(4);
    for (std::size_t i = 0; i + 1 < game.size(); ++i)
        play(journal, game[i]);
    await(journal, journal.flush());
    const int before = receiver.exchanges(); // the exchange may be over before anybody looks
    publisher.wake();
    await_idle(publisher, before + 1, receiver);

    receiver.lose_everything();
    await(journal, play(journal, game.back()));
    publisher.wake();
    CHECK(reports.await("the receiver wants table-7/g3/").find("every game of this journal") !=
          std::string::npos);
    receiver.await_events(finished + events_of_game(4));
    await_idle(publisher, 1, receiver);
    check_all_arrived(file, receiver);
    const auto order = receiver.order();
    for (std::size_t i = 0; i < order.size(); ++i) {
        CAPTURE(order[i]);
        const std::string expected = i < events_of_game(4) ? "table-7/g3/"
                                     : i < finished - events_of_game(2) + events_of_game(4)
                                         ? "table-7/g1/"
                                         : "table-7/g2/";
        CHECK(order[i].starts_with(expected));
    }
    const std::lock_guard guard(mutex);
    CHECK_FALSE(past.at(order[events_of_game(4) - 1]));
    CHECK(past.at(order.back()));
}

TEST_CASE(
    "whether a receiver still has the last game is asked when another begins and at a reload") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 6));
    Reports reports;
    HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    receiver.await_events(events_of_game(6));
    await_idle(publisher, 1, receiver);

    receiver.lose_everything();
    publisher.try_again(); // as a reload does
    receiver.await_events(events_of_game(6));
    await_idle(publisher, 1, receiver);
    check_all_arrived(file, receiver);
    const int settled = receiver.exchanges();
    publisher.try_again(); // nothing is lost: one question, nothing twice
    await_idle(publisher, settled + 1, receiver);
    CHECK(receiver.exchanges() == settled + 1);
    check_all_arrived(file, receiver);

    receiver.lose_everything();
    journal.begin(scripted_header("g2"));
    await(journal, play(journal, scripted_game(1)[0]));
    publisher.wake();
    receiver.await_events(events_of_game(6) + 2);
    await_idle(publisher, 1, receiver);
    check_all_arrived(file, receiver);
}

TEST_CASE("a receiver at another address gets every game, the one before keeps its cursor") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver first;
    Receiver second;
    const ScriptedServer at_first(first.handler());
    const ScriptedServer at_second(second.handler());
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 6));
    Reports reports;
    const auto deliver_to = [&](const std::string& url, Receiver& receiver) {
        const int before = receiver.exchanges();
        const HttpPublisher publisher(journal, quick_config(url), reports.sink());
        await_idle(publisher, before + 1, receiver);
    };
    deliver_to(at_first.url(), first);
    deliver_to(at_second.url(), second);
    check_all_arrived(file, second);
    const int before = first.exchanges();
    deliver_to(at_first.url() + "/", first); // the same address; the question is all that is sent
    CHECK(first.exchanges() == before + 1);
    check_all_arrived(file, first);
}

TEST_CASE("without a network it waits and goes on when the receiver is there") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    std::uint16_t port = 0;
    {
        const ScriptedServer server(receiver.handler());
        port = server.port();
    }
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 3));
    Reports reports;
    const HttpPublisher publisher(journal, quick_config("http://127.0.0.1:" + std::to_string(port)),
                                  reports.sink());
    const PublisherStatus down =
        await_status(publisher, [](const auto& status) { return status.failures >= 3; });
    CHECK_FALSE(down.last_error.empty());
    CHECK(down.lag == static_cast<std::int64_t>(events_of_game(3)));
    CHECK(reports.lines().size() == 1); // the same trouble is told once
    const ScriptedServer server(receiver.handler(), port);
    receiver.await_events(events_of_game(3));
    reports.await("goes on");
    const PublisherStatus up = await_status(
        publisher, [](const auto& status) { return status.state == PublisherState::idle; });
    CHECK(up.last_error.empty());
    CHECK(up.failures == 0);
    check_all_arrived(file, receiver);
}

TEST_CASE("the end does not wait for a receiver that hangs") {
    const TemporaryFolder folder;
    Receiver receiver([](int) { return Trouble::hang; });
    const ScriptedServer server(receiver.handler());
    Journal journal(folder / "journal.db", quick_options());
    await(journal, play_game(journal, "g1", 3));
    Reports reports;
    HttpPublisherConfig config = quick_config(server.url());
    config.exchange_timeout = std::chrono::hours(1);
    config.stall_timeout = std::chrono::hours(1);
    {
        const HttpPublisher publisher(journal, config, reports.sink());
        receiver.await_exchanges(1);
    }
    CHECK(receiver.order().empty());
}

TEST_CASE("the pairing for the board is fetched between two exchanges") {
    const TemporaryFolder folder;
    std::mutex mutex;
    Answer answer{200, R"({"round":"3"})", {}};
    std::string asked;
    const ScriptedServer server([&](const SeenRequest& request) {
        const std::lock_guard guard(mutex);
        asked = request.method + " " + request.target;
        return answer;
    });
    Journal journal(folder / "journal.db", quick_options());
    Reports reports;
    HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    const auto fetch = [&] {
        std::mutex done_mutex;
        std::condition_variable done;
        std::optional<Result<std::string>> got;
        publisher.fetch_assignment([&](Result<std::string> result) {
            const std::lock_guard guard(done_mutex);
            got = std::move(result);
            done.notify_all();
        });
        std::unique_lock lock(done_mutex);
        done.wait(lock, [&] { return got.has_value(); });
        return *got;
    };
    const auto say = [&](Answer next) {
        const std::lock_guard guard(mutex);
        answer = std::move(next);
    };
    auto got = fetch();
    REQUIRE(got);
    CHECK(*got == R"({"round":"3"})");
    {
        const std::lock_guard guard(mutex);
        CHECK(asked == "GET /v1/boards/table-7/assignment");
    }
    say({404, R"({"error":"no pairing"})", {}});
    got = fetch();
    REQUIRE(got);
    CHECK(got->empty());
    say({503, R"({"error":"closed"})", {}});
    got = fetch();
    CHECK_FALSE(got);
    CHECK(got.error().ends_with("answer 503: closed"));
}
