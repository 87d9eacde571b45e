// SPDX-License-Identifier: Apache-2.0
// `jipu convert` as a program: real files in, standard output, standard error and exit status out.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;

struct Outcome {
    int status = -1;
    std::string out;
    std::string err;
};

/// A folder of this run alone, gone at the end.
class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "jipu-convert-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string put(const std::string& name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return (path_ / name).string();
    }
    std::string name(const std::string& file) const { return (path_ / file).string(); }

  private:
    fs::path path_;
};

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string quoted(const std::string& word) {
    return "'" + word + "'";
}

/// Runs `jipu convert` with these words (no quotes in them) and this standard input.
Outcome convert(const Folder& folder, const std::string& words, const std::string& input = "") {
    const std::string in = folder.put("stdin", input);
    const std::string out = folder.name("stdout");
    const std::string err = folder.name("stderr");
    const std::string line = quoted(JIPU_BINARY) + " convert " + words + " <" + quoted(in) + " >" +
                             quoted(out) + " 2>" + quoted(err);
    const int raw = std::system(line.c_str());
    Outcome outcome;
    outcome.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    outcome.out = bytes_of(out);
    outcome.err = bytes_of(err);
    return outcome;
}

std::string data(const std::string& name) {
    return (jipu::test::data_dir() / "notation" / name).string();
}

const std::string two_games = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5\n"
                              "g3g4 h7g7 g0e2 c9e7 f0e1 d9e8\n";

} // namespace

TEST_CASE("the same two games come out of UTF-8, GB18030, Big5 and UTF-16 files") {
    const Folder folder;
    for (const char* name : {"two-games.utf8.pgn", "two-games.gb18030.pgn", "two-games.big5.pgn"}) {
        const Outcome run = convert(folder, "--to iccs " + quoted(data(name)));
        INFO(name << ": " << run.err);
        CHECK(run.status == 0);
        CHECK(run.out == two_games);
        CHECK(run.err.empty());
    }
    std::string wide = "\xff\xfe";
    for (const char c : std::string("h2e2 h9g7\n")) {
        wide += c;
        wide += '\0';
    }
    CHECK(convert(folder, "--to iccs -", wide).out == "h2e2 h9g7\n");
    CHECK(convert(folder, "--to iccs -", "\xef\xbb\xbfh2e2 h9g7\n").out == "h2e2 h9g7\n");
}

TEST_CASE("names keep their characters whatever the encoding") {
    const Folder folder;
    for (const char* name : {"two-games.utf8.pgn", "two-games.big5.pgn"})
        CHECK(convert(folder, "--to pgn " + quoted(data(name))).out.find("[Site \"大廳\"]") !=
              std::string::npos);
    CHECK(convert(folder, "--to pgn " + quoted(data("two-games.gb18030.pgn")))
              .out.find("[Site \"大厅\"]") != std::string::npos);
}

TEST_CASE("--encoding overrides what is found") {
    const Folder folder;
    const Outcome wrong =
        convert(folder, "--to iccs --encoding big5 " + quoted(data("two-games.gb18030.pgn")));
    CHECK(wrong.status == 2);
    CHECK(wrong.out.empty());
    const Outcome right =
        convert(folder, "--to iccs --encoding gb18030 " + quoted(data("two-games.gb18030.pgn")));
    CHECK(right.status == 0);
    CHECK(right.out == two_games);
}

TEST_CASE("one game goes through every format and comes back") {
    const Folder folder;
    std::string text = two_games;
    for (const char* to : {"pgn", "wxf", "dhtmlxq", "chinese", "pgn", "short", "iccs"}) {
        const Outcome run = convert(folder, std::string("--to ") + to + " -", text);
        INFO(to << ": " << run.err);
        REQUIRE(run.status == 0);
        text = run.out;
    }
    CHECK(text == two_games);
}

TEST_CASE("each notation is a game a line") {
    const Folder folder;
    CHECK(convert(folder, "--to chinese -", two_games).out ==
          "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1\n"
          "兵三进一 炮8平7 相三进五 象3进5 仕四进五 士4进5\n");
    CHECK(convert(folder, "--to short -", "h2e2 h9g7\n").out == "炮25 马87\u0332\n");
    CHECK(convert(folder, "--to wxf -", "h2e2 h9g7\n").out == "C2.5 H8+7\n");
}

TEST_CASE("--book chooses how three pawns on a file are numbered") {
    const Folder folder;
    const std::string pgn = "[FEN \"3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w\"]\n\n1. e7f7 *\n";
    CHECK(convert(folder, "--to chinese -", pgn).out == "2兵平四\n");
    CHECK(convert(folder, "--to chinese --book xiangqi-2020 -", pgn).out == "中兵平四\n");
    CHECK(convert(folder, "--to chinese --book chess -", pgn).status != 0);
}

