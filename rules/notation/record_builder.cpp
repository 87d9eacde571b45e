// SPDX-License-Identifier: Apache-2.0
// From the words of one game to its record; the same for every file format.
#include "rules/notation/record_builder.hpp"

#include <algorithm>
#include <array>

#include "rules/notation/iccs.hpp"
#include "rules/notation/utf8.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Position;

bool same_name(std::string_view a, std::string_view b) {
    return lower_ascii(a) == lower_ascii(b);
}

/// Tags that the record says in another way, or that only describe the file.
bool is_said_otherwise(std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"game",   "result", "fen",
                                                    "format", "setup",  "variant"};
    const std::string lower = lower_ascii(name);
    return std::find(names.begin(), names.end(), lower) != names.end();
}

/// PGN's words for what is not known.
bool is_unknown(std::string_view value) {
    return value.empty() || value == "?" || value == "????.??.??";
}

/// The names that the record uses; chess programs call Red White.
std::string record_name(std::string_view name) {
    const std::string lower = lower_ascii(name);
    if (lower == "white") return "Red";
    if (lower == "whiteteam") return "RedTeam";
    if (lower == "whiteelo") return "RedElo";
    return std::string(name);
}

std::string_view written_tag(const WrittenGame& written, std::string_view name) {
    for (const auto& [key, value] : written.tags)
        if (same_name(key, name)) return value;
    return {};
}

ReadGame failed(GameRecord record, int ply, std::string error) {
    ReadGame out;
    out.record = std::move(record);
    out.error_ply = ply;
    out.error = std::move(error);
    return out;
}

ReadGame play(const WrittenGame& written, GameRecord record, MoveNotation notation, Ranks ranks) {
    Position position = record.start;
    for (const MoveWord& word : written.moves) {
        RecordedMove entry;
        entry.comment = word.comment;
        const bool marked = take_illegal_mark(entry.comment);
        const auto move = parse_move(position, word.text, notation,
                                     marked ? IllegalMoves::accept : IllegalMoves::refuse, ranks);
        const int ply = static_cast<int>(record.moves.size()) + 1;
        if (!move) return failed(std::move(record), ply, move.error());
        entry.move = *move;
        entry.legal = position.is_legal(*move);
        position.play_tolerant(*move);
        record.moves.push_back(std::move(entry));
    }
    if (!written.error.empty()) {
        const int ply = static_cast<int>(record.moves.size()) + 1;
        return failed(std::move(record), ply, written.error);
    }
    ReadGame out;
    out.record = std::move(record);
    return out;
}

} // namespace

std::string_view GameRecord::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (same_name(key, name)) return value;
    return {};
}

void GameRecord::set_tag(std::string_view name, std::string value) {
    for (auto& [key, old] : tags) {
        if (!same_name(key, name)) continue;
        old = std::move(value);
        return;
    }
    tags.emplace_back(std::string(name), std::move(value));
}

ReadGame build_record(const WrittenGame& written, MoveNotation notation) {
    GameRecord record;
    for (const auto& [name, value] : written.tags)
        if (!is_said_otherwise(name) && !is_unknown(value))
            record.set_tag(record_name(name), value);
    record.start_comment = written.start_comment;
    // The tag is what the writer settled on; the token only helps where it says nothing.
    const std::string tagged = read_result(written_tag(written, "Result"));
    const std::string token = read_result(written.result);
    record.result = !tagged.empty() && tagged != "*" ? tagged : !token.empty() ? token : "*";
    const std::string_view fen = trimmed(written_tag(written, "FEN"));
    if (!fen.empty()) {
        const auto start = xiangqi::parse_fen(fen);
        if (!start) return failed(std::move(record), 0, "FEN: " + start.error());
        record.start = *start;
    }
    if (written.black_first) record.start.set_to_move(xiangqi::black);

    const auto names_points = [&written](Ranks ranks) {
        return std::any_of(written.moves.begin(), written.moves.end(), [ranks](const auto& word) {
            return try_parse_iccs(word.text, ranks).has_value();
        });
    };
    const bool has_ten =
        std::any_of(written.moves.begin(), written.moves.end(), [](const auto& word) {
            return !try_parse_iccs(word.text) && try_parse_iccs(word.text, Ranks::from_one);
        });
    if (notation != MoveNotation::any) return play(written, record, notation, Ranks::from_zero);
    if (has_ten) return play(written, record, notation, Ranks::from_one);
    ReadGame out = play(written, record, notation, Ranks::from_zero);
    if (!out.ok() && names_points(Ranks::from_one)) {
        ReadGame other = play(written, record, notation, Ranks::from_one);
        if (other.ok()) return other;
    }
    return out;
}

std::string read_result(std::string_view text) {
    struct Word {
        std::string_view text;
        std::string_view result;
    };
    constexpr std::array<Word, 21> words{{
        {"1-0", "1-0"},
        {"0-1", "0-1"},
        {"1/2-1/2", "1/2-1/2"},
        {"1/2", "1/2-1/2"},
        {"½-½", "1/2-1/2"},
        {"0-0", "0-0"},
        {"*", "*"},
        {"红胜", "1-0"},
        {"紅勝", "1-0"},
        {"红先胜", "1-0"},
        {"紅先勝", "1-0"},
        {"黑胜", "0-1"},
        {"黑勝", "0-1"},
        {"红先负", "0-1"},
        {"紅先負", "0-1"},
        {"和棋", "1/2-1/2"},
        {"和局", "1/2-1/2"},
        {"红先和", "1/2-1/2"},
        {"紅先和", "1/2-1/2"},
        {"双负", "0-0"},
        {"未知", "*"},
    }};
    const std::string_view key = trimmed(text);
    for (const Word& word : words)
        if (word.text == key) return std::string(word.result);
    return {};
}

std::string with_illegal_mark(std::string_view comment) {
    std::string out(illegal_mark);
    if (!comment.empty()) out += "; " + std::string(comment);
    return out;
}

bool take_illegal_mark(std::string& comment) {
    if (!std::string_view(comment).starts_with(illegal_mark)) return false;
    std::string_view rest = std::string_view(comment).substr(illegal_mark.size());
    if (!rest.empty() && !rest.starts_with(';')) return false;
    if (!rest.empty()) rest.remove_prefix(1);
    comment = std::string(trimmed(rest));
    return true;
}

} // namespace jipu::notation
