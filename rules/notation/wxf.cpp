// SPDX-License-Identifier: Apache-2.0
// WXF: the letters and signs; what they mean together is said in spelling.
#include "rules/notation/wxf.hpp"

#include <array>

#include "rules/notation/iccs.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Kind;
using xiangqi::Move;
using xiangqi::Position;

constexpr std::string_view letters = "?KAEHRCP"; // by Kind
constexpr std::size_t most_written = 8;

/// Each character's class (L letter, N digit, S sign), and what each place then says: k piece,
/// f file, m marker, o ordinal, d direction, n number.
struct Shape {
    std::string_view classes;
    std::string_view roles;
};
constexpr std::array<Shape, 12> shapes{{
    {"LNSN", "kfdn"},   // C2.5
    {"LSSN", "kmdn"},   // C+-2
    {"SLSN", "mkdn"},   // +C-2
    {"LLSN", "kodn"},   // Pa.5, and aP.5 (see below)
    {"LSNSN", "kmfdn"}, // P+4.5
    {"LNN", "kfn"},     // C25
    {"LSN", "kmn"},     // C+5
    {"SLN", "mkn"},     // +C5
    {"LLN", "kon"},     // Pa5
    {"NNSN", "kfdn"},   // 62.5
    {"NSSN", "kmdn"},   // 6+-2
    {"SNSN", "mkdn"},   // +6-2
}};

Kind kind_of(char c) {
    switch (c) {
    case 'K':
    case '1':
        return Kind::king;
    case 'A':
    case '2':
        return Kind::advisor;
    case 'E':
    case 'B':
    case '3':
        return Kind::elephant;
    case 'H':
    case 'N':
    case '4':
        return Kind::horse;
    case 'R':
    case '5':
        return Kind::rook;
    case 'C':
    case '6':
        return Kind::cannon;
    case 'P':
    case '7':
        return Kind::pawn;
    default:
        return Kind::none;
    }
}

char class_of(char c) {
    if (c >= '1' && c <= '9') return 'N';
    if (c >= 'A' && c <= 'Z') return 'L';
    if (c == '+' || c == '-' || c == '.' || c == '=') return 'S';
    return '?';
}

/// Puts the meaning of one character into `out`; false when it has none in that role.
bool take(char role, char c, Spelling& out) {
    switch (role) {
    case 'k':
        out.kind = kind_of(c);
        return out.kind != Kind::none;
    case 'f':
        out.file = c - '0';
        return true;
    case 'n':
        out.number = c - '0';
        return true;
    case 'm':
        out.marker = c == '+' ? Marker::front : c == '-' ? Marker::rear : Marker::middle;
        return c != '=';
    case 'o':
        out.marker = Marker::ordinal;
        out.ordinal = c - 'A' + 1;
        return out.kind == Kind::pawn && out.ordinal <= 9;
    default:
        out.direction = c == '+'   ? Direction::advance
                        : c == '-' ? Direction::retreat
                                   : Direction::sideways;
        return true;
    }
}

std::optional<Spelling> read(std::string_view text) {
    std::string ascii = half_width(text);
    if (ascii.size() > most_written) return std::nullopt;
    std::string classes;
    for (char& c : ascii) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        classes += class_of(c);
    }
    // The number of a pawn before its letter: aP.5.
    if (ascii.size() >= 3 && ascii[1] == 'P' && classes[0] == 'L' && ascii[0] <= 'I' &&
        ascii[0] != 'P')
        std::swap(ascii[0], ascii[1]);
    for (const Shape& shape : shapes) {
        if (shape.classes != classes) continue;
        Spelling out;
        out.loose = true;
        for (std::size_t i = 0; i < ascii.size(); ++i)
            if (!take(shape.roles[i], ascii[i], out)) return std::nullopt;
        return out;
    }
    return std::nullopt;
}

std::string written(const Spelling& s) {
    std::string out(1, letters[static_cast<std::size_t>(s.kind)]);
    switch (s.marker) {
    case Marker::none:
        out += static_cast<char>('0' + s.file);
        break;
    case Marker::front:
        out += '+';
        break;
    case Marker::middle:
        out += '.';
        break;
    case Marker::rear:
        out += '-';
        break;
    case Marker::ordinal:
        out += static_cast<char>('a' + s.ordinal - 1);
        break;
    }
    out += s.direction == Direction::advance ? '+' : s.direction == Direction::retreat ? '-' : '.';
    out += static_cast<char>('0' + s.number);
    return out;
}

} // namespace

std::string format_wxf(const Position& position, Move m) {
    const auto spelling = strict_spelling(position, m, PawnNumbers::four_or_five);
    // Letters number pawns alone; four rooks on a file are nothing that play reaches.
    if (!spelling || (spelling->marker == Marker::ordinal && spelling->kind != Kind::pawn))
        return format_iccs(m);
    std::string out = written(*spelling);
    if (!position.is_legal(m)) {
        const auto back = parse_wxf(position, out, IllegalMoves::accept);
        if (parse_wxf(position, out) || !back || *back != m) return format_iccs(m);
    }
    return out;
}

Result<Move> parse_wxf(const Position& position, std::string_view text, IllegalMoves illegal) {
    const auto said = read(trimmed(text));
    if (!said) return Error{"'" + std::string(text) + "' is no move in WXF"};
    return find_move(position, *said, text, illegal);
}

} // namespace jipu::notation
