// SPDX-License-Identifier: Apache-2.0
// bench_repetition [--list] [--sample] [FILE...]: plays the games of the files (ICCS, or a table
// with the columns `start` and `uci`; without files, ../shared/games/xiangqi/masters.iccs) through
// the table by every book, with no more of hands than a piece off, a piece on, a press, and counts
// the alerts on repetition. `--list` prints each as a row, for people to judge. Exit status 1 when
// a game is not recorded as played, or when an alert stands where no position stood four times.
// bench_repetition --rulings: every published ruling of ../shared/rulings whose moves close a
// cycle, its cycle played three times through the table by the file's book: does the alert say the
// same? bench_repetition --speed: the processor time of rulings on cycles of twelve plies; 1 when
// one takes 50 ms.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>
#include <optional>

#include "daemon/app/common/replay.hpp"
#include "rules/arbiter/repetition_ruling.hpp"
#include "tests/support/iccs_games.hpp"

namespace {

using namespace jipu;
using test::IccsGame;

struct Raised {
    std::size_t game;
    AlertData alert;
};

/// What the table said of a game, by one book.
struct Said : EffectSink {
    std::vector<AlertData> raised;
    std::vector<AlertData> uncounted; ///< 000/4.2.1(5)
    std::vector<AlertData> others;
    int confirmed = 0;
    std::vector<std::string> moves;

    void emit(const Effect& effect) override {
        if (const auto* alert = std::get_if<AlertRaised>(&effect.data)) {
            const std::string& code = alert->alert.code;
            (code == "perpetual" || code == "repetition" ? raised
             : code == "uncounted-move"                  ? uncounted
                                                         : others)
                .push_back(alert->alert);
        } else if (const auto* recorded = std::get_if<MoveRecorded>(&effect.data)) {
            moves.push_back(recorded->move.move);
        } else if (std::holds_alternative<MoveConfirmed>(effect.data)) {
            ++confirmed;
        }
    }
};

ScanFrame frame_of(const xiangqi::Position& position) {
    ScanFrame frame;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        frame.levels.push_back(position.at(p).empty()           ? Level::off
                               : position.at(p).is(Side::first) ? Level::north
                                                                : Level::south);
    return frame;
}

std::vector<Event> events_of(const IccsGame& game) {
    std::vector<Event> out;
    Instant at{};
    const auto add = [&](std::int64_t ms, auto what) {
        at += from_ms(ms);
        out.emplace_back().at = at;
        out.back().what = std::move(what);
    };
    xiangqi::Position position = game.start;
    add(0, frame_of(position));
    for (const xiangqi::Move move : game.moves) {
        const Side side = position.to_move();
        add(500, PointChange{move.from, Level::off});
        if (!position.at(move.to).empty()) add(100, PointChange{move.to, Level::off});
        add(200, PointChange{move.to, side == Side::first ? Level::north : Level::south});
        add(300, PressReport{side});
        position.play_tolerant(move);
    }
    return out;
}

Said play(const IccsGame& game, const RuleBook& book) {
    TableSetup setup;
    setup.rules = std::string(book.name);
    setup.sensors = Sensors::hall;
    setup.start = game.fen;
    setup.one_game = true;
    setup.time_control = "state-national"; // moves fill a quota
    Table table(setup, nullptr);
    Said said;
    replay_events(table, events_of(game), said);
    return said;
}

/// The plies after which the position stood for the fourth time or later since a capture.
std::vector<int> fourths(const IccsGame& game) {
    std::vector<int> out;
    std::vector<xiangqi::Position> stood{game.start};
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        xiangqi::Position next = stood.back();
        if (next.play_tolerant(game.moves[i])) stood.clear();
        stood.push_back(next);
        if (std::count(stood.begin(), stood.end(), next) >= 4)
            out.push_back(static_cast<int>(i) + 1);
    }
    return out;
}

using Row = std::map<std::string, std::string>;

/// The rows of a table, by the names of its head.
std::vector<Row> read_rows(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::vector<std::string> head;
    std::vector<Row> out;
    for (std::string line; std::getline(in, line);) {
        std::istringstream cells(line);
        Row row;
        std::size_t at = 0;
        for (std::string cell; std::getline(cells, cell, '\t'); ++at) {
            if (out.empty() && at >= head.size()) head.push_back(cell);
            if (at < head.size()) row[head[at]] = cell;
        }
        out.push_back(row);
    }
    if (out.empty()) throw std::runtime_error(file.string() + ": cannot be read");
    out.erase(out.begin());
    return out;
}

