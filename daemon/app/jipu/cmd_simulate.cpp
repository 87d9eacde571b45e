// SPDX-License-Identifier: Apache-2.0
// `jipu simulate`: a table of simulated hands, board and clock in real time. Reads the games and
// the options, says each ply, and writes down what was played and what it deserves.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/app/jipu/simulate/player.hpp"
#include "daemon/app/jipu/simulate/timeline.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/trace/trace.hpp"
#include "hal/sim/link/board_link.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu::tool {
namespace {

using nlohmann::json;
using Moves = std::vector<xiangqi::Move>;

struct SimulateOptions {
    std::string games_file;
    std::string script_out;
    std::string sensors = "reed";
    std::string clock_left = "red";
    std::string clock_kind = "line";
    std::string think;
    std::string end = "stand";
    std::size_t game = 1;
    std::size_t count = 1;
    std::size_t plies = 0;
    std::uint64_t seed = 1;
    double speed = 1.0;
    double clock_minutes = 90;
    double increment_s = 0;
    std::size_t unplug_after = 0;
    double unplug_for_s = 5;
    bool mistakes = false;
    PlayerOptions player;
};

/// `A..B` in milliseconds.
Result<sim::Range> parse_range(const std::string& text) {
    std::istringstream in(text);
    sim::Range range;
    char dots[2] = {};
    if (!(in >> range.min >> dots[0] >> dots[1] >> range.max) || dots[0] != '.' || dots[1] != '.' ||
        !in.eof() || range.min < 1 || range.max < range.min) {
        return Error{"--think-ms: '" + text + "' is no range A..B of milliseconds over zero"};
    }
    return range;
}

/// The chosen games of the file, a line each, cut to the chosen number of plies.
Result<std::vector<Moves>> read_games(const SimulateOptions& options) {
    std::ifstream file(options.games_file);
    if (!file) return Error{options.games_file + ": cannot be read"};
    std::vector<Moves> games;
    std::size_t number = 0;
    std::size_t line_number = 0;
    for (std::string line; std::getline(file, line) && games.size() < options.count;) {
        ++line_number;
        if (line.empty() || line[0] == '#') continue;
        if (++number < options.game) continue;
        Moves moves;
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            if (options.plies > 0 && moves.size() == options.plies) break;
            const auto move = notation::try_parse_iccs(word);
            if (!move) {
                return Error{options.games_file + ":" + std::to_string(line_number) + ": '" + word +
                             "' is no ICCS move"};
            }
            moves.push_back(*move);
        }
        games.push_back(std::move(moves));
    }
    if (games.size() < options.count) {
        return Error{options.games_file + ": there is no game " +
                     std::to_string(options.game + games.size())};
    }
    return games;
}

std::string_view grade_name(sim::DeservedGrade grade) {
    switch (grade) {
    case sim::DeservedGrade::notice:
        return "notice";
    case sim::DeservedGrade::observed:
        return "observed";
    case sim::DeservedGrade::completed:
        return "completed";
    }
    return "";
}

std::string side_word(std::optional<Side> side) {
    return side ? std::string(side_name(Game::xiangqi, *side)) : "unknown";
}

json alert_json(const sim::BoardShape& shape, const sim::DeservedAlert& alert) {
    json out = {{"code", alert.code},
                {"side", side_word(alert.side)},
                {"ply", alert.ply},
                {"grade", grade_name(alert.grade)}};
    if (!alert.must_kind.empty()) {
        const auto names = [&](const std::vector<PointIndex>& points) {
            json list = json::array();
            for (const PointIndex point : points)
                list.push_back(format_point(shape, point));
            return list;
        };
        out["must"] = {{"kind", alert.must_kind},
                       {"from", names(alert.must_from)},
                       {"to", names(alert.must_to)}};
    }
    return out;
}

/// Says what happens, for people on standard output and for programs in a file.
class Narrator {
  public:
    Narrator(const SimulateOptions& options, const std::vector<PlayedGame>& games)
        : options_(options), games_(games) {
        if (!options.script_out.empty()) out_.open(options.script_out);
    }
    bool ready() const { return options_.script_out.empty() || out_.good(); }

