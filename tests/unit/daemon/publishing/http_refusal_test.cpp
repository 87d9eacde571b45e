// SPDX-License-Identifier: Apache-2.0
// Receivers that refuse: reported loudly, nothing skipped, the rest goes on.
#include <atomic>
#include <csignal>
#include <fstream>
#include <future>

#include "tests/unit/daemon/publishing/publisher_fixture.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

std::vector<std::string> bodies_of(const std::filesystem::path& file, StreamKey key) {
    JournalReader reader(file);
    const auto events = reader.events_after(key, 0, 1000000);
    REQUIRE(events);
    std::vector<std::string> bodies;
    for (const StreamEvent& event : *events) {
        bodies.push_back(event.body);
    }
    return bodies;
}

} // namespace

TEST_CASE("a contradiction stops its stream at its event, the others go on") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    const ScriptedServer server(receiver.handler());
    Journal journal(file, quick_options());
    play_game(journal, "g1", 6);
    await(journal, play_game(journal, "g2", 4));
    const auto good = bodies_of(file, {1, Stream::spectators});
    auto wrong = good;
    wrong.resize(3);
    wrong[2].replace(wrong[2].find("h9g7"), 4, "h9i7");
    receiver.put("table-7/g1/public", wrong);
    Reports reports;
    HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    const std::string told = reports.await("is stopped");
    CHECK(told.starts_with("error: publisher results (" + server.url() +
                           "): event table-7/g1/public/3 is refused: answer 422: "
                           "table-7/g1/public/3 differs"));
    const std::size_t others = events_of_game(6) + events_of_game(4) - good.size();
    receiver.await_events(others);
    const PublisherStatus status = await_status(publisher, [](const auto& now) {
        return now.state == PublisherState::idle && now.lag > 0;
    });
    CHECK(status.lag == static_cast<std::int64_t>(good.size()) - 2); // nothing is skipped
    bool shown = false;
    for (const StreamStatus& stream : status.streams) {
        if (stream.id != "table-7/g1/public") continue;
        shown = true;
        CHECK(stream.acknowledged == 2);
        CHECK(stream.stopped.starts_with("event table-7/g1/public/3 is refused"));
    }
    CHECK(shown);
    // Somebody mended the receiver.
    wrong.resize(2);
    receiver.put("table-7/g1/public", wrong);
    publisher.try_again();
    await_status(publisher, [](const auto& now) { return now.lag == 0; });
    CHECK(receiver.streams().at("table-7/g1/public") == good);
}

TEST_CASE("a receiver that has more than the journal stops the stream") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const ScriptedServer server([](const SeenRequest&) {
        return Answer{409, R"({"want":{"table-7/g1/arbiter":100,"table-7/g1/public":5}})", {}};
    });
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 6));
    Reports reports;
    const HttpPublisher publisher(journal, quick_config(server.url()), reports.sink());
    CHECK(reports.await("is stopped")
              .find("table-7/g1/arbiter up to 99, further than this "
                    "journal") != std::string::npos);
    // The other stream goes forward to what is wanted.
    const PublisherStatus status =
        await_status(publisher, [](const auto& now) { return now.failures > 0; });
    for (const StreamStatus& stream : status.streams) {
        if (stream.id == "table-7/g1/public") CHECK(stream.acknowledged == 4);
        if (stream.id == "table-7/g1/arbiter") CHECK(stream.acknowledged == 0);
    }
}

TEST_CASE("a refused token is reported and read again") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const auto token = folder / "token";
    std::ofstream(token) << "old\n";
    Receiver receiver;
    const ScriptedServer server([&](const SeenRequest& request) {
        if (request.authorization != "Bearer new") {
            return Answer{401, R"({"error":"unknown token"})", {}};
        }
        return receiver.handle(request);
    });
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 3));
    Reports reports;
    HttpPublisherConfig config = quick_config(server.url());
    config.token_file = token;
    config.retry_refused = std::chrono::hours(1);
    HttpPublisher publisher(journal, config, reports.sink());
    CHECK(reports.await("answer 401").ends_with("answer 401: unknown token"));
    await_status(publisher,
                 [](const auto& status) { return status.state == PublisherState::refused; });
    std::ofstream(token) << " new \r\n";
    publisher.try_again();
    receiver.await_events(events_of_game(3));
    await_status(publisher, [](const auto& status) { return status.lag == 0; });
    check_all_arrived(file, receiver);
}

