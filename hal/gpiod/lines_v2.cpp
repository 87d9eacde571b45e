// SPDX-License-Identifier: Apache-2.0
// Lines through libgpiod 2 (Debian 13), its C calls, as in lines_v1.cpp: an errno value instead of
// an exception, and nothing allocated at a reading.
#include <gpiod.h>

#include <array>
#include <cerrno>
#include <utility>

#include "hal/gpiod/chips.hpp"
#include "hal/gpiod/lines.hpp"

namespace jipu::gpio {
namespace {

template <auto free_it>
struct Free {
    template <typename T>
    void operator()(T* what) const {
        free_it(what);
    }
};
using Chip = std::unique_ptr<::gpiod_chip, Free<::gpiod_chip_close>>;
using ChipInfo = std::unique_ptr<::gpiod_chip_info, Free<::gpiod_chip_info_free>>;
using LineInfo = std::unique_ptr<::gpiod_line_info, Free<::gpiod_line_info_free>>;
using Settings = std::unique_ptr<::gpiod_line_settings, Free<::gpiod_line_settings_free>>;
using LineConfig = std::unique_ptr<::gpiod_line_config, Free<::gpiod_line_config_free>>;
using RequestConfig = std::unique_ptr<::gpiod_request_config, Free<::gpiod_request_config_free>>;
using Handle = std::unique_ptr<::gpiod_line_request, Free<::gpiod_line_request_release>>;
using Events = std::unique_ptr<::gpiod_edge_event_buffer, Free<::gpiod_edge_event_buffer_free>>;

constexpr std::size_t most_events = 64;

std::optional<std::string> label_of(const std::string& path) {
    const Chip chip(::gpiod_chip_open(path.c_str()));
    if (!chip) return std::nullopt;
    const ChipInfo info(::gpiod_chip_get_info(chip.get()));
    if (!info) return std::nullopt;
    return std::string(::gpiod_chip_info_get_label(info.get()));
}

bool is_output(LineUse use) {
    return use != LineUse::input && use != LineUse::edges;
}

// False when the library does not know one of the values, or has no memory.
bool fill(::gpiod_line_settings* out, const LineSetup& setup) {
    const auto bias = setup.bias == GpioBias::pull_up     ? ::GPIOD_LINE_BIAS_PULL_UP
                      : setup.bias == GpioBias::pull_down ? ::GPIOD_LINE_BIAS_PULL_DOWN
                                                          : ::GPIOD_LINE_BIAS_AS_IS;
    const auto drive = setup.use == LineUse::open_drain    ? ::GPIOD_LINE_DRIVE_OPEN_DRAIN
                       : setup.use == LineUse::open_source ? ::GPIOD_LINE_DRIVE_OPEN_SOURCE
                                                           : ::GPIOD_LINE_DRIVE_PUSH_PULL;
    const auto direction =
        is_output(setup.use) ? ::GPIOD_LINE_DIRECTION_OUTPUT : ::GPIOD_LINE_DIRECTION_INPUT;
    const auto edges =
        setup.use == LineUse::edges ? ::GPIOD_LINE_EDGE_BOTH : ::GPIOD_LINE_EDGE_NONE;
    ::gpiod_line_settings_set_active_low(out, setup.active_low);
    return ::gpiod_line_settings_set_direction(out, direction) == 0 &&
           ::gpiod_line_settings_set_bias(out, bias) == 0 &&
           ::gpiod_line_settings_set_drive(out, drive) == 0 &&
           ::gpiod_line_settings_set_edge_detection(out, edges) == 0 &&
           ::gpiod_line_settings_set_event_clock(out, ::GPIOD_LINE_CLOCK_MONOTONIC) == 0 &&
           ::gpiod_line_settings_set_output_value(out, ::GPIOD_LINE_VALUE_INACTIVE) == 0;
}

class Request final : public LineRequest {
  public:
    Request(Handle handle, std::vector<unsigned> offsets, LineUse use)
        : handle_(std::move(handle)), offsets_(std::move(offsets)), use_(use) {
        if (use != LineUse::edges) return;
        events_.reset(::gpiod_edge_event_buffer_new(most_events));
        fd_[0] = ::gpiod_line_request_get_fd(handle_.get());
    }
    ~Request() override {
        if (is_output(use_)) set(std::array<std::uint8_t, most_lines>{});
    }
    int set(std::span<const std::uint8_t> levels) override {
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            values_[i] = levels[i] != 0 ? ::GPIOD_LINE_VALUE_ACTIVE : ::GPIOD_LINE_VALUE_INACTIVE;
        }
        return ::gpiod_line_request_set_values(handle_.get(), values_.data()) == 0 ? 0 : errno;
    }
    int get(std::span<std::uint8_t> levels) override {
        if (::gpiod_line_request_get_values(handle_.get(), values_.data()) != 0) return errno;
        for (std::size_t i = 0; i < offsets_.size(); ++i)
            levels[i] = values_[i] == ::GPIOD_LINE_VALUE_ACTIVE;
        return 0;
    }
    std::span<const int> edge_fds() const override {
        return std::span(fd_).first(use_ == LineUse::edges ? 1U : 0U);
    }
    int read_edges(int, std::vector<Edge>& out) override {
        if (!events_) return ENOMEM;
        const int count =
            ::gpiod_line_request_read_edge_events(handle_.get(), events_.get(), most_events);
        if (count < 0) return errno;
        for (unsigned long i = 0; i < static_cast<unsigned long>(count); ++i) {
            auto* event = ::gpiod_edge_event_buffer_get_event(events_.get(), i);
            const unsigned offset = ::gpiod_edge_event_get_line_offset(event);
            std::size_t line = 0;
            while (line + 1 < offsets_.size() && offsets_[line] != offset)
                ++line;
            out.push_back(
                {line, ::gpiod_edge_event_get_event_type(event) == ::GPIOD_EDGE_EVENT_RISING_EDGE,
                 static_cast<MonotonicNs>(::gpiod_edge_event_get_timestamp_ns(event))});
        }
        return 0;
    }