    void operator()(const Act& act) {
        if (const auto* begins = std::get_if<GameBegins>(&act.what)) {
            game_begins(begins->game);
        } else if (const auto* played = std::get_if<PlyPlayed>(&act.what)) {
            ply_played(played->game, played->ply);
        } else if (const auto* ends = std::get_if<GameEnds>(&act.what)) {
            write({{"type", "game-ends"}, {"game", number(ends->game)}});
        }
    }

  private:
    std::size_t number(std::size_t game) const { return options_.game + game; }

    void game_begins(std::size_t index) {
        const PlayedGame& game = games_[index];
        json moves = json::array();
        for (const xiangqi::Move move : game.moves)
            moves.push_back(notation::format_iccs(move));
        json deserved = json::array();
        for (const auto& alert : game.script.deserved) {
            deserved.push_back(alert_json(options_.player.shape, alert));
        }
        std::printf("game %zu: %zu plies\n", number(index), game.moves.size());
        std::fflush(stdout);
        write({{"type", "game"},
               {"game", number(index)},
               {"seed", options_.seed + index},
               {"sensors", options_.sensors},
               {"moves", moves},
               {"deserved", deserved}});
    }

    void ply_played(std::size_t index, std::size_t ply) {
        const PlayedGame& game = games_[index];
        const sim::PlyLog& log = game.script.plies[ply];
        const std::string move = notation::format_iccs(game.moves[ply]);
        const char* side = ply % 2 == 0 ? "red" : "black";
        std::printf("%3zu %-5s %s%s", ply + 1, side, move.c_str(),
                    log.press ? "" : "  (not pressed)");
        for (const auto& alert : game.script.deserved) {
            if (alert.ply != static_cast<int>(ply) + 1) continue;
            std::printf("  deserves %s (%s, %s)", alert.code.c_str(), side_word(alert.side).c_str(),
                        std::string(grade_name(alert.grade)).c_str());
        }
        std::printf("\n");
        std::fflush(stdout);
        write({{"type", "ply"},
               {"game", number(index)},
               {"ply", ply + 1},
               {"side", side},
               {"move", move},
               {"pressed", log.press.has_value()}});
    }

    void write(const json& line) {
        if (!out_.is_open()) return;
        out_ << line.dump() << std::endl;
        // Who reads along would wait in vain for the rest.
        if (!out_) throw std::runtime_error(options_.script_out + ": cannot be written");
    }

    const SimulateOptions& options_;
    const std::vector<PlayedGame>& games_;
    std::ofstream out_;
};

constexpr std::array protocols{ClockKind::line, ClockKind::dgt, ClockKind::izis,
                               ClockKind::niclink};

/// The words for the clocks that can be simulated, as a trace's head has them.
std::vector<std::string> clock_words() {
    std::vector<std::string> words;
    words.reserve(protocols.size());
    for (const ClockKind kind : protocols)
        words.emplace_back(clock_kind_name(kind));
    return words;
}

/// `word`: one of them.
ClockKind clock_kind_of(const std::string& word) {
    return *std::find_if(protocols.begin(), protocols.end(),
                         [&](ClockKind kind) { return clock_kind_name(kind) == word; });
}

int refuse(const std::string& why) {
    std::fprintf(stderr, "jipu simulate: %s\n", why.c_str());
    return 2;
}

int simulate(SimulateOptions& options) {
    HandsChoice choice;
    choice.sensors = options.sensors == "hall" ? Sensors::hall : Sensors::reed;
    choice.speed = options.speed;
    choice.mistakes = options.mistakes;
    if (!options.think.empty()) {
        const auto range = parse_range(options.think);
        if (!range) return refuse(range.error());
        choice.think_ms = *range;
    }
    const auto moves = read_games(options);
    if (!moves) return refuse(moves.error());
    std::vector<PlayedGame> games;
    for (const Moves& game : *moves) {
        choice.seed = options.seed + games.size();
        auto played = play_game(game, choice);
        if (!played) {
            return refuse("game " + std::to_string(options.game + games.size()) + ": " +
                          played.error());
        }
        games.push_back(std::move(*played));
    }
    std::optional<CableChoice> cable;
    if (options.unplug_after > 0) {
        const auto away = static_cast<std::int64_t>(options.unplug_for_s * 1000);
        cable = CableChoice{options.unplug_after, from_ms(away)};
    }
    const TableEnd end = options.end == "sweep"   ? TableEnd::sweep
                         : options.end == "reset" ? TableEnd::reset
                                                  : TableEnd::stand;
    const auto acts = make_timeline(games, end, options.seed, cable);

    PlayerOptions& player = options.player;
    player.shape.sensors = choice.sensors;
    player.clock_kind = clock_kind_of(options.clock_kind);
    player.clock_left = options.clock_left == "black" ? Side::second : Side::first;
    player.clock.left_ms = static_cast<std::int64_t>(options.clock_minutes * 60'000);
    player.clock.right_ms = player.clock.left_ms;
    player.clock.increment_ms = static_cast<std::int64_t>(options.increment_s * 1000);
    Narrator narrator(options, games);
    if (!narrator.ready()) return refuse(options.script_out + ": cannot be written");
    return play_timeline(player, games.front().script.start, acts,
                         [&](const Act& act) { narrator(act); });
}

} // namespace

