// SPDX-License-Identifier: Apache-2.0
// Away (the retry timer is awaited) -> watching (edges are awaited, and the end of a bounce).
#include "hal/gpiod/lever_clock.hpp"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <utility>

#include "hal/api/told_reason.hpp"
#include "hal/gpiod/chips.hpp"
#include "hal/gpiod/lever_switch.hpp"

namespace jipu::gpio {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {
// A library's descriptor is duplicated before Asio gets it.
struct Watch {
    std::size_t request;
    int fd; ///< the library's
    asio::posix::stream_descriptor copy;
};
} // namespace

struct LeverClock::Impl : std::enable_shared_from_this<LeverClock::Impl> {
    Impl(asio::io_context& io, std::shared_ptr<Lines> l, LeverClockOptions o, ReadMonotonic now)
        : loop(io), lines(std::move(l)), options(std::move(o)), read_monotonic(std::move(now)),
          timer(io), bounce(io), pause(options.first_retry) {}

    void open();
    /// Says why it cannot, or returns an empty string.
    std::string request();
    std::string watch(std::size_t request);
    void listen(std::size_t watch);
    /// False: the lines are lost.
    bool read_waiting();
    void note_press(std::size_t lever, std::optional<MonotonicNs> at);
    void settle();
    void wait_for_bounce();
    void lose(const std::string& why);
    void close();

