// SPDX-License-Identifier: Apache-2.0
// What single values of the configuration must look like. Each check says what is expected instead,
// or returns an empty string when the value is right.
#pragma once

#include <string>
#include <string_view>

namespace jipu::config_detail {

/// 1 to 40 of `[a-z0-9-]`, no `-` at either end.
std::string check_name(const std::string& value);
/// An absolute path without control characters.
std::string check_path(const std::string& value);
/// An absolute path that fits a Unix socket's address (107 bytes).
std::string check_socket(const std::string& value);
/// One line of printable text, up to 200 bytes; may be empty.
std::string check_line(const std::string& value);
/// `https://host[:port][/path]` or the same with http; no user, query or fragment, and
/// without the path that the publisher adds.
std::string check_url(const std::string& value);
/// Whether an URL that passed check_url() begins with https.
bool is_https(const std::string& url);
/// Whether an URL that passed check_url() names this machine: is_loopback_host() of its host.
bool is_loopback(const std::string& url);
/// `localhost`, an IPv4 address 127.x.x.x, `::1` (or `[::1]`); no other name or spelling.
bool is_loopback_host(std::string_view host);

} // namespace jipu::config_detail
