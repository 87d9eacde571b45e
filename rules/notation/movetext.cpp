// SPDX-License-Identifier: Apache-2.0
// Splits the text of a game into moves, comments and result.
#include "rules/notation/movetext.hpp"

#include <array>
#include <optional>

#include "rules/notation/utf8.hpp"

namespace jipu::notation {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Bytes of white space at `at`, ideographic and no-break spaces and the byte order mark included.
std::size_t space_at(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\u3000") || rest.starts_with("\ufeff")) return 3;
    if (rest.starts_with("\u00a0")) return 2;
    return 0;
}

/// Takes a move number with its dots off the front: `12.`, `1...`, `3、`. Digits and a dot with one
/// more character behind are WXF with a figure for the piece: `62.5`.
void take_number(std::string_view& word, bool& black) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits]))
        ++digits;
    std::size_t behind = digits;
    std::size_t dots = 0;
    while (behind < word.size() && word[behind] == '.') {
        ++behind;
        ++dots;
    }
    if (dots == 0 && digits > 0 && word.substr(behind).starts_with("\u3001")) behind += 3;
    if (digits > 0 && behind == digits && behind < word.size()) return; // 1兵平四
    if (digits == 2 && dots == 1 && word.size() - behind == 1) return;
    black = dots >= 2;
    word.remove_prefix(behind);
}

std::string_view without_remarks(std::string_view word) {
    constexpr std::array<std::string_view, 6> remarks{"!", "?", ",", "#", "\u3002", "\u3001"};
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view remark : remarks) {
            if (!word.ends_with(remark)) continue;
            word.remove_suffix(remark.size());
            again = true;
        }
    }
    return word;
}

void add_comment(WrittenGame& game, std::string_view text) {
    std::string& comment = game.moves.empty() ? game.start_comment : game.moves.back().comment;
    text = trimmed(text);
    if (!comment.empty() && !text.empty()) comment += "; ";
    comment += text;
}

class Splitter {
  public:
    Splitter(std::string_view text, std::size_t at, WrittenGame& game)
        : text_(text), at_(at), game_(game) {}

    /// Runs to the end of the game; returns the byte behind it.
    std::size_t run() {
        while (at_ < text_.size() && step()) {
        }
        return at_;
    }

  private:
    /// One token; false at the end of the game.
    bool step() {
        const char c = text_[at_];
        if (const std::size_t space = space_at(text_, at_)) {
            if (c == '\n') line_start_ = true;
            at_ += space;
            return true;
        }
        const bool first = line_start_;
        line_start_ = false;
        if (c == '{') return comment();
        if (c == ';' || (c == '%' && first)) return rest_of_line(c == ';');
        if (c == '(') return variation();
        if (c == '$') {
            ++at_;
            while (at_ < text_.size() && is_digit(text_[at_]))
                ++at_;
            return true;
        }
        if (c == ')' || c == '}') return fail(std::string("'") + c + "' closes nothing");
        return word();
    }

    bool fail(std::string error) {
        game_.error = std::move(error);
        at_ = text_.size();
        return false;
    }

    bool comment() {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return fail("a comment '{' never ends");
        add_comment(game_, text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return true;
    }

    bool rest_of_line(bool keep) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        if (keep) add_comment(game_, text_.substr(at_ + 1, end - at_ - 1));
        at_ = end;
        return true;
    }

    bool variation() {
        int depth = 0;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '{') {
                const std::size_t end = text_.find('}', at_);
                if (end == std::string_view::npos) return fail("a comment '{' never ends");
                at_ = end;
            } else if (text_[at_] == ';') { // a remark to the end of its line
                at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
            } else if (text_[at_] == '(') {
                ++depth;
            } else if (text_[at_] == ')' && --depth == 0) {
                ++at_;
                return true;
            }
        }
        return fail("a variation '(' never ends");
    }

    bool word() {
        std::size_t end = at_;
        while (end < text_.size() && space_at(text_, end) == 0 &&
               std::string_view("{}();$").find(text_[end]) == std::string_view::npos)
            ++end;
        const std::string ascii = half_width(text_.substr(at_, end - at_));
        at_ = end;
        std::string_view rest = ascii;
        while (!rest.empty()) {
            const std::string result = read_result(rest);
            if (!result.empty()) {
                game_.result = result;
                return false;
            }
            bool black = false;
            const std::size_t before = rest.size();
            take_number(rest, black);
            if (black && game_.moves.empty()) game_.black_first = true;
            if (rest.size() == before) break;
        }
        rest = without_remarks(rest);
        if (!rest.empty()) game_.moves.push_back({std::string(rest), {}});
        return true;
    }

    std::string_view text_;
    std::size_t at_;
    WrittenGame& game_;
    bool line_start_ = true;
};

} // namespace

void read_movetext(std::string_view text, std::size_t& at, WrittenGame& game) {
    at = Splitter(text, at, game).run();
}

} // namespace jipu::notation
