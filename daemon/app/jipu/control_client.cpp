// SPDX-License-Identifier: Apache-2.0
// See control_client.hpp.
#include "daemon/app/jipu/control_client.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace jipu::tool {

ControlClient::ControlClient(const std::string& path) : path_(path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) fail("the path is too long for a socket");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd_ < 0) fail(std::strerror(errno));
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(fd_, generic, sizeof address) != 0) {
        const int why = errno;
        ::close(fd_);
        fail(why == ECONNREFUSED || why == ENOENT
                 ? std::string(std::strerror(why)) + "; is jipud running?"
                 : std::string(std::strerror(why)));
    }
}

ControlClient::~ControlClient() {
    ::close(fd_);
}

void ControlClient::send(const std::string& line) {
    const std::string bytes = line + '\n';
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t sent = ::send(fd_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) fail(std::strerror(errno));
        done += static_cast<std::size_t>(sent);
    }
}

bool ControlClient::receive(std::string& line) {
    for (;;) {
        const std::size_t end = buffer_.find('\n');
        if (end != std::string::npos) {
            line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            return true;
        }
        char bytes[4096];
        const ssize_t got = ::read(fd_, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(std::strerror(errno));
        if (got == 0) return false;
        buffer_.append(bytes, static_cast<std::size_t>(got));
    }
}

Json ControlClient::ask(const std::string& request) {
    send(request);
    std::string line;
    if (!receive(line)) fail("jipud ended the connection");
    Json reply = Json::parse(line, nullptr, false);
    if (!reply.is_object() || !reply.contains("ok")) fail("no answer of jipud: " + line);
    return reply;
}

void ControlClient::fail(const std::string& why) const {
    throw std::runtime_error(path_ + ": " + why);
}

bool is_served(const std::string& path) {
    try {
        const ControlClient client(path);
        return true;
    } catch (const std::runtime_error&) {
        return false; // that it cannot be asked is the answer
    }
}

} // namespace jipu::tool
