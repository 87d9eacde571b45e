// SPDX-License-Identifier: Apache-2.0
// See typed_lines.hpp.
#include "daemon/app/jipu/typed_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace jipu::tool {
namespace asio = boost::asio;
using boost::system::error_code;

struct TypedLines::Impl : std::enable_shared_from_this<TypedLines::Impl> {
    Impl(asio::io_context& loop, std::function<void(const std::string&)> t, std::function<void()> e)
        : input(loop), typed(std::move(t)), ended(std::move(e)) {}

    void read() {
        input.async_wait(asio::posix::stream_descriptor::wait_read,
                         [self = shared_from_this()](const error_code& failed) {
                             if (self->stopped) return;
                             // What cannot be waited for (a file, /dev/null) fails at once.
                             failed ? self->ended() : self->take();
                         });
    }
    // Not by Asio: it would make the terminal non-blocking for all who have it.
    void take() {
        std::array<char, 512> bytes;
        const ssize_t got = ::read(input.native_handle(), bytes.data(), bytes.size());
        if (got <= 0) {
            ended();
            return;
        }
        line.append(bytes.data(), static_cast<std::size_t>(got));
        for (std::size_t end = line.find('\n'); end != std::string::npos && !stopped;
             end = line.find('\n')) {
            const std::string one = line.substr(0, end);
            line.erase(0, end + 1);
            typed(one);
        }
        if (!stopped) read();
    }

    asio::posix::stream_descriptor input;
    std::function<void(const std::string&)> typed;
    std::function<void()> ended;
    std::string line;
    bool stopped = false;
};

TypedLines::TypedLines(asio::io_context& loop, std::function<void(const std::string&)> typed,
                       std::function<void()> ended)
    : impl_(std::make_shared<Impl>(loop, std::move(typed), std::move(ended))) {
    const int fd = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    error_code failed;
    if (fd >= 0) impl_->input.assign(fd, failed);
    if (fd >= 0 && !failed) {
        impl_->read();
        return;
    }
    if (fd >= 0) ::close(fd);
    asio::post(loop, [impl = impl_] {
        if (!impl->stopped) impl->ended();
    });
}

TypedLines::~TypedLines() {
    impl_->stopped = true;
    error_code ignored; // the program ends
    impl_->input.close(ignored);
}

} // namespace jipu::tool
