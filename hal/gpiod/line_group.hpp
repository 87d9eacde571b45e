// SPDX-License-Identifier: Apache-2.0
// Lines of several chips used as if they were of one: in the order of a wiring, whatever request
// each belongs to. It must not know what the lines mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hal/gpiod/lines.hpp"

namespace jipu::gpio {

class LineGroup {
  public:
    /// Requests them, at most most_lines of a chip together. On failure nothing is held, and the
    /// reason is returned; empty on success.
    std::string open(Lines& lines, std::span<const GpioLine> wanted, const LineSetup& setup);
    void close();
    std::size_t size() const { return size_; }

    /// Sets the requests in which a level changes, each by one call, those that only become
    /// inactive first. Returns an errno value.
    int set(std::span<const std::uint8_t> levels);
    /// Reads all, one call a request. Returns an errno value.
    int get(std::span<std::uint8_t> levels);
    /// Where the last call failed, for a message.
    const std::string& failed_at() const { return failed_at_; }

  private:
    struct Part {
        std::string chip;
        std::vector<std::string> names;
        std::vector<std::size_t> places; ///< in the order of the wiring
        std::vector<std::uint8_t> levels, wanted;
        std::unique_ptr<LineRequest> request;
    };
    /// Sets the part when its turn is: those that only let go in the first round.
    int set_part(Part& part, std::span<const std::uint8_t> levels, bool activates);

    std::vector<Part> parts_;
    std::size_t size_ = 0;
    std::string failed_at_;
};

} // namespace jipu::gpio
