// SPDX-License-Identifier: Apache-2.0
// Characters of game files: UTF-8, GB18030, Big5 or UTF-16 to UTF-8, found from the bytes or told.
// It knows no format; the rooms below read UTF-8 alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"

namespace jipu::tool {

struct DecodedText {
    std::string utf8;          ///< without a byte order mark
    std::string_view encoding; ///< `utf-8`, `gb18030`, `big5` or `utf-16`
    std::size_t broken = 0;    ///< bytes that are no character: U+FFFD stands for each
};

/// `encoding`: one of the four names, or empty to find it: a byte order mark, else UTF-8 when the
/// bytes are valid, else GB18030 or Big5, whichever gives more of the characters that game records
/// are made of. Fails when the C library does not know the encoding.
Result<DecodedText> decode_text(std::string_view bytes, std::string_view encoding = {});

} // namespace jipu::tool
