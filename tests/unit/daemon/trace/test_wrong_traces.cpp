// SPDX-License-Identifier: Apache-2.0
// Wrong traces, each with the exact error.
#include <vector>

#include "daemon/trace/trace.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

const std::string rows = "xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx";
const std::string hall = "SSSSSSSSS/9/1S5S1/S1S1S1S1S/9/9/N1N1N1N1N/1N5N1/9/NNNNNNNNN";
const std::string v = "jipu-trace 1\n";
const std::string scan = "0.000000 board " + rows + "\n";

/// A whole head with these keys.
std::string head(const std::string& keys) {
    return v + keys + "---\n";
}
/// A good reed trace whose third and later lines these are.
std::string body(const std::string& lines) {
    return head("") + scan + lines;
}
std::string with_clock(const std::string& kind, const std::string& lines) {
    return head("clock = \"" + kind + "\"\n") + scan + lines;
}

struct Wrong {
    std::string text;
    std::string error;
};

void check_all(const std::vector<Wrong>& table) {
    for (const Wrong& wrong : table) {
        INFO(wrong.text);
        const auto trace = read_trace(wrong.text, "t");
        CHECK_FALSE(bool(trace));
        CHECK(trace.error() == wrong.error);
    }
}

} // namespace

TEST_CASE("a wrong head is refused with its line") {
    check_all({
        {"", "t:1: a trace begins with the line `jipu-trace 1`"},
        {"\n" + v + "---\n", "t:1: a trace begins with the line `jipu-trace 1`"},
        {"game = \"xiangqi\"\n---\n", "t:1: a trace begins with the line `jipu-trace 1`"},
        {"jipu-trace 2\n---\n", "t:1: version \"2\" is not known, only 1"},
        {"jipu-trace 1 \n---\n", "t:1: version \"1 \" is not known, only 1"},
        {v, "t:1: the head has no end: a line `---` is missing"},
        {v + "game = \"xiangqi\"\n" + scan, "t:3: the head has no end: a line `---` is missing"},
        {head("gme = \"xiangqi\"\n"), "t:2: unknown key \"gme\""},
        {head("\n# note\nboards = 1\n"), "t:4: unknown key \"boards\""},
        {head("game = \"chess\"\n"), "t:2: \"game\" must be \"xiangqi\", \"go\""},
        {head("game = 1\n"), "t:2: \"game\" must be \"xiangqi\", \"go\""},
        {head("sensors = \"magnet\"\n"), "t:2: \"sensors\" must be \"reed\", \"hall\""},
        {head("rules = 7\n"), "t:2: \"rules\" must be a text"},
        {head("clock = \"sundial\"\n"),
         "t:2: \"clock\" must be \"none\", \"press\", \"time\", \"line\", \"dgt\", \"izis\", "
         "\"niclink\""},
        {head("time_control = 90\n"), "t:2: \"time_control\" must be a text"},
        {head("start = \"rnbakabnr/9\"\n"),
         "t:2: \"start\" must be a position: FEN: 2 ranks instead of 10"},
        {head("size = 1\n"), "t:2: \"size\" must be a whole number from 2 to 19"},
        {head("size = 19.0\n"), "t:2: \"size\" must be a whole number from 2 to 19"},
        {head("komi = \"7.5\"\n"), "t:2: \"komi\" must be a number from -361 to 361"},
        {head("handicap = 10\n"), "t:2: \"handicap\" must be a whole number from 0 to 9"},
        {head("clock_left = \"white\"\n"), "t:2: \"clock_left\" must be \"red\", \"black\""},
        {head("game = \"go\"\nclock_left = \"red\"\n"),
         "t:3: \"clock_left\" must be \"black\", \"white\""},
        {head("board = \"\"\n"),
         "t:2: \"board\" must be a name of at most 64 characters a-z, 0-9 and dashes"},
        {head("board = \"Table 1\"\n"),
         "t:2: \"board\" must be a name of at most 64 characters a-z, 0-9 and dashes"},
        {head("one_game = 1\n"), "t:2: \"one_game\" must be true or false"},
        {head("game_name = \"a/b\"\n"),
         "t:2: \"game_name\" must be a name of at most 64 characters a-z, 0-9 and dashes"},
        {head("started = \"yesterday\"\n"),
         "t:2: \"started\" must be an RFC 3339 time: \"yesterday\" is not an RFC 3339 time like "
         "2026-11-30T09:00:00+08:00"},
        {head("started = 3\n"), "t:2: \"started\" must be an RFC 3339 time"},
        {head("started = 2026-11-30\n"), "t:2: \"started\" must be an RFC 3339 time"},
        {head("started = \"9999-12-31T23:59:59Z\"\n"),
         "t:2: \"started\" must be an RFC 3339 time in the years 1970 to 2999"},
        {head("[sensing]\nsettle = 5\n"), "t:3: unknown key \"sensing.settle\""},
        {head("[sensing]\nsettle_ms = -1\n"),
         "t:3: \"sensing.settle_ms\" must be a whole number of milliseconds from 0 to 3600000"},
        {head("[sensing]\nadjust_ms = 1.5\n"),
         "t:3: \"sensing.adjust_ms\" must be a whole number of milliseconds from 0 to 3600000"},
        {head("sensing = 3\n"), "t:2: \"sensing\" must be a table: [sensing]"},
        {head("[hardware]\n"), "t:2: unknown key \"hardware\""},
        {head("[sensing]\nboard = \"b\"\n"), "t:3: unknown key \"sensing.board\""},
        {v + "# \xff\n---\n", "t:2: not UTF-8"},
        {v + "[\x0b\n---\n", "t:2: a control character in the head"},
        {v + "# a\r# b\n---\n", "t:2: a control character in the head"},
    });
}

