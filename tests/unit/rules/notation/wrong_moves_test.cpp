// SPDX-License-Identifier: Apache-2.0
// Texts that are no move here, each with the exact words that say so.
#include <vector>

#include "rules/notation/move_text.hpp"
#include "rules/notation/wxf.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/unit/rules/notation/table_file.hpp"

using namespace jipu;
using notation::MoveNotation;

namespace {

struct Wrong {
    MoveNotation notation;
    std::string_view fen;
    std::string text;
    std::string error;
};

constexpr std::string_view start = xiangqi::start_fen;
constexpr std::string_view black =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
constexpr std::string_view two_files = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/3K5 w";
constexpr std::string_view pinned = "3k5/4P4/9/9/9/9/9/9/9/3KR4 w";
constexpr std::string_view checked = "3k5/9/9/9/9/9/9/4r4/4N4/4K4 w";

const std::vector<Wrong> table{
    {MoveNotation::any, start, "", "'' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "xyz", "'xyz' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "h2", "'h2' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "h2h2", "'h2h2' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "j2e2", "'j2e2' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "h2e22", "'h2e22' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "h9g7", "'h9g7' is illegal: not-your-piece"},
    {MoveNotation::any, start, "h5h6", "'h5h6' is illegal: not-your-piece"},
    {MoveNotation::any, start, "b0d1", "'b0d1' is illegal: horse-leg"},
    {MoveNotation::any, start, "e0e2", "'e0e2' is illegal: geometry"},
    {MoveNotation::any, start, "c0c4", "'c0c4' is illegal: geometry"},
    {MoveNotation::any, start, "a0a3", "'a0a3' is illegal: own-piece"},
    {MoveNotation::any, start, "d0c1", "'d0c1' is illegal: palace"},
    {MoveNotation::any, start, "a3a2", "'a3a2' is illegal: retreat"},
    {MoveNotation::any, start, "h3e3", "'h3e3' is illegal: not-your-piece"},
    {MoveNotation::any, start, "炮", "'炮' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮二", "'炮二' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮二平", "'炮二平' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮二平五六", "'炮二平五六' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮二二平五", "'炮二二平五' is no move in Chinese notation"},
    {MoveNotation::any, start, "平二炮五", "'平二炮五' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮二平二", "'炮二平二' fits no legal move"},
    {MoveNotation::any, start, "炮二进七进", "'炮二进七进' is no move in Chinese notation"},
    {MoveNotation::any, start, "炮三平五", "'炮三平五' fits no legal move"},
    {MoveNotation::any, start, "炮二进五",
     "'炮二进五' fits no legal move; h2h7 would be illegal: cannon-screen"},
    {MoveNotation::any, start, "马二进六", "'马二进六' fits no legal move"},
    {MoveNotation::any, start, "马二进一一", "'马二进一一' is no move in Chinese notation"},
    {MoveNotation::any, start, "兵七退一",
     "'兵七退一' fits no legal move; c3c2 would be illegal: retreat"},
    {MoveNotation::any, start, "前炮平五", "'前炮平五' fits no legal move"},
    {MoveNotation::any, start, "炮零平五", "'炮零平五' is no move in Chinese notation"},
    {MoveNotation::any, start, "卒七平六",
     "'卒七平六' fits no legal move; c3d3 would be illegal: geometry"},
    {MoveNotation::any, start, "車一進三",
     "'車一進三' fits no legal move; i0i3 would be illegal: own-piece"},
    {MoveNotation::any, start, "C2.5.5", "'C2.5.5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "Q2.5", "'Q2.5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "C0.5", "'C0.5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "C2*5", "'C2*5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "P+.4", "'P+.4' fits no legal move"},
    {MoveNotation::any, start, "Ca.5", "'Ca.5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "Pz.5", "'Pz.5' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "C2+9", "'C2+9' fits no legal move"},
    {MoveNotation::any, start, "12", "'12' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, start, "1-0", "'1-0' is no move in ICCS, WXF or Chinese notation"},
    {MoveNotation::any, black, "马8进6",
     "'马8进6' fits no legal move; h9f8 would be illegal: horse-leg"},
    {MoveNotation::any, black, "炮8平7.", "'炮8平7.' is no move in Chinese notation"},
    {MoveNotation::any, black, "将5平4",
     "'将5平4' fits no legal move; e9d9 would be illegal: own-piece"},
    {MoveNotation::any, two_files, "前兵平五",
     "'前兵平五' fits more than one legal move: d8e8 f8e8"},
    {MoveNotation::any, two_files, "五兵平五", "'五兵平五' fits no legal move"},
    {MoveNotation::any, two_files, "Pf.5", "'Pf.5' fits no legal move"},
    {MoveNotation::any, two_files, "兵四平五",
     "'兵四平五' fits more than one legal move: f6e6 f8e8"},
    {MoveNotation::any, pinned, "车五进九",
     "'车五进九' fits no legal move; e0e9 would be illegal: blocked"},
    {MoveNotation::any, checked, "马五进三",
     "'马五进三' fits no legal move; e1g2 would be illegal: self-check"},
    {MoveNotation::any, checked, "H5+7",
     "'H5+7' fits no legal move; e1c2 would be illegal: self-check"},
    {MoveNotation::iccs, start, "炮二平五", "'炮二平五' is no move in ICCS"},
    {MoveNotation::uci, start, "h2e2", "'h2e2' is illegal: not-your-piece"},
    {MoveNotation::uci, start, "b0b3", "'b0b3' is no move in UCI"},
    {MoveNotation::wxf, start, "炮二平五", "'炮二平五' is no move in WXF"},
    {MoveNotation::chinese, start, "C2.5", "'C2.5' is no move in Chinese notation"},
    {MoveNotation::short_form, start, "xx", "'xx' is no move in Chinese notation"},
};

} // namespace

TEST_CASE("each wrong move is refused in the words of the table") {
    CHECK(table.size() >= 30);
    for (const Wrong& wrong : table) {
        const auto position = xiangqi::parse_fen(wrong.fen);
        REQUIRE(position);
        const auto move = notation::parse_move(*position, wrong.text, wrong.notation);
        INFO(wrong.text);
        CHECK_FALSE(move);
        CHECK(move.error() == wrong.error);
    }
}
