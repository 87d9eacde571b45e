// SPDX-License-Identifier: Apache-2.0
// See control_server.hpp.
#include "daemon/app/jipud/control_server.hpp"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <list>
#include <stdexcept>
#include <utility>

#include "daemon/app/jipud/control_protocol.hpp"
#include "daemon/wire/command_json.hpp"

namespace jipu::app {

namespace asio = boost::asio;
using Socket = asio::local::stream_protocol::socket;
using boost::system::error_code;

namespace {

// One connection. It lives as long as its reading or writing goes on.
class Client : public std::enable_shared_from_this<Client> {
  public:
    struct Owner {
        std::function<void(Client&, const std::string& line)> line;
        std::function<void(Client&)> gone;
    };
    Client(Socket socket, Owner owner)
        : socket_(std::move(socket)), buffer_(max_command_bytes + 1), owner_(std::move(owner)) {}

    void read() {
        if (ended_ || closed_ || reading_) return;
        reading_ = true;
        asio::async_read_until(socket_, buffer_, '\n',
                               [self = shared_from_this()](error_code failed, std::size_t size) {
                                   self->got(failed, size);
                               });
    }

    /// Queues a line; cuts off who does not read.
    void send(const std::string& line) {
        if (closed_) return;
        if (waiting_bytes_ + line.size() > ControlServer::most_waiting) {
            close();
            return;
        }
        waiting_bytes_ += line.size() + 1;
        waiting_.push_back(line + '\n');
        if (waiting_.size() == 1) write();
    }

    /// No more lines are read; closes once everything is sent.
    void end() {
        ended_ = true;
        if (waiting_.empty() && pending_tag == 0) close();
    }

    void close() {
        if (closed_) return;
        closed_ = true;
        error_code ignored; // a close that fails leaves nothing to be done
        socket_.close(ignored);
        owner_.gone(*this);
    }

    std::uint64_t pending_tag = 0; ///< of the command that is not answered yet
    bool watches = false;

  private:
    void got(error_code failed, std::size_t size) {
        reading_ = false;
        if (closed_) return;
        if (failed == asio::error::not_found) {
            send(error_reply("a line of more than " + std::to_string(max_command_bytes) +
                             " bytes was given"));
            end();
            return;
        }
        if (failed) {
            end();
            return;
        }
        const auto* bytes = static_cast<const char*>(buffer_.data().data());
        std::string line(bytes, size - 1);
        buffer_.consume(size);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        owner_.line(*this, line);
        if (pending_tag == 0) read();
    }

    void write() {
        asio::async_write(
            socket_, asio::buffer(waiting_.front()),
            [self = shared_from_this()](error_code failed, std::size_t) { self->wrote(failed); });
    }

    void wrote(error_code failed) {
        if (closed_) return;
        if (failed) {
            close();
            return;
        }
        waiting_bytes_ -= waiting_.front().size();
        waiting_.pop_front();
        if (!waiting_.empty()) {
            write();
        } else if (ended_ && pending_tag == 0) {
            close();
        }
    }

    Socket socket_;
    asio::streambuf buffer_;
    Owner owner_;
    std::deque<std::string> waiting_;
    std::size_t waiting_bytes_ = 0;
    bool reading_ = false;
    bool ended_ = false;
    bool closed_ = false;
};

[[noreturn]] void fail(const std::string& path, const std::string& why) {
    throw std::runtime_error(path + ": " + why);
}

// Only a socket that nobody listens on is taken away.
void remove_stale(asio::io_context& loop, const std::string& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
        if (errno == ENOENT) return;
        fail(path, std::strerror(errno));
    }
    if (!S_ISSOCK(found.st_mode)) fail(path, "is there already and is no socket");
    Socket probe(loop);
    error_code failed;
    probe.connect(asio::local::stream_protocol::endpoint(path), failed);
    if (!failed) fail(path, "another jipud of this board is running");
    if (failed != asio::error::connection_refused) fail(path, failed.message());
    if (::unlink(path.c_str()) != 0) fail(path, std::strerror(errno));
}

} // namespace

struct ControlServer::Impl : std::enable_shared_from_this<ControlServer::Impl> {
    Impl(asio::io_context& loop_, std::string path_, Game game_, Hooks hooks_)
        : loop(loop_), acceptor(loop_), pause(loop_), path(std::move(path_)), game(game_),
          hooks(std::move(hooks_)) {}

