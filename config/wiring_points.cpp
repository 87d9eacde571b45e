// SPDX-License-Identifier: Apache-2.0
// The names of points in wiring files, by the game that the board is for.
#include <charconv>

#include "config/wiring.hpp"

namespace jipu {
namespace {

constexpr std::string_view go_files = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr std::string_view other_files = "abcdefghijklmnopqrstuvwxyz";

std::string_view files_of(const WiringFor& board) {
    return board.game == Game::go ? go_files : other_files;
}

int first_rank(const WiringFor& board) {
    return board.game == Game::go ? 1 : 0;
}

} // namespace

std::string wiring_point_name(const WiringFor& board, std::size_t point) {
    const auto width = static_cast<std::size_t>(board.width);
    const auto rank = static_cast<int>(point / width) + first_rank(board);
    return files_of(board)[point % width] + std::to_string(rank);
}

PointIndex wiring_point(const WiringFor& board, std::string_view name) {
    if (name.size() < 2 || name[1] == '-') return no_point;
    const auto file = files_of(board).find(name[0]);
    if (file >= static_cast<std::size_t>(board.width)) return no_point;
    int rank = 0;
    const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), rank);
    rank -= first_rank(board);
    if (code != std::errc{} || rank < 0 || rank >= board.height) return no_point;
    const auto point = static_cast<PointIndex>(static_cast<int>(file) + board.width * rank);
    // One spelling for each: no `a00`.
    if (wiring_point_name(board, point) != name) return no_point;
    return point;
}

} // namespace jipu
