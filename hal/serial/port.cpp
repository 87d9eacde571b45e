// SPDX-License-Identifier: Apache-2.0
// The life of a port: closed -> open -> lost -> (pause) -> open. Two states, and what is awaited in
// each: closed awaits the retry timer, open awaits bytes.
#include "hal/serial/port.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <optional>

#include "hal/api/told_reason.hpp"
#include "hal/serial/line.hpp"

namespace jipu::serial {
namespace asio = boost::asio;
using boost::system::error_code;

struct SerialPort::Impl : std::enable_shared_from_this<SerialPort::Impl> {
    Impl(asio::io_context& loop, PortOptions o, PortHandler h)
        : options(std::move(o)), handler(std::move(h)), stream(loop), timer(loop),
          pause(options.first_retry) {}

    void try_to_open();
    void read();
    void write_some();
    void lose(const std::string& why);
    void close();
    void try_later();

    PortOptions options;
    PortHandler handler;
    std::unique_ptr<OpenLine> line; ///< outlives `stream`, which owns a duplicate
    asio::posix::stream_descriptor stream;
    asio::steady_timer timer;
    std::chrono::milliseconds pause;
    std::array<std::uint8_t, 512> input{};
    std::string sending; ///< on its way: must not move before the write is complete
    std::string waiting; ///< to be sent after it
    bool stopped = true;
    bool said_lost = false;
    ToldReason reason; ///< of the loss that was said
    /// Grows at every close: a completion of an earlier opening is told by it and means nothing.
    std::uint64_t opening = 0;
};

void SerialPort::Impl::try_to_open() {
    auto opened = open_line(options.path, options.baud);
    std::string why = opened.error();
    if (opened) {
        auto duplicate = (*opened)->duplicate();
        if (duplicate) {
            error_code failed;
            stream.assign(duplicate->get(), failed);
            if (!failed) {
                duplicate->release();
                line = std::move(*opened);
                pause = options.first_retry;
                said_lost = false;
                const std::string device = line->device();
                read();
                if (handler.opened) handler.opened(device);
                return;
            }
            why = options.path + ": " + failed.message();
        } else {
            why = duplicate.error();
        }
    }
    if (!said_lost) {
        said_lost = true;
        reason.told(why);
        if (handler.lost) handler.lost(why);
    } else if (reason.is_news(why) && handler.still_lost) {
        handler.still_lost(why);
    }
    if (!stopped) try_later();
}

void SerialPort::Impl::try_later() {
    timer.expires_after(pause);
    pause = std::min(pause * 2, options.last_retry);
    timer.async_wait([self = shared_from_this(), now = opening](const error_code& error) {
        if (!error && !self->stopped && now == self->opening) self->try_to_open();
    });
}

void SerialPort::Impl::read() {
    stream.async_read_some(asio::buffer(input), [self = shared_from_this(), now = opening](
                                                    const error_code& error, std::size_t count) {
        if (self->stopped || now != self->opening) return;
        if (error) {
            self->lose(self->options.path + " is gone: " + error.message());
            return;
        }
        if (self->handler.bytes) {
            self->handler.bytes(std::span<const std::uint8_t>(self->input.data(), count));
        }
        if (!self->stopped && now == self->opening) self->read();
    });
}

void SerialPort::Impl::write_some() {
    if (sending.empty()) sending.swap(waiting);
    if (sending.empty()) return;
    stream.async_write_some(asio::buffer(sending), [self = shared_from_this(), now = opening](
                                                       const error_code& error, std::size_t count) {
        if (self->stopped || now != self->opening) return;
        if (error) {
            self->lose(self->options.path + " is gone: " + error.message());
            return;
        }
        self->sending.erase(0, count);
        self->write_some();
    });
}

void SerialPort::Impl::close() {
    ++opening;
    timer.cancel();
    error_code ignored; // a lost device may refuse even this; the descriptor is gone either way
    stream.close(ignored);
    line.reset();
    // A write that was cancelled has not run its completion yet and still points into `sending`;
    // it is dead, and the next opening begins with an empty string.
    sending.clear();
    waiting.clear();
}

void SerialPort::Impl::lose(const std::string& why) {
    // Closed at once: as long as it is held open, a device plugged in again gets another name.
    close();
    said_lost = true;
    // What was pulled out is not there any more: that is no news.
    reason.told(system_error("cannot open", options.path, ENOENT).message);
    if (handler.lost) handler.lost(why);
    if (!stopped) try_later();
}

SerialPort::SerialPort(asio::io_context& loop, PortOptions options, PortHandler handler)
    : impl_(std::make_shared<Impl>(loop, std::move(options), std::move(handler))) {}

SerialPort::~SerialPort() {
    stop();
}

void SerialPort::start() {
    if (!impl_->stopped) return;
    impl_->stopped = false;
    impl_->said_lost = false;
    impl_->pause = impl_->options.first_retry;
    asio::post(impl_->stream.get_executor(), [self = impl_, now = impl_->opening] {
        if (!self->stopped && now == self->opening) self->try_to_open();
    });
}

void SerialPort::stop() {
    impl_->stopped = true;
    impl_->close();
}

bool SerialPort::write(std::string_view bytes) {
    Impl& port = *impl_;
    if (!is_open()) return false;
    if (port.sending.size() + port.waiting.size() + bytes.size() > max_waiting) return false;
    port.waiting.append(bytes);
    if (port.sending.empty()) port.write_some();
    return true;
}

bool SerialPort::is_open() const {
    return impl_->line != nullptr;
}

} // namespace jipu::serial
