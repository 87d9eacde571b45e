// SPDX-License-Identifier: Apache-2.0
// The files of static/, carried inside the program; generated at build time by embed.cmake.
#pragma once

#include <string_view>

namespace jipu::results {

struct Asset {
    std::string_view name; ///< `page.css`
    std::string_view content_type;
    std::string_view etag; ///< with its quotes
    std::string_view bytes;
};

/// Null when there is no such file.
const Asset* find_asset(std::string_view name);

} // namespace jipu::results
