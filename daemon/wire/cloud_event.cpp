// SPDX-License-Identifier: Apache-2.0
// CloudEvents 1.0 in its JSON form, written and read; see cloud_event.hpp.
#include "daemon/wire/cloud_event.hpp"

#include <algorithm>
#include <charconv>

namespace jipu {

namespace {

constexpr std::string_view type_prefix = "jipu.";
constexpr std::string_view content_type = "application/json";

bool good_stream(std::string_view stream) {
    return stream == "arbiter" || stream == "public";
}

bool good_type(std::string_view type) {
    const auto dot = type.find('.');
    const auto good = [](std::string_view word) {
        return !word.empty() &&
               word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
    };
    return dot != std::string_view::npos && type.size() <= 64 && good(type.substr(0, dot)) &&
           good(type.substr(dot + 1));
}

/// A wrong value for an error; what nests is only named, it may be of any depth.
std::string shown(const Json& value) {
    return value.is_structured() ? "an " + std::string(value.type_name()) : dump_line(value);
}

/// The text attribute `name`, or what is wrong with it.
Result<std::string> text_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end()) return Error{"\"" + std::string(name) + "\" is missing"};
    if (!found->is_string())
        return Error{"\"" + std::string(name) + "\" must be a text, not " + shown(*found)};
    return found->get<std::string>();
}

/// `<board>/<game_name>/<stream>/<seq>` into its parts; false when it has another form.
bool split_id(std::string_view id, CloudEvent& out) {
    std::array<std::string_view, 4> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto slash = id.find('/');
        if ((slash == std::string_view::npos) != (i + 1 == parts.size())) return false;
        parts[i] = id.substr(0, slash);
        id.remove_prefix(slash == std::string_view::npos ? id.size() : slash + 1);
    }
    out.board = parts[0];
    out.game_name = parts[1];
    out.stream = parts[2];
    const std::string_view seq = parts[3];
    const auto [end, error] = std::from_chars(seq.data(), seq.data() + seq.size(), out.seq);
    return is_wire_name(out.board) && is_wire_name(out.game_name) && good_stream(out.stream) &&
           error == std::errc{} && end == seq.data() + seq.size() && out.seq > 0 &&
           out.seq <= 0x7fff'ffff'ffff'ffff && seq[0] != '0';
}

/// Reads what is not the data; returns what is wrong.
std::string read_attributes(const Json& json, CloudEvent& event) {
    const auto version = text_of(json, "specversion");
    if (!version) return version.error();
    if (*version != "1.0") return "\"specversion\" must be \"1.0\", not \"" + *version + "\"";
    const auto id = text_of(json, "id");
    if (!id) return id.error();
    if (!split_id(*id, event))
        return "\"id\" must be <board>/<game_name>/<arbiter or public>/<seq from 1>, not \"" + *id +
               "\"";
    const auto source = text_of(json, "source");
    if (!source) return source.error();
    if (*source != "/boards/" + event.board)
        return "\"source\" must be \"/boards/" + event.board + "\", not \"" + *source + "\"";
    const auto type = text_of(json, "type");
    if (!type) return type.error();
    if (type->compare(0, type_prefix.size(), type_prefix) != 0 ||
        !good_type(std::string_view(*type).substr(type_prefix.size())))
        return "\"type\" must be like \"jipu.move.recorded\", not \"" + *type + "\"";
    event.type = type->substr(type_prefix.size());
    const auto time = text_of(json, "time");
    if (!time) return time.error();
    const auto instant = parse_rfc3339(*time);
    if (!instant) return "\"time\": " + instant.error();
    event.time = *time;
    if (json.contains("datacontenttype")) {
        const auto kind = text_of(json, "datacontenttype");
        if (!kind) return kind.error();
        if (*kind != content_type)
            return "\"datacontenttype\" must be \"application/json\", not \"" + *kind + "\"";
    }
    return "";
}

} // namespace

std::string CloudEvent::stream_id() const {
    return board + "/" + game_name + "/" + stream;
}

std::string CloudEvent::id() const {
    return stream_id() + "/" + std::to_string(seq);
}

bool is_wire_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

Json cloud_event_json(const CloudEvent& event) {
    JIPU_ASSERT(is_wire_name(event.board) && is_wire_name(event.game_name), "a bad name");
    JIPU_ASSERT(good_stream(event.stream) && event.seq > 0, "a bad stream or number");
    JIPU_ASSERT(event.data.is_object(), "data that is no object");
    Json json = Json::object();
    json["specversion"] = "1.0";
    json["id"] = event.id();
    json["source"] = "/boards/" + event.board;
    json["type"] = std::string(type_prefix) + event.type;
    json["time"] = event.time;
    json["datacontenttype"] = content_type;
    json["data"] = event.data;
    return json;
}

Result<CloudEvent> read_cloud_event(const Json& json) {
    if (!json.is_object()) return Error{"an event must be a JSON object"};
    CloudEvent event;
    const std::string wrong = read_attributes(json, event);
    if (!wrong.empty()) return Error{wrong};
    const auto data = json.find("data");
    if (data == json.end()) return Error{"\"data\" is missing"};
    if (!data->is_object()) return Error{"\"data\" must be an object, not " + shown(*data)};
    event.data = *data;
    return event;
}

Result<CloudEvent> parse_cloud_event(std::string_view text) {
    try {
        return read_cloud_event(Json::parse(text.begin(), text.end()));
    } catch (const Json::parse_error& error) {
        return Error{"no JSON: wrong at byte " + std::to_string(error.byte)};
    } catch (const Json::out_of_range&) {
        return Error{"no JSON: a number is too large"};
    }
}

} // namespace jipu
