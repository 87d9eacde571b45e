// SPDX-License-Identifier: Apache-2.0
// The words of a move (000/4.3) and the moves that words fit. Every file, rank and direction here
// is as the side of the piece sees it: file 1 is at its right hand, rank 0 nearest to it.
#include "rules/notation/spelling.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "rules/notation/iccs.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Kind;
using xiangqi::Move;
using xiangqi::MoveList;
using xiangqi::Piece;
using xiangqi::Point;
using xiangqi::Position;

constexpr int most_numbered = 9;

int own_file(Side side, Point p) {
    return side == xiangqi::red ? xiangqi::files - xiangqi::file_of(p) : xiangqi::file_of(p) + 1;
}
int own_rank(Side side, Point p) {
    return side == xiangqi::red ? xiangqi::rank_of(p) : xiangqi::ranks - 1 - xiangqi::rank_of(p);
}
Point point_at(Side side, int file, int rank) {
    return side == xiangqi::red ? xiangqi::make_point(xiangqi::files - file, rank)
                                : xiangqi::make_point(file - 1, xiangqi::ranks - 1 - rank);
}

bool moves_askew(Kind kind) {
    return kind == Kind::advisor || kind == Kind::elephant || kind == Kind::horse;
}

/// Where a piece stands among its equals.
struct Company {
    int on_file = 0; ///< equal pieces on its file, itself counted
    int place = 0;   ///< its place among them, 1 = front
    int across = 0;  ///< pawns: its place among the pawns of all files with two or more; 0 when
                     ///< fewer than two files have so many
};

Company company_of(const Position& position, Point p) {
    const Piece piece = position.at(p);
    const Side side = piece.side();
    std::array<int, xiangqi::files + 1> count{};
    for (int file = 1; file <= xiangqi::files; ++file)
        for (int rank = 0; rank < xiangqi::ranks; ++rank)
            if (position.at(point_at(side, file, rank)) == piece)
                ++count[static_cast<std::size_t>(file)];
    Company out;
    const int own = own_file(side, p);
    out.on_file = count[static_cast<std::size_t>(own)];
    for (int rank = own_rank(side, p); rank < xiangqi::ranks; ++rank)
        if (position.at(point_at(side, own, rank)) == piece) ++out.place;
    int crowded = 0;
    int before = 0;
    for (int file = 1; file <= xiangqi::files; ++file) {
        if (count[static_cast<std::size_t>(file)] < 2) continue;
        ++crowded;
        if (file < own) before += count[static_cast<std::size_t>(file)];
    }
    if (piece.kind() == Kind::pawn && crowded >= 2 && out.on_file >= 2)
        out.across = before + out.place;
    return out;
}

/// Direction and number of a move; nullopt when the piece never moves in that shape.
struct Step {
    Direction direction = Direction::unsaid;
    int number = 0;
};
std::optional<Step> step_of(Piece piece, Move m) {
    const Side side = piece.side();
    const int ahead = own_rank(side, m.to) - own_rank(side, m.from);
    const int to_file = own_file(side, m.to);
    const int aside = std::abs(to_file - own_file(side, m.from));
    const int far = std::abs(ahead);
    const Direction along = ahead > 0 ? Direction::advance : Direction::retreat;
    switch (piece.kind()) {
    case Kind::advisor:
        if (aside == 1 && far == 1) return Step{along, to_file};
        return std::nullopt;
    case Kind::elephant:
        if (aside == 2 && far == 2) return Step{along, to_file};
        return std::nullopt;
    case Kind::horse:
        if ((aside == 1 && far == 2) || (aside == 2 && far == 1)) return Step{along, to_file};
        return std::nullopt;
    default:
        if (aside == 0 && far > 0) return Step{along, far};
        if (far == 0 && aside > 0) return Step{Direction::sideways, to_file};
        return std::nullopt;
    }
}

/// Advisors and elephants need no marker as long as direction and file tell them apart: that is
/// when of the two moves that sound alike this one alone is legal.
bool alone_of_its_sound(const Position& position, Move m) {
    if (!position.is_legal(m)) return false;
    const Piece piece = position.at(m.from);
    const int by = xiangqi::rank_of(m.to) - xiangqi::rank_of(m.from);
    for (int rank = 0; rank < xiangqi::ranks; ++rank) {
        const Point other = xiangqi::make_point(xiangqi::file_of(m.from), rank);
        if (other == m.from || position.at(other) != piece) continue;
        if (rank + by < 0 || rank + by >= xiangqi::ranks) continue;
        if (position.is_legal({other, xiangqi::make_point(xiangqi::file_of(m.to), rank + by)}))
            return false;
    }
    return true;
}

bool marker_fits(const Spelling& said, const Company& company) {
    const int last = company.on_file;
    const int place = company.place;
    if (said.marker == Marker::none) return true;
    if (last < 2) return false;
    switch (said.marker) {
    case Marker::front:
        return place == 1;
    case Marker::middle:
        return (place > 1 && place < last) || (said.loose && last == 2 && place == 2);
    case Marker::rear:
        return place == last || (said.loose && last == 3 && place == 2);
    default:
        return said.ordinal == place || said.ordinal == company.across;
    }
}

