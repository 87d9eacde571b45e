// SPDX-License-Identifier: Apache-2.0
// CloudEvents and their times.
#include <random>
#include <vector>

#include "daemon/wire/cloud_event.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

CloudEvent sample() {
    CloudEvent event;
    event.board = "table-1";
    event.game_name = "20261130-5f0c2a91";
    event.stream = "public";
    event.seq = 7;
    event.type = "move.recorded";
    event.time = "2026-11-30T01:00:12.345678Z";
    event.data = {{"ply", 1}, {"move", "h2e2"}};
    return event;
}

/// The error of the sample with one attribute replaced, or taken out by a null.
std::string error_with(const char* attribute, const Json& value) {
    Json json = cloud_event_json(sample());
    if (value.is_null())
        json.erase(attribute);
    else
        json[attribute] = value;
    const auto event = read_cloud_event(json);
    CHECK_FALSE(bool(event));
    return event.error();
}

} // namespace

TEST_CASE("an event is written as CloudEvents 1.0 and read back") {
    const CloudEvent event = sample();
    const std::string text = cloud_event_json(event).dump();
    CHECK(text == R"({"specversion":"1.0","id":"table-1/20261130-5f0c2a91/public/7",)"
                  R"("source":"/boards/table-1","type":"jipu.move.recorded",)"
                  R"("time":"2026-11-30T01:00:12.345678Z","datacontenttype":"application/json",)"
                  R"("data":{"ply":1,"move":"h2e2"}})");
    const auto read = parse_cloud_event(text);
    REQUIRE(bool(read));
    CHECK(read->stream_id() == "table-1/20261130-5f0c2a91/public");
    CHECK(read->id() == event.id());
    CHECK(read->seq == 7);
    CHECK(read->type == event.type);
    CHECK(read->time == event.time);
    CHECK(read->data == event.data);
}

TEST_CASE("further attributes are allowed, and the content type may be missing") {
    Json json = cloud_event_json(sample());
    json["traceparent"] = "x";
    json.erase("datacontenttype");
    CHECK(bool(read_cloud_event(json)));
}

