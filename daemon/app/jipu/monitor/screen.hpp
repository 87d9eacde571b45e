// SPDX-License-Identifier: Apache-2.0
// A terminal that is drawn over and over: a page of its own, which is left as it was found however
// the program ends. It knows no picture.
#pragma once

#include <string>
#include <vector>

namespace jipu::tool {

class Screen {
  public:
    /// Takes standard output's terminal.
    Screen();
    ~Screen(); ///< gives it back
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    /// In place of what was drawn before; what does not fit is cut off.
    void draw(const std::vector<std::string>& lines);
};

} // namespace jipu::tool
