// SPDX-License-Identifier: Apache-2.0
// Targets taken apart, errors put together.
#include "daemon/results/exchange.hpp"

#include <nlohmann/json.hpp>

#include "daemon/wire/json.hpp"

namespace jipu::results {
namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> decode(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
        out += c;
    }
    return out;
}

} // namespace

Response error_response(unsigned status, std::string_view message) {
    Response response;
    response.status = status;
    // A message may quote what came; the sender knows it already.
    if (message.size() > 500) message = message.substr(0, 500);
    response.body = dump_line(Json{{"error", message}}) + "\n";
    return response;
}

std::string Target::query_value(std::string_view key) const {
    std::string_view rest = query;
    while (!rest.empty()) {
        const auto end = rest.find('&');
        const auto field = rest.substr(0, end);
        const auto equals = field.find('=');
        if (equals != std::string_view::npos && field.substr(0, equals) == key)
            return decode(field.substr(equals + 1)).value_or("");
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return "";
}

std::optional<Target> parse_target(std::string_view target) {
    if (target.empty() || target.front() != '/') return std::nullopt;
    Target out;
    const auto question = target.find('?');
    if (question != std::string_view::npos) {
        out.query = std::string(target.substr(question + 1));
        target = target.substr(0, question);
    }
    target.remove_prefix(1);
    while (!target.empty()) {
        const auto slash = target.find('/');
        auto segment = decode(target.substr(0, slash));
        if (!segment || segment->empty() || *segment == "." || *segment == ".." ||
            segment->find('/') != std::string::npos)
            return std::nullopt;
        out.segments.push_back(std::move(*segment));
        if (slash == std::string_view::npos) break;
        target.remove_prefix(slash + 1);
    }
    return out;
}

} // namespace jipu::results
