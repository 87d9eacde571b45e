// SPDX-License-Identifier: Apache-2.0
// See gpio_lines.hpp.
#include "config/gpio_lines.hpp"

#include "config/checks.hpp"

namespace jipu::config_detail {
namespace {

const char* const one_line = "a line: its number at the chip, its name in quotes, or "
                             "{chip = \"...\", line = ...}";

// A number or a name; empty: neither.
std::string line_text(const toml::node& node) {
    if (const auto* number = node.as_integer()) {
        return number->get() >= 0 ? std::to_string(number->get()) : std::string();
    }
    const auto* name = node.as_string();
    return name != nullptr && check_line(name->get()).empty() ? name->get() : std::string();
}

} // namespace

void GpioLines::chip(Section& section) {
    chip_.clear();
    section.text("chip", chip_, [](const std::string& value) {
        return value.empty() || !check_line(value).empty()
                   ? std::string("a chip: its label, its name or its path")
                   : std::string();
    });
}

bool GpioLines::read(Section& section, std::string_view key, const toml::node& node,
                     GpioLine& out) {
    GpioLine line{chip_, {}};
    if (const auto* table = node.as_table()) {
        const auto* chip = table->get("chip");
        const auto* number = table->get("line");
        if (chip != nullptr) line.chip = chip->is_string() ? line_text(*chip) : "";
        if (number != nullptr) line.line = line_text(*number);
        if (chip == nullptr || number == nullptr || table->size() != 2 || line.chip.empty()) {
            line.line.clear();
        }
    } else {
        line.line = line_text(node);
    }
    if (line.line.empty()) {
        section.wrong_type(key, node, one_line);
        return false;
    }
    const ConfigPlace place = place_of(node.source());
    if (line.chip.empty()) {
        section.errors().add(place, section.path(key),
                             "line " + shown(line.line) +
                                 " is of no chip, expected chip = \"...\" in the section");
        return false;
    }
    const auto [before, fresh] = used_.emplace(std::pair(line.chip, line.line), section.path(key));
    if (!fresh) {
        section.errors().add(place, section.path(key),
                             "line " + shown(line.line) + " of " + shown(line.chip) +
                                 " was given in " + before->second +
                                 " already, expected another line");
        return false;
    }
    out = std::move(line);
    return true;
}

bool GpioLines::line(Section& section, std::string_view key, GpioLine& out) {
    const toml::node* node = section.take(key);
    if (node != nullptr) return read(section, key, *node, out);
    section.missing(key, one_line);
    return false;
}

bool GpioLines::lines(Section& section, std::string_view key, std::vector<GpioLine>& out,
                      std::size_t count, const std::string& order) {
    const std::string expected = "a list of " + order;
    const toml::node* node = section.take(key);
    if (node == nullptr) {
        section.missing(key, expected);
        return false;
    }
    const auto* list = node->as_array();
    if (list == nullptr) {
        section.wrong_type(key, *node, expected);
        return false;
    }
    bool right = true;
    std::vector<GpioLine> read_lines(list->size());
    for (std::size_t i = 0; i < list->size(); ++i)
        right = read(section, key, *list->get(i), read_lines[i]) && right;
    if (count != 0 ? list->size() != count : list->empty() || list->size() > 64) {
        section.errors().add(place_of(node->source()), section.path(key),
                             std::to_string(list->size()) + " lines were given, expected " + order);
        return false;
    }
    out = std::move(read_lines);
    return right;
}

void read_active(Section& section, std::string_view key, bool& active_low) {
    section.choice(key, active_low, Choice<bool>{{{"low", true}, {"high", false}}, {}});
}

void read_bias(Section& section, std::string_view key, bool active_low, GpioBias& out) {
    out = active_low ? GpioBias::pull_up : GpioBias::pull_down;
    section.choice(key, out,
                   Choice<GpioBias>{{{"up", GpioBias::pull_up},
                                     {"down", GpioBias::pull_down},
                                     {"external", GpioBias::external}},
                                    {}});
    const GpioBias against = active_low ? GpioBias::pull_down : GpioBias::pull_up;
    if (out != against) return;
    section.errors().add(section.errors().place_of(section.path(key)), section.path(key),
                         std::string(active_low ? "\"down\"" : "\"up\"") +
                             " holds the line at its active level, expected " +
                             (active_low ? "\"up\"" : "\"down\"") + " or \"external\"");
}

} // namespace jipu::config_detail
