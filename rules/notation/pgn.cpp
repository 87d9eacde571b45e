// SPDX-License-Identifier: Apache-2.0
// PGN of xiangqi games: tags and the layout of the moves.
#include "rules/notation/pgn.hpp"

#include <array>
#include <cstdio>

#include "rules/notation/movetext.hpp"
#include "rules/notation/record_builder.hpp"
#include "rules/notation/utf8.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Position;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void skip_space(std::string_view text, std::size_t& at) {
    while (at < text.size()) {
        const char c = text[at];
        if (c == ' ' || (c >= '\t' && c <= '\r'))
            ++at;
        else if (text.substr(at).starts_with("\ufeff"))
            at += 3;
        else
            return;
    }
}

bool tag_at(std::string_view text, std::size_t at) {
    return at + 1 < text.size() && text[at] == '[' && is_letter(text[at + 1]);
}

/// The first byte from `from` on that begins a tag at the head of a line; the end when none does.
std::size_t next_tag(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('[', from); at != std::string_view::npos;
         at = text.find('[', at + 1)) {
        if (!tag_at(text, at)) continue;
        const std::size_t before = text.substr(0, at).find_last_not_of(" \t");
        if (before == std::string_view::npos || text[before] == '\n') return at;
    }
    return text.size();
}

/// Reads `[Name "value"]` at `at`. A value without quotes, or a tag that its line does not end, is
/// taken as it stands: the moves matter more.
std::pair<std::string, std::string> read_tag(std::string_view text, std::size_t& at) {
    std::string name;
    std::string value;
    ++at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\t' && text[at] != ']' &&
           text[at] != '"' && text[at] != '\n')
        name += text[at++];
    bool quoted = false;
    for (; at < text.size() && text[at] != '\n'; ++at) {
        const char c = text[at];
        if (c == '\\' && quoted && at + 1 < text.size() &&
            (text[at + 1] == '"' || text[at + 1] == '\\')) {
            value += text[++at];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ']' && !quoted) {
            ++at;
            break;
        } else if (c != '\r' && (quoted || c != ' ' || !value.empty())) {
            value += c;
        }
    }
    return {name, std::string(trimmed(value))};
}

void read_tags(std::string_view text, std::size_t& at, WrittenGame& game) {
    for (skip_space(text, at); tag_at(text, at); skip_space(text, at)) {
        const std::size_t begin = at;
        auto tag = read_tag(text, at);
        if (!game.tags.empty() && lower_ascii(tag.first) == lower_ascii(game.tags.front().first)) {
            at = begin; // the head of the next game: this one has neither moves nor result
            game.result.assign(1, '*');
            return;
        }
        game.tags.push_back(std::move(tag));
    }
}

/// After a result: over comments and advertisements to the next tag or first move.
void find_next_game(std::string_view text, std::size_t& at) {
    for (skip_space(text, at); at < text.size(); skip_space(text, at)) {
        const std::string_view rest = text.substr(at);
        if (tag_at(text, at) || rest.starts_with("1.")) return;
        const std::size_t comment_end =
            rest.front() == '{' ? text.find('}', at) : std::string_view::npos;
        if (comment_end != std::string_view::npos)
            at = comment_end + 1;
        else
            at = std::min(text.find('\n', at), text.size());
    }
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : printable(value)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

/// A comment ends at the first closing brace: one inside becomes a parenthesis. What looks like a
/// tag begins no line of it: a reader would see the head of the next game.
std::string comment_text(std::string_view comment) {
    std::string out = " {";
    for (const char c : printable(comment, '\n')) {
        while (c == '[' && out[out.find_last_not_of(" \t")] == '\n')
            out[out.find_last_not_of(" \t")] = ' ';
        out += c == '{' ? '(' : c == '}' ? ')' : c;
    }
    return out + "}";
}

std::string_view format_name(MoveNotation notation) {
    switch (notation) {
    case MoveNotation::wxf:
        return "WXF";
    case MoveNotation::chinese:
        return "Chinese";
    default:
        return "ICCS";
    }
}

void write_head(std::string& out, const GameRecord& game, MoveNotation notation) {
    constexpr std::array<std::string_view, 8> roster{"Event",   "Site", "Date",      "Round",
                                                     "RedTeam", "Red",  "BlackTeam", "Black"};
    write_tag(out, "Game", "Chinese Chess");
    for (const std::string_view name : roster) {
        const std::string_view value = game.tag(name);
        const std::string_view unknown = name == "Date" ? "????.??.??" : "?";
        if (!value.empty() || !name.ends_with("Team"))
            write_tag(out, name, value.empty() ? unknown : value);
    }
    write_tag(out, "Result", game.result);
    for (const auto& [name, value] : game.tags) {
        bool done = false;
        for (const std::string_view known : roster)
            done = done || lower_ascii(name) == lower_ascii(known);
        if (!done) write_tag(out, name, value);
    }
    const std::string fen = xiangqi::format_fen(game.start);
    if (fen != xiangqi::start_fen) {
        write_tag(out, "SetUp", "1");
        write_tag(out, "FEN", fen);
    }
    write_tag(out, "Format", format_name(notation));
    out += '\n';
}

/// `  1. ` or, when Red's move is not on the line, `  1. ... `.
void write_number(std::string& out, int number, bool black) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%3d. %s", number, black ? "... " : "");
    out += text.data();
}

} // namespace

std::vector<ReadGame> read_pgn(std::string_view utf8, MoveNotation notation) {
    std::vector<ReadGame> out;
    std::size_t tag = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        WrittenGame game;
        read_tags(utf8, at, game);
        // A tag ends the moves before it: a comment left open does not swallow the next game.
        if (tag <= at) tag = next_tag(utf8, at);
        if (game.result.empty()) read_movetext(utf8.substr(0, tag), at, game);
        if (!game.tags.empty() || !game.moves.empty() || !game.error.empty())
            out.push_back(build_record(game, notation));
        if (!game.result.empty()) find_next_game(utf8, at);
    }
    return out;
}

std::string write_pgn(const GameRecord& game, PgnStyle style) {
    std::string out;
    write_head(out, game, style.notation);
    if (!game.start_comment.empty()) out += comment_text(game.start_comment).substr(1) + "\n";
    Position position = game.start;
    int number = position.move_number();
    bool fresh_line = true;
    for (const RecordedMove& entry : game.moves) {
        // The ply's place says whose it is: an illegal move may have been made with any piece.
        const bool black = position.to_move() == xiangqi::black;
        if (fresh_line)
            write_number(out, number, black);
        else
            out += ' ';
        out += format_move(position, entry.move, style.notation, style.chinese);
        const std::string comment = entry.legal ? entry.comment : with_illegal_mark(entry.comment);
        if (!comment.empty()) out += comment_text(comment);
        fresh_line = black || !comment.empty();
        if (fresh_line) out += '\n';
        if (black) ++number;
        position.play_tolerant(entry.move);
    }
    if (!fresh_line) out += '\n';
    out += ' ' + game.result + "\n\n";
    return out;
}

} // namespace jipu::notation
