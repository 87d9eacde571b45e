// SPDX-License-Identifier: Apache-2.0
// UTF-8 in and out, and the one spelling of full-width characters that the readers compare with.
// It knows no notation. Serves every reader of 000/4.3.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jipu::notation {

inline constexpr char32_t replacement_character = 0xfffd;

/// The code point that begins at byte `at` (which must be inside `text`); moves `at` behind it.
/// Bytes that are no UTF-8 give U+FFFD, one byte at a time.
char32_t next_code_point(std::string_view text, std::size_t& at);

/// Is all of it UTF-8?
bool is_utf8(std::string_view text);

/// Appends one code point as UTF-8.
void append_code_point(std::string& out, char32_t code);

/// Full-width forms (U+FF01..U+FF5E) as ASCII, every kind of dash as `-`, ideographic and no-break
/// spaces as a space, the ellipsis as three dots.
char32_t half_width(char32_t code);
std::string half_width(std::string_view text);

/// Without control characters (a tab becomes a space, a new line `new_line`) and without those that
/// turn the direction of the text after them: names come from elsewhere and end on terminals.
std::string printable(std::string_view text, char new_line = ' ');

/// Without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);

/// Without any ASCII, ideographic or no-break space.
std::string without_spaces(std::string_view text);

/// ASCII letters in lower case.
std::string lower_ascii(std::string_view text);

} // namespace jipu::notation
