// SPDX-License-Identifier: Apache-2.0
// The cable is a pseudo-terminal whose master is held here. No reader (the 5 ms look is awaited) ->
// reader (bytes, the next report and a hang-up are awaited) -> no reader. Like a wire, it drops
// what is said while nobody listens.
#include "hal/sim/link/line_clock_emulator.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace jipu::sim {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto look_for_reader = std::chrono::milliseconds(5);

struct Pty {
    int master = -1;
    std::string device;
};

Error failed(const std::string& what, int code) {
    return Error{what + ": " + std::generic_category().message(code)};
}

/// A new pseudo-terminal, raw, with only its master open.
Result<Pty> make_pty() {
    Pty pty;
    int slave = -1;
    std::array<char, 128> name{};
    termios settings{};
    // Raw from the first moment: cooked, 0x03 would be an interrupt and our own lines an echo.
    ::cfmakeraw(&settings);
    settings.c_cflag |= CREAD | CLOCAL;
    settings.c_cc[VMIN] = 1;
    ::cfsetspeed(&settings, B115200);
    if (::openpty(&pty.master, &slave, name.data(), &settings, nullptr) != 0) {
        return failed("cannot make a pseudo-terminal", errno);
    }
    ::fcntl(pty.master, F_SETFD, FD_CLOEXEC);
    ::close(slave);
    pty.device = name.data();
    return pty;
}

/// Leads the link to the device in one step, so that no reader ever finds half a link.
std::string lead_link(const std::string& link, const std::string& device) {
    namespace fs = std::filesystem;
    std::error_code error;
    const auto status = fs::symlink_status(link, error);
    if (fs::exists(status) && !fs::is_symlink(status)) return link + " is no symbolic link";
    const std::string fresh = link + ".new";
    fs::remove(fresh, error);
    fs::create_symlink(device, fresh, error);
    if (!error) fs::rename(fresh, link, error);
    return error ? "cannot make the link " + link + ": " + error.message() : "";
}

} // namespace

struct LineClockEmulator::Impl : std::enable_shared_from_this<LineClockEmulator::Impl> {
    Impl(asio::io_context& loop, std::string path, EmulatedClockOptions options, ReadMonotonic now)
        : link(std::move(path)), clock(std::move(options)), read_monotonic(std::move(now)),
          stream(loop), look_timer(loop), report_timer(loop) {}

    std::string plug_in();
    void unplug();
    void look();
    void read();
    void reader_gone();
    void say(const line_clock::Message& message);
    void say_times();
    void arm_report();
    void take(const line_clock::Message& message);

    std::string link;
    std::string device;
    EmulatedClock clock;
    ReadMonotonic read_monotonic;
    asio::posix::stream_descriptor stream; ///< the master
    asio::steady_timer look_timer;
    asio::steady_timer report_timer;
    line_clock::LineReader lines;
    std::array<std::uint8_t, 512> input{};
    bool reader = false;
    bool asked = false;
    std::uint64_t plugged = 0; ///< tells completions of an earlier pseudo-terminal
};

std::string LineClockEmulator::Impl::plug_in() {
    auto pty = make_pty();
    if (!pty) return pty.error();
    error_code error;
    stream.assign(pty->master, error);
    if (error) {
        ::close(pty->master);
        return "cannot watch the pseudo-terminal: " + error.message();
    }
    stream.non_blocking(true, error);
    device = pty->device;
    std::string wrong = lead_link(link, device);
    if (!wrong.empty()) {
        stream.close(error);
        return wrong;
    }
    look();
    arm_report();
    return {};
}

void LineClockEmulator::Impl::unplug() {
    if (!stream.is_open()) return;
    ++plugged;
    look_timer.cancel();
    report_timer.cancel();
    error_code error; // closing a pseudo-terminal's master cannot leave it open
    stream.close(error);
    reader = asked = false;
    lines.reset();
    // Only our own link: another emulator may have taken the path over meanwhile.
    std::error_code none;
    if (std::filesystem::read_symlink(link, none) == device) std::filesystem::remove(link, none);
}

void LineClockEmulator::Impl::look() {
    pollfd state{stream.native_handle(), POLLIN, 0};
    // While nobody has the other end open, the master reports a hang-up.
    if (::poll(&state, 1, 0) >= 0 && (state.revents & POLLHUP) == 0) {
        reader = true;
        read();
        return;
    }
    look_timer.expires_after(look_for_reader);
    look_timer.async_wait([self = shared_from_this(), now = plugged](const error_code& error) {
        if (!error && now == self->plugged) self->look();
    });
}

