// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/daemon/publishing/scripted_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "rules/base/contract.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {
namespace {

std::string header_value(const std::string& head, std::string name) {
    std::string lower = head;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    name = "\r\n" + name + ": ";
    const auto at = lower.find(name);
    if (at == std::string::npos) return {};
    const auto from = at + name.size();
    return head.substr(from, head.find("\r\n", from) - from);
}

} // namespace

ScriptedServer::ScriptedServer(Handler handler, std::uint16_t port) : handler_(std::move(handler)) {
    listen(port);
}

ScriptedServer::ScriptedServer(Handler handler, Tls) : handler_(std::move(handler)) {
    tls_ = SSL_CTX_new(TLS_server_method());
    const std::string dir = (data_dir() / "tls").string();
    JIPU_ASSERT(
        SSL_CTX_use_certificate_file(tls_, (dir + "/server.pem").c_str(), SSL_FILETYPE_PEM) == 1 &&
            SSL_CTX_use_PrivateKey_file(tls_, (dir + "/server.key").c_str(), SSL_FILETYPE_PEM) ==
                1 &&
            SSL_CTX_load_verify_locations(tls_, (dir + "/ca.pem").c_str(), nullptr) == 1,
        "the certificates of the tests cannot be read");
    SSL_CTX_set_verify(tls_, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    listen(0);
}

void ScriptedServer::listen(std::uint16_t port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    JIPU_ASSERT(::bind(listener_, plain, size) == 0 && ::listen(listener_, 8) == 0 &&
                    ::getsockname(listener_, plain, &size) == 0 && ::pipe(stop_) == 0,
                "a test server cannot listen");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

ScriptedServer::~ScriptedServer() {
    ::close(stop_[1]);
    thread_.join();
    ::close(stop_[0]);
    ::close(listener_);
    SSL_CTX_free(tls_);
}

/// False: the server stops.
bool ScriptedServer::readable(int fd) const {
    std::array<pollfd, 2> fds{pollfd{fd, POLLIN, 0}, pollfd{stop_[0], POLLIN, 0}};
    while (::poll(fds.data(), fds.size(), -1) < 0) {
    }
    return fds[1].revents == 0;
}

bool ScriptedServer::read_more(const Connection& connection, std::string& buffer) const {
    const bool waits_inside = connection.tls && SSL_pending(connection.tls) > 0;
    if (!waits_inside && !readable(connection.fd)) return false;
    std::array<char, 65536> bytes;
    const auto size = static_cast<int>(bytes.size());
    const auto n = connection.tls
                       ? SSL_read(connection.tls, bytes.data(), size)
                       : static_cast<int>(::recv(connection.fd, bytes.data(), bytes.size(), 0));
    if (n <= 0) return false;
    buffer.append(bytes.data(), static_cast<std::size_t>(n));
    return true;
}

void ScriptedServer::Connection::send_all(const std::string& bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
        const std::size_t left = bytes.size() - done;
        const ssize_t n = tls ? SSL_write(tls, bytes.data() + done, static_cast<int>(left))
                              : ::send(fd, bytes.data() + done, left, MSG_NOSIGNAL);
        if (n <= 0) return;
        done += static_cast<std::size_t>(n);
    }
}

void ScriptedServer::run() {
    while (readable(listener_)) {
        Connection connection;
        connection.fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection.fd < 0) continue;
        if (tls_) {
            connection.tls = SSL_new(tls_);
            SSL_set_fd(connection.tls, connection.fd);
        }
        if (!tls_ || SSL_accept(connection.tls) == 1) serve(connection);
        SSL_free(connection.tls);
        ::close(connection.fd);
    }
}

void ScriptedServer::serve(const Connection& connection) {
    std::string buffer;
    for (;;) {
        std::size_t end = 0;
        while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
            if (!read_more(connection, buffer)) return;
        }
        const std::string head = buffer.substr(0, end + 2);
        SeenRequest request;
        request.method = head.substr(0, head.find(' '));
        const auto target = request.method.size() + 1;
        request.target = head.substr(target, head.find(' ', target) - target);
        request.authorization = header_value(head, "authorization");
        request.content_type = header_value(head, "content-type");
        request.past = header_value(head, "jipu-past") == "true";
        const std::string length = header_value(head, "content-length");
        const std::size_t whole = end + 4 + (length.empty() ? 0 : std::stoul(length));
        while (buffer.size() < whole) {
            if (!read_more(connection, buffer)) return;
        }
        request.body = buffer.substr(end + 4, whole - end - 4);
        buffer.erase(0, whole);

        const Answer answer = handler_(request);
        if (answer.fault == Answer::Fault::cut_before) return;
        if (answer.fault == Answer::Fault::hang) {
            while (read_more(connection, buffer)) {
            }
            return;
        }
        std::string bytes = "HTTP/1.1 " + std::to_string(answer.status) +
                            " Scripted\r\nContent-Type: application/json\r\nContent-Length: " +
                            std::to_string(answer.body.size()) + "\r\n\r\n";
        const bool cut = answer.fault == Answer::Fault::cut_within;
        bytes += cut ? answer.body.substr(0, answer.body.size() / 2) : answer.body;
        connection.send_all(bytes);
        if (cut) return;
    }
}

} // namespace jipu::test