TEST_CASE("a pairing that is fetched does not end the pause after a refusal") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    std::atomic<int> posts{0};
    const ScriptedServer server([&](const SeenRequest& request) {
        if (request.method != "POST") return Answer{200, "{}", {}};
        ++posts;
        return Answer{401, R"({"error":"unknown token"})", {}};
    });
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 3));
    Reports reports;
    HttpPublisherConfig config = quick_config(server.url());
    config.retry_refused = std::chrono::hours(1);
    HttpPublisher publisher(journal, config, reports.sink());
    reports.await("answer 401");
    for (int i = 0; i < 3; ++i) {
        std::promise<bool> answered;
        publisher.fetch_assignment(
            [&](const Result<std::string>& result) { answered.set_value(bool(result)); });
        CHECK(answered.get_future().get());
    }
    CHECK(posts == 1);
}

TEST_CASE("a batch that is too large is halved until it fits") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    receiver.take_at_most(2);
    const ScriptedServer server(receiver.handler());
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 8));
    Reports reports;
    HttpPublisherConfig config = quick_config(server.url());
    config.batch_events = 16;
    const HttpPublisher publisher(journal, config, reports.sink());
    receiver.await_events(events_of_game(8));
    await_status(publisher, [](const auto& status) { return status.lag == 0; });
    check_all_arrived(file, receiver);
}

TEST_CASE("a batch keeps to its bound in bytes") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    Receiver receiver;
    std::mutex mutex;
    std::size_t largest = 0;
    const ScriptedServer server([&](const SeenRequest& request) {
        const std::lock_guard guard(mutex);
        largest = std::max(largest, request.body.size());
        return receiver.handle(request);
    });
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 8));
    Reports reports;
    HttpPublisherConfig config = quick_config(server.url());
    config.batch_events = 1000;
    config.batch_bytes = 2000;
    const HttpPublisher publisher(journal, config, reports.sink());
    receiver.await_events(events_of_game(8));
    await_status(publisher, [](const auto& status) { return status.lag == 0; });
    check_all_arrived(file, receiver);
    const std::lock_guard guard(mutex);
    CHECK(largest <= 2001); // and the closing bracket
    CHECK(receiver.exchanges() > 4);
}

TEST_CASE("a bad start-up is one clear line") {
    const TemporaryFolder folder;
    Journal journal(folder / "journal.db", quick_options());
    Reports reports;
    const auto why_not = [&](HttpPublisherConfig config) -> std::string {
        try {
            const HttpPublisher publisher(journal, config, reports.sink());
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "it started";
    };
    CHECK(why_not(quick_config("ftp://example.org")) ==
          "publisher results: \"ftp://example.org\" is no http or https address");
    HttpPublisherConfig config = quick_config("http://example.org");
    const std::string token = folder / "token";
    config.token_file = token;
    CHECK(why_not(config) ==
          "publisher results: " + token + ": cannot be read: No such file or directory");
    std::ofstream(token) << "  \n";
    CHECK(why_not(config) == "publisher results: " + token + ": holds no token");
    std::ofstream(token) << "two words\n";
    CHECK(why_not(config) ==
          "publisher results: " + token + ": a token has letters, digits and signs alone");
}

TEST_CASE("over TLS both sides show who they are") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL's own writes, in the server of this test
    Receiver receiver;
    const ScriptedServer server(receiver.handler(), ScriptedServer::Tls{});
    Journal journal(file, quick_options());
    await(journal, play_game(journal, "g1", 3));
    const auto tls = data_dir() / "tls";
    HttpPublisherConfig config = quick_config(server.url());
    const auto trouble_with = [&](const HttpPublisherConfig& wrong) {
        Reports reports;
        const HttpPublisher publisher(journal, wrong, reports.sink());
        return await_status(publisher, [](const auto& status) { return status.failures > 0; });
    };
    config.ca_file = tls / "other.pem";
    CHECK(trouble_with(config).last_error.find("certificate") != std::string::npos);
    config.ca_file = tls / "ca.pem";
    CHECK_FALSE(trouble_with(config).last_error.empty()); // no certificate of its own
    CHECK(receiver.exchanges() == 0);
    config.client_cert = tls / "client.pem";
    config.client_key = tls / "client.key";
    Reports reports;
    const HttpPublisher publisher(journal, config, reports.sink());
    receiver.await_events(events_of_game(3));
    await_status(publisher, [](const auto& status) { return status.lag == 0; });
    check_all_arrived(file, receiver);
}
