// SPDX-License-Identifier: Apache-2.0
// The digest of a sealed move (000/4.4). It is computed here, where commands are read, so that the
// law and the table need no cryptography and the program none of its own: they only compare.
#pragma once

#include <string>
#include <string_view>

namespace jipu {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits in lower case.
std::string sha256_hex(std::string_view text);

} // namespace jipu
