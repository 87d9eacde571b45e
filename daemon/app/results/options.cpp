// SPDX-License-Identifier: Apache-2.0
// Reading and checking what jipu-results is told. It touches no file but the one it is given.
#include "daemon/app/results/options.hpp"

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "config/checks.hpp"
#include "config/read_file.hpp"
#include "config/toml_section.hpp"

namespace jipu::app {
namespace {

constexpr std::size_t most_bytes = 1024 * 1024;

/// `127.0.0.1:8480`, `[::1]:8480` taken apart; false when it is neither.
bool split_listen(const std::string& listen, std::string& address, std::uint16_t& port) {
    const auto colon = listen.rfind(':');
    if (colon == std::string::npos || colon == 0) return false;
    address = listen.substr(0, colon);
    if (address.front() == '[' && address.back() == ']')
        address = address.substr(1, address.size() - 2);
    else if (address.find(':') != std::string::npos)
        return false;
    const auto* end = listen.data() + listen.size();
    const auto [stop, trouble] = std::from_chars(listen.data() + colon + 1, end, port);
    return trouble == std::errc{} && stop == end && !address.empty();
}

} // namespace

void read_options_file(const std::string& file, ResultsOptions& options) {
    const auto text = read_file(file, most_bytes);
    if (!text) throw std::runtime_error(file + ": " + text.error());
    LoadedConfig loaded;
    loaded.file = file;
    config_detail::ErrorList errors(loaded);
    toml::table root;
    try {
        root = toml::parse(*text, file);
    } catch (const toml::parse_error& error) {
        std::ostringstream line;
        line << file << ':' << error.source().begin.line << ':' << error.source().begin.column
             << ": " << error.description();
        throw std::runtime_error(line.str());
    }
    const auto any = [](const std::string&) { return std::string(); };
    config_detail::Section top(errors, &root, "");
    top.text("listen", options.listen, [](const std::string& value) -> std::string {
        std::string address;
        std::uint16_t port = 0;
        return split_listen(value, address, port) ? "" : "ADDRESS:PORT";
    });
    top.text("database", options.database, any);
    top.text("tokens", options.tokens, any);
    top.text("pairings", options.pairings, any);
    top.text("port_file", options.port_file, any);
    top.text("certificate", options.certificate, any);
    top.text("key", options.key, any);
    top.boolean("allow_plain", options.allow_plain);
    config_detail::Section limits(errors, top.table("limits"), "limits");
    limits.integer("max_connections", options.max_connections, 1, 100000, "connections");
    limits.integer("max_listeners", options.max_listeners, 1, 100000, "listeners");
    limits.integer("max_body_kib", options.max_body_kib, 1, 65536, "KiB");
    limits.integer("max_database_mib", options.max_database_mib, 0, 1000000, "MiB");
    limits.finish();
    top.finish();
    errors.finish();
    if (loaded.errors.empty()) return;
    std::string all;
    for (const auto& line : loaded.errors)
        all += (all.empty() ? "" : "\n") + line;
    throw std::runtime_error(all);
}

void check_options(ResultsOptions& options) {
    auto& server = options.server;
    if (!split_listen(options.listen, server.address, server.port))
        throw std::runtime_error("--listen " + options.listen + ": ADDRESS:PORT is expected");
    if (options.certificate.empty() != options.key.empty())
        throw std::runtime_error("a certificate and its key are expected, or neither");
    if (options.certificate.empty() && !config_detail::is_loopback_host(server.address) &&
        !options.allow_plain)
        throw std::runtime_error(
            "--listen " + options.listen +
            ": a certificate and a key are expected where others can connect (--allow-plain when "
            "something in front of this program keeps the tokens secret)");
    if (options.tokens.empty()) throw std::runtime_error("a tokens file is expected (--tokens)");
    if (options.max_listeners >= options.max_connections)
        throw std::runtime_error(
            "max_listeners: less than max_connections is expected, or no board can send");
    server.certificate = options.certificate;
    server.key = options.key;
    server.max_connections = static_cast<std::size_t>(options.max_connections);
    server.max_body_bytes = static_cast<std::uint64_t>(options.max_body_kib) << 10U;
}

} // namespace jipu::app