// Long because every option is said with its meaning; there is nothing else in it.
void add_simulate(CLI::App& app, int& status) {
    auto options = std::make_shared<SimulateOptions>();
    SimulateOptions& o = *options;
    auto* sub = app.add_subcommand(
        "simulate", "play games by simulated hands, as a board and a clock that jipud can open");
    sub->add_option("--board-socket", o.player.board_socket,
                    "Unix socket on which the simulated board listens")
        ->required();
    sub->add_option("--clock-link", o.player.clock_link,
                    "symbolic link to make to the clock's pseudo-terminal; none: no clock");
    sub->add_option("--clock-kind", o.clock_kind, "the clock's protocol (default line)")
        ->check(CLI::IsMember(clock_words()));
    sub->add_option("--games", o.games_file, "games in ICCS, one a line")->required();
    sub->add_option("--game", o.game, "the first game to play, 1 = the file's first")
        ->check(CLI::PositiveNumber);
    sub->add_option("--count", o.count, "so many games one after the other")
        ->check(CLI::PositiveNumber);
    sub->add_option("--plies", o.plies, "only the first so many plies of each game; 0: all");
    sub->add_option("--seed", o.seed, "of everything that hands do by chance");
    sub->add_option("--sensors", o.sensors, "reed or hall")->check(CLI::IsMember({"reed", "hall"}));
    sub->add_option("--speed", o.speed, "thinking and travelling so many times faster")
        ->check(CLI::Range(0.1, 1000.0));
    sub->add_option("--think-ms", o.think, "A..B: thinking time before the speed");
    sub->add_option("--clock-left", o.clock_left, "the side that sits at the clock's left")
        ->check(CLI::IsMember({"red", "black"}));
    sub->add_option("--clock-minutes", o.clock_minutes, "what the clock shows at the start")
        ->check(CLI::Range(0.0, 5999.0));
    sub->add_option("--clock-increment", o.increment_s, "seconds added at each press")
        ->check(CLI::Range(0.0, 3600.0));
    sub->add_option("--unplug-clock", o.unplug_after,
                    "pull the clock's cable after this ply of the first game");
    sub->add_option("--unplug-for", o.unplug_for_s, "... for so many seconds")
        ->check(CLI::Range(0.0, 86400.0));
    sub->add_option("--wait-reader", o.player.wait_reader_s,
                    "wait up to so many seconds until board and clock are both read")
        ->check(CLI::NonNegativeNumber);
    sub->add_option("--start-delay", o.player.start_delay_s, "seconds before the first game")
        ->check(CLI::NonNegativeNumber);
    sub->add_option("--linger", o.player.linger_s,
                    "board and clock stay so many seconds after the end (default 1)")
        ->check(CLI::NonNegativeNumber);
    sub->add_option("--script-out", o.script_out,
                    "JSON lines: the games, the deserved alerts, each ply as it is played");
    sub->add_flag("--mistakes", o.mistakes,
                  "show one illegal move, pressed and put back, and one breach of touch-move");
    sub->add_option("--end", o.end, "after the last game: stand, sweep, or reset")
        ->check(CLI::IsMember({"stand", "sweep", "reset"}));
    sub->callback([options, &status] { status = simulate(*options); });
}

} // namespace jipu::tool
