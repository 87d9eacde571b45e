// SPDX-License-Identifier: Apache-2.0
// The [DhtmlXQ] block: its tags, squares and escapes.
#include "rules/notation/dhtmlxq.hpp"

#include <array>
#include <optional>

#include "rules/notation/iccs.hpp"
#include "rules/notation/record_builder.hpp"
#include "rules/notation/utf8.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Kind;
using xiangqi::Piece;
using xiangqi::Point;
using xiangqi::Position;

constexpr std::size_t men = 32;

/// Whose place in `binit` is whose: both sides alike, Red first.
constexpr std::array<Kind, men / 2> order{Kind::rook, Kind::horse,   Kind::elephant, Kind::advisor,
                                          Kind::king, Kind::advisor, Kind::elephant, Kind::horse,
                                          Kind::rook, Kind::cannon,  Kind::cannon,   Kind::pawn,
                                          Kind::pawn, Kind::pawn,    Kind::pawn,     Kind::pawn};

Piece man(std::size_t i) {
    return {i < men / 2 ? xiangqi::red : xiangqi::black, order[i % (men / 2)]};
}

/// Our tag names and theirs, in the order in which they are written.
struct TagName {
    std::string_view record;
    std::string_view block;
};
constexpr std::array<TagName, 12> tag_names{{
    {"Title", "title"},
    {"Event", "event"},
    {"Date", "date"},
    {"Site", "place"},
    {"Round", "round"},
    {"Table", "table"},
    {"Red", "red"},
    {"RedTeam", "redteam"},
    {"Black", "black"},
    {"BlackTeam", "blackteam"},
    {"TimeControl", "timerule"},
    {"Annotator", "author"},
}};

using Tags = std::vector<std::pair<std::string, std::string>>;

std::string_view value_of(const Tags& tags, std::string_view name) {
    for (const auto& [key, value] : tags)
        if (key == name) return value;
    return {};
}

/// The code unit of `\uXXXX` at `at`; -1 when there is none.
int escape_at(std::string_view text, std::size_t at) {
    if (text.size() < at + 6 || text[at] != '\\' || text[at + 1] != 'u') return -1;
    int out = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
        const char c = text[i];
        if (c >= '0' && c <= '9')
            out = out * 16 + (c - '0');
        else if (c >= 'a' && c <= 'f')
            out = out * 16 + (c - 'a') + 10;
        else if (c >= 'A' && c <= 'F')
            out = out * 16 + (c - 'A') + 10;
        else
            return -1;
    }
    return out;
}

/// `\uXXXX` (also pairs) and `||` for a new line.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with("||")) {
            out += '\n';
            at += 2;
            continue;
        }
        const int unit = escape_at(text, at);
        if (unit < 0) {
            out += text[at++];
            continue;
        }
        at += 6;
        auto code = static_cast<char32_t>(unit);
        const int low = escape_at(text, at);
        if (unit >= 0xd800 && unit < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
            code = static_cast<char32_t>(0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00));
            at += 6;
        } else if (unit >= 0xd800 && unit < 0xe000) {
            code = replacement_character;
        }
        append_code_point(out, code);
    }
    return out;
}

/// Whatever could be taken for markup becomes an escape.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : printable(text, '\n')) {
        if (c == '\n')
            out += "||";
        else if (c == '[')
            out += "\\u005b";
        else if (c == ']')
            out += "\\u005d";
        else if (c == '\\')
            out += "\\u005c";
        else if (c == '|')
            out += "\\u007c";
        else
            out += c;
    }
    return out;
}

/// Two digits xy, y from the top; nullopt when off the board.
std::optional<Point> square(std::string_view xy) {
    if (xy.size() != 2 || xy[0] < '0' || xy[0] > '8' || xy[1] < '0' || xy[1] > '9')
        return std::nullopt;
    return xiangqi::make_point(xy[0] - '0', '9' - xy[1]);
}

std::string square_text(Point p) {
    return {static_cast<char>('0' + xiangqi::file_of(p)),
            static_cast<char>('9' - xiangqi::rank_of(p))};
}