std::vector<xiangqi::Move> moves_of(const std::string& text) {
    std::vector<xiangqi::Move> out;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        out.push_back({xiangqi::make_point(word[0] - 'a', word[1] - '0'),
                       xiangqi::make_point(word[2] - 'a', word[3] - '0')});
    return out;
}

IccsGame game_of(const std::string& fen, const std::string& moves) {
    IccsGame game;
    game.start = xiangqi::parse_fen(fen).value();
    game.fen = xiangqi::format_fen(game.start);
    game.moves = moves_of(moves);
    return game;
}

std::vector<IccsGame> read_table(const std::filesystem::path& file) {
    std::vector<IccsGame> out;
    for (Row& row : read_rows(file)) {
        const bool whole = row["start"].find(' ') != std::string::npos;
        out.push_back(game_of(row["start"] + (whole ? "" : " w"), row["uci"]));
    }
    return out;
}

/// Plays all games by one book; true: every game is recorded, and every alert has its repetition.
bool count(const RuleBook& book, const std::vector<IccsGame>& games, bool list) {
    std::map<std::string, int> by_code;
    int wrong = 0, missed = 0, uncounted = 0, with_fourth = 0, plies = 0, other = 0;
    const std::clock_t begin = std::clock();
    for (std::size_t g = 0; g < games.size(); ++g) {
        const Said said = play(games[g], book);
        const auto due = fourths(games[g]);
        plies += said.confirmed;
        with_fourth += due.empty() ? 0 : 1;
        uncounted += static_cast<int>(said.uncounted.size());
        other += static_cast<int>(said.others.size());
        wrong += said.confirmed == static_cast<int>(games[g].moves.size()) ? 0 : 1;
        missed += !due.empty() && said.raised.empty() ? 1 : 0;
        if (list)
            for (const AlertData& alert : said.uncounted)
                std::printf("%s\t%zu\t%d\t%s\t%s\n", std::string(book.name).c_str(), g + 1,
                            alert.ply, alert.code.c_str(), alert.move.c_str());
        for (const AlertData& alert : said.raised) {
            if (alert.message_en.find("rounds of nothing but") != std::string::npos) {
                ++by_code["pattern"];
                wrong += book.repetition.long_pattern_rounds == 0 ? 1 : 0;
            } else {
                ++by_code[alert.code];
                wrong += std::find(due.begin(), due.end(), alert.ply) == due.end() ? 1 : 0;
            }
            if (!list) continue;
            const char* side = !alert.side ? "-" : *alert.side == Side::first ? "red" : "black";
            std::printf("%s\t%zu\t%d\t%s\t%s\t%s\t%s\t%s\n", std::string(book.name).c_str(), g + 1,
                        alert.ply, alert.code.c_str(), side, alert.article.c_str(),
                        alert.reason.c_str(), alert.message_en.c_str());
        }
    }
    std::printf(
        "%-20s %4zu games, %6d plies, %3d with a position 4 times: perpetual %d, repetition "
        "%d, long pattern %d, uncounted-move %d, other alerts %d; not as played or invented %d, "
        "missed %d; %.1f s\n",
        std::string(book.name).c_str(), games.size(), plies, with_fourth, by_code["perpetual"],
        by_code["repetition"], by_code["pattern"], uncounted, other, wrong, missed,
        static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    return wrong == 0 && missed == 0;
}

struct Cycle {
    const char* what;
    const char* fen;
    const char* moves;
};
constexpr Cycle cycles[] = {
    {"perpetual check", "4k4/9/9/9/9/9/9/9/9/3K1R3 w", "f0e0 e9f9 e0f0 f9e9"},
    {"perpetual chase", "4k4/9/3c5/R8/9/9/9/9/9/5K3 w", "a6a7 d7d6 a7a6 d6d7"},
    {"threats of mate", "4k4/R8/9/9/7c1/9/9/9/7R1/5K3 w", "h1g1 h5g5 g1h1 g5h5"},
    {"all pieces, idle", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
     "i0i1 i9i8 i1i0 i8i9"},
    {"all pieces, horses and rooks",
     "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w", "a0b0 a9b9 b0a0 b9a9"}};

bool measure() {
    double slowest = 0;
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        for (const Cycle& cycle : cycles) {
            const std::string once = std::string(cycle.moves) + " ";
            const auto moves = moves_of(once + once + once);
            const auto start = xiangqi::parse_fen(cycle.fen).value();
            double best = 1e9;
            std::string verdict;
            for (int run = 0; run < 3; ++run) {
                const std::clock_t begin = std::clock();
                verdict = xiangqi::ruling_name(
                    arbiter::rule_on_repetition(book, start, moves).verdict.ruling);
                best = std::min(best, 1000.0 * static_cast<double>(std::clock() - begin) /
                                          CLOCKS_PER_SEC);
            }
            slowest = std::max(slowest, best);
            std::printf("%-20s %-30s %2zu plies: %6.2f ms, %s\n", std::string(book.name).c_str(),
                        cycle.what, moves.size(), best, verdict.c_str());
        }
    }
    std::printf("slowest: %.2f ms (at most 50)\n", slowest);
    return slowest < 50;
}