TEST_CASE("a head that is no TOML is refused with its line") {
    for (const auto& [text, start] : std::vector<std::pair<std::string, std::string>>{
             {head("game = \"xiangqi\"\nrules = \n"), "t:3: the head is no TOML: "},
             {head("board = \"a\"\nboard = \"b\"\n"), "t:3: the head is no TOML: "},
             {head("game xiangqi\n"), "t:2: the head is no TOML: "}}) {
        INFO(text);
        const auto trace = read_trace(text, "t");
        CHECK_FALSE(bool(trace));
        CHECK(trace.error().substr(0, start.size()) == start);
    }
}

TEST_CASE("a wrong order of lines is refused") {
    check_all({
        {head(""), "t:2: no `board`: the trace has no lines"},
        {head("") + "# nothing\n", "t:3: no `board`: the trace has no lines"},
        {head("") + "0.000000 off h2\n", "t:3: the first line must be a `board`"},
        {head("") + "0.000000 command {\"do\":\"pause\",\"by\":\"a\"}\n",
         "t:3: the first line must be a `board`"},
        {body("1.000000 off h2\n0.999999 on e2\n"),
         "t:5: time goes backwards: 0.999999 after 1.000000"},
        {body("1.000000 lost board\n2.000000 back board\n2.000000 off h2\n"),
         "t:6: after `back board` a `board` must come first"},
        {body("2.000000 back board\n2.500000 press red\n3.000000 on e2\n"),
         "t:6: after `back board` a `board` must come first"},
    });
}