std::string without_space(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && !(c >= '\t' && c <= '\r')) out += c;
    return out;
}

Result<Position> read_binit(std::string_view squares) {
    if (squares.size() != 2 * men) return Error{"binit has not 64 digits"};
    Position out;
    for (std::size_t i = 0; i < men; ++i) {
        const std::string_view xy = squares.substr(2 * i, 2);
        if (xy == "99") continue;
        const auto p = square(xy);
        if (!p) return Error{"binit: '" + std::string(xy) + "' is no square"};
        if (out.at(*p)) return Error{"binit: two pieces on '" + std::string(xy) + "'"};
        out.put(*p, man(i));
    }
    return out;
}

/// Each side's pieces from its own right hand, as in the usual start position. nullopt when there
/// are more pieces of a kind than it has places.
std::optional<std::string> write_binit(const Position& start) {
    std::array<std::string, men> places;
    for (Point i = 0; i < xiangqi::points; ++i) {
        for (const Side side : {xiangqi::red, xiangqi::black}) {
            const int left = i / xiangqi::ranks;
            const int file = side == xiangqi::red ? xiangqi::files - 1 - left : left;
            const Point p = xiangqi::make_point(file, i % xiangqi::ranks);
            if (!start.at(p).is(side)) continue;
            std::size_t place = 0;
            while (place < men && (man(place) != start.at(p) || !places[place].empty()))
                ++place;
            if (place == men) return std::nullopt;
            places[place] = square_text(p);
        }
    }
    std::string out;
    for (const std::string& place : places)
        out += place.empty() ? "99" : place;
    return out;
}

/// All `[DhtmlXQ_name]value[/DhtmlXQ_name]` of a block, names in lower case.
Tags read_block(std::string_view block, std::string& error) {
    constexpr std::string_view opening = "[dhtmlxq_";
    const std::string lower = lower_ascii(block);
    Tags out;
    for (std::size_t at = lower.find(opening); at != std::string::npos;
         at = lower.find(opening, at)) {
        at += opening.size();
        const std::size_t name_end = lower.find(']', at);
        if (name_end == std::string::npos) break;
        const std::string name = lower.substr(at, name_end - at);
        const std::size_t end = lower.find("[/dhtmlxq_" + name + "]", name_end);
        if (end == std::string::npos) {
            if (error.empty()) error = "the tag DhtmlXQ_" + name + " never ends";
            at = name_end;
            continue;
        }
        out.emplace_back(name,
                         std::string(trimmed(block.substr(name_end + 1, end - name_end - 1))));
        at = end;
    }
    return out;
}

std::string result_of(std::string_view text) {
    const std::string word = lower_ascii(text);
    if (word == "w") return "1-0";
    if (word == "l") return "0-1";
    if (word == "d") return "1/2-1/2";
    const std::string result = read_result(text);
    return result.empty() ? "*" : result;
}

std::string_view result_word(std::string_view result) {
    if (result == "1-0") return "红胜";
    if (result == "0-1") return "黑胜";
    if (result == "1/2-1/2") return "和棋";
    if (result == "0-0") return "双负";
    return "未知";
}

/// The moves of the main line as ICCS words; what is no square ends in an error.
void read_moves(const Tags& tags, WrittenGame& game) {
    std::string_view listed = value_of(tags, "movelist");
    if (listed.empty()) listed = value_of(tags, "move_0_1_0");
    const std::string digits = without_space(listed);
    for (std::size_t at = 0; at < digits.size(); at += 4) {
        const std::string four = digits.substr(at, 4);
        const auto from = square(four.substr(0, 2));
        const auto to = four.size() == 4 ? square(four.substr(2)) : std::nullopt;
        if (!from || !to) {
            game.error = "'" + four + "' is no move";
            return;
        }
        const auto ply = std::to_string(game.moves.size() + 1);
        game.moves.push_back(
            {format_iccs({*from, *to}), unescaped(value_of(tags, "comment" + ply))});
    }
}

