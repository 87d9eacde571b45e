// SPDX-License-Identifier: Apache-2.0
// Published rulings on repetition against ours, file by file: the figures of the Chinese rules of
// 2020, the diagrams and tests of the world rules. What does not agree is listed here with the
// reason; a case that begins to agree must leave the list, and no other may stop to.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>

#include "rules/arbiter/repetition_ruling.hpp"
#include "tests/unit/rules/notation/table_file.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using jipu::test::move_of;
using jipu::test::position_of;

namespace {

struct Case {
    std::string id;
    std::string fen;
    std::vector<xiangqi::Move> moves;
    std::string labels; ///< empty: the file has none
    std::string verdict;
};

struct Agreement {
    int cases = 0;
    int verdicts = 0;
    int labels = 0;
    int labels_agreed = 0;
};

using Reasons = std::map<std::string, std::string>;

/// By the case's id. Empty now; a case that we cannot rule on as printed is listed with the reason.
const Reasons verdicts_that_differ{};
const Reasons labels_that_differ{};

const std::map<std::string, xiangqi::Label> printed_labels{
    {"将", xiangqi::Label::check},    {"杀", xiangqi::Label::kill},  {"捉", xiangqi::Label::chase},
    {"兑", xiangqi::Label::exchange}, {"献", xiangqi::Label::offer}, {"拦", xiangqi::Label::block},
    {"跟", xiangqi::Label::follow},   {"闲", xiangqi::Label::idle},
};

std::vector<Case> read_cases(const std::string& file) {
    std::vector<Case> out;
    const auto path = test::shared_dir() / "rulings" / file;
    const auto head = test::split(test::split(test::file_text(path), '\n').front(), '\t');
    const auto column = [&](const std::string& name) {
        return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
    };
    for (const auto& row : test::table_rows(path)) {
        Case one{row[column("id")], row[column("fen")], {}, "", row[column("verdict")]};
        for (const std::string& word : test::split(row[column("moves_uci")], ' '))
            one.moves.push_back(move_of(word));
        if (column("labels") < row.size()) one.labels = row[column("labels")];
        out.push_back(one);
    }
    return out;
}

arbiter::RepetitionRuling ruling_on(const std::string& book, const Case& one) {
    return arbiter::rule_on_repetition(*find_book(Game::xiangqi, book), position_of(one.fen),
                                       one.moves);
}

/// Counts the plies whose printed label is ours.
void compare_labels(const Case& one, const xiangqi::RepetitionVerdict& verdict,
                    Agreement& agreement) {
    constexpr std::size_t character = 3; // of UTF-8
    if (one.labels.empty()) return;
    REQUIRE(one.labels.size() == character * verdict.plies.size());
    int agreed = 0;
    for (std::size_t i = 0; i < verdict.plies.size(); ++i) {
        const auto printed = printed_labels.at(one.labels.substr(character * i, character));
        agreed += printed == verdict.plies[i].label ? 1 : 0;
    }
    const int plies = static_cast<int>(verdict.plies.size());
    agreement.labels += plies;
    agreement.labels_agreed += agreed;
    INFO(one.id << ": " << agreed << " of " << plies << " labels");
    CHECK((agreed != plies) == (labels_that_differ.count(one.id) > 0));
}

Agreement compare(const std::string& book, const std::string& file) {
    Agreement out;
    for (const Case& one : read_cases(file)) {
        const auto ruling = ruling_on(book, one);
        const bool agrees = xiangqi::ruling_name(ruling.verdict.ruling) == one.verdict;
        INFO(one.id << " " << one.fen << ": " << ruling.why);
        CHECK(agrees != (verdicts_that_differ.count(one.id) > 0));
        ++out.cases;
        out.verdicts += agrees ? 1 : 0;
        compare_labels(one, ruling.verdict, out);
        if (agrees) continue;
        std::printf("  %s: printed %s, ours %s: %s\n", one.id.c_str(), one.verdict.c_str(),
                    std::string(xiangqi::ruling_name(ruling.verdict.ruling)).c_str(),
                    verdicts_that_differ.at(one.id).c_str());
    }
    std::printf("%-14s %-22s verdicts %3d of %3d", book.c_str(), file.c_str(), out.verdicts,
                out.cases);
    if (out.labels > 0) std::printf(", labels %d of %d", out.labels_agreed, out.labels);
    std::printf("\n");
    return out;
}

} // namespace

TEST_CASE("The figures of the Chinese rules of 2020 are ruled as printed") {
    // 2020/26, 2020/26.9
    if (test::skipped_without_shared("rulings/cca2020_figures.tsv")) return;
    const Agreement got = compare("xiangqi-2020", "cca2020_figures.tsv");
    CHECK(got.verdicts == got.cases);
    CHECK(got.labels_agreed == got.labels);
}

