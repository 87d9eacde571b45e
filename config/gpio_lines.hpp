// SPDX-License-Identifier: Apache-2.0
// Lines of gpiochips in TOML: `17`, `"GPIO17"`, or `{chip = "expander", line = 3}`. Which lines a
// board needs is the business of wiring.cpp.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/toml_section.hpp"
#include "hal/api/board_wiring.hpp"

namespace jipu::config_detail {

/// Reads lines and refuses one that was read before, in whatever section.
class GpioLines {
  public:
    /// The key `chip` of the section: the chip of all its lines that name no other. Call it first.
    void chip(Section& section);
    /// One line. False when it is missing or wrong, which is then an error.
    bool line(Section& section, std::string_view key, GpioLine& out);
    /// A list of `count` lines, in the order of `order` (`one for each rank, from 0`); 0: 1 to 64.
    bool lines(Section& section, std::string_view key, std::vector<GpioLine>& out,
               std::size_t count, const std::string& order);

  private:
    bool read(Section& section, std::string_view key, const toml::node& node, GpioLine& out);

    std::string chip_;
    std::map<std::pair<std::string, std::string>, std::string> used_; ///< by chip and line: the key
};

/// `"low"` or `"high"`.
void read_active(Section& section, std::string_view key, bool& active_low);
/// `"up"`, `"down"` or `"external"`; one that works against the active level is an error.
void read_bias(Section& section, std::string_view key, bool active_low, GpioBias& out);

} // namespace jipu::config_detail