TEST_CASE("a malformed event is refused with the attribute named") {
    CHECK(read_cloud_event(Json::array()).error() == "an event must be a JSON object");
    CHECK(parse_cloud_event("{").error() == "no JSON: wrong at byte 2");
    CHECK(parse_cloud_event("{\"x\":-1e999}").error() == "no JSON: a number is too large");
    CHECK(error_with("specversion", nullptr) == "\"specversion\" is missing");
    CHECK(error_with("specversion", "0.3") == "\"specversion\" must be \"1.0\", not \"0.3\"");
    CHECK(error_with("id", nullptr) == "\"id\" is missing");
    CHECK(error_with("id", 7) == "\"id\" must be a text, not 7");
    for (const char* id :
         {"", "a/b/public", "a/b/public/0", "a/b/public/07", "a/b/public/-1", "a/b/public/x",
          "a/b/secret/1", "A/b/public/1", "a//public/1", "a/b/public/1/2",
          "a/b/public/99999999999999999999", "a/b/public/9223372036854775808", "a/b/public/"})
        CHECK(error_with("id", id) ==
              "\"id\" must be <board>/<game_name>/<arbiter or public>/<seq from 1>, not \"" +
                  std::string(id) + "\"");
    CHECK(error_with("source", nullptr) == "\"source\" is missing");
    CHECK(error_with("source", "/boards/table-2") ==
          "\"source\" must be \"/boards/table-1\", not \"/boards/table-2\"");
    CHECK(error_with("type", nullptr) == "\"type\" is missing");
    for (const char* type : {"", "move.recorded", "jipu.", "jipu.move", "jipu.move.", "jipu..x",
                             "jipu.Move.recorded", "jipu.a.b.c"})
        CHECK(error_with("type", type) ==
              "\"type\" must be like \"jipu.move.recorded\", not \"" + std::string(type) + "\"");
    CHECK(error_with("time", nullptr) == "\"time\" is missing");
    CHECK(error_with("time", "noon") == "\"time\": \"noon\" is not an RFC 3339 time like "
                                        "2026-11-30T09:00:00+08:00");
    CHECK(error_with("datacontenttype", "text/xml") ==
          "\"datacontenttype\" must be \"application/json\", not \"text/xml\"");
    CHECK(error_with("data", nullptr) == "\"data\" is missing");
    CHECK(error_with("data", Json::array()) == "\"data\" must be an object, not an array");
    CHECK(parse_cloud_event("{\"specversion\":" + std::string(100'000, '[') +
                            std::string(100'000, ']') + "}")
              .error() == "\"specversion\" must be a text, not an array");
    CHECK(error_with("data", "x") == "\"data\" must be an object, not \"x\"");
}

TEST_CASE("times of events count from the start of the recording, in UTC") {
    CHECK(rfc3339_at("2026-11-30T09:00:00+08:00", instant_from_us(12'345'678)) ==
          "2026-11-30T01:00:12.345678Z");
    CHECK(rfc3339_at("1970-01-01T00:00:00Z", Instant{}) == "1970-01-01T00:00:00.000000Z");
    CHECK(rfc3339_at("2024-02-28T23:59:59.5Z", instant_from_us(500'000)) ==
          "2024-02-29T00:00:00.000000Z");
    CHECK(rfc3339_at("2100-02-28T23:59:59Z", instant_from_us(1'000'000)) ==
          "2100-03-01T00:00:00.000000Z");
    CHECK(rfc3339_at("2026-12-31T18:30:00-05:30", Instant{}) == "2027-01-01T00:00:00.000000Z");
    CHECK(rfc3339_at("1970-01-01T00:00:00+00:01", Instant{}) == "1969-12-31T23:59:00.000000Z");
}

TEST_CASE("every form that RFC 3339 allows is read") {
    const std::int64_t noon = *parse_rfc3339("2026-11-30T12:00:00Z");
    CHECK(noon == 1'796'040'000'000'000);
    for (const char* text :
         {"2026-11-30t12:00:00z", "2026-11-30 12:00:00Z", "2026-11-30T12:00:00.0Z",
          "2026-11-30T12:00:00.0000009Z", "2026-11-30T20:00:00+08:00", "2026-11-30T12:00:00-00:00",
          "2026-11-30T11:59:60Z"})
        CHECK(parse_rfc3339(text).value() == noon);
}

TEST_CASE("what is no time is refused") {
    for (const char* text :
         {"", "2026-11-30", "2026-11-30T12:00:00", "2026-11-30T12:00Z", "2026-13-01T00:00:00Z",
          "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-31T00:00:00Z",
          "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-11-30T12:00:61Z",
          "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00+8", "2026-11-30T12:00:00+24:00",
          "2026-11-30T12:00:00Z ", "26-11-30T12:00:00Z", "2026/11/30T12:00:00Z"}) {
        INFO(text);
        CHECK(parse_rfc3339(text).error() == "\"" + std::string(text) +
                                                 "\" is not an RFC 3339 time like "
                                                 "2026-11-30T09:00:00+08:00");
    }
}

TEST_CASE("every time that is written is read back") {
    std::mt19937_64 engine(20261130);
    // Years 0000 to 9999.
    std::uniform_int_distribution<std::int64_t> any(-62'167'219'200'000'000,
                                                    253'402'300'799'999'999);
    for (int i = 0; i < 20'000; ++i) {
        const std::int64_t us = any(engine);
        const std::string text = format_rfc3339(us);
        INFO("seed 20261130: " << text);
        REQUIRE(parse_rfc3339(text).value() == us);
    }
    CHECK(format_rfc3339(-62'167'219'200'000'000) == "0000-01-01T00:00:00.000000Z");
    CHECK(format_rfc3339(253'402'300'799'999'999) == "9999-12-31T23:59:59.999999Z");
}
