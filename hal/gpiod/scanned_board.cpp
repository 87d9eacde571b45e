// SPDX-License-Identifier: Apache-2.0
// Two event descriptors: `wake_` tells the loop that reports wait, `halt_` ends the thread's pause.
#include "hal/gpiod/scanned_board.hpp"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/shift_register_board.hpp"

namespace jipu::gpio {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

::timespec timespec_of(std::int64_t ns) {
    return {static_cast<::time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

void pause_really(std::int64_t ns) {
    ::timespec left = timespec_of(ns);
    while (::clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {
    }
}

int make_event() {
    const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
    return fd;
}

void ring(int event) {
    const std::uint64_t one = 1;
    // It can fail only when it has been rung 2^64 times.
    (void)!::write(event, &one, sizeof one);
}

} // namespace

struct ScannedBoard::Run : std::enable_shared_from_this<ScannedBoard::Run> {
    Run(asio::io_context& io, Scanner& scanner, const PointLevels& levels, std::uint8_t width,
        const ScannedBoardOptions& o, const ReadMonotonic& now, BoardSink& to)
        : options(o), read_monotonic(now), sink(to), queue(o.queue, levels.size()),
          loop(scanner, levels, width, o.times, queue, now), wake_fd(make_event()),
          wake(io, wake_fd), halt(io, make_event()), known(levels.size()) {}

    void scan_until_halted();
    void become_urgent();
    void pause_until(MonotonicNs due);
    void listen();
    void take_reports();
    void take_scan(const ScanReport& report);

    ScannedBoardOptions options;
    ReadMonotonic read_monotonic;
    BoardSink& sink;
    ScanQueue queue;
    ScanLoop loop;
    int wake_fd;
    asio::posix::stream_descriptor wake, halt;
    std::atomic<bool> halted{false}, rung{false};
    std::thread thread;
    // Of the daemon's loop alone.
    std::vector<Level> known;
    bool present = false, said_lost = false, stopped = false;
};

// Failure is told: without priority the scans are late when the machine is busy.
void ScannedBoard::Run::become_urgent() {
    ::sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr); // signals are the daemon's
    ::pthread_setname_np(::pthread_self(), "jipud-scan");
    ::prctl(PR_SET_TIMERSLACK, 1000UL);
    if (options.priority == 0) return;
    ::sched_param parameter{};
    parameter.sched_priority = options.priority;
    const int failed = ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameter);
    if (failed != 0) {
        loop.note(std::string("it is scanned without real-time priority: ") +
                  std::strerror(failed));
    }
}

void ScannedBoard::Run::scan_until_halted() {
    become_urgent();
    while (!halted.load()) {
        const MonotonicNs due = loop.round();
        if (queue.front() != nullptr && !rung.exchange(true)) ring(wake_fd);
        pause_until(due);
    }
    loop.stop();
}

void ScannedBoard::Run::pause_until(MonotonicNs due) {
    const std::int64_t left = due - read_monotonic();
    if (left <= 0) return;
    ::pollfd event{halt.native_handle(), POLLIN, 0};
    const ::timespec timeout = timespec_of(left);
    ::ppoll(&event, 1, &timeout, nullptr);
}

void ScannedBoard::Run::listen() {
    wake.async_wait(asio::posix::stream_descriptor::wait_read,
                    [self = shared_from_this()](const error_code& error) {
                        if (error || self->stopped) return;
                        std::uint64_t count = 0;
                        (void)!::read(self->wake_fd, &count, sizeof count);
                        // Before the queue is looked at: what comes later rings again.
                        self->rung.store(false);
                        self->take_reports();
                        if (self->stopped) return;
                        if (self->queue.front() != nullptr && !self->rung.exchange(true)) {
                            ring(self->wake_fd);
                        }
                        self->listen();
                    });
}

void ScannedBoard::Run::take_reports() {
    // No more than a queue at once: others wait for the loop too.
    for (std::size_t left = options.queue; left > 0; --left) {
        const ScanReport* report = queue.front();
        if (report == nullptr) return;
        switch (report->kind) {
        case ScanReport::Kind::scan:
            take_scan(*report);
            break;
        case ScanReport::Kind::lost:
            present = false;
            said_lost = true;
            sink.board_lost(report->at, report->text);
            break;
        case ScanReport::Kind::note:
            sink.board_note(report->at, report->text);
            break;
        }
        if (stopped) return;
        queue.pop();
    }
}

void ScannedBoard::Run::take_scan(const ScanReport& report) {
    if (present && report.missed == 0) {
        for (std::size_t i = 0; i < known.size() && !stopped; ++i) {
            if (known[i] == report.levels[i]) continue;
            known[i] = report.levels[i];
            sink.board_change(report.at, {static_cast<PointIndex>(i), known[i]});
        }
        return;
    }
    if (present) {
        said_lost = true;
        sink.board_lost(report.at, std::to_string(report.missed) +
                                       " scans with changes were missed: the daemon stood still");
    }
    if (std::exchange(said_lost, false)) sink.board_back(report.at, options.name);
    present = true;
    known = report.levels;
    sink.board_scan(report.at, {known});
}

ScannedBoard::ScannedBoard(asio::io_context& loop, std::unique_ptr<Scanner> scanner,
                           const BoardWiring& wiring, ScannedBoardOptions options,
                           ReadMonotonic read_monotonic)
    : loop_(loop), scanner_(std::move(scanner)),
      levels_(wiring.sensors, wiring.poles, wiring.points), width_(wiring.width),
      options_(std::move(options)), read_monotonic_(std::move(read_monotonic)) {}

ScannedBoard::~ScannedBoard() {
    stop();
}

void ScannedBoard::start(BoardSink& sink) {
    if (run_) return;
    run_ =
        std::make_shared<Run>(loop_, *scanner_, levels_, width_, options_, read_monotonic_, sink);
    run_->listen();
    run_->thread = std::thread([run = run_.get()] { run->scan_until_halted(); });
}

void ScannedBoard::stop() {
    if (!run_) return;
    run_->stopped = true;
    run_->halted.store(true);
    ring(run_->halt.native_handle());
    run_->thread.join();
    error_code ignored; // nothing more can be asked of it
    run_->wake.close(ignored);
    run_.reset();
}

std::optional<ScanPace> ScannedBoard::pace() const {
    return run_ ? run_->loop.pace() : std::nullopt;
}

std::unique_ptr<BoardSource> make_gpio_board(asio::io_context& loop, bool matrix,
                                             const BoardWiring& wiring, std::string name,
                                             ReadMonotonic read_monotonic) {
    std::shared_ptr<Lines> lines = real_lines();
    std::unique_ptr<Scanner> scanner;
    if (matrix) {
        scanner = std::make_unique<MatrixBoard>(lines, wiring.matrix, pause_really);
    } else {
        scanner = std::make_unique<ShiftRegisterBoard>(lines, real_spi_ports(), wiring.shift,
                                                       pause_really);
    }
    ScannedBoardOptions options;
    options.name = std::move(name);
    options.times.period = 1'000'000'000 / wiring.scans_per_s;
    return std::make_unique<ScannedBoard>(loop, std::move(scanner), wiring, std::move(options),
                                          std::move(read_monotonic));
}

} // namespace jipu::gpio
