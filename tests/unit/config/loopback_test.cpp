// SPDX-License-Identifier: Apache-2.0
// Which hosts are this machine: there alone a token may go in the clear without being asked for.
#include <string>

#include "config/checks.hpp"
#include "config/load.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

/// What the loader finds wrong with this receiver; empty: nothing.
std::string wrong(const std::string& url) {
    const std::string text = "[publish.http.hall]\nurl = \"" + url + "\"";
    const LoadedConfig loaded = load_config(text, "f");
    return loaded.errors.empty() ? "" : loaded.errors.front();
}

} // namespace

TEST_CASE("plain http is taken for this machine without a word") {
    for (const char* url :
         {"http://localhost", "http://localhost:8480", "http://LocalHost/x", "http://127.0.0.1",
          "http://127.0.0.1:8480/base", "http://127.255.255.255", "http://127.1.2.3/",
          "http://[::1]", "http://[::1]:8480/x"}) {
        INFO(url);
        CHECK(wrong(url).empty());
    }
}

TEST_CASE("plain http to a name or an address that only looks like this machine is refused") {
    for (const char* url : {"http://127.0.0.1.evil.org",
                            "http://127.evil.org",
                            "http://127.0.0.1.evil.org:80/x",
                            "http://127.",
                            "http://127",
                            "http://127.0.0",
                            "http://127.0.0.",
                            "http://127.0.0.1.",
                            "http://127.0.0.256",
                            "http://127.0.0.1.1",
                            "http://127.0.0.01",
                            "http://0127.0.0.1",
                            "http://127..0.1",
                            "http://127.0.0.0x1",
                            "http://128.0.0.1",
                            "http://1270.0.0.1",
                            "http://localhost.evil.org",
                            "http://localhost.",
                            "http://localhos",
                            "http://[::2]",
                            "http://[::1:1]",
                            "http://[::127.0.0.1]",
                            "http://evil.org/127.0.0.1"}) {
        INFO(url);
        CHECK(wrong(url).find("would send the token in the clear") != std::string::npos);
    }
}

TEST_CASE("a user in the URL is refused: what stands before the @ is not the host") {
    for (const char* url : {"http://127.0.0.1@evil.org", "http://localhost:80@evil.org",
                            "http://a:b@127.0.0.1", "HTTP://127.0.0.1"}) {
        INFO(url);
        CHECK(wrong(url).find("expected https://host[:port][/path]") != std::string::npos);
    }
}

TEST_CASE("an address to listen at is judged by the same rule") {
    CHECK(config_detail::is_loopback_host("::1"));
    CHECK(config_detail::is_loopback_host("127.0.0.53"));
    CHECK_FALSE(config_detail::is_loopback_host(""));
    CHECK_FALSE(config_detail::is_loopback_host("::"));
    CHECK_FALSE(config_detail::is_loopback_host("127.evil.org"));
}