TEST_CASE("a wrong time is refused") {
    check_all({
        {body("1 off h2\n"), "t:4: expected seconds with six decimals, not \"1\""},
        {body("1.5 off h2\n"), "t:4: expected seconds with six decimals, not \"1.5\""},
        {body("1.0000000 off h2\n"), "t:4: expected seconds with six decimals, not \"1.0000000\""},
        {body("-1.000000 off h2\n"), "t:4: expected seconds with six decimals, not \"-1.000000\""},
        {body("1,000000 off h2\n"), "t:4: expected seconds with six decimals, not \"1,000000\""},
        {body("1e3.000000 off h2\n"),
         "t:4: expected seconds with six decimals, not \"1e3.000000\""},
        {body(".000000 off h2\n"), "t:4: expected seconds with six decimals, not \".000000\""},
        {body("1000000000.000000 off h2\n"),
         "t:4: expected seconds with six decimals, not \"1000000000.000000\""},
        {body("1.000000\n"), "t:4: a verb must follow the time"},
        {body("1.000000 # off h2\n"), "t:4: a verb must follow the time"},
        {body("1.0000"), "t:4: expected seconds with six decimals, not \"1.0000\""},
    });
}

TEST_CASE("a wrong verb, point, pole, side or device is refused") {
    check_all({
        {body("1.000000 lift h2\n"), "t:4: unknown verb \"lift\""},
        {body("1.000000 Off h2\n"), "t:4: unknown verb \"Off\""},
        {body("1.000000 off\n"), "t:4: unknown point \"\""},
        {body("1.000000 off j2\n"), "t:4: unknown point \"j2\""},
        {body("1.000000 off H2\n"), "t:4: unknown point \"H2\""},
        {body("1.000000 off h10\n"), "t:4: unknown point \"h10\""},
        {body("1.000000 off h2 e2\n"), "t:4: `off` has a word too many: \"e2\""},
        {body("1.000000 on e2 N\n"), "t:4: `on` takes no pole on a reed board"},
        {body("1.000000 on e2 x\n"), "t:4: `on` has a word too many: \"x\""},
        {head("sensors = \"hall\"\n") + "0.000000 board " + hall + "\n1.000000 on e2\n",
         "t:5: `on` needs a pole, `N` or `S`, on a hall board"},
        {head("sensors = \"hall\"\n") + "0.000000 board " + hall + "\n1.000000 on e2 W\n",
         "t:5: `on` needs a pole, `N` or `S`, on a hall board, not \"W\""},
        {head("sensors = \"hall\"\n") + "0.000000 board " + hall + "\n1.000000 off e2 N\n",
         "t:5: `off` has a word too many: \"N\""},
        {head("game = \"go\"\nsize = 9\n") + "0.000000 board 9/9/9/9/9/9/9/9/9\n1.000000 on K1\n",
         "t:6: unknown point \"K1\""},
        {head("game = \"go\"\n") + "0.000000 on I1\n", "t:4: unknown point \"I1\""},
        {body("1.000000 press\n"), "t:4: unknown side \"\", expected `red` or `black`"},
        {body("1.000000 press white\n"), "t:4: unknown side \"white\", expected `red` or `black`"},
        {body("1.000000 press red black\n"), "t:4: `press` has a word too many: \"black\""},
        {with_clock("none", "1.000000 press red\n"),
         "t:5: `press` cannot come from a clock of the kind \"none\""},
        {body("1.000000 lost lever\n"),
         "t:4: unknown device \"lever\", expected `board` or `clock`"},
        {body("1.000000 back clock now\n"), "t:4: `back` has a word too many: \"now\""},
        {body("1.000000 off h2 \xc3\n"), "t:4: not UTF-8"},
        {body("1.000000 off h2 # \xed\xa0\x80\n"), "t:4: not UTF-8"},
    });
}