ReadGame read_game(std::string_view block) {
    WrittenGame game;
    std::string broken_tag;
    const Tags tags = read_block(block, broken_tag);
    for (const TagName& name : tag_names)
        game.tags.emplace_back(name.record, unescaped(value_of(tags, name.block)));
    if (value_of(tags, "red").empty())
        game.tags.emplace_back("Red", unescaped(value_of(tags, "redname")));
    if (value_of(tags, "black").empty())
        game.tags.emplace_back("Black", unescaped(value_of(tags, "blackname")));
    game.result = result_of(value_of(tags, "result"));
    game.start_comment = unescaped(value_of(tags, "comment0"));
    read_moves(tags, game);

    ReadGame failure;
    Position start = Position::start();
    const std::string_view fen = value_of(tags, "fen");
    const std::string binit = without_space(value_of(tags, "binit"));
    if (!fen.empty() || !binit.empty()) {
        const auto read = fen.empty() ? read_binit(binit) : xiangqi::parse_fen(fen);
        if (!read) {
            failure.error = (fen.empty() ? "" : "FEN: ") + read.error();
            return failure;
        }
        start = *read;
    }
    // The block does not say who begins: the colour of the first piece moved does.
    if (!game.moves.empty()) {
        const auto first = try_parse_iccs(game.moves.front().text);
        if (first && start.at(first->from) && !game.moves.front().comment.starts_with(illegal_mark))
            start.set_to_move(start.at(first->from).side());
    }
    game.tags.emplace_back("FEN", xiangqi::format_fen(start));
    if (game.error.empty()) game.error = broken_tag;
    return build_record(game, MoveNotation::iccs);
}

void put_tag(std::string& out, std::string_view name, std::string_view value) {
    out += "[DhtmlXQ_" + std::string(name) + "]" + std::string(value) + "[/DhtmlXQ_" +
           std::string(name) + "]\n";
}

} // namespace

std::vector<ReadGame> read_dhtmlxq(std::string_view utf8) {
    std::vector<ReadGame> out;
    const std::string lower = lower_ascii(utf8);
    constexpr std::string_view opening = "[dhtmlxq";
    std::vector<std::size_t> begins;
    for (std::size_t at = lower.find(opening); at != std::string::npos;
         at = lower.find(opening, at + 1)) {
        const std::string_view rest = std::string_view(lower).substr(at + opening.size());
        if (rest.starts_with("]") || rest.starts_with("iframe]") || rest.starts_with("html]"))
            begins.push_back(at);
    }
    // Some pages hold the tags alone.
    if (begins.empty() && lower.find("[dhtmlxq_") != std::string::npos) begins.push_back(0);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : utf8.size();
        out.push_back(read_game(utf8.substr(begins[i], end - begins[i])));
    }
    return out;
}

std::string write_dhtmlxq(const GameRecord& game) {
    std::string out = "[DhtmlXQ]\n";
    for (const TagName& name : tag_names)
        if (const std::string_view value = game.tag(name.record); !value.empty())
            put_tag(out, name.block, escaped(value));
    put_tag(out, "result", result_word(game.result));
    const auto binit = write_binit(game.start);
    if (binit) put_tag(out, "binit", *binit);
    // Who begins, and a position with more pieces than the set has, is in the FEN alone.
    if (!binit || !(game.start == Position::start()))
        put_tag(out, "fen", xiangqi::format_fen(game.start));
    std::string moves;
    for (const RecordedMove& entry : game.moves)
        moves += square_text(entry.move.from) + square_text(entry.move.to);
    put_tag(out, "movelist", moves);
    if (!game.start_comment.empty()) put_tag(out, "comment0", escaped(game.start_comment));
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const RecordedMove& entry = game.moves[i];
        const std::string comment = entry.legal ? entry.comment : with_illegal_mark(entry.comment);
        if (!comment.empty()) put_tag(out, "comment" + std::to_string(i + 1), escaped(comment));
    }
    return out + "[/DhtmlXQ]\n\n";
}

} // namespace jipu::notation
