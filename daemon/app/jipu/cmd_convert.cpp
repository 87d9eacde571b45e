// SPDX-License-Identifier: Apache-2.0
// `jipu convert`: games of any known format and encoding in, one format out. What could not be read
// whole is said on standard error and left out; the rest is converted all the same.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "config/read_file.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/app/jipu/text_encoding.hpp"
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/move_list.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::tool {

namespace {

using notation::MoveNotation;
using notation::ReadGame;
using notation::TextKind;

constexpr int exit_unread = 2;

struct Options {
    std::string to;
    std::string from;
    std::string book = "xiangqi-state";
    std::string encoding;
    std::vector<std::string> files;
};

MoveNotation notation_named(const std::string& name) {
    if (name == "iccs") return MoveNotation::iccs;
    if (name == "uci") return MoveNotation::uci;
    if (name == "wxf") return MoveNotation::wxf;
    if (name == "chinese") return MoveNotation::chinese;
    if (name == "short") return MoveNotation::short_form;
    return MoveNotation::any;
}

Result<std::string> read_bytes(const std::string& file) {
    auto bytes = file == "-" ? read_stream(stdin) : read_file(file);
    if (!bytes) return Error{"cannot be read: " + bytes.error()};
    return bytes;
}

std::vector<ReadGame> read_games(const std::string& text, const std::string& from) {
    const MoveNotation notation = notation_named(from);
    const TextKind kind = notation::recognise(text);
    if (from == "pgn") return notation::read_pgn(text);
    if (from == "dhtmlxq") return notation::read_dhtmlxq(text);
    if (kind == TextKind::wxf_file && (from.empty() || from == "wxf"))
        return notation::read_wxf_file(text);
    if (!from.empty()) return notation::read_move_list(text, notation);
    if (kind == TextKind::dhtmlxq) return notation::read_dhtmlxq(text);
    if (kind == TextKind::pgn) return notation::read_pgn(text);
    return notation::read_move_list(text);
}

std::string write_game(const notation::GameRecord& game, const Options& options) {
    const notation::ChineseStyle style = notation::chinese_style(options.book);
    if (options.to == "pgn") return notation::write_pgn(game, {MoveNotation::chinese, style});
    if (options.to == "dhtmlxq") return notation::write_dhtmlxq(game);
    return notation::write_move_list(game, notation_named(options.to), style) + "\n";
}

void complain(const std::string& file, const std::string& what) {
    std::fprintf(stderr, "%s: %s\n", file.c_str(), notation::printable(what).c_str());
}

/// False when something of the file could not be read.
bool convert_file(const std::string& name, const Options& options) {
    const std::string shown = name == "-" ? "standard input" : name;
    const auto bytes = read_bytes(name);
    if (!bytes) {
        complain(shown, bytes.error());
        return false;
    }
    const auto text = decode_text(*bytes, options.encoding);
    if (!text) {
        complain(shown, text.error());
        return false;
    }
    if (text->broken > 0)
        complain(shown, "note: " + std::to_string(text->broken) + " bytes are no " +
                            std::string(text->encoding));
    if (text->utf8.find_first_not_of(" \t\r\n") == text->utf8.find("(;") &&
        text->utf8.find("(;") != std::string::npos) {
        complain(shown, "is SGF, which holds games of Go; games of xiangqi are read here");
        return false;
    }
    const auto games = read_games(text->utf8, options.from);
    bool whole = !games.empty();
    if (games.empty()) complain(shown, "holds no game");
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (games[i].ok()) {
            const std::string out = write_game(games[i].record, options);
            std::fwrite(out.data(), 1, out.size(), stdout);
            continue;
        }
        whole = false;
        complain(shown, "game " + std::to_string(i + 1) + ", ply " +
                            std::to_string(games[i].error_ply) + ": " + games[i].error);
    }
    return whole;
}

int run(const Options& options) {
    if (options.to == "sgf") {
        std::fprintf(stderr, "jipu convert: sgf is for games of Go; these are games of xiangqi\n");
        return exit_unread;
    }
    bool whole = true;
    for (const std::string& file : options.files)
        whole = convert_file(file, options) && whole;
    return whole ? 0 : exit_unread;
}

} // namespace

void add_convert(CLI::App& app, int& status) {
    auto* sub = app.add_subcommand("convert", "Convert games from one format to another");
    auto options = std::make_shared<Options>();
    sub->add_option("--to", options->to, "what to write")
        ->required()
        ->check(CLI::IsMember({"pgn", "iccs", "wxf", "chinese", "short", "dhtmlxq", "sgf"}));
    sub->add_option("--from", options->from, "what is read; found from the content when not given")
        ->check(CLI::IsMember({"pgn", "iccs", "uci", "wxf", "chinese", "short", "dhtmlxq"}));
    sub->add_option("--book", options->book, "rule book that says how pawns are numbered")
        ->check(CLI::IsMember(
            {"xiangqi-state", "xiangqi-association", "xiangqi-2020", "xiangqi-world"}))
        ->capture_default_str();
    sub->add_option("--encoding", options->encoding, "found from the bytes when not given")
        ->check(CLI::IsMember({"utf-8", "gb18030", "big5", "utf-16"}));
    sub->add_option("files", options->files, "files to read; - is standard input")->required();
    sub->callback([options, &status] { status = run(*options); });
}

} // namespace jipu::tool