/// The case with its cycle played three times; nullopt: its moves close none.
std::optional<IccsGame> three_times(IccsGame game) {
    std::vector<xiangqi::Position> stood{game.start};
    for (const xiangqi::Move move : game.moves) {
        stood.push_back(stood.back());
        stood.back().play_tolerant(move);
    }
    const auto first = std::find(stood.begin(), stood.end() - 1, stood.back()) - stood.begin();
    if (first + 1 == static_cast<std::ptrdiff_t>(stood.size())) return std::nullopt;
    const std::vector<xiangqi::Move> cycle(game.moves.begin() + first, game.moves.end());
    for (int again = 1; again < 3; ++again)
        game.moves.insert(game.moves.end(), cycle.begin(), cycle.end());
    return game;
}

std::string ruled(const std::vector<AlertData>& raised) {
    if (raised.size() != 1) return std::to_string(raised.size()) + " alerts";
    const AlertData& alert = raised[0];
    if (alert.code == "repetition") return "draw";
    return std::string(alert.side == Side::first ? "red" : "black") +
           (alert.grade == Grade::completed ? "_loses" : "_must_change");
}

/// Drives the published rulings of one file through the table.
bool drive_rulings(const RuleBook& book, const std::filesystem::path& file) {
    int agreed = 0, driven = 0, open = 0;
    for (Row& row : read_rows(file)) {
        const auto game = three_times(game_of(row["fen"], row["moves_uci"]));
        TableSetup setup;
        if (game) setup.start = game->fen;
        const std::string wrong = game ? validate_setup(setup) : "closes no cycle";
        if (!wrong.empty()) {
            ++open;
            std::printf("  %s: left out, %s\n", row["id"].c_str(), wrong.c_str());
            continue;
        }
        ++driven;
        const std::string got = ruled(play(*game, book).raised);
        agreed += got == row["verdict"] ? 1 : 0;
        if (got != row["verdict"])
            std::printf("  %s: printed %s, at the table %s\n", row["id"].c_str(),
                        row["verdict"].c_str(), got.c_str());
    }
    std::printf("%-14s %-22s at the table: %d of %d agree, %d left out\n",
                std::string(book.name).c_str(), file.filename().c_str(), agreed, driven, open);
    return agreed == driven;
}

bool drive_all_rulings(const std::filesystem::path& folder) {
    bool good = true;
    for (const auto& [book, name] : {std::pair{"xiangqi-2020", "cca2020_figures.tsv"},
                                     std::pair{"xiangqi-world", "wxf_diagrams.tsv"},
                                     std::pair{"xiangqi-world", "fairy_axf_tests.tsv"}}) {
        if (!std::filesystem::exists(folder / name))
            std::printf("SKIPPED: %s is not there\n", (folder / name).string().c_str());
        else
            good = drive_rulings(*find_book(Game::xiangqi, book), folder / name) && good;
    }
    return good;
}

} // namespace

int main(int argc, char** argv) {
    bool list = false, sample = false;
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--speed") == 0) return measure() ? 0 : 1;
        if (std::strcmp(argv[i], "--rulings") == 0)
            return drive_all_rulings(std::filesystem::path(JIPU_SOURCE_DIR) / "../shared/rulings")
                       ? 0
                       : 1;
        if (std::strcmp(argv[i], "--list") == 0)
            list = true;
        else if (std::strcmp(argv[i], "--sample") == 0)
            sample = true;
        else
            files.emplace_back(argv[i]);
    }
    const auto shared = std::filesystem::path(JIPU_SOURCE_DIR) / "../shared/games/xiangqi";
    if (files.empty()) files.push_back(shared / (sample ? "threefold.tsv" : "masters.iccs"));
    bool good = true;
    for (const auto& file : files) {
        if (!std::filesystem::exists(file)) {
            std::printf("SKIPPED: %s is not there\n", file.string().c_str());
            continue;
        }
        auto games = file.extension() == ".tsv" ? read_table(file) : test::read_iccs_games(file);
        if (sample) games.resize(std::min<std::size_t>(games.size(), 60));
        for (const RuleBook& book : books_of(Game::xiangqi))
            good = count(book, games, list) && good;
    }
    return good ? 0 : 1;
}
