// SPDX-License-Identifier: Apache-2.0
// Chinese notation: the characters; what they mean together is said in spelling (000/4.3).
#include "rules/notation/chinese.hpp"

#include <array>
#include <optional>

#include "rules/notation/iccs.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Kind;
using xiangqi::Move;
using xiangqi::Position;

constexpr std::array<std::string_view, 8> red_names{"", "帅", "仕", "相", "马", "车", "炮", "兵"};
constexpr std::array<std::string_view, 8> black_names{"", "将", "士", "象", "马", "车", "炮", "卒"};
constexpr std::array<std::string_view, 10> numerals{"",   "一", "二", "三", "四",
                                                    "五", "六", "七", "八", "九"};
constexpr std::string_view dash_below = "\u0332"; // advance
constexpr std::string_view dash_above = "\u0305"; // retreat
constexpr std::size_t most_read = 6;

/// One character understood: P piece, M marker, N digit, D direction; 0: none of these.
struct Glyph {
    char32_t code;
    char what;
    std::uint8_t value;
};
constexpr std::uint8_t value(Kind kind) {
    return static_cast<std::uint8_t>(kind);
}
constexpr std::uint8_t value(Marker marker) {
    return static_cast<std::uint8_t>(marker);
}
constexpr std::uint8_t value(Direction direction) {
    return static_cast<std::uint8_t>(direction);
}

constexpr std::array glyphs{
    Glyph{U'帅', 'P', value(Kind::king)},
    Glyph{U'帥', 'P', value(Kind::king)},
    Glyph{U'将', 'P', value(Kind::king)},
    Glyph{U'將', 'P', value(Kind::king)},
    Glyph{U'士', 'P', value(Kind::advisor)},
    Glyph{U'仕', 'P', value(Kind::advisor)},
    Glyph{U'相', 'P', value(Kind::elephant)},
    Glyph{U'象', 'P', value(Kind::elephant)},
    Glyph{U'马', 'P', value(Kind::horse)},
    Glyph{U'馬', 'P', value(Kind::horse)},
    Glyph{U'傌', 'P', value(Kind::horse)},
    Glyph{U'车', 'P', value(Kind::rook)},
    Glyph{U'車', 'P', value(Kind::rook)},
    Glyph{U'俥', 'P', value(Kind::rook)},
    Glyph{U'炮', 'P', value(Kind::cannon)},
    Glyph{U'砲', 'P', value(Kind::cannon)},
    Glyph{U'包', 'P', value(Kind::cannon)},
    Glyph{U'兵', 'P', value(Kind::pawn)},
    Glyph{U'卒', 'P', value(Kind::pawn)},
    Glyph{U'前', 'M', value(Marker::front)},
    Glyph{U'中', 'M', value(Marker::middle)},
    Glyph{U'后', 'M', value(Marker::rear)},
    Glyph{U'後', 'M', value(Marker::rear)},
    Glyph{U'一', 'N', 1},
    Glyph{U'二', 'N', 2},
    Glyph{U'三', 'N', 3},
    Glyph{U'四', 'N', 4},
    Glyph{U'五', 'N', 5},
    Glyph{U'六', 'N', 6},
    Glyph{U'七', 'N', 7},
    Glyph{U'八', 'N', 8},
    Glyph{U'九', 'N', 9},
    Glyph{U'进', 'D', value(Direction::advance)},
    Glyph{U'進', 'D', value(Direction::advance)},
    Glyph{U'上', 'D', value(Direction::advance)},
    Glyph{U'+', 'D', value(Direction::advance)},
    Glyph{U'\u0332', 'D', value(Direction::advance)}, // combining low line
    Glyph{U'\u0331', 'D', value(Direction::advance)}, // combining macron below
    Glyph{U'退', 'D', value(Direction::retreat)},
    Glyph{U'下', 'D', value(Direction::retreat)},
    Glyph{U'-', 'D', value(Direction::retreat)},
    Glyph{U'\u0305', 'D', value(Direction::retreat)}, // combining overline
    Glyph{U'\u0304', 'D', value(Direction::retreat)}, // combining macron
    Glyph{U'平', 'D', value(Direction::sideways)},
    Glyph{U'.', 'D', value(Direction::sideways)},
    Glyph{U'=', 'D', value(Direction::sideways)},
};

Glyph glyph_of(char32_t code) {
    if (code >= U'1' && code <= U'9') return {code, 'N', static_cast<std::uint8_t>(code - U'0')};
    for (const Glyph& glyph : glyphs)
        if (glyph.code == code) return glyph;
    return {code, 0, 0};
}

