// SPDX-License-Identifier: Apache-2.0
// The cable is a pseudo-terminal whose master is held here. No reader (the 5 ms look is awaited) ->
// reader (bytes, the next report and a hang-up are awaited) -> no reader. Like a wire, it drops
// what is said while nobody listens.
#include "hal/sim/link/clock_emulator.hpp"

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

#include "hal/sim/link/emulated_protocol.hpp"

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

struct ClockEmulator::Impl : std::enable_shared_from_this<ClockEmulator::Impl> {
    Impl(asio::io_context& loop, std::string path, ClockKind kind, EmulatedClockOptions options,
         ReadMonotonic now)
        : link(std::move(path)), clock(std::move(options)), protocol(make_emulated_protocol(kind)),
          read_monotonic(std::move(now)), stream(loop), look_timer(loop), report_timer(loop) {}

    std::string plug_in();
    void unplug();
    void look();
    void read();
    void reader_gone();
    void say();
    void tick();
    void arm_report();

    std::string link;
    std::string device;
    EmulatedClock clock;
    std::unique_ptr<EmulatedProtocol> protocol;
    std::string words; ///< what the protocol has to say, until it is said
    ReadMonotonic read_monotonic;
    asio::posix::stream_descriptor stream; ///< the master
    asio::steady_timer look_timer;
    asio::steady_timer report_timer;
    std::array<std::uint8_t, 512> input{};
    bool reader = false;
    bool asked = false;
    std::uint64_t plugged = 0; ///< tells completions of an earlier pseudo-terminal
};

std::string ClockEmulator::Impl::plug_in() {
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

void ClockEmulator::Impl::unplug() {
    if (!stream.is_open()) return;
    ++plugged;
    look_timer.cancel();
    report_timer.cancel();
    error_code error; // closing a pseudo-terminal's master cannot leave it open
    stream.close(error);
    reader = asked = false;
    protocol->reader_gone(true);
    // Only our own link: another emulator may have taken the path over meanwhile.
    std::error_code none;
    if (std::filesystem::read_symlink(link, none) == device) std::filesystem::remove(link, none);
}

void ClockEmulator::Impl::look() {
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

void ClockEmulator::Impl::read() {
    stream.async_read_some(asio::buffer(input), [self = shared_from_this(), now = plugged](
                                                    const error_code& error, std::size_t count) {
        if (now != self->plugged) return;
        if (error) {
            self->reader_gone();
            return;
        }
        const std::span<const std::uint8_t> bytes(self->input.data(), count);
        const EmulatedNs at = self->read_monotonic();
        if (self->protocol->hear(at, bytes, self->clock, self->words)) self->asked = true;
        self->say();
        if (now == self->plugged) self->read();
    });
}

void ClockEmulator::Impl::reader_gone() {
    reader = asked = false;
    protocol->reader_gone(false);
    // What it did not read would be the next reader's first bytes: a wire does not keep bytes.
    const int other_end = ::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (other_end >= 0) {
        ::tcflush(other_end, TCIFLUSH);
        ::close(other_end);
    }
    look();
}

void ClockEmulator::Impl::say() {
    // At once and whole or not at all: the kernel holds thousands of bytes, and what a reader that
    // does not read misses is made good by what a protocol says later.
    if (reader && stream.is_open() && !words.empty()) {
        const auto written = ::write(stream.native_handle(), words.data(), words.size());
        static_cast<void>(written);
    }
    words.clear();
    arm_report();
}

void ClockEmulator::Impl::tick() {
    protocol->ticked(read_monotonic(), clock, words);
    say();
}

void ClockEmulator::Impl::arm_report() {
    report_timer.cancel();
    const EmulatedNs now = read_monotonic();
    const auto due = clock.next_report(now);
    if (!due || !stream.is_open()) return;
    report_timer.expires_after(std::chrono::nanoseconds(*due - now));
    report_timer.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error) self->tick();
    });
}

Result<std::unique_ptr<ClockEmulator>>
ClockEmulator::open(asio::io_context& loop, const std::string& link_path, ClockKind kind,
                    EmulatedClockOptions options, ReadMonotonic read_monotonic) {
    auto impl = std::make_shared<Impl>(loop, link_path, kind, std::move(options),
                                       std::move(read_monotonic));
    const std::string wrong = impl->plug_in();
    if (!wrong.empty()) return Error{wrong};
    return std::unique_ptr<ClockEmulator>(new ClockEmulator(std::move(impl)));
}

ClockEmulator::ClockEmulator(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

ClockEmulator::~ClockEmulator() {
    impl_->unplug();
}

void ClockEmulator::press(line_clock::Half side) {
    const EmulatedNs now = impl_->read_monotonic();
    impl_->protocol->pressed(now, impl_->clock.press(now, side), impl_->clock, impl_->words);
    impl_->say();
}

void ClockEmulator::pause() {
    const EmulatedNs now = impl_->read_monotonic();
    impl_->clock.pause(now);
    impl_->protocol->paused(now, impl_->clock, impl_->words);
    impl_->say();
}

void ClockEmulator::resume(line_clock::Half turn) {
    const EmulatedNs now = impl_->read_monotonic();
    impl_->clock.resume(now, turn);
    impl_->protocol->resumed(now, turn, impl_->clock, impl_->words);
    impl_->say();
}

void ClockEmulator::set(const line_clock::SetTimes& times) {
    impl_->clock.set(impl_->read_monotonic(), times);
    impl_->tick();
}

line_clock::Times ClockEmulator::times() const {
    return impl_->clock.times(impl_->read_monotonic());
}

void ClockEmulator::unplug() {
    impl_->unplug();
}

Result<bool> ClockEmulator::replug() {
    if (impl_->stream.is_open()) return true;
    const std::string wrong = impl_->plug_in();
    if (!wrong.empty()) return Error{wrong};
    return true;
}

bool ClockEmulator::has_reader() const {
    return impl_->asked;
}

} // namespace jipu::sim
