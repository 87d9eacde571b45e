// SPDX-License-Identifier: Apache-2.0
// Positions with known numbers of leaves, agreed on by several programs; shared by the perft test
// and the benchmark.
#pragma once

#include <cstdint>
#include <vector>

namespace jipu::test {

struct PerftRow {
    const char* name;
    const char* fen;
    /// Leaves at depth 1, 2, 3...; 0: not known at this depth.
    std::vector<std::uint64_t> leaves;
};

inline const std::vector<PerftRow>& perft_rows() {
    static const std::vector<PerftRow> rows{
        {"start",
         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
         {44, 1920, 79666, 3290240, 133312995, 5392831844}},
        {"many captures",
         "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
         {38, 1128, 43929, 1339047, 53112976}},
        {"in check",
         "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
         {7, 281, 8620, 326201, 10369923, 380156340}},
        {"kings about to face",
         "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
         {25, 424, 9850, 202884, 4739553, 100055401}},
        {"rook, horse and cannon at the edge",
         "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
         {28, 516, 14808, 395483, 11842230}},
        {"rook and horses",
         "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w",
         {21, 364, 7626, 162837, 3500505, 81195154}},
        {"horses and pawns",
         "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
         {28, 222, 6241, 64971, 1914306, 23496493}},
        {"cannon behind the king",
         "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w",
         {23, 345, 8124, 149272, 3513104, 71287903}},
        {"horse, cannon and pawn",
         "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w",
         {21, 195, 3883, 48060, 933096, 12250386}},
        {"two cannons",
         "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w",
         {30, 830, 22787, 649866, 17920736}},
        {"horse in the corner",
         "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w",
         {19, 583, 11714, 376467, 8148177}},
        {"middle game",
         "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w",
         {36, 1292, 47994, 1777662, 67407683}},
        {"filled eyes",
         "r1bakab1r/9/1c2c4/p3p3p/2p3p2/2P3P2/P3P3P/1C2C4/9/R1BAKAB1R w",
         {33, 1066, 36542, 1259434}},
        {"rook against a bare king", "4k4/9/9/9/9/9/9/9/4R4/4K4 w", {10, 16, 290, 262, 4734}},
        {"advisor and horse", "4k4/9/9/9/9/9/9/4n4/3A5/3K5 w", {2, 5, 14, 50, 175, 786}},
        {"open middle game",
         "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w",
         {0, 0, 0, 4485547}},
        {"end game", "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w", {0, 0, 0, 92741}},
        {"attack on both wings",
         "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w",
         {58, 1651, 90744, 2605437, 140822416}},
    };
    return rows;
}

} // namespace jipu::test