TEST_CASE("a game that cannot be read whole is named and left out, the others are converted") {
    const Folder folder;
    const std::string file =
        folder.put("games.iccs", "h2e2 h9g7\nh2e2 h9h8\nb2e2\n炮二平五 天地玄黄\n");
    const Outcome run = convert(folder, "--to iccs " + quoted(file) + " " + quoted("none.pgn") +
                                            " " + quoted(data("two-games.utf8.pgn")));
    CHECK(run.status == 2);
    CHECK(run.out == "h2e2 h9g7\nb2e2\n" + two_games);
    CHECK(run.err == file + ": game 2, ply 2: 'h9h8' is illegal: geometry\n" + file +
                         ": game 4, ply 2: '天地玄黄' is no move in ICCS, WXF or Chinese notation\n"
                         "none.pgn: cannot be read: No such file or directory\n");
}

TEST_CASE(
    "a file without a game, a folder, and Go's format for xiangqi are refused in clear words") {
    const Folder folder;
    const Outcome empty = convert(folder, "--to iccs -", "\n\n");
    CHECK(empty.status == 2);
    CHECK(empty.err == "standard input: holds no game\n");
    const Outcome dir = convert(folder, "--to iccs /");
    CHECK(dir.status == 2);
    CHECK(dir.err == "/: cannot be read: Is a directory\n");
    const Outcome sgf = convert(folder, "--to sgf -", two_games);
    CHECK(sgf.status == 2);
    CHECK(sgf.out.empty());
    CHECK(sgf.err == "jipu convert: sgf is for games of Go; these are games of xiangqi\n");
    CHECK(convert(folder, "--to pgn -", "\n(;GM[1]SZ[19];B[pd])\n").err ==
          "standard input: is SGF, which holds games of Go; games of xiangqi are read here\n");
    CHECK(convert(folder, "--to xqf -", two_games).status != 0);
    CHECK(convert(folder, "-", two_games).status != 0);
}

TEST_CASE("an illegal move that stood goes through PGN and DhtmlXQ with its mark") {
    const Folder folder;
    const std::string pgn = "1. 马八进六 {illegal, stood} 马8进7 *\n";
    const Outcome block = convert(folder, "--to dhtmlxq -", pgn);
    REQUIRE(block.status == 0);
    CHECK(block.out.find("[DhtmlXQ_comment1]illegal, stood[/DhtmlXQ_comment1]") !=
          std::string::npos);
    const Outcome back = convert(folder, "--to pgn -", block.out);
    REQUIRE(back.status == 0);
    CHECK(back.out.find("  1. 马八进六 {illegal, stood}\n  1. ... 马8进7\n") != std::string::npos);
    CHECK(convert(folder, "--to iccs -", "1. 马八进六 马8进7\n").err ==
          "standard input: game 1, ply 1: '马八进六' fits no legal move; b0d1 would be illegal: "
          "horse-leg\n");
}

TEST_CASE("--from reads as told") {
    const Folder folder;
    CHECK(convert(folder, "--to iccs --from uci -", "c4c5 g7g6\n").out == "c3c4 g6g5\n");
    CHECK(convert(folder, "--to iccs --from iccs -", "炮二平五\n").err ==
          "standard input: game 1, ply 1: '炮二平五' is no move in ICCS\n");
    CHECK(convert(folder, "--to iccs --from short -", "炮25 马87\u0332\n").out == "h2e2 h9g7\n");
}

TEST_CASE("real files of other programs are converted whole") {
    using jipu::test::shared_dir;
    if (jipu::test::skipped_without_shared("games/xiangqi/formats")) return;
    const Folder folder;
    int files = 0;
    for (const auto& entry : fs::directory_iterator(shared_dir() / "games/xiangqi/formats")) {
        const Outcome run = convert(folder, "--to iccs " + quoted(entry.path().string()));
        INFO(entry.path().string());
        CHECK(run.status == 0);
        CHECK(run.err.empty());
        CHECK(run.out.size() > 100);
        ++files;
    }
    CHECK(files == 16);
    const std::string masters = (shared_dir() / "games/xiangqi/masters.iccs").string();
    const std::string iccs = bytes_of(masters);
    CHECK(convert(folder, "--to iccs " + quoted(masters)).out == iccs);
    const Outcome pgn = convert(folder, "--to pgn " + quoted(masters));
    CHECK(convert(folder, "--to iccs -", pgn.out).out == iccs);
    const Outcome block = convert(folder, "--to dhtmlxq " + quoted(masters));
    CHECK(convert(folder, "--to iccs -", block.out).out == iccs);
}
