// SPDX-License-Identifier: Apache-2.0
// See checks.hpp.
#include "config/checks.hpp"

#include <algorithm>
#include <string_view>

namespace jipu::config_detail {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

bool starts(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

// host[:port] of an URL, without scheme and path.
std::string_view authority(std::string_view url) {
    url.remove_prefix(url.find("://") + 3);
    return url.substr(0, url.find('/'));
}

std::string_view host_of(std::string_view url) {
    const std::string_view place = authority(url);
    if (starts(place, "[")) return place.substr(0, place.find(']') + 1);
    return place.substr(0, place.find(':'));
}

bool is_host(std::string_view host) {
    if (starts(host, "[")) {
        const std::string_view inner = host.substr(1, host.size() - 2);
        return host.back() == ']' && inner.size() >= 2 &&
               std::all_of(inner.begin(), inner.end(), [](char c) {
                   return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ||
                          c == ':' || c == '.';
               });
    }
    return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
        return is_digit(c) || is_lower(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
    });
}

bool is_port(std::string_view port) {
    if (port.empty() || port.size() > 5 || !std::all_of(port.begin(), port.end(), is_digit)) {
        return false;
    }
    const int number = std::stoi(std::string(port));
    return number >= 1 && number <= 65535;
}

/// Four decimal numbers up to 255 without leading zeros, the first 127: `127.evil.org` is a name
/// that anybody may own.
bool is_loopback_ipv4(std::string_view host) {
    for (int part = 0; part < 4; ++part) {
        const std::string_view number = host.substr(0, host.find('.'));
        if (number.empty() || number.size() > 3 ||
            !std::all_of(number.begin(), number.end(), is_digit) ||
            (number.size() > 1 && number.front() == '0') || std::stoi(std::string(number)) > 255)
            return false;
        if (part == 0 && number != "127") return false;
        host.remove_prefix(number.size());
        if (part == 3) return host.empty();
        if (host.empty()) return false;
        host.remove_prefix(1);
    }
    return false;
}

} // namespace

std::string check_name(const std::string& value) {
    const bool right = !value.empty() && value.size() <= 40 && value.front() != '-' &&
                       value.back() != '-' && std::all_of(value.begin(), value.end(), [](char c) {
                           return is_lower(c) || is_digit(c) || c == '-';
                       });
    return right ? std::string()
                 : "a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends";
}

std::string check_path(const std::string& value) {
    const bool right = starts(value, "/") && value.size() > 1 && value.size() < 1024 &&
                       std::none_of(value.begin(), value.end(), is_control);
    return right ? std::string() : "a path that begins with /";
}

std::string check_socket(const std::string& value) {
    if (std::string expected = check_path(value); !expected.empty()) return expected;
    return value.size() <= 107 ? std::string() : "a socket's path of at most 107 bytes";
}

std::string check_line(const std::string& value) {
    const bool right = value.size() <= 200 && std::none_of(value.begin(), value.end(), is_control);
    return right ? std::string() : "one line of at most 200 bytes";
}

std::string check_url(const std::string& value) {
    static const std::string expected = "https://host[:port][/path]";
    if (!starts(value, "https://") && !starts(value, "http://")) return expected;
    if (value.size() > 300) return expected;
    const bool plain = std::all_of(value.begin(), value.end(), [](char c) {
        return !is_control(c) && c != ' ' && c != '?' && c != '#' && c != '@' && c != '"' &&
               static_cast<unsigned char>(c) < 0x80;
    });
    if (!plain) return expected;
    const std::string_view host = host_of(value);
    if (!is_host(host)) return expected;
    const std::string_view rest = authority(value).substr(host.size());
    std::string_view path = std::string_view(value).substr(value.find("://") + 3);
    path.remove_prefix(std::min(path.find('/'), path.size()));
    while (path.ends_with('/'))
        path.remove_suffix(1);
    if (path.ends_with("/v1/events")) return expected + " without /v1/events: jipud adds it";
    if (rest.empty()) return {};
    if (rest.front() != ':' || !is_port(rest.substr(1))) return expected + ", port 1 to 65535";
    return {};
}

bool is_https(const std::string& url) {
    return starts(url, "https://");
}

bool is_loopback(const std::string& url) {
    return is_loopback_host(host_of(url));
}

bool is_loopback_host(std::string_view host) {
    if (host == "::1" || host == "[::1]" || is_loopback_ipv4(host)) return true;
    constexpr std::string_view name = "localhost";
    return std::equal(host.begin(), host.end(), name.begin(), name.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

} // namespace jipu::config_detail
