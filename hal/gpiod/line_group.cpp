// SPDX-License-Identifier: Apache-2.0
// See line_group.hpp.
#include "hal/gpiod/line_group.hpp"

#include <algorithm>

namespace jipu::gpio {

std::string LineGroup::open(Lines& lines, std::span<const GpioLine> wanted,
                            const LineSetup& setup) {
    close();
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        const GpioLine& line = wanted[place];
        auto part = std::find_if(parts_.begin(), parts_.end(), [&](const Part& one) {
            return one.chip == line.chip && one.names.size() < most_lines;
        });
        if (part == parts_.end()) {
            parts_.emplace_back().chip = line.chip;
            part = std::prev(parts_.end());
        }
        part->names.push_back(line.line);
        part->places.push_back(place);
    }
    size_ = wanted.size();
    for (Part& part : parts_) {
        part.levels.assign(part.names.size(), 0);
        part.wanted = part.levels;
        auto request = lines.request(part.chip, part.names, setup);
        if (!request) {
            close();
            return request.error();
        }
        part.request = std::move(*request);
    }
    return {};
}

void LineGroup::close() {
    parts_.clear();
    size_ = 0;
}

int LineGroup::set_part(Part& part, std::span<const std::uint8_t> levels, bool activates) {
    bool changes = false;
    bool rises = false;
    for (std::size_t i = 0; i < part.places.size(); ++i) {
        part.wanted[i] = levels[part.places[i]];
        changes = changes || part.wanted[i] != part.levels[i];
        rises = rises || part.wanted[i] > part.levels[i];
    }
    if (!changes || rises != activates) return 0;
    const int failed = part.request->set(part.wanted);
    if (failed != 0) {
        failed_at_ = part.chip;
    } else {
        part.levels.swap(part.wanted);
    }
    return failed;
}

int LineGroup::set(std::span<const std::uint8_t> levels) {
    for (const bool activates : {false, true}) {
        for (Part& part : parts_) {
            if (const int failed = set_part(part, levels, activates); failed != 0) return failed;
        }
    }
    return 0;
}

int LineGroup::get(std::span<std::uint8_t> levels) {
    for (Part& part : parts_) {
        if (const int failed = part.request->get(part.levels); failed != 0) {
            failed_at_ = part.chip;
            return failed;
        }
        for (std::size_t i = 0; i < part.places.size(); ++i)
            levels[part.places[i]] = part.levels[i];
    }
    return 0;
}

} // namespace jipu::gpio
