// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of games, by each reader. A game that is read whole is written and read back
// with the same moves.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/base/contract.hpp"
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/move_list.hpp"
#include "rules/notation/pgn.hpp"

using namespace jipu;

namespace {

bool same_moves(const notation::GameRecord& a, const notation::GameRecord& b) {
    if (a.moves.size() != b.moves.size() || !(a.start == b.start)) return false;
    for (std::size_t i = 0; i < a.moves.size(); ++i)
        if (a.moves[i].move != b.moves[i].move || a.moves[i].legal != b.moves[i].legal)
            return false;
    return true;
}

void write_and_read(const std::vector<notation::ReadGame>& games) {
    for (const notation::ReadGame& game : games) {
        if (!game.ok()) continue;
        const auto pgn = notation::read_pgn(notation::write_pgn(game.record));
        JIPU_ASSERT(pgn.size() == 1 && pgn[0].ok() && same_moves(pgn[0].record, game.record),
                    "a written PGN is not read back");
        const auto block = notation::read_dhtmlxq(notation::write_dhtmlxq(game.record));
        JIPU_ASSERT(block.size() == 1 && block[0].ok() && same_moves(block[0].record, game.record),
                    "a written block is not read back");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    notation::recognise(text);
    write_and_read(notation::read_pgn(text));
    write_and_read(notation::read_dhtmlxq(text));
    write_and_read(notation::read_wxf_file(text));
    write_and_read(notation::read_move_list(text));
    return 0;
}