void LineClockEmulator::Impl::read() {
    stream.async_read_some(asio::buffer(input), [self = shared_from_this(), now = plugged](
                                                    const error_code& error, std::size_t count) {
        if (now != self->plugged) return;
        if (error) {
            self->reader_gone();
            return;
        }
        self->lines.feed({self->input.data(), count}, [&](std::optional<std::string_view> line) {
            if (!line) return;
            const auto message = line_clock::decode(*line);
            if (message && *message) self->take(**message);
        });
        if (now == self->plugged) self->read();
    });
}

void LineClockEmulator::Impl::reader_gone() {
    reader = asked = false;
    lines.reset();
    // What it did not read would be the next reader's first bytes: a wire does not keep bytes.
    const int other_end = ::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (other_end >= 0) {
        ::tcflush(other_end, TCIFLUSH);
        ::close(other_end);
    }
    look();
}

void LineClockEmulator::Impl::say(const line_clock::Message& message) {
    if (!reader || !stream.is_open()) return;
    const std::string text = line_clock::encode(message);
    // At once and whole or not at all: the kernel holds thousands of bytes, and what a reader that
    // does not read misses is made good by the counters of a later line.
    const auto written = ::write(stream.native_handle(), text.data(), text.size());
    static_cast<void>(written);
}

void LineClockEmulator::Impl::say_times() {
    say(clock.times(read_monotonic()));
    arm_report();
}

void LineClockEmulator::Impl::arm_report() {
    report_timer.cancel();
    const EmulatedNs now = read_monotonic();
    const auto due = clock.next_report(now);
    if (!due || !stream.is_open()) return;
    report_timer.expires_after(std::chrono::nanoseconds(*due - now));
    report_timer.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error) self->say_times();
    });
}

void LineClockEmulator::Impl::take(const line_clock::Message& message) {
    asked = true;
    const EmulatedNs now = read_monotonic();
    if (std::holds_alternative<line_clock::AskHello>(message)) {
        say(clock.hello());
        return;
    }
    if (const auto* set = std::get_if<line_clock::SetTimes>(&message)) {
        clock.set(now, *set);
    } else if (std::holds_alternative<line_clock::SetPause>(message)) {
        clock.pause(now);
    } else if (const auto* resume = std::get_if<line_clock::SetResume>(&message)) {
        clock.resume(now, resume->turn);
    } else if (!std::holds_alternative<line_clock::AskStatus>(message)) {
        return; // our own lines as an echo
    }
    say_times();
}

Result<std::unique_ptr<LineClockEmulator>> LineClockEmulator::open(asio::io_context& loop,
                                                                   const std::string& link_path,
                                                                   EmulatedClockOptions options,
                                                                   ReadMonotonic read_monotonic) {
    auto impl =
        std::make_shared<Impl>(loop, link_path, std::move(options), std::move(read_monotonic));
    const std::string wrong = impl->plug_in();
    if (!wrong.empty()) return Error{wrong};
    return std::unique_ptr<LineClockEmulator>(new LineClockEmulator(std::move(impl)));
}

LineClockEmulator::LineClockEmulator(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

LineClockEmulator::~LineClockEmulator() {
    impl_->unplug();
}

void LineClockEmulator::press(line_clock::Half side) {
    impl_->say(impl_->clock.press(impl_->read_monotonic(), side));
    impl_->say_times();
}

void LineClockEmulator::pause() {
    impl_->clock.pause(impl_->read_monotonic());
    impl_->say(line_clock::Pause{});
    impl_->say_times();
}

void LineClockEmulator::resume(line_clock::Half turn) {
    impl_->clock.resume(impl_->read_monotonic(), turn);
    impl_->say(line_clock::Resume{turn});
    impl_->say_times();
}

void LineClockEmulator::set(const line_clock::SetTimes& times) {
    impl_->clock.set(impl_->read_monotonic(), times);
    impl_->say_times();
}

line_clock::Times LineClockEmulator::times() const {
    return impl_->clock.times(impl_->read_monotonic());
}

void LineClockEmulator::unplug() {
    impl_->unplug();
}

Result<bool> LineClockEmulator::replug() {
    if (impl_->stream.is_open()) return true;
    const std::string wrong = impl_->plug_in();
    if (!wrong.empty()) return Error{wrong};
    return true;
}

bool LineClockEmulator::has_reader() const {
    return impl_->asked;
}

} // namespace jipu::sim