bool fits(const Position& position, Move m, const Spelling& said) {
    const Piece piece = position.at(m.from);
    if (piece.kind() != (said.kind == Kind::none ? Kind::pawn : said.kind)) return false;
    if (said.file != 0 && said.file != own_file(piece.side(), m.from)) return false;
    const auto step = step_of(piece, m);
    if (!step || step->number != said.number) return false;
    if (said.direction != step->direction) {
        // Short forms say nothing for a sideways move. An askew piece makes none, so there the
        // sign was lost, and the file reached may still tell the move.
        if (said.direction != Direction::unsaid) return false;
        if (!moves_askew(piece.kind()) && step->direction != Direction::sideways) return false;
    }
    return said.marker == Marker::none || marker_fits(said, company_of(position, m.from));
}

/// Are these words the strict spelling of the move, in one of the two ways to number pawns?
bool is_strictly(const Position& position, Move m, const Spelling& said) {
    for (const PawnNumbers numbers : {PawnNumbers::always, PawnNumbers::four_or_five}) {
        auto strict = strict_spelling(position, m, numbers);
        if (!strict) return false;
        strict->across = said.across;
        strict->loose = said.loose;
        Spelling heard = said;
        if (heard.direction == Direction::unsaid && !moves_askew(strict->kind))
            heard.direction = Direction::sideways;
        if (*strict == heard) return true;
    }
    return false;
}

std::vector<Move> illegal_moves_spelled(const Position& position, const Spelling& said, Side side) {
    std::vector<Move> out;
    for (Point from = 0; from < xiangqi::points; ++from) {
        if (!position.at(from).is(side)) continue;
        if (said.kind != Kind::none && position.at(from).kind() != said.kind) continue;
        for (Point to = 0; to < xiangqi::points; ++to) {
            const Move m{from, to};
            if (to == from || !step_of(position.at(from), m)) continue;
            if (is_strictly(position, m, said) && !position.is_legal(m)) out.push_back(m);
        }
    }
    return out;
}

/// The one illegal move that these words mean; own pieces come before the opponent's.
std::optional<Move> illegal_move_spelled(const Position& position, const Spelling& said) {
    for (const Side side : {position.to_move(), opponent(position.to_move())}) {
        const auto moves = illegal_moves_spelled(position, said, side);
        if (moves.size() == 1) return moves.front();
        if (!moves.empty()) return std::nullopt;
    }
    return std::nullopt;
}

/// Do two pieces like the one on `from` share another file?
bool tandem_elsewhere(const Position& position, Point from) {
    for (int file = 0; file < xiangqi::files; ++file) {
        if (file == xiangqi::file_of(from)) continue;
        int alike = 0;
        for (int rank = 0; rank < xiangqi::ranks; ++rank)
            alike += position.at(xiangqi::make_point(file, rank)) == position.at(from) ? 1 : 0;
        if (alike > 1) return true;
    }
    return false;
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

} // namespace

std::optional<Spelling> strict_spelling(const Position& position, Move m, PawnNumbers numbers) {
    const Piece piece = position.at(m.from);
    if (piece.empty()) return std::nullopt;
    const auto step = step_of(piece, m);
    if (!step) return std::nullopt;
    Spelling out;
    out.kind = piece.kind();
    out.direction = step->direction;
    out.number = step->number;
    const Company company = company_of(position, m.from);
    const bool palace_guard = piece.kind() == Kind::advisor || piece.kind() == Kind::elephant;
    if (company.on_file == 1 || (palace_guard && alone_of_its_sound(position, m))) {
        out.file = own_file(piece.side(), m.from);
        return out;
    }
    const bool pawn = piece.kind() == Kind::pawn;
    // More than two such pieces, which no game has: front and rear no longer say which file.
    if (!pawn && tandem_elsewhere(position, m.from)) return std::nullopt;
    const int last = company.on_file;
    if (company.across > 0) {
        out.marker = Marker::ordinal;
        out.ordinal = company.across;
        out.across = true;
    } else if (last > 3 || (last == 3 && pawn && numbers == PawnNumbers::always)) {
        out.marker = Marker::ordinal;
        out.ordinal = company.place;
    } else {
        out.marker = company.place == 1      ? Marker::front
                     : company.place == last ? Marker::rear
                                             : Marker::middle;
    }
    if (out.ordinal > most_numbered) return std::nullopt;
    return out;
}

Result<Move> find_move(const Position& position, const Spelling& said, std::string_view text,
                       IllegalMoves illegal) {
    if (illegal == IllegalMoves::accept)
        if (const auto m = illegal_move_spelled(position, said)) return *m;
    MoveList legal;
    position.legal_moves(legal);
    std::vector<Move> fitting;
    for (const Move m : legal)
        if (fits(position, m, said)) fitting.push_back(m);
    if (fitting.size() == 1) return fitting.front();
    // The error names them in the order of the board, whatever the order of generation.
    std::sort(fitting.begin(), fitting.end(),
              [](Move a, Move b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    if (fitting.empty()) {
        std::string why = quoted(text) + " fits no legal move";
        if (const auto m = illegal_move_spelled(position, said)) {
            const auto reason = position.why_illegal(*m);
            why += "; " + format_iccs(*m) +
                   " would be illegal: " + std::string(xiangqi::reason_name(*reason));
        }
        return Error{why};
    }
    std::vector<Move> strict;
    for (const Move m : fitting)
        if (is_strictly(position, m, said)) strict.push_back(m);
    if (strict.size() == 1) return strict.front();
    std::string why = quoted(text) + " fits more than one legal move:";
    for (const Move m : fitting)
        why += " " + format_iccs(m);
    return Error{why};
}

} // namespace jipu::notation
