// SPDX-License-Identifier: Apache-2.0
// FEN in and out. Reads whatever can stand on a board; whether a game may begin there is another
// question (why_no_start_position, 000/1.1.3). It must not know files nor encodings.
#include "rules/xiangqi/fen.hpp"

#include <array>
#include <charconv>
#include <vector>

#include "rules/xiangqi/movement.hpp"

namespace jipu::xiangqi {
namespace {

constexpr std::string_view letters = " KABNRCP"; // indexed by Kind

std::optional<Piece> piece_of_letter(char letter) {
    const bool upper = letter >= 'A' && letter <= 'Z';
    char key = upper ? letter : static_cast<char>(letter - 'a' + 'A');
    if (!upper && (letter < 'a' || letter > 'z')) return std::nullopt;
    if (key == 'E') key = 'B'; // some programs write elephant and horse
    if (key == 'H') key = 'N';
    const auto kind = letters.find(key);
    if (kind == std::string_view::npos) return std::nullopt;
    return Piece(upper ? red : black, static_cast<Kind>(kind));
}

char letter_of(Piece piece) {
    const char letter = letters[static_cast<std::size_t>(piece.kind())];
    return piece.side() == red ? letter : static_cast<char>(letter - 'A' + 'a');
}

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, 32))
        out += (c >= ' ' && c <= '~') ? c : '?';
    if (text.size() > 32) out += "...";
    return out + "'";
}

std::vector<std::string_view> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> words;
    auto begin = text.find_first_not_of(blanks);
    while (begin != std::string_view::npos) {
        const auto end = text.find_first_of(blanks, begin);
        words.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
        begin = text.find_first_not_of(blanks, end);
    }
    return words;
}

/// One rank of the placement. Returns what is wrong, empty if nothing is.
std::string read_rank(std::string_view row, int rank, Position& position) {
    const std::string where = "FEN: rank " + std::to_string(rank) + ": ";
    int file = 0;
    for (const char c : row) {
        if (c >= '1' && c <= '9') {
            file += c - '0';
        } else if (const auto piece = piece_of_letter(c)) {
            if (file < files) position.put(make_point(file, rank), *piece);
            ++file;
        } else {
            return where + quoted(std::string_view(&c, 1)) + " is neither a piece nor 1 to 9";
        }
        if (file > files) return where + "more than 9 points";
    }
    if (file < files) return where + std::to_string(file) + " points instead of 9";
    return {};
}

std::string read_placement(std::string_view placement, Position& position) {
    int rank = ranks - 1;
    std::size_t begin = 0;
    while (true) {
        const auto end = placement.find('/', begin);
        const bool last = end == std::string_view::npos;
        if (rank < 0) return "FEN: more than 10 ranks";
        const auto row = placement.substr(begin, last ? end : end - begin);
        if (auto wrong = read_rank(row, rank, position); !wrong.empty()) return wrong;
        if (last) break;
        begin = end + 1;
        --rank;
    }
    if (rank != 0) return "FEN: " + std::to_string(ranks - rank) + " ranks instead of 10";
    return {};
}

std::optional<int> read_counter(std::string_view word) {
    constexpr int most = 32767; // more than any game has plies
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if (value < 0 || value > most) return std::nullopt;
    return value;
}

/// Side, two dashes and two counters, as many as there are.
std::string read_fields(const std::vector<std::string_view>& words, Position& position) {
    if (words.size() > 6) return "FEN: " + quoted(words[6]) + " after the last field";
    if (words.size() > 1) {
        if (words[1] == "b") {
            position.set_to_move(black);
        } else if (words[1] != "w" && words[1] != "r") {
            return "FEN: side to move " + quoted(words[1]) + " is not w, r or b";
        }
    }
    for (std::size_t i = 2; i < words.size() && i < 4; ++i) {
        if (words[i] != "-") return "FEN: " + quoted(words[i]) + " where '-' belongs";
    }
    std::array<int, 2> counters{0, 1};
    for (std::size_t i = 4; i < words.size(); ++i) {
        const auto value = read_counter(words[i]);
        if (!value) return "FEN: counter " + quoted(words[i]) + " is not a number of 0 to 32767";
        counters[i - 4] = *value;
    }
    position.set_counters(counters[0], counters[1]);
    return {};
}

std::string point_name(Point p) {
    return {static_cast<char>('a' + file_of(p)), static_cast<char>('0' + rank_of(p))};
}

std::string_view side_word(Side side) {
    return side == red ? "Red" : "Black";
}