  private:
    Handle handle_;
    std::vector<unsigned> offsets_;
    LineUse use_;
    std::array<::gpiod_line_value, most_lines> values_{};
    std::array<int, 1> fd_{-1};
    Events events_;
};

std::optional<std::string> holder_of(::gpiod_chip* chip, unsigned offset) {
    const LineInfo info(::gpiod_chip_get_line_info(chip, offset));
    if (!info || !::gpiod_line_info_is_used(info.get())) return std::nullopt;
    const char* holder = ::gpiod_line_info_get_consumer(info.get());
    return std::string(holder != nullptr ? holder : "");
}

class LinesV2 final : public Lines {
  public:
    Result<std::unique_ptr<LineRequest>> request(const std::string& name,
                                                 std::span<const std::string> lines,
                                                 const LineSetup& setup) override {
        const auto path = find_chip(name, label_of);
        if (!path) return Error{path.error()};
        const Chip chip(::gpiod_chip_open(path->c_str()));
        if (!chip) return because("open " + *path, errno);
        std::vector<unsigned> offsets;
        for (const std::string& line : lines) {
            const auto offset = find_line(chip.get(), line);
            if (!offset) return Error{"there is no line " + line + " at " + *path};
            offsets.push_back(*offset);
        }
        const Settings settings(::gpiod_line_settings_new());
        const LineConfig line_config(::gpiod_line_config_new());
        const RequestConfig config(::gpiod_request_config_new());
        if (!settings || !line_config || !config) return because("request lines", ENOMEM);
        if (!fill(settings.get(), setup) ||
            ::gpiod_line_config_add_line_settings(line_config.get(), offsets.data(), offsets.size(),
                                                  settings.get()) != 0) {
            return because("set up the lines of " + *path, errno);
        }
        ::gpiod_request_config_set_consumer(config.get(), "jipud");
        Handle handle(::gpiod_chip_request_lines(chip.get(), config.get(), line_config.get()));
        if (!handle) {
            const int code = errno;
            return refused_lines(lines, *path, code,
                                 [&](std::size_t i) { return holder_of(chip.get(), offsets[i]); });
        }
        return std::unique_ptr<LineRequest>(
            std::make_unique<Request>(std::move(handle), std::move(offsets), setup.use));
    }

  private:
    static std::optional<unsigned> find_line(::gpiod_chip* chip, const std::string& line) {
        if (const auto offset = as_offset(line)) {
            const LineInfo info(::gpiod_chip_get_line_info(chip, *offset));
            return info ? offset : std::nullopt;
        }
        const int found = ::gpiod_chip_get_line_offset_from_name(chip, line.c_str());
        if (found < 0) return std::nullopt;
        return static_cast<unsigned>(found);
    }
};

} // namespace

std::unique_ptr<Lines> real_lines() {
    return std::make_unique<LinesV2>();
}

} // namespace jipu::gpio
