// SPDX-License-Identifier: Apache-2.0
// UTF-8 in and out, and the one spelling of full-width characters.
#include "rules/notation/utf8.hpp"

#include "rules/base/contract.hpp"

namespace jipu::notation {

namespace {

struct Lead {
    int more;          ///< continuation bytes
    char32_t bits;     ///< of the lead byte
    char32_t smallest; ///< a smaller code is an overlong form
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {0, byte, 0};
    if (byte >= 0xc2 && byte < 0xe0) return {1, byte & 0x1fU, 0x80};
    if (byte >= 0xe0 && byte < 0xf0) return {2, byte & 0x0fU, 0x800};
    if (byte >= 0xf0 && byte < 0xf5) return {3, byte & 0x07U, 0x10000};
    return {-1, 0, 0};
}

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
    JIPU_ASSERT(at < text.size(), "next_code_point() at the end of a text");
    const Lead lead = lead_of(static_cast<unsigned char>(text[at++]));
    if (lead.more < 0) return replacement_character;
    char32_t code = lead.bits;
    std::size_t behind = at;
    for (int i = 0; i < lead.more; ++i, ++behind) {
        if (behind >= text.size()) return replacement_character;
        const auto byte = static_cast<unsigned char>(text[behind]);
        if ((byte & 0xc0U) != 0x80) return replacement_character;
        code = code << 6U | (byte & 0x3fU);
    }
    if (code < lead.smallest || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return replacement_character;
    at = behind;
    return code;
}

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        // The replacement character itself may stand in a text: it has three bytes.
        if (next_code_point(text, at) == replacement_character && at == begin + 1) return false;
    }
    return true;
}

void append_code_point(std::string& out, char32_t code) {
    const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0U | code >> 6U);
        byte(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        byte(0xe0U | code >> 12U);
        byte(0x80U | (code >> 6U & 0x3fU));
        byte(0x80U | (code & 0x3fU));
    } else {
        byte(0xf0U | code >> 18U);
        byte(0x80U | (code >> 12U & 0x3fU));
        byte(0x80U | (code >> 6U & 0x3fU));
        byte(0x80U | (code & 0x3fU));
    }
}

char32_t half_width(char32_t code) {
    if (code >= 0xff01 && code <= 0xff5e) return code - 0xff01 + '!';
    switch (code) {
    case 0x3000: // ideographic space
    case 0x00a0: // no-break space
        return ' ';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212:
        return '-';
    default:
        return code;
    }
}

std::string half_width(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = half_width(next_code_point(text, at));
        if (code == 0x2026) // ellipsis
            out += "...";
        else
            append_code_point(out, code);
    }
    return out;
}

std::string printable(std::string_view text, char new_line) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = next_code_point(text, at);
        if (code == '\t' || code == '\n') out += code == '\n' ? new_line : ' ';
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        const bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
        if (!control && !turns) append_code_point(out, code);
    }
    return out;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string without_spaces(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = next_code_point(text, at);
        const char32_t plain = half_width(code);
        if (plain > 0x7f || !is_space(static_cast<char>(plain))) append_code_point(out, code);
    }
    return out;
}

std::string lower_ascii(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

} // namespace jipu::notation