/// The points an elephant can reach in a game, seen from its own side.
bool is_elephant_point(Side side, Point p) {
    const int rank = side == red ? rank_of(p) : ranks - 1 - rank_of(p);
    const int file = file_of(p);
    return ((rank == 0 || rank == 4) && (file == 2 || file == 6)) ||
           (rank == 2 && (file == 0 || file == 4 || file == 8));
}

bool is_advisor_point(Side side, Point p) {
    const int rank = side == red ? rank_of(p) : ranks - 1 - rank_of(p);
    const int file = file_of(p);
    return ((rank == 0 || rank == 2) && (file == 3 || file == 5)) || (rank == 1 && file == 4);
}

/// A pawn keeps its file until it has crossed the river, and never stands behind its start.
bool is_pawn_point(Side side, Point p) {
    const int rank = side == red ? rank_of(p) : ranks - 1 - rank_of(p);
    return beyond_river(side, p) || (rank >= 3 && file_of(p) % 2 == 0);
}

std::string why_not_there(Piece piece, Point p) {
    const std::string who(side_word(piece.side()));
    switch (piece.kind()) {
    case Kind::king:
        if (!in_palace(piece.side(), p)) return who + "'s king stands outside its palace";
        break;
    case Kind::advisor:
        if (!is_advisor_point(piece.side(), p)) {
            return who + "'s advisor cannot stand on " + point_name(p);
        }
        break;
    case Kind::elephant:
        if (!is_elephant_point(piece.side(), p)) {
            return who + "'s elephant cannot stand on " + point_name(p);
        }
        break;
    case Kind::pawn:
        if (!is_pawn_point(piece.side(), p)) {
            return who + "'s pawn cannot stand on " + point_name(p);
        }
        break;
    default:
        break;
    }
    return {};
}

} // namespace

Result<Position> parse_fen(std::string_view text) {
    const auto words = split_words(text);
    if (words.empty()) return Error{"FEN: it is empty"};
    Position position;
    if (auto wrong = read_placement(words[0], position); !wrong.empty()) return Error{wrong};
    if (auto wrong = read_fields(words, position); !wrong.empty()) return Error{wrong};
    return position;
}

std::string format_fen(const Position& position) {
    std::string out;
    for (int rank = ranks - 1; rank >= 0; --rank) {
        int gap = 0;
        const auto close_gap = [&] {
            if (gap > 0) out += static_cast<char>('0' + gap);
            gap = 0;
        };
        for (int file = 0; file < files; ++file) {
            const Piece piece = position.at(make_point(file, rank));
            if (!piece) {
                ++gap;
                continue;
            }
            close_gap();
            out += letter_of(piece);
        }
        close_gap();
        if (rank > 0) out += '/';
    }
    out += position.to_move() == red ? " w - - " : " b - - ";
    return out + std::to_string(position.quiet_plies()) + ' ' +
           std::to_string(position.move_number());
}

std::string why_no_set(const Position& position) {
    constexpr std::array<int, 8> most{0, 1, 2, 2, 2, 2, 2, 5}; // of a kind, 000/1.1.2
    constexpr std::array<std::string_view, 8> names{"",       "king",  "advisors", "elephants",
                                                    "horses", "rooks", "cannons",  "pawns"};
    std::array<std::array<int, 8>, 2> count{};
    for (Point p = 0; p < points; ++p)
        if (const Piece piece = position.at(p); piece)
            ++count[index_of(piece.side())][static_cast<std::size_t>(piece.kind())];
    for (const Side side : {red, black}) {
        const std::string who(side_word(side));
        const auto& own = count[index_of(side)];
        if (own[1] == 0) return who + " has no king";
        for (std::size_t kind = 1; kind < own.size(); ++kind) {
            if (own[kind] <= most[kind]) continue;
            return who + " has " + std::to_string(own[kind]) + (kind == 1 ? " kings" : " ") +
                   (kind == 1 ? "" : std::string(names[kind]));
        }
    }
    return {};
}

std::string why_no_start_position(const Position& position) {
    for (Point p = 0; p < points; ++p) {
        const Piece piece = position.at(p);
        if (!piece) continue;
        if (auto wrong = why_not_there(piece, p); !wrong.empty()) return wrong;
    }
    if (auto wrong = why_no_set(position); !wrong.empty()) return wrong;
    if (position.kings_face()) return "the kings face each other on an open file";
    const Side waiting = opponent(position.to_move());
    if (position.in_check(waiting)) {
        return std::string(side_word(waiting)) + " is in check and not to move";
    }
    return {};
}

} // namespace jipu::xiangqi