TEST_CASE("The diagrams and tests of the world rules are ruled as printed") {
    // WXF/6, WXF/15, WXF/22, WXF/32
    if (test::skipped_without_shared("rulings/wxf_diagrams.tsv")) return;
    const Agreement diagrams = compare("xiangqi-world", "wxf_diagrams.tsv");
    CHECK(diagrams.verdicts == diagrams.cases);
    const Agreement tests = compare("xiangqi-world", "fairy_axf_tests.tsv");
    CHECK(tests.verdicts == tests.cases);
}

TEST_CASE("The figures that the rules of 1999 had already are ruled alike by the older books") {
    // 000/5.1, 001/26
    if (test::skipped_without_shared("rulings/cca2020_figures.tsv")) return;
    const std::map<std::string, std::string> of_1999{
        {"CCA2020-ch8-fig06", "red_loses"}, // 24.1: a one-sided perpetual check loses at once
        {"CCA2020-ch8-fig02", ""},          {"CCA2020-ch8-fig22", ""}, {"CCA2020-ch8-fig27", ""},
        {"CCA2020-ch8-fig11", ""},          {"CCA2020-ch8-fig07", ""}, {"CCA2020-ch8-fig19", ""},
        {"CCA2020-ch8-fig15", ""},          {"CCA2020-ch8-fig24", ""}, {"CCA2020-ch8-fig18", ""}};
    for (const std::string book : {"xiangqi-association", "xiangqi-state"}) {
        int cases = 0;
        for (const Case& one : read_cases("cca2020_figures.tsv")) {
            const auto old = of_1999.find(one.id);
            if (old == of_1999.end()) continue;
            ++cases;
            const auto ruling = ruling_on(book, one);
            INFO(book << " " << one.id << ": " << ruling.why);
            CHECK(xiangqi::ruling_name(ruling.verdict.ruling) ==
                  (old->second.empty() ? one.verdict : old->second));
            const bool lost = ruling.why.find("000/5") != std::string::npos;
            CHECK(lost == (book == "xiangqi-state"));
        }
        std::printf("%-19s %d figures that the rules of 1999 share\n", book.c_str(), cases);
    }
}

TEST_CASE("Every ruling is the same when the board is turned and the colours are swapped") {
    if (test::skipped_without_shared("rulings/cca2020_figures.tsv")) return;
    for (const auto& [book, file] : {std::pair{"xiangqi-2020", "cca2020_figures.tsv"},
                                     std::pair{"xiangqi-world", "wxf_diagrams.tsv"}}) {
        for (const Case& one : read_cases(file)) {
            std::vector<xiangqi::Move> moves;
            for (const xiangqi::Move move : one.moves)
                moves.push_back(test::turned(move));
            const auto& rule_book = *find_book(Game::xiangqi, book);
            const auto turned =
                arbiter::rule_on_repetition(rule_book, test::turned(position_of(one.fen)), moves);
            const auto plain = ruling_on(book, one);
            INFO(one.id << ": " << plain.why << " / " << turned.why);
            CHECK(turned.verdict.ground == plain.verdict.ground);
            CHECK(turned.verdict.red.forbidden == plain.verdict.black.forbidden);
            for (std::size_t i = 0; i < moves.size(); ++i)
                CHECK(turned.verdict.plies[i].label == plain.verdict.plies[i].label);
        }
    }
}

TEST_CASE("A ruling takes less than 50 ms of the processor", "[.][speed]") {
    if (test::skipped_without_shared("rulings/cca2020_figures.tsv")) return;
    double slowest = 0;
    std::string which;
    for (const auto& [book, file] : {std::pair{"xiangqi-2020", "cca2020_figures.tsv"},
                                     std::pair{"xiangqi-association", "cca2020_figures.tsv"},
                                     std::pair{"xiangqi-world", "wxf_diagrams.tsv"}}) {
        for (const Case& one : read_cases(file)) {
            double best = 1e9;
            for (int run = 0; run < 3; ++run) {
                const std::clock_t begin = std::clock();
                ruling_on(book, one);
                best = std::min(best, 1000.0 * static_cast<double>(std::clock() - begin) /
                                          CLOCKS_PER_SEC);
            }
            if (best <= slowest) continue;
            slowest = best;
            which = one.id + " by " + book;
        }
    }
    std::printf("slowest: %.1f ms (%s)\n", slowest, which.c_str());
    CHECK(slowest < 50);
}
