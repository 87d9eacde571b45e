// SPDX-License-Identifier: Apache-2.0
// Any number of readers; one that does not read is let go when its queue is full, and gets the
// whole board again when it comes back.
#include "hal/sim/link/sim_board_server.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <system_error>
#include <vector>

namespace jipu::sim {
namespace asio = boost::asio;
using boost::system::error_code;
using Unix = asio::local::stream_protocol;

namespace {
constexpr std::size_t max_queue = 256 * 1024;

struct Reader : std::enable_shared_from_this<Reader> {
    explicit Reader(Unix::socket s) : socket(std::move(s)) {}

    void send(const std::string& text) {
        if (gone) return;
        if (sending.size() + waiting.size() + text.size() > max_queue) {
            close();
            return;
        }
        waiting += text;
        if (sending.empty()) write();
    }
    void write() {
        if (sending.empty()) sending.swap(waiting);
        if (sending.empty()) return;
        socket.async_write_some(
            asio::buffer(sending),
            [self = shared_from_this()](const error_code& error, std::size_t count) {
                if (self->gone) return;
                if (error) {
                    self->close();
                    return;
                }
                self->sending.erase(0, count);
                self->write();
            });
    }
    /// A reader says nothing; reading shows when it goes.
    void await_end() {
        socket.async_read_some(asio::buffer(ignored),
                               [self = shared_from_this()](const error_code& error, std::size_t) {
                                   if (self->gone) return;
                                   if (error) {
                                       self->close();
                                   } else {
                                       self->await_end();
                                   }
                               });
    }
    void close() {
        gone = true;
        error_code failed; // it is being given up: nothing to be done about a failure
        socket.close(failed);
    }

    Unix::socket socket;
    std::string sending; ///< on its way: must not move before the write is complete
    std::string waiting;
    std::array<char, 64> ignored{};
    bool gone = false;
};
} // namespace

struct SimBoardServer::Impl : std::enable_shared_from_this<SimBoardServer::Impl> {
    Impl(asio::io_context& loop, std::string p, const BoardShape& s)
        : path(std::move(p)), shape(s), acceptor(loop) {
        levels.levels.assign(static_cast<std::size_t>(shape.points()), Level::off);
    }
    void accept() {
        acceptor.async_accept(
            [self = shared_from_this()](const error_code& error, Unix::socket socket) {
                if (self->closed) return;
                if (!error) {
                    auto reader = std::make_shared<Reader>(std::move(socket));
                    self->forget_gone();
                    self->readers.push_back(reader);
                    reader->await_end();
                    reader->send(format_board_line(self->shape, self->levels));
                }
                self->accept();
            });
    }
    void forget_gone() {
        std::erase_if(readers, [](const auto& reader) { return reader->gone; });
    }
    void send(const BoardMessage& message) {
        forget_gone();
        const std::string text = format_board_line(shape, message);
        for (const auto& reader : readers)
            reader->send(text);
    }

    std::string path;
    BoardShape shape;
    ScanFrame levels;
    Unix::acceptor acceptor;
    std::vector<std::shared_ptr<Reader>> readers;
    bool closed = false;
};

Result<std::unique_ptr<SimBoardServer>>
SimBoardServer::listen(asio::io_context& loop, const std::string& path, const BoardShape& shape) {
    if (path.empty() || path.size() > 107) {
        return Error{"'" + path + "' cannot be a Unix socket: 1 to 107 bytes"};
    }
    error_code error;
    {
        Unix::socket probe(loop);
        probe.connect(Unix::endpoint(path), error);
        if (!error) return Error{path + " is served by another program"};
    }
    // Refused: the socket of a program that is dead. Anything else that stands there stays.
    std::error_code none;
    if (error == asio::error::connection_refused && std::filesystem::is_socket(path, none)) {
        ::unlink(path.c_str());
    }
    auto impl = std::make_shared<Impl>(loop, path, shape);
    impl->acceptor.open(Unix(), error);
    if (!error) impl->acceptor.bind(Unix::endpoint(path), error);
    if (!error) impl->acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return Error{"cannot listen on " + path + ": " + error.message()};
    impl->accept();
    return std::unique_ptr<SimBoardServer>(new SimBoardServer(std::move(impl)));
}

SimBoardServer::SimBoardServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

SimBoardServer::~SimBoardServer() {
    impl_->closed = true;
    error_code ignored; // a socket that cannot be closed is gone with the program
    impl_->acceptor.close(ignored);
    for (const auto& reader : impl_->readers)
        reader->close();
    ::unlink(impl_->path.c_str());
}

void SimBoardServer::set_levels(const ScanFrame& frame) {
    impl_->levels = frame;
    impl_->send(frame);
}

void SimBoardServer::change(PointChange change) {
    JIPU_ASSERT(change.point < impl_->levels.levels.size(), "a change of a point of the board");
    impl_->levels.levels[change.point] = change.level;
    impl_->send(change);
}

const ScanFrame& SimBoardServer::levels() const {
    return impl_->levels;
}

std::size_t SimBoardServer::readers() const {
    impl_->forget_gone();
    return impl_->readers.size();
}

} // namespace jipu::sim
