// SPDX-License-Identifier: Apache-2.0
// Lines through libgpiod 1 (Debian 12), its C calls: those of C++ allocate at each reading. Always
// the whole bulk: in version 1 a single line of a bulk reads and sets the first one instead.
#include <gpiod.h>

#include <array>
#include <cerrno>
#include <utility>

#include "hal/gpiod/chips.hpp"
#include "hal/gpiod/lines.hpp"

namespace jipu::gpio {
namespace {

struct CloseChip {
    void operator()(::gpiod_chip* chip) const { ::gpiod_chip_close(chip); }
};
using Chip = std::unique_ptr<::gpiod_chip, CloseChip>;

std::optional<std::string> label_of(const std::string& path) {
    const Chip chip(::gpiod_chip_open(path.c_str()));
    if (!chip) return std::nullopt;
    return std::string(::gpiod_chip_label(chip.get()));
}

bool is_output(LineUse use) {
    return use != LineUse::input && use != LineUse::edges;
}

int request_type(LineUse use) {
    if (use == LineUse::edges) return ::GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES;
    return is_output(use) ? ::GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
                          : ::GPIOD_LINE_REQUEST_DIRECTION_INPUT;
}

int request_flags(const LineSetup& setup) {
    int flags = 0;
    if (setup.active_low) flags |= ::GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW;
    if (setup.use == LineUse::open_drain) flags |= ::GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN;
    if (setup.use == LineUse::open_source) flags |= ::GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE;
    if (setup.bias == GpioBias::pull_up) flags |= ::GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (setup.bias == GpioBias::pull_down) flags |= ::GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    return flags;
}

class Request final : public LineRequest {
  public:
    Request(Chip chip, ::gpiod_line_bulk bulk, LineUse use)
        : chip_(std::move(chip)), bulk_(bulk), use_(use) {
        if (use != LineUse::edges) return;
        for (unsigned i = 0; i < bulk_.num_lines; ++i) {
            fds_.push_back(::gpiod_line_event_get_fd(bulk_.lines[i]));
        }
    }
    ~Request() override {
        if (is_output(use_)) set(std::array<std::uint8_t, most_lines>{});
        ::gpiod_line_release_bulk(&bulk_);
    }
    int set(std::span<const std::uint8_t> levels) override {
        for (std::size_t i = 0; i < bulk_.num_lines; ++i)
            values_[i] = levels[i];
        return ::gpiod_line_set_value_bulk(&bulk_, values_.data()) == 0 ? 0 : errno;
    }
    int get(std::span<std::uint8_t> levels) override {
        if (::gpiod_line_get_value_bulk(&bulk_, values_.data()) != 0) return errno;
        for (std::size_t i = 0; i < bulk_.num_lines; ++i)
            levels[i] = values_[i] != 0;
        return 0;
    }
    std::span<const int> edge_fds() const override { return fds_; }
    int read_edges(int fd, std::vector<Edge>& out) override {
        std::array<::gpiod_line_event, 16> events;
        const int count = ::gpiod_line_event_read_fd_multiple(fd, events.data(), events.size());
        if (count < 0) return errno;
        std::size_t line = 0;
        while (line + 1 < fds_.size() && fds_[line] != fd)
            ++line;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const auto& event = events[i];
            out.push_back({line, event.event_type == ::GPIOD_LINE_EVENT_RISING_EDGE,
                           event.ts.tv_sec * MonotonicNs{1'000'000'000} + event.ts.tv_nsec});
        }
        return 0;
    }

  private:
    Chip chip_;
    ::gpiod_line_bulk bulk_;
    LineUse use_;
    std::array<int, most_lines> values_{};
    std::vector<int> fds_;
};

std::optional<std::string> holder_of(::gpiod_line* line) {
    if (!::gpiod_line_is_used(line)) return std::nullopt;
    const char* holder = ::gpiod_line_consumer(line);
    return std::string(holder != nullptr ? holder : "");
}

class LinesV1 final : public Lines {
  public:
    Result<std::unique_ptr<LineRequest>> request(const std::string& name,
                                                 std::span<const std::string> lines,
                                                 const LineSetup& setup) override {
        const auto path = find_chip(name, label_of);
        if (!path) return Error{path.error()};
        Chip chip(::gpiod_chip_open(path->c_str()));
        if (!chip) return because("open " + *path, errno);
        ::gpiod_line_bulk bulk;
        ::gpiod_line_bulk_init(&bulk);
        for (const std::string& line : lines) {
            const auto offset = as_offset(line);
            ::gpiod_line* found = offset ? ::gpiod_chip_get_line(chip.get(), *offset)
                                         : ::gpiod_chip_find_line(chip.get(), line.c_str());
            if (found == nullptr) return Error{"there is no line " + line + " at " + *path};
            ::gpiod_line_bulk_add(&bulk, found);
        }
        const ::gpiod_line_request_config config{"jipud", request_type(setup.use),
                                                 request_flags(setup)};
        const std::array<int, most_lines> inactive{};
        if (::gpiod_line_request_bulk(&bulk, &config, inactive.data()) != 0) {
            const int code = errno;
            return refused_lines(lines, *path, code,
                                 [&](std::size_t i) { return holder_of(bulk.lines[i]); });
        }
        return std::unique_ptr<LineRequest>(
            std::make_unique<Request>(std::move(chip), bulk, setup.use));
    }
};

} // namespace

std::unique_ptr<Lines> real_lines() {
    return std::make_unique<LinesV1>();
}

} // namespace jipu::gpio
