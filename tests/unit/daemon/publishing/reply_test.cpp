// SPDX-License-Identifier: Apache-2.0
// The pure parts: a receiver's reply, the words of an error, and the pauses after failures.
#include "daemon/publishing/backoff.hpp"
#include "daemon/publishing/http_client.hpp"
#include "daemon/publishing/ingest_reply.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using std::chrono::milliseconds;

TEST_CASE("a reply's numbers are read and its other members ignored") {
    const auto reply = parse_ingest_reply(
        R"({"durable":{"b/g/public":3},"want":{"b/g/arbiter":1},"error":"gap","more":[1]})");
    REQUIRE(reply);
    CHECK(reply->durable == std::map<std::string, std::int64_t>{{"b/g/public", 3}});
    CHECK(reply->want == std::map<std::string, std::int64_t>{{"b/g/arbiter", 1}});
    CHECK(reply->error == "gap");
    CHECK(parse_ingest_reply("{}"));
}

TEST_CASE("a wrong reply is refused with the reason") {
    struct Wrong {
        const char* text;
        const char* why;
    };
    for (const Wrong& wrong : {
             Wrong{"", "the reply is no JSON"},
             Wrong{"<html>", "the reply is no JSON"},
             Wrong{R"({"durable":)", "the reply is no JSON"},
             Wrong{"[]", "the reply is no JSON object"},
             Wrong{"3", "the reply is no JSON object"},
             Wrong{R"({"durable":[]})", "the reply's \"durable\" is no object"},
             Wrong{R"({"durable":{"a":-1}})", "the reply's \"durable\" of a is no number"},
             Wrong{R"({"durable":{"a":1.5}})", "the reply's \"durable\" of a is no number"},
             Wrong{R"({"durable":{"a":"1"}})", "the reply's \"durable\" of a is no number"},
             Wrong{R"({"durable":{"a":9223372036854775807}})",
                   "the reply's \"durable\" of a is no number"},
             Wrong{R"({"want":7})", "the reply's \"want\" is no object"},
             Wrong{R"({"want":{"a":null}})", "the reply's \"want\" of a is no number"},
         }) {
        CAPTURE(wrong.text);
        const auto reply = parse_ingest_reply(wrong.text);
        REQUIRE_FALSE(reply);
        CHECK(reply.error() == wrong.why);
    }
}

TEST_CASE("pauses double up to the longest, with jitter, and begin anew after a success") {
    Backoff backoff(milliseconds(250), milliseconds(1000));
    CHECK(backoff.next(0.0) == milliseconds(125));
    CHECK(backoff.next(0.0) == milliseconds(250));
    CHECK(backoff.next(0.5) == milliseconds(750));
    CHECK(backoff.next(0.999) == milliseconds(999));
    backoff.reset();
    CHECK(backoff.next(0.5) == milliseconds(187));
}

TEST_CASE("an error of the network is told in the same words however long it took") {
    CHECK(without_durations(
              "Failed to connect to 10.0.0.7 port 8480 after 132 ms: Couldn't connect") ==
          "Failed to connect to 10.0.0.7 port 8480: Couldn't connect");
    CHECK(without_durations("Operation timed out after 10001 milliseconds with 0 bytes received") ==
          "Operation timed out with 0 bytes received");
    CHECK(without_durations("SSL certificate problem: self-signed certificate") ==
          "SSL certificate problem: self-signed certificate");
}
