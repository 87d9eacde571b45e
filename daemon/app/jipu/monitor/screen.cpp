// SPDX-License-Identifier: Apache-2.0
// See screen.hpp. Plain ANSI: another page and no cursor, then each line written over the old one.
#include "daemon/app/jipu/monitor/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace jipu::tool {

Screen::Screen() {
    std::fputs("\x1b[?1049h\x1b[?25l\x1b[2J", stdout);
    std::fflush(stdout);
}

Screen::~Screen() {
    std::fputs("\x1b[?25h\x1b[?1049l", stdout);
    std::fflush(stdout);
}

void Screen::draw(const std::vector<std::string>& lines) {
    winsize size{};
    // Where it cannot be asked, as terminals were made for long.
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) size = {24, 80, 0, 0};
    std::string out = "\x1b[H";
    const std::size_t count = std::min<std::size_t>(lines.size(), size.ws_row);
    for (std::size_t i = 0; i < count; ++i) {
        out += lines[i].substr(0, size.ws_col) + "\x1b[K";
        if (i + 1 < count) out += "\r\n";
    }
    out += "\x1b[J";
    std::fwrite(out.data(), 1, out.size(), stdout);
    std::fflush(stdout);
}

} // namespace jipu::tool