/// The classes of the characters, and what each says: k piece, f file, m marker, o ordinal,
/// d direction, n number. The dash of a short form, written last, has been moved before the number.
struct Shape {
    std::string_view classes;
    std::string_view roles;
};
constexpr std::array<Shape, 14> shapes{{
    {"PNDN", "kfdn"},   // 炮二平五
    {"MPDN", "mkdn"},   // 前马退四
    {"NPDN", "okdn"},   // 1兵平四, 一兵平四
    {"MPNDN", "mkfdn"}, // 前兵四平五
    {"NPNDN", "okfdn"}, // 二兵四平五
    {"MNDN", "mfdn"},   // 前四平五: a pawn
    {"PMDN", "kmdn"},   // 马前退四
    {"PNN", "kfn"},     // 炮25
    {"MPN", "mkn"},     // 前马4
    {"NPN", "okn"},     // 1兵4
    {"MPNN", "mkfn"},   // 前兵45
    {"NPNN", "okfn"},   // 2兵45
    {"MNN", "mfn"},     // 前45
    {"PMN", "kmn"},     // 马前4
}};

void take(char role, std::uint8_t value, Spelling& out) {
    switch (role) {
    case 'k':
        out.kind = static_cast<Kind>(value);
        break;
    case 'm':
        out.marker = static_cast<Marker>(value);
        break;
    case 'o':
        out.marker = Marker::ordinal;
        out.ordinal = value;
        break;
    case 'f':
        out.file = value;
        break;
    case 'd':
        out.direction = static_cast<Direction>(value);
        break;
    default:
        out.number = value;
    }
}

std::optional<Spelling> read(std::string_view text) {
    std::string classes;
    std::string values;
    for (std::size_t at = 0; at < text.size();) {
        const Glyph glyph = glyph_of(half_width(next_code_point(text, at)));
        if (glyph.what == 0 || classes.size() == most_read) return std::nullopt;
        classes += glyph.what;
        values += static_cast<char>(glyph.value);
    }
    const std::size_t n = classes.size();
    if (n >= 2 && classes[n - 1] == 'D' && classes[n - 2] == 'N') {
        std::swap(classes[n - 1], classes[n - 2]);
        std::swap(values[n - 1], values[n - 2]);
    }
    for (const Shape& shape : shapes) {
        if (shape.classes != classes) continue;
        Spelling out;
        for (std::size_t i = 0; i < n; ++i)
            take(shape.roles[i], static_cast<std::uint8_t>(values[i]), out);
        return out;
    }
    return std::nullopt;
}

void put_digit(std::string& out, int number, bool chinese) {
    if (chinese)
        out += numerals[static_cast<std::size_t>(number)];
    else
        out += static_cast<char>('0' + number);
}

enum class Form : std::uint8_t { full, brief };

/// 000/4.3 numbers pawns in Arabic for both sides; the numbers that run across two files, which it
/// does not know, are Chinese numerals, as are those of the other books.
std::string written(const Spelling& s, Side side, ChineseStyle style, Form form) {
    std::string out;
    const bool chinese = side == xiangqi::red && form == Form::full;
    const std::string_view name = piece_name(xiangqi::Piece(side, s.kind));
    switch (s.marker) {
    case Marker::none:
        out += name;
        put_digit(out, s.file, chinese);
        break;
    case Marker::ordinal:
        put_digit(out, s.ordinal,
                  form == Form::full && (s.across || style.pawns == PawnNumbers::four_or_five));
        out += name;
        break;
    default:
        out += s.marker == Marker::front ? "前" : s.marker == Marker::rear ? "后" : "中";
        out += name;
    }
    if (form == Form::full)
        out += s.direction == Direction::advance   ? "进"
               : s.direction == Direction::retreat ? "退"
                                                   : "平";
    put_digit(out, s.number, chinese);
    if (form == Form::brief && s.direction == Direction::advance) out += dash_below;
    if (form == Form::brief && s.direction == Direction::retreat) out += dash_above;
    return out;
}

std::string format(const Position& position, Move m, ChineseStyle style, Form form) {
    const auto spelling = strict_spelling(position, m, style.pawns);
    if (!spelling) return format_iccs(m);
    std::string out = written(*spelling, position.at(m.from).side(), style, form);
    if (!position.is_legal(m)) {
        const auto back = parse_chinese(position, out, IllegalMoves::accept);
        if (parse_chinese(position, out) || !back || *back != m) return format_iccs(m);
    }
    return out;
}

} // namespace

std::string_view piece_name(xiangqi::Piece piece) {
    return (piece.side() == xiangqi::red ? red_names
                                         : black_names)[static_cast<std::size_t>(piece.kind())];
}

ChineseStyle chinese_style(std::string_view book) {
    const bool state = book.empty() || book == "xiangqi-state";
    return {state ? PawnNumbers::always : PawnNumbers::four_or_five};
}

std::string format_chinese(const Position& position, Move m, ChineseStyle style) {
    return format(position, m, style, Form::full);
}

std::string format_short(const Position& position, Move m, ChineseStyle style) {
    return format(position, m, style, Form::brief);
}

Result<Move> parse_chinese(const Position& position, std::string_view text, IllegalMoves illegal) {
    const auto said = read(trimmed(text));
    if (!said) return Error{"'" + std::string(text) + "' is no move in Chinese notation"};
    return find_move(position, *said, text, illegal);
}

bool looks_chinese(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Glyph glyph = glyph_of(next_code_point(text, at));
        if (glyph.what != 0 && glyph.code >= 0x80) return true;
    }
    return false;
}

} // namespace jipu::notation
