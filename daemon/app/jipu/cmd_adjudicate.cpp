// SPDX-License-Identifier: Apache-2.0
// `jipu adjudicate --book BOOK --fen FEN MOVE...`: the ruling on the repeated cycle that ends the
// moves, as one line of JSON, with the class of every move.
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/app/jipu/subcommands.hpp"
#include "rules/arbiter/repetition_ruling.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::tool {
namespace {

using xiangqi::Position;

constexpr std::size_t most_moves = 1000; // more than a game has; the work grows with their square

struct AdjudicateArguments {
    std::string book;
    std::string fen;
    std::vector<std::string> moves;
};

int complain(const std::string& what) {
    std::fprintf(stderr, "jipu adjudicate: %s\n", what.c_str());
    return 2;
}

std::string known_books() {
    std::string out;
    for (const RuleBook& book : books_of(Game::xiangqi))
        out += (out.empty() ? "" : ", ") + std::string(book.name);
    return out;
}

/// A FEN that was not quoted comes in pieces: its fields stand before the moves.
void join_fen(AdjudicateArguments& arguments) {
    auto& words = arguments.moves;
    const auto is_field = [](const std::string& word) {
        return word == "w" || word == "r" || word == "b" || word == "-" ||
               word.find_first_not_of("0123456789") == std::string::npos;
    };
    while (!words.empty() && is_field(words.front())) {
        arguments.fen += " " + words.front();
        words.erase(words.begin());
    }
}

Result<std::vector<xiangqi::Move>> read_moves(Position position,
                                              const std::vector<std::string>& words) {
    std::vector<xiangqi::Move> moves;
    for (const std::string& word : words) {
        const auto move = notation::parse_iccs(position, word);
        if (!move) return Error{"move " + std::to_string(moves.size() + 1) + ": " + move.error()};
        moves.push_back(*move);
        position.play_tolerant(*move);
    }
    return moves;
}

nlohmann::ordered_json to_json(const arbiter::RepetitionRuling& ruling, const Position& start) {
    nlohmann::ordered_json labels = nlohmann::ordered_json::array();
    nlohmann::ordered_json evidence = nlohmann::ordered_json::array();
    Position position = start;
    for (const xiangqi::LabelledPly& ply : ruling.verdict.plies) {
        labels.push_back(xiangqi::label_name(ply.label));
        evidence.push_back(arbiter::describe(ply, position));
        position.play_tolerant(ply.move);
    }
    return {{"verdict", xiangqi::ruling_name(ruling.verdict.ruling)},
            {"labels", labels},
            {"why", ruling.why},
            {"article", ruling.article},
            {"evidence", evidence},
            {"cycle_start", ruling.verdict.cycle_start},
            {"closes", ruling.verdict.closes}};
}

int run(AdjudicateArguments arguments, const std::vector<std::string>& unknown) {
    if (!unknown.empty()) return complain("unexpected '" + unknown.front() + "'");
    if (arguments.book.empty()) return complain("no --book given (" + known_books() + ")");
    const RuleBook* book = find_book(Game::xiangqi, arguments.book);
    if (book == nullptr) {
        return complain("no book '" + arguments.book + "' (" + known_books() + ")");
    }
    if (arguments.fen.empty()) return complain("no --fen given");
    join_fen(arguments);
    const auto start = xiangqi::parse_fen(arguments.fen);
    if (!start) return complain(start.error());
    if (const std::string wrong = xiangqi::why_no_start_position(*start); !wrong.empty()) {
        return complain("FEN: " + wrong);
    }
    if (arguments.moves.size() > most_moves) {
        return complain("more than " + std::to_string(most_moves) + " moves");
    }
    const auto moves = read_moves(*start, arguments.moves);
    if (!moves) return complain(moves.error());
    const auto ruling = arbiter::rule_on_repetition(*book, *start, *moves);
    std::printf("%s\n", to_json(ruling, *start).dump().c_str());
    return 0;
}

} // namespace

void add_adjudicate(CLI::App& app, int& status) {
    auto arguments = std::make_shared<AdjudicateArguments>();
    CLI::App* adjudicate = app.add_subcommand("adjudicate", "rule on a repeated cycle of moves");
    // What is missing or wrong is told by run(), in our own words and with our exit status.
    adjudicate->add_option("--book", arguments->book, "rule book: " + known_books());
    adjudicate->add_option("--fen", arguments->fen, "the position before the first move");
    adjudicate->add_option("move", arguments->moves, "moves in ICCS; one cycle is enough");
    adjudicate->allow_extras();
    adjudicate->callback(
        [adjudicate, arguments, &status] { status = run(*arguments, adjudicate->remaining()); });
}

} // namespace jipu::tool
