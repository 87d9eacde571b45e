// SPDX-License-Identifier: Apache-2.0
// Plain lists of moves, the WXF game file, and telling the kinds of text apart.
#include "rules/notation/move_list.hpp"

#include "rules/notation/movetext.hpp"
#include "rules/notation/record_builder.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Position;

/// Takes one line off the front, without its end.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return trimmed(line);
}

std::string_view without_mark(std::string_view text) {
    if (text.starts_with("\ufeff")) text.remove_prefix(3);
    return text;
}

bool take_word(std::string_view& line, std::string_view word) {
    if (!line.starts_with(word)) return false;
    const std::string_view rest = line.substr(word.size());
    if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return false;
    line = trimmed(rest);
    return true;
}

/// `position fen <FEN> moves ...` as engines are told it; each word but the FEN may be missing.
void take_start(std::string_view& line, WrittenGame& game) {
    take_word(line, "position");
    if (take_word(line, "fen")) {
        const std::size_t end = std::min(line.find("moves"), line.size());
        game.tags.emplace_back("FEN", std::string(trimmed(line.substr(0, end))));
        line.remove_prefix(end);
    } else {
        take_word(line, "startpos");
    }
    take_word(line, "moves");
}

/// The move number that a line begins with; 0: none.
int leading_number(std::string_view line) {
    int number = 0;
    std::size_t i = 0;
    for (; i < line.size() && i < 4 && line[i] >= '0' && line[i] <= '9'; ++i)
        number = number * 10 + (line[i] - '0');
    return i > 0 && i < line.size() && line[i] == '.' ? number : 0;
}

std::string lower_key(std::string_view line) {
    return lower_ascii(line.substr(0, line.find_first_of(" \t")));
}

/// The lines before START{: a key, white space, a value. Names carry more fields behind a `;`.
void read_wxf_head(std::string_view head, WrittenGame& game) {
    while (!head.empty()) {
        const std::string_view line = take_line(head);
        if (line.empty()) continue;
        const std::string key = lower_key(line);
        const std::string_view value = trimmed(line.substr(key.size()));
        const std::string first(trimmed(value.substr(0, value.find(';'))));
        if (key == "red") game.tags.emplace_back("Red", first);
        if (key == "black") game.tags.emplace_back("Black", first);
        if (key == "game" || key == "event") game.tags.emplace_back("Event", first);
        if (key == "date") game.tags.emplace_back("Date", first);
        if (key == "site" || key == "place") game.tags.emplace_back("Site", first);
        if (key == "round") game.tags.emplace_back("Round", first);
        if (key == "result") game.tags.emplace_back("Result", first);
        if (key == "fen") game.tags.emplace_back("FEN", std::string(value));
    }
}

/// Where `START {` begins in a text in lower case, and the byte behind its brace.
bool find_start(const std::string& lower, std::size_t from, std::size_t& begin, std::size_t& body) {
    for (begin = lower.find("start", from); begin != std::string::npos;
         begin = lower.find("start", begin + 1)) {
        body = lower.find_first_not_of(" \t\r\n", begin + 5);
        if (body != std::string::npos && lower[body] == '{') {
            ++body;
            return true;
        }
    }
    return false;
}

/// Where the closing brace before END is; npos: nowhere.
std::size_t find_end(const std::string& lower, std::size_t from, std::size_t& behind) {
    for (std::size_t at = lower.find('}', from); at != std::string::npos;
         at = lower.find('}', at + 1)) {
        const std::size_t word = lower.find_first_not_of(" \t\r\n", at + 1);
        if (word != std::string::npos && lower.compare(word, 3, "end") == 0) {
            behind = word + 3;
            return at;
        }
    }
    return std::string::npos;
}

} // namespace

std::vector<ReadGame> read_move_list(std::string_view utf8, MoveNotation notation) {
    std::vector<ReadGame> out;
    std::string_view text = without_mark(utf8);
    while (!text.empty()) {
        std::string_view line = take_line(text);
        if (line.empty() || line.front() == '#') continue;
        WrittenGame game;
        take_start(line, game);
        std::size_t at = 0;
        read_movetext(line, at, game);
        out.push_back(build_record(game, notation));
    }
    return out;
}

std::string write_move_list(const GameRecord& game, MoveNotation notation, ChineseStyle style) {
    std::string out;
    Position position = game.start;
    for (const RecordedMove& entry : game.moves) {
        if (!out.empty()) out += ' ';
        out += format_move(position, entry.move, notation, style);
        position.play_tolerant(entry.move);
    }
    return out;
}

std::vector<ReadGame> read_wxf_file(std::string_view utf8) {
    std::vector<ReadGame> out;
    const std::string lower = lower_ascii(utf8);
    std::size_t head = 0;
    std::size_t begin = 0;
    std::size_t body = 0;
    while (find_start(lower, head, begin, body)) {
        WrittenGame game;
        read_wxf_head(utf8.substr(head, begin - head), game);
        std::size_t behind = utf8.size();
        const std::size_t end = find_end(lower, body, behind);
        std::size_t at = 0;
        read_movetext(utf8.substr(body, std::min(end, utf8.size()) - body), at, game);
        if (end == std::string::npos && game.error.empty()) game.error = "START{ without }END";
        out.push_back(build_record(game));
        head = behind;
    }
    return out;
}

TextKind recognise(std::string_view utf8) {
    const std::string lower = lower_ascii(without_mark(utf8));
    if (lower.find("[dhtmlxq") != std::string::npos) return TextKind::dhtmlxq;
    std::size_t begin = 0;
    std::size_t body = 0;
    if (lower.find("format") != std::string::npos && find_start(lower, 0, begin, body))
        return TextKind::wxf_file;
    std::string_view text = lower;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        const bool tag = line.size() > 2 && line[0] == '[' && line[1] >= 'a' && line[1] <= 'z';
        // A game a line numbers each from 1; higher numbers in front mean one game on many lines.
        if (tag || leading_number(line) > 1) return TextKind::pgn;
    }
    return TextKind::move_list;
}

} // namespace jipu::notation
