// SPDX-License-Identifier: Apache-2.0
// Only names that begin with `gpiochip` are asked: to open every device would wake the others.
#include "hal/gpiod/chips.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <vector>

namespace jipu::gpio {
namespace fs = std::filesystem;

namespace {

std::vector<std::string> chips_in(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        const std::string name = at->path().filename().string();
        // A link of udev's leads to a chip that is seen under its own name.
        if (name.starts_with("gpiochip") && !at->is_symlink(failed)) {
            paths.push_back(at->path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

Result<std::string> find_chip(const std::string& chip, const ReadLabel& label_of,
                              const std::string& folder) {
    if (chip.starts_with('/')) return chip;
    std::string found, labels, unread;
    for (const std::string& path : chips_in(folder)) {
        if (fs::path(path).filename() == chip) return path;
        errno = 0;
        const auto label = label_of(path);
        if (!label) {
            unread += "; " + path + ": " + std::strerror(errno);
            continue;
        }
        labels += (labels.empty() ? "" : ", ") + *label;
        if (*label != chip) continue;
        if (!found.empty()) {
            return Error{"two chips are called " + chip + ": " + found + " and " + path +
                         "; say which by its path"};
        }
        found = path;
    }
    if (!found.empty()) return found;
    return Error{"there is no gpiochip " + chip +
                 (labels.empty() ? " nor another" : "; there are " + labels) + unread};
}

std::optional<unsigned> as_offset(std::string_view text) {
    unsigned value = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Error because(const std::string& what, int code) {
    return Error{"cannot " + what + ": " + std::strerror(code)};
}

Error refused_line(const std::string& line, const std::string& chip,
                   const std::optional<std::string>& holder) {
    std::string message = "line " + line + " of " + chip + " is in use";
    if (holder)
        message += " by " + (holder->empty() ? "the kernel or a nameless program" : *holder);
    return Error{message};
}

Error refused_lines(std::span<const std::string> lines, const std::string& chip, int code,
                    const HolderOf& holder_of) {
    for (std::size_t i = 0; i < lines.size() && code == EBUSY; ++i)
        if (const auto holder = holder_of(i)) return refused_line(lines[i], chip, holder);
    return because(
        "request line " + lines[0] + (lines.size() > 1 ? " and others" : "") + " of " + chip, code);
}

} // namespace jipu::gpio
