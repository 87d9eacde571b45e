// SPDX-License-Identifier: Apache-2.0
// The outputs of `jipu replay`: events, alerts, the moves in a notation, a file of the game.
#include "daemon/app/jipu/replay_output.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/file_games.hpp"
#include "daemon/wire/final_record.hpp"
#include "daemon/wire/names.hpp"
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/pgn.hpp"

namespace jipu::tool {

namespace {

/// One effect a line, printed as it comes.
class EventsOutput final : public ReplayOutput {
  public:
    explicit EventsOutput(Game game) : game_(game) {}
    void emit(const Effect& effect) override {
        const std::string line = effect_line(effect, game_) + "\n";
        std::fwrite(line.data(), 1, line.size(), stdout);
    }
    Result<std::string> finish() override { return std::string(); }

  private:
    Game game_;
};

/// One alert a line, as it stands at the end, in the order in which they were raised.
class AlertsOutput final : public ReplayOutput {
  public:
    explicit AlertsOutput(Game game) : game_(game) {}
    void emit(const Effect& effect) override {
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            alerts_.push_back({effect.at, raised->alert, ""});
        } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
            if (Line* line = find(updated->alert.alert)) line->alert = updated->alert;
        } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
            if (Line* line = find(resolved->alert))
                line->resolved = "; resolved: " + resolved->by +
                                 (resolved->ruling.empty() ? "" : " " + resolved->ruling) + " at " +
                                 format_seconds(to_us(effect.at));
        }
    }
    Result<std::string> finish() override {
        std::string text;
        for (const Line& line : alerts_)
            text += format(line) + "\n";
        return text;
    }

  private:
    struct Line {
        Instant at;
        AlertData alert;
        std::string resolved;
    };
    /// Ids are unique within a game only: the last one is meant.
    Line* find(const std::string& id) {
        const auto found = std::find_if(alerts_.rbegin(), alerts_.rend(),
                                        [&](const Line& line) { return line.alert.alert == id; });
        return found == alerts_.rend() ? nullptr : &*found;
    }
    std::string format(const Line& line) const {
        const AlertData& alert = line.alert;
        std::string text = format_seconds(to_us(line.at)) + " " + alert.code + " ";
        text += alert.side ? side_name(game_, *alert.side) : "unknown";
        text += " ";
        text += grade_name(alert.grade);
        if (alert.ply > 0) text += " ply " + std::to_string(alert.ply);
        for (const std::string* word : {&alert.article, &alert.reason, &alert.move})
            if (!word->empty()) text += " " + *word;
        for (const PointIndex point : alert.points)
            text += " " + point_name(game_, point);
        if (!alert.message_en.empty()) text += ": " + alert.message_en;
        return text + line.resolved;
    }

    Game game_;
    std::vector<Line> alerts_;
};

/// The outputs that show the record at the end.
class RecordOutput : public ReplayOutput {
  public:
    explicit RecordOutput(Game game) : game_(game) {}
    void emit(const Effect& effect) override { record_.apply(effect, game_); }
    Result<std::string> finish() override {
        std::string text;
        const bool any_moves = std::any_of(record_.games().begin(), record_.games().end(),
                                           [](const GameRecord& g) { return !g.moves.empty(); });
        bool first = true;
        for (const GameRecord& game : record_.games()) {
            // Pieces set up again after the last game are not a game to show.
            if (any_moves ? game.moves.empty() : !first) continue;
            first = false;
            const Result<std::string> one = format(game);
            if (!one) return Error{one.error()};
            text += *one;
        }
        if (first) text = nothing();
        return text;
    }

  protected:
    virtual Result<std::string> format(const GameRecord& game) const = 0;
    /// What is printed when no game was begun.
    virtual std::string nothing() const { return ""; }

  private:
    Game game_;
    FinalRecord record_;
};

/// What stands where plies were missed, between the moves: a comment to who reads them.
std::string gap_mark(const std::string& fen) {
    const std::size_t end = fen.find(' '); // placement and side to move, in one word
    const std::string side = end == std::string::npos ? "" : ":" + fen.substr(end + 1, 1);
    return "{gap:" + fen.substr(0, end) + side + "}";
}

/// A game a line, its moves separated by spaces.
class MovesOutput final : public RecordOutput {
  public:
    MovesOutput(Game game, std::string RecordedMove::*form) : RecordOutput(game), form_(form) {}

  private:
    Result<std::string> format(const GameRecord& game) const override {
        std::string line;
        for (const RecordedMove& move : game.moves) {
            if (!line.empty()) line += ' ';
            line += move.*form_;
            for (const GameRecord::SetPosition& set : game.set_positions)
                if (set.ply == move.ply) line += ' ' + gap_mark(set.fen);
        }
        return line + "\n";
    }
    std::string nothing() const override { return "\n"; }

    std::string RecordedMove::*form_;
};

/// A file of the game in one of the formats.
class FileOutput final : public RecordOutput {
  public:
    FileOutput(std::string_view kind, const TableSetup& setup)
        : RecordOutput(setup.game), kind_(kind), board_(setup.board) {}

  private:
    Result<std::string> format(const GameRecord& game) const override {
        if (kind_ == "sgf") return Error{"sgf is for Go; this trace is xiangqi"};
        const auto games = file_games(game, board_);
        if (!games) return Error{games.error()};
        notation::PgnStyle style;
        style.chinese = notation::chinese_style(game.rules);
        std::string text;
        for (const notation::GameRecord& one : *games)
            text +=
                kind_ == "dhtmlxq" ? notation::write_dhtmlxq(one) : notation::write_pgn(one, style);
        return text;
    }

    std::string kind_;
    std::string board_;
};

} // namespace

const std::vector<std::string>& replay_output_names() {
    static const std::vector<std::string> names{"events", "iccs",    "wxf", "chinese", "short",
                                                "pgn",    "dhtmlxq", "sgf", "alerts"};
    return names;
}

std::unique_ptr<ReplayOutput> make_replay_output(std::string_view name, const TableSetup& setup) {
    static const std::map<std::string_view, std::string RecordedMove::*> forms{
        {"iccs", &RecordedMove::move},
        {"wxf", &RecordedMove::wxf},
        {"chinese", &RecordedMove::chinese},
        {"short", &RecordedMove::short_form}};
    if (name == "events") return std::make_unique<EventsOutput>(setup.game);
    if (name == "alerts") return std::make_unique<AlertsOutput>(setup.game);
    if (const auto form = forms.find(name); form != forms.end())
        return std::make_unique<MovesOutput>(setup.game, form->second);
    return std::make_unique<FileOutput>(name, setup);
}

} // namespace jipu::tool
