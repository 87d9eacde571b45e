// SPDX-License-Identifier: Apache-2.0
// A plain HTTP client over a blocking socket: what it sends is exactly what the test wrote. And a
// server to talk to, in this process or as the real program.
// Long because client and server of every test stand side by side here.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "daemon/results/server.hpp"

namespace jipu::test {

struct Answer {
    int status = 0;
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string body;
    std::string header(const std::string& name) const {
        const auto it = headers.find(name);
        return it == headers.end() ? "" : it->second;
    }
};

/// One connection to a server on this machine. Gives up after 20 s of silence.
class Client {
  public:
    explicit Client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const timeval patience{20, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error(std::string("connect: ") + std::strerror(errno));
    }
    ~Client() { ::close(fd_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return; // the server has closed: its answer tells why
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    void finish_sending() { ::shutdown(fd_, SHUT_WR); }
    /// Reads until `mark` has come and returns all up to its end; what was there, at the end.
    std::string read_until(std::string_view mark) {
        std::size_t at = 0;
        while ((at = buffer_.find(mark)) == std::string::npos)
            if (!read_more()) return std::exchange(buffer_, "");
        const std::string out = buffer_.substr(0, at + mark.size());
        buffer_.erase(0, at + mark.size());
        return out;
    }
    Answer read_answer(bool head_only = false) {
        Answer answer;
        const std::string head = read_until("\r\n\r\n");
        if (head.size() < 12) return answer;
        answer.status = std::atoi(head.c_str() + 9);
        for (auto at = head.find("\r\n"); at + 4 < head.size();) {
            const auto end = head.find("\r\n", at + 2);
            const std::string line = head.substr(at + 2, end - at - 2);
            const auto colon = line.find(": ");
            std::string name = line.substr(0, colon);
            for (char& c : name)
                c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            if (colon != std::string::npos) answer.headers[name] = line.substr(colon + 2);
            at = end;
        }
        if (head_only || answer.headers.count("content-length") == 0) return answer;
        const auto size = static_cast<std::size_t>(std::stoul(answer.header("content-length")));
        while (buffer_.size() < size && read_more()) {
        }
        answer.body = buffer_.substr(0, size);
        buffer_.erase(0, size);
        return answer;
    }
    /// True when the server has closed and nothing is left to read.
    bool is_closed() {
        while (read_more()) {
        }
        return true;
    }

  private:
    bool read_more() {
        char bytes[65536];
        const auto count = ::recv(fd_, bytes, sizeof bytes, 0);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            throw std::runtime_error("the server is silent");
        if (count <= 0) return false;
        buffer_.append(bytes, static_cast<std::size_t>(count));
        return true;
    }

    int fd_;
    std::string buffer_;
};

/// `more`: further lines of the head, each with its end.
inline std::string post_text(std::string_view body, std::string_view token,
                             std::string_view type = "application/cloudevents-batch+json",
                             std::string_view more = "") {
    std::string text = "POST /v1/events HTTP/1.1\r\nHost: localhost\r\n";
    if (!token.empty()) text += "Authorization: Bearer " + std::string(token) + "\r\n";
    if (!type.empty()) text += "Content-Type: " + std::string(type) + "\r\n";
    text += more;
    return text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

inline Answer post(std::uint16_t port, std::string_view body, std::string_view token) {
    Client client(port);
    client.send(post_text(body, token));
    return client.read_answer();
}

inline Answer get(std::uint16_t port, std::string_view target, std::string_view token = "") {
    Client client(port);
    std::string text = "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!token.empty()) text += "Authorization: Bearer " + std::string(token) + "\r\n";
    client.send(text + "\r\n");
    return client.read_answer();
}

/// A folder of its own that goes with the test.
class Scratch {
  public:
    Scratch() {
        std::string name =
            (std::filesystem::temp_directory_path() / "jipu-results-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::filesystem::path file(const std::string& name) const { return path_ / name; }
    std::filesystem::path write(const std::string& name, std::string_view text) const {
        std::ofstream(file(name), std::ios::binary) << text;
        return file(name);
    }

  private:
    std::filesystem::path path_;
};

inline const std::string token_1 = "token-of-table-1-0123456789";
inline const std::string token_2 = "token-of-table-2-0123456789";
inline const std::string token_arbiter = "token-of-the-arbiter-0123456789";
inline const std::string tokens_text =
    "table-1 " + token_1 + "\ntable-2 " + token_2 + "\n@arbiter " + token_arbiter + "\n";

/// The service behind a real socket, in a thread of this process. Wall time stands still.
class LiveServer {
  public:
    explicit LiveServer(const std::filesystem::path& db, results::ServerOptions options = {},
                        results::ServiceOptions service = {}, std::int64_t max_bytes = 0)
        : server_(at_any_port(std::move(options))),
          service_(with_tokens(std::move(service)), results::Store(db, max_bytes),
                   {[this](std::function<void()> work) { server_.post(std::move(work)); },
                    [] { return std::int64_t{1796029200000}; },
                    [this](const std::string& line) { warnings_.push_back(line); }}),
          thread_([this] { server_.serve(service_); }) {}
    ~LiveServer() { stop(); }
    LiveServer(const LiveServer&) = delete;
    LiveServer& operator=(const LiveServer&) = delete;

    std::uint16_t port() const { return server_.port(); }
    /// What it had to say; once it has stopped.
    const std::vector<std::string>& warnings() const { return warnings_; }
    void stop() {
        if (!thread_.joinable()) return;
        server_.stop();
        thread_.join();
        service_.stop();
    }

  private:
    static results::ServerOptions at_any_port(results::ServerOptions options) {
        options.port = 0;
        return options;
    }
    static results::ServiceOptions with_tokens(results::ServiceOptions options) {
        options.tokens = *results::Tokens::parse(tokens_text, "tokens");
        return options;
    }

    std::vector<std::string> warnings_;
    results::Server server_;
    results::Service service_;
    std::thread thread_;
};

} // namespace jipu::test
