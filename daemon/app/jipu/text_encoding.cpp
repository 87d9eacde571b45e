// SPDX-License-Identifier: Apache-2.0
// Characters of game files, by iconv(3).
#include "daemon/app/jipu/text_encoding.hpp"

#include <iconv.h>

#include <array>
#include <cerrno>

#include "rules/notation/chinese.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::tool {

namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";
constexpr std::string_view no_character = "\xef\xbf\xbd"; // U+FFFD

bool is_valid_utf8(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t before = at;
        const char32_t code = notation::next_code_point(bytes, at);
        if (code == notation::replacement_character && at == before + 1) return false;
    }
    return true;
}

/// One open conversion to UTF-8.
class Converter {
  public:
    explicit Converter(const char* charset) : handle_(iconv_open("UTF-8", charset)) {}
    ~Converter() {
        if (known()) iconv_close(handle_);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    bool known() const {
        // iconv_open() says "unknown" by the pointer value -1.
        return handle_ != reinterpret_cast<iconv_t>(-1); // NOLINT
    }

    DecodedText run(std::string_view bytes, std::string_view name) {
        DecodedText out;
        out.encoding = name;
        std::string input(bytes);
        char* in = input.data();
        std::size_t left = input.size();
        while (left > 0) {
            std::array<char, 4096> buffer{};
            char* to = buffer.data();
            std::size_t room = buffer.size();
            const std::size_t done = iconv(handle_, &in, &left, &to, &room);
            const int trouble = errno;
            out.utf8.append(buffer.data(), buffer.size() - room);
            if (done != static_cast<std::size_t>(-1) || trouble == E2BIG) continue;
            out.utf8 += no_character;
            ++out.broken;
            ++in;
            --left;
        }
        return out;
    }

  private:
    iconv_t handle_;
};

/// How much of the text are the characters of game records; a broken byte speaks against it.
long score(const DecodedText& text) {
    long out = -5 * static_cast<long>(text.broken);
    const std::string_view view = text.utf8;
    for (std::size_t at = 0; at < view.size();) {
        const std::size_t before = at;
        notation::next_code_point(view, at);
        if (at > before + 1 && notation::looks_chinese(view.substr(before, at - before))) ++out;
    }
    return out;
}

Result<DecodedText> convert(std::string_view bytes, std::string_view name) {
    // Each name is a superset that real files use: GBK within GB18030, the vendors' Big5.
    const char* charset = name == "gb18030" ? "GB18030" : name == "big5" ? "BIG5-HKSCS" : "UTF-16";
    Converter converter(charset);
    if (!converter.known())
        return Error{"the encoding " + std::string(name) + " is not known to this system"};
    return converter.run(bytes, name);
}

DecodedText as_utf8(std::string_view bytes) {
    if (bytes.starts_with(utf8_mark)) bytes.remove_prefix(utf8_mark.size());
    DecodedText out;
    out.encoding = "utf-8";
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t before = at;
        const char32_t code = notation::next_code_point(bytes, at);
        if (code == notation::replacement_character && at == before + 1) {
            out.utf8 += no_character;
            ++out.broken;
        } else {
            out.utf8 += bytes.substr(before, at - before);
        }
    }
    return out;
}

} // namespace

Result<DecodedText> decode_text(std::string_view bytes, std::string_view encoding) {
    if (encoding == "utf-8") return as_utf8(bytes);
    if (!encoding.empty()) return convert(bytes, encoding);
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
        return convert(bytes, "utf-16");
    if (bytes.starts_with(utf8_mark) || is_valid_utf8(bytes)) return as_utf8(bytes);
    auto gb = convert(bytes, "gb18030");
    auto big5 = convert(bytes, "big5");
    if (!gb || !big5) return gb ? gb : big5 ? big5 : Result<DecodedText>(as_utf8(bytes));
    return score(*big5) > score(*gb) ? big5 : gb;
}

} // namespace jipu::tool