    void listen() {
        remove_stale(loop, path);
        const asio::local::stream_protocol::endpoint endpoint(path);
        acceptor.open(endpoint.protocol());
        error_code failed;
        const mode_t before = ::umask(0117); // 0660 from its first moment on
        acceptor.bind(endpoint, failed);
        ::umask(before);
        if (failed) fail(path, failed.message());
        bound = true;
        if (const struct group* jipu = ::getgrnam("jipu"); jipu != nullptr) {
            // The unit's sandbox forbids chown, and has made the group right beforehand.
            struct stat made {};
            const bool is_right = ::stat(path.c_str(), &made) == 0 && made.st_gid == jipu->gr_gid;
            if (!is_right && ::chown(path.c_str(), static_cast<uid_t>(-1), jipu->gr_gid) != 0) {
                hooks.log(LogLevel::warning,
                          path + ": cannot be given to group jipu: " + std::strerror(errno));
            }
        }
        acceptor.listen(asio::socket_base::max_listen_connections, failed);
        if (failed) fail(path, failed.message());
    }

    void accept() {
        acceptor.async_accept([self = shared_from_this()](error_code failed, Socket socket) {
            if (failed == asio::error::operation_aborted || !self->acceptor.is_open()) return;
            if (failed) {
                self->hooks.log(LogLevel::warning, self->path + ": " + failed.message());
                self->accept_after_pause();
                return;
            }
            self->welcome(std::move(socket));
            self->accept();
        });
    }

    // Out of descriptors, for example: at once again would be a busy loop.
    void accept_after_pause() {
        pause.expires_after(std::chrono::milliseconds(100));
        pause.async_wait([self = shared_from_this()](error_code failed) {
            if (!failed) self->accept();
        });
    }

    void welcome(Socket socket) {
        auto client = std::make_shared<Client>(
            std::move(socket),
            Client::Owner{[this](Client& from, const std::string& line) { take(from, line); },
                          [this](Client& gone) {
                              clients.remove_if(
                                  [&](const auto& one) { return one.get() == &gone; });
                          }});
        clients.push_back(client);
        if (clients.size() > most_clients) {
            client->send(
                error_reply("there are " + std::to_string(most_clients) + " clients already"));
            client->end();
            return;
        }
        client->read();
    }

    void take(Client& from, const std::string& line) {
        auto request = parse_request(line, game);
        if (!request) {
            from.send(error_reply(request.error()));
        } else if (std::holds_alternative<StatusRequest>(*request)) {
            from.send(hooks.status());
        } else if (std::holds_alternative<MonitorRequest>(*request)) {
            from.send(hooks.monitor());
        } else if (std::holds_alternative<WatchRequest>(*request)) {
            from.watches = true;
            from.send(ok_reply());
        } else {
            from.pending_tag = ++last_tag;
            hooks.command(std::move(std::get<Command>(*request)), from.pending_tag);
        }
    }

    asio::io_context& loop;
    asio::local::stream_protocol::acceptor acceptor;
    asio::steady_timer pause;
    std::string path;
    Game game;
    Hooks hooks;
    std::list<std::shared_ptr<Client>> clients;
    std::uint64_t last_tag = 0;
    bool bound = false;
};

ControlServer::ControlServer(asio::io_context& loop, std::string path, Game game, Hooks hooks)
    : impl_(std::make_shared<Impl>(loop, std::move(path), game, std::move(hooks))) {
    impl_->listen();
    impl_->accept();
}

ControlServer::~ControlServer() {
    error_code ignored; // the process ends; there is nobody to tell
    impl_->acceptor.close(ignored);
    impl_->pause.cancel();
    const auto clients = impl_->clients;
    for (const auto& client : clients) {
        client->close();
    }
    if (impl_->bound) ::unlink(impl_->path.c_str());
}

void ControlServer::reply(std::uint64_t tag, const std::string& line) {
    for (const auto& client : impl_->clients) {
        if (client->pending_tag != tag) continue;
        const std::shared_ptr<Client> keep = client;
        keep->pending_tag = 0;
        keep->send(line);
        keep->read();
        return;
    }
}

bool ControlServer::has_watchers() const {
    for (const auto& client : impl_->clients) {
        if (client->watches) return true;
    }
    return false;
}

void ControlServer::tell_watchers(const std::string& line) {
    const auto clients = impl_->clients; // one may be cut off meanwhile
    for (const auto& client : clients) {
        if (client->watches) client->send(line);
    }
}

std::size_t ControlServer::clients() const {
    return impl_->clients.size();
}

} // namespace jipu::app