TEST_CASE("a wrong scan is refused with its row") {
    const auto scanned = [](const std::string& text) { return head("") + "0.000000 board" + text; };
    const std::string nine = "/9/9/9/9/9/9/9/9/9";
    check_all({
        {scanned("\n"), "t:3: `board` needs its rows"},
        {scanned(" 9/9\n"), "t:3: `board` must have 10 rows, not 2"},
        {scanned(" 9/9" + nine + "\n"), "t:3: `board` must have 10 rows, not 11"},
        {scanned(" xxxxxxxx" + nine + "\n"), "t:3: row 1 \"xxxxxxxx\": only 8 points of 9"},
        {scanned(" 9/9/9/9/9/9/9/9/9/\n"), "t:3: row 10 \"\": only 0 points of 9"},
        {scanned(" xxxxxxxxxx" + nine + "\n"), "t:3: row 1 \"xxxxxxxxxx\": more than 9 points"},
        {scanned(" 10" + nine + "\n"), "t:3: row 1 \"10\": more than 9 points"},
        {scanned(" 99999999999" + nine + "\n"),
         "t:3: row 1 \"99999999999\": a run must be 1 or more empty points"},
        {scanned(" 0" + nine + "\n"), "t:3: row 1 \"0\": a run must be 1 or more empty points"},
        {scanned(" 8N" + nine + "\n"), "t:3: row 1 \"8N\": expected a number or `x`, not `N`"},
        {head("sensors = \"hall\"\n") + "0.000000 board 8x" + nine + "\n",
         "t:4: row 1 \"8x\": expected a number or `N` or `S`, not `x`"},
        {scanned(" 9" + nine + " again\n"), "t:3: `board` has a word too many: \"again\""},
    });
}

TEST_CASE("wrong words of the clock are refused") {
    check_all({
        {body("1.000000 time red 1 running red\n"),
         "t:4: `time` cannot come from a clock of the kind \"press\""},
        {with_clock("time", "1.000000 time red 1 black 2\n"),
         "t:5: `time` needs `running` and a side or `none`"},
        {with_clock("time", "1.000000 time red 1 running nobody\n"),
         "t:5: `running` must be a side or `none`, not \"nobody\""},
        {with_clock("time", "1.000000 time red 1 red 2 running red\n"),
         "t:5: the time of `red` comes twice"},
        {with_clock("time", "1.000000 time running red running red\n"),
         "t:5: `running` comes twice"},
        {with_clock("time", "1.000000 time red 1:30 running red\n"),
         "t:5: the time of `red` must be seconds with at most three decimals, not \"1:30\""},
        {with_clock("time", "1.000000 time red 1.2345 running red\n"),
         "t:5: the time of `red` must be seconds with at most three decimals, not \"1.2345\""},
        {with_clock("time", "1.000000 time red -1 running red\n"),
         "t:5: the time of `red` must be seconds with at most three decimals, not \"-1\""},
        {with_clock("time", "1.000000 time white 1 running red\n"),
         "t:5: unknown side \"white\", expected `red` or `black`"},
        {body("1.000000 bytes 5b\n"),
         "t:4: `bytes` cannot come from a clock of the kind \"press\""},
        {with_clock("dgt", "1.000000 bytes\n"), "t:5: `bytes` must be pairs of hexadecimal digits"},
        {with_clock("dgt", "1.000000 bytes 5b0\n"),
         "t:5: `bytes` must be pairs of hexadecimal digits"},
        {with_clock("dgt", "1.000000 bytes 0x\n"),
         "t:5: `bytes` must be pairs of hexadecimal digits"},
    });
}

TEST_CASE("a wrong command is refused with its reason") {
    check_all({
        {body("1.000000 command\n"), "t:4: command: no JSON: wrong at byte 1"},
        {body("1.000000 command pause\n"), "t:4: command: no JSON: wrong at byte 1"},
        {body("1.000000 command []\n"), "t:4: command: a command must be a JSON object"},
        {body("1.000000 command {\"do\":\"pause\",\"by\":\"a\"} now\n"),
         "t:4: `command` must be one JSON object, then comes \"now\""},
        {body("1.000000 command {\"do\":\"dance\",\"by\":\"a\"}\n"),
         "t:4: command: \"do\" names no command: \"dance\""},
        {body("1.000000 command {\"do\":\"resign\",\"by\":\"a\"}\n"),
         "t:4: command: \"resign\" needs \"side\""},
    });
}
