// SPDX-License-Identifier: Apache-2.0
// Away (the retry timer is awaited) -> connected, board line awaited -> reporting. A loss is said
// once, a return when the whole scan is there.
#include "hal/sim/link/sim_board_source.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

namespace jipu::sim {
namespace asio = boost::asio;
using boost::system::error_code;
using Unix = asio::local::stream_protocol;

struct SimBoardSource::Impl : std::enable_shared_from_this<SimBoardSource::Impl> {
    Impl(asio::io_context& loop, SimBoardOptions o, ReadMonotonic now)
        : options(std::move(o)), read_monotonic(std::move(now)), socket(loop), timer(loop),
          pause(options.first_retry) {}

    void connect();
    void read();
    /// False: the line was wrong and the connection is closed.
    bool take_line(MonotonicNs at, std::string_view line);
    void take_bytes(MonotonicNs at, std::string_view bytes);
    void lose(const std::string& why);
    void close();

    SimBoardOptions options;
    ReadMonotonic read_monotonic;
    BoardSink* sink = nullptr;
    Unix::socket socket;
    asio::steady_timer timer;
    std::chrono::milliseconds pause;
    std::array<char, 4096> input{};
    std::string line; ///< begun and not ended, at most max_board_line bytes
    bool stopped = true;
    bool scanned = false; ///< this connection has sent its board line
    bool said_lost = false;
    std::uint64_t wrong = 0;
    std::uint64_t attempt = 0; ///< tells completions of an earlier connection
};

void SimBoardSource::Impl::connect() {
    error_code error;
    const auto& path = options.socket_path;
    if (path.empty() || path.size() > 107) {
        error = asio::error::invalid_argument;
    } else {
        // Connecting to a Unix socket does not wait for anybody.
        socket.connect(Unix::endpoint(path), error);
    }
    if (error) {
        lose("cannot connect to the simulated board " + path + ": " + error.message());
    } else {
        read();
    }
}

void SimBoardSource::Impl::read() {
    socket.async_read_some(asio::buffer(input), [self = shared_from_this(), now = attempt](
                                                    const error_code& error, std::size_t count) {
        if (self->stopped || now != self->attempt) return;
        if (error) {
            self->lose("the simulated board " + self->options.socket_path +
                       " is gone: " + error.message());
            return;
        }
        self->take_bytes(self->read_monotonic(), {self->input.data(), count});
        if (!self->stopped && now == self->attempt) self->read();
    });
}

void SimBoardSource::Impl::take_bytes(MonotonicNs at, std::string_view bytes) {
    const auto now = attempt;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        line += bytes.substr(0, std::min(end, max_board_line + 1));
        if (line.size() > max_board_line) {
            ++wrong;
            lose("the simulated board sent a line longer than 512 bytes");
            return;
        }
        if (end == std::string_view::npos) return;
        bytes.remove_prefix(end + 1);
        const std::string whole = std::exchange(line, {});
        if (!take_line(at, whole) || stopped || now != attempt) return;
    }
}

bool SimBoardSource::Impl::take_line(MonotonicNs at, std::string_view text) {
    const auto message = parse_board_line(options.shape, text);
    std::string why = message.error();
    if (message && !scanned && !std::holds_alternative<ScanFrame>(*message)) {
        why = "a change before the board";
    }
    if (!why.empty()) {
        ++wrong;
        lose("the simulated board sent a wrong line: " + why);
        return false;
    }
    if (const auto* change = std::get_if<PointChange>(&*message)) {
        sink->board_change(at, *change);
        return true;
    }
    if (std::exchange(said_lost, false)) sink->board_back(at, options.socket_path);
    scanned = true;
    // Not at the connection: a board that sends nothing sensible is not tried in a hurry.
    pause = options.first_retry;
    sink->board_scan(at, std::get<ScanFrame>(*message));
    return true;
}

void SimBoardSource::Impl::close() {
    ++attempt;
    timer.cancel();
    error_code ignored; // nothing more can be asked of a socket that is being given up
    socket.close(ignored);
    line.clear();
    scanned = false;
}

void SimBoardSource::Impl::lose(const std::string& why) {
    close();
    if (!std::exchange(said_lost, true)) sink->board_lost(read_monotonic(), why);
    if (stopped) return;
    timer.expires_after(pause);
    pause = std::min(pause * 2, options.last_retry);
    timer.async_wait([self = shared_from_this(), now = attempt](const error_code& error) {
        if (!error && !self->stopped && now == self->attempt) self->connect();
    });
}

SimBoardSource::SimBoardSource(asio::io_context& loop, SimBoardOptions options,
                               ReadMonotonic read_monotonic)
    : impl_(std::make_shared<Impl>(loop, std::move(options), std::move(read_monotonic))) {}

SimBoardSource::~SimBoardSource() {
    stop();
}

void SimBoardSource::start(BoardSink& sink) {
    impl_->sink = &sink;
    if (!impl_->stopped) return;
    impl_->stopped = false;
    impl_->said_lost = false;
    impl_->pause = impl_->options.first_retry;
    asio::post(impl_->socket.get_executor(), [self = impl_, now = impl_->attempt] {
        if (!self->stopped && now == self->attempt) self->connect();
    });
}

void SimBoardSource::stop() {
    impl_->stopped = true;
    impl_->close();
}

std::uint64_t SimBoardSource::wrong_lines() const {
    return impl_->wrong;
}

} // namespace jipu::sim