    asio::io_context& loop;
    std::shared_ptr<Lines> lines;
    LeverClockOptions options;
    ReadMonotonic read_monotonic;
    asio::steady_timer timer, bounce;
    std::chrono::milliseconds pause;
    ClockSink* sink = nullptr;
    std::array<std::unique_ptr<LineRequest>, 2> requests; ///< left, right
    std::vector<LeverSwitch> switches;
    std::vector<Watch> watches;
    std::vector<Edge> edges;
    std::vector<std::pair<MonotonicNs, std::size_t>> presses; ///< not yet reported: when, which
    bool stopped = true, said_lost = false;
    ToldReason reason;         ///< of the loss that was said
    std::uint64_t attempt = 0; ///< tells completions of an earlier opening
};

std::string LeverClock::Impl::request() {
    const LeverWiring& wiring = options.wiring;
    const LineSetup setup{LineUse::edges, wiring.active_low, wiring.bias};
    switches.assign(2, LeverSwitch(wiring.debounce_ms * 1'000'000));
    for (std::size_t i = 0; i < 2; ++i) {
        const GpioLine& line = i == 0 ? wiring.left : wiring.right;
        auto request = lines->request(line.chip, std::array{line.line}, setup);
        if (!request) return request.error();
        requests[i] = std::move(*request);
        std::array<std::uint8_t, 1> level{};
        if (const int failed = requests[i]->get(level); failed != 0) {
            return because("read line " + line.line + " of " + line.chip, failed).message;
        }
        switches[i].begin(level[0] != 0);
        if (std::string why = watch(i); !why.empty()) return why;
    }
    return {};
}

std::string LeverClock::Impl::watch(std::size_t request) {
    for (const int fd : requests[request]->edge_fds()) {
        const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
        if (copy < 0) return because("duplicate a descriptor", errno).message;
        watches.push_back({request, fd, asio::posix::stream_descriptor(loop, copy)});
    }
    return {};
}

void LeverClock::Impl::open() {
    if (const std::string why = request(); !why.empty()) {
        lose(why);
        return;
    }
    pause = options.first_retry;
    said_lost = false;
    sink->clock_back(read_monotonic(), "levers at lines " + options.wiring.left.line + " and " +
                                           options.wiring.right.line);
    for (std::size_t i = 0; i < watches.size() && !stopped; ++i)
        listen(i);
}

void LeverClock::Impl::listen(std::size_t watch) {
    watches[watch].copy.async_wait(
        asio::posix::stream_descriptor::wait_read,
        [self = shared_from_this(), now = attempt, watch](const error_code& error) {
            if (self->stopped || now != self->attempt) return;
            if (error) {
                self->lose("cannot watch the levers: " + error.message());
                return;
            }
            self->settle();
            if (!self->stopped && now == self->attempt) self->listen(watch);
        });
}

// Of both levers, whichever woke us: a press is sure only when no edge waits that undoes it.
bool LeverClock::Impl::read_waiting() {
    for (const Watch& watch : watches) {
        ::pollfd waits{watch.fd, POLLIN, 0};
        if (::poll(&waits, 1, 0) <= 0) continue;
        edges.clear();
        if (const int failed = requests[watch.request]->read_edges(watch.fd, edges); failed != 0) {
            lose(because("read the levers' edges", failed).message);
            return false;
        }
        for (const Edge& edge : edges)
            note_press(watch.request, switches[watch.request].edge(edge.active, edge.at));
    }
    return true;
}

void LeverClock::Impl::note_press(std::size_t lever, std::optional<MonotonicNs> at) {
    if (at) presses.emplace_back(*at, lever);
}

// Reports what is sure by now, in the order of the stamps, and waits for the rest.
void LeverClock::Impl::settle() {
    if (!read_waiting()) return;
    const MonotonicNs now = read_monotonic();
    for (std::size_t i = 0; i < switches.size(); ++i)
        note_press(i, switches[i].settle(now));
    std::sort(presses.begin(), presses.end());
    for (const auto& [at, lever] : std::exchange(presses, {})) {
        sink->clock_press(at, lever == 0 ? options.left : opponent(options.left));
        if (stopped) return;
    }
    wait_for_bounce();
}

void LeverClock::Impl::wait_for_bounce() {
    std::optional<MonotonicNs> due;
    for (const LeverSwitch& one : switches) {
        if (one.due() && (!due || *one.due() < *due)) due = one.due();
    }
    if (!due) return;
    bounce.expires_after(
        std::chrono::nanoseconds(std::max<MonotonicNs>(0, *due - read_monotonic())));
    bounce.async_wait([self = shared_from_this(), now = attempt](const error_code& error) {
        if (error || self->stopped || now != self->attempt) return;
        self->settle();
    });
}

void LeverClock::Impl::close() {
    ++attempt;
    timer.cancel();
    bounce.cancel();
    presses.clear();
    watches.clear(); // before the descriptors of which they are copies
    for (auto& request : requests)
        request.reset();
}

void LeverClock::Impl::lose(const std::string& why) {
    close();
    if (!std::exchange(said_lost, true)) {
        reason.told(why);
        sink->clock_lost(read_monotonic(), why);
    } else if (reason.is_news(why)) {
        sink->clock_note(read_monotonic(), why);
    }
    if (stopped) return;
    timer.expires_after(pause);
    pause = std::min(pause * 2, options.last_retry);
    timer.async_wait([self = shared_from_this(), now = attempt](const error_code& error) {
        if (!error && !self->stopped && now == self->attempt) self->open();
    });
}

LeverClock::LeverClock(asio::io_context& loop, std::shared_ptr<Lines> lines,
                       LeverClockOptions options, ReadMonotonic read_monotonic)
    : impl_(std::make_shared<Impl>(loop, std::move(lines), std::move(options),
                                   std::move(read_monotonic))) {}

LeverClock::~LeverClock() {
    stop();
}

void LeverClock::start(ClockSink& sink) {
    impl_->sink = &sink;
    if (!impl_->stopped) return;
    impl_->stopped = false;
    impl_->said_lost = false;
    impl_->pause = impl_->options.first_retry;
    asio::post(impl_->loop, [self = impl_, now = impl_->attempt] {
        if (!self->stopped && now == self->attempt) self->open();
    });
}

void LeverClock::stop() {
    impl_->stopped = true;
    impl_->close();
}

} // namespace jipu::gpio
