// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/daemon/publishing/scripted_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "rules/base/contract.hpp"

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

void send_all(int fd, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = ::send(fd, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (n <= 0) return;
        done += static_cast<std::size_t>(n);
    }
}

} // namespace

ScriptedServer::ScriptedServer(Handler handler, std::uint16_t port) : handler_(std::move(handler)) {
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
}

/// False: the server stops.
bool ScriptedServer::readable(int fd) const {
    std::array<pollfd, 2> fds{pollfd{fd, POLLIN, 0}, pollfd{stop_[0], POLLIN, 0}};
    while (::poll(fds.data(), fds.size(), -1) < 0) {
    }
    return fds[1].revents == 0;
}

bool ScriptedServer::read_more(int fd, std::string& buffer) const {
    if (!readable(fd)) return false;
    std::array<char, 65536> bytes;
    const ssize_t n = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (n <= 0) return false;
    buffer.append(bytes.data(), static_cast<std::size_t>(n));
    return true;
}

void ScriptedServer::run() {
    while (readable(listener_)) {
        const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) continue;
        serve(fd);
        ::close(fd);
    }
}

void ScriptedServer::serve(int fd) {
    std::string buffer;
    for (;;) {
        std::size_t end = 0;
        while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
            if (!read_more(fd, buffer)) return;
        }
        const std::string head = buffer.substr(0, end + 2);
        SeenRequest request;
        request.method = head.substr(0, head.find(' '));
        const auto target = request.method.size() + 1;
        request.target = head.substr(target, head.find(' ', target) - target);
        request.authorization = header_value(head, "authorization");
        request.content_type = header_value(head, "content-type");
        const std::string length = header_value(head, "content-length");
        const std::size_t whole = end + 4 + (length.empty() ? 0 : std::stoul(length));
        while (buffer.size() < whole) {
            if (!read_more(fd, buffer)) return;
        }
        request.body = buffer.substr(end + 4, whole - end - 4);
        buffer.erase(0, whole);

        const Answer answer = handler_(request);
        if (answer.fault == Answer::Fault::cut_before) return;
        if (answer.fault == Answer::Fault::hang) {
            while (read_more(fd, buffer)) {
            }
            return;
        }
        std::string bytes = "HTTP/1.1 " + std::to_string(answer.status) +
                            " Scripted\r\nContent-Type: application/json\r\nContent-Length: " +
                            std::to_string(answer.body.size()) + "\r\n\r\n";
        const bool cut = answer.fault == Answer::Fault::cut_within;
        bytes += cut ? answer.body.substr(0, answer.body.size() / 2) : answer.body;
        send_all(fd, bytes);
        if (cut) return;
    }
}

} // namespace jipu::test
