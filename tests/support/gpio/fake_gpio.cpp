// SPDX-License-Identifier: Apache-2.0
// See fake_gpio.hpp.
#include "tests/support/gpio/fake_gpio.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

#include "hal/gpiod/chips.hpp"

namespace jipu::test {

class FakeGpio::Request final : public gpio::LineRequest {
  public:
    Request(FakeGpio& gpio, std::vector<std::size_t> wires, const gpio::LineSetup& setup)
        : gpio_(gpio), wires_(std::move(wires)), setup_(setup) {
        gpio_.held += wires_.size();
        for (const std::size_t wire : wires_)
            gpio_.wires_[wire].bias = setup.bias;
        if (setup.use == gpio::LineUse::edges) {
            if (::pipe2(pipe_.data(), O_NONBLOCK | O_CLOEXEC) != 0)
                throw std::runtime_error("pipe");
            gpio_.watched_.push_back(this);
        } else if (setup.use != gpio::LineUse::input) {
            drive(std::array<std::uint8_t, gpio::most_lines>{});
        }
    }
    ~Request() override {
        for (const std::size_t wire : wires_)
            gpio_.wires_[wire].drive = Drive::none;
        gpio_.held -= wires_.size();
        std::erase(gpio_.watched_, this);
        for (const int fd : pipe_)
            if (fd >= 0) ::close(fd);
    }
    int set(std::span<const std::uint8_t> levels) override {
        ++gpio_.sets;
        if (const int code = failure(gpio_.fail_set)) return code;
        drive(levels);
        if (gpio_.after_call) gpio_.after_call();
        return 0;
    }
    int get(std::span<std::uint8_t> levels) override {
        ++gpio_.gets;
        if (const int code = failure(gpio_.fail_get)) return code;
        for (std::size_t i = 0; i < wires_.size(); ++i) {
            levels[i] = gpio_.electrics_.level(gpio_.wires_, wires_[i]) != setup_.active_low;
        }
        if (gpio_.after_call) gpio_.after_call();
        return 0;
    }
    std::span<const int> edge_fds() const override {
        return std::span(pipe_).first(pipe_[0] >= 0 ? 1U : 0U);
    }
    int read_edges(int fd, std::vector<gpio::Edge>& out) override {
        if (const int code = failure(gpio_.fail_get)) return code;
        std::array<char, 64> bytes;
        while (::read(fd, bytes.data(), bytes.size()) > 0) {
        }
        out.insert(out.end(), edges_.begin(), edges_.end());
        edges_.clear();
        return 0;
    }
    void note_edge(const std::string& chip, const std::string& line, bool high, MonotonicNs at) {
        for (std::size_t i = 0; i < wires_.size(); ++i) {
            const Wire& wire = gpio_.wires_[wires_[i]];
            if (wire.chip != chip || wire.line != line) continue;
            edges_.push_back({i, high != setup_.active_low, at});
            wake();
        }
    }
    void wake() { (void)!::write(pipe_[1], "x", 1); }

  private:
    int failure(int code) const {
        if (gpio_.gone.count(gpio_.wires_[wires_[0]].chip) != 0) return ENODEV;
        return code;
    }
    void drive(std::span<const std::uint8_t> levels) {
        std::copy(gpio_.wires_.begin(), gpio_.wires_.end(), gpio_.before_.begin());
        for (std::size_t i = 0; i < wires_.size(); ++i) {
            const Drive wanted = (levels[i] != 0) != setup_.active_low ? Drive::high : Drive::low;
            const bool lets_go =
                (setup_.use == gpio::LineUse::open_drain && wanted == Drive::high) ||
                (setup_.use == gpio::LineUse::open_source && wanted == Drive::low);
            gpio_.wires_[wires_[i]].drive = lets_go ? Drive::none : wanted;
        }
        gpio_.electrics_.driven(gpio_.before_, gpio_.wires_);
    }

    FakeGpio& gpio_;
    std::vector<std::size_t> wires_;
    gpio::LineSetup setup_;
    std::array<int, 2> pipe_{-1, -1};
    std::vector<gpio::Edge> edges_;
};

Result<std::unique_ptr<gpio::LineRequest>> FakeGpio::request(const std::string& chip,
                                                             std::span<const std::string> lines,
                                                             const gpio::LineSetup& setup) {
    ++requests;
    if (gone.count(chip) != 0) return Error{"there is no gpiochip " + chip};
    std::vector<std::size_t> found;
    for (const std::string& line : lines) {
        const auto at = std::find_if(wires_.begin(), wires_.end(), [&](const Wire& wire) {
            return wire.chip == chip && wire.line == line;
        });
        if (at == wires_.end()) return Error{"there is no line " + line + " at " + chip};
        const auto holder = busy.find(chip + ' ' + line);
        if (holder != busy.end()) return gpio::refused_line(line, chip, holder->second);
        found.push_back(static_cast<std::size_t>(at - wires_.begin()));
    }
    return std::unique_ptr<gpio::LineRequest>(
        std::make_unique<Request>(*this, std::move(found), setup));
}

void FakeGpio::edge(const std::string& chip, const std::string& line, bool high, MonotonicNs at) {
    for (Request* request : watched_)
        request->note_edge(chip, line, high, at);
}

} // namespace jipu::test
