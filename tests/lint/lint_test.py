# SPDX-License-Identifier: Apache-2.0
"""A lint that finds nothing may be a lint that looks at nothing: each rule is shown a bad sample."""
import tempfile
import unittest
from pathlib import Path

import citations
import coverage
import house
import includes


class Tree:
    """A small tree of files that exists for one test."""

    def __init__(self, files):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def __enter__(self):
        return self.root

    def __exit__(self, *_):
        self.folder.cleanup()


# Included files, so that only the arrow can be wrong.
TARGETS = {path: "" for path in (
    "rules/base/ids.hpp", "rules/xiangqi/position.hpp", "rules/books/book.hpp", "hal/api/levels.hpp",
    "rules/notation/iccs.hpp", "hal/codec/decoders.hpp", "hal/serial/port.hpp", "hal/sim/hands.hpp",
    "hal/skeleton_board.hpp", "config/config.hpp", "config/load.hpp", "daemon/sensing/debounce.hpp",
    "daemon/inference/tracker.hpp", "daemon/table/event.hpp", "daemon/table/alerts.hpp",
    "daemon/wire/json.hpp", "daemon/recording/journal.hpp", "daemon/publishing/outbox.hpp",
    "daemon/results/store.hpp", "daemon/app/common/wall_clock.hpp")}

FORBIDDEN = [
    ("rules/base/result.hpp", '"rules/xiangqi/position.hpp"', "may not include"),
    ("rules/xiangqi/fen.cpp", '"rules/notation/iccs.hpp"', "may not include"),
    ("rules/notation/pgn.cpp", '"rules/books/book.hpp"', "may not include"),
    ("rules/timing/game_clock.cpp", '"hal/api/levels.hpp"', "may not include"),
    ("hal/api/drivers.hpp", '"hal/codec/decoders.hpp"', "may not include"),
    ("hal/codec/line_clock.cpp", '"hal/serial/port.hpp"', "may not include"),
    ("hal/sim/hands.cpp", '"rules/xiangqi/position.hpp"', "may not include"),
    ("hal/serial/port.cpp", '"daemon/table/event.hpp"', "may not include"),
    ("hal/serial/port.cpp", '"hal/skeleton_board.hpp"', "only what the others may see"),
    ("daemon/sensing/debounce.cpp", '"rules/xiangqi/position.hpp"', "may not include"),
    ("daemon/inference/tracker.cpp", '"daemon/table/event.hpp"', "may not include"),
    ("daemon/table/table.cpp", '"daemon/wire/json.hpp"', "may not include"),
    ("daemon/table/table.cpp", '"config/load.hpp"', "only what the others may see"),
    ("daemon/wire/effect_json.cpp", '"daemon/table/alerts.hpp"', "only what the others may see"),
    ("daemon/wire/effect_json.cpp", '"hal/api/levels.hpp"', "may not include"),
    ("daemon/trace/trace.cpp", '"daemon/inference/tracker.hpp"', "may not include"),
    ("daemon/recording/journal.cpp", '"daemon/publishing/outbox.hpp"', "may not include"),
    ("daemon/publishing/outbox.cpp", '"daemon/results/store.hpp"', "may not include"),
    ("daemon/results/store.cpp", '"daemon/app/common/wall_clock.hpp"', "may not include"),
    ("rules/base/ids.hpp", '"ids.hpp"', "no path from the top"),
    ("daemon/kitchen/stove.cpp", '"rules/base/ids.hpp"', "is in no room"),
    ("rules/xiangqi/fen.cpp", "<fstream>", "is pure"),
    ("daemon/table/table.cpp", "<thread>", "is pure"),
    ("daemon/table/table.cpp", "<spdlog/spdlog.h>", "may not use spdlog"),
    ("daemon/inference/tracker.cpp", "<boost/asio/io_context.hpp>", "may not use asio"),
    ("daemon/sensing/debounce.cpp", "<unistd.h>", "may not use posix"),
    ("hal/codec/line_clock.cpp", "<boost/asio.hpp>", "may not use asio"),
    ("daemon/trace/trace.cpp", "<nlohmann/json.hpp>", "may not use json"),
    ("daemon/wire/json.hpp", "<sqlite3.h>", "may not use sqlite"),
    ("daemon/publishing/outbox.cpp", "<sqlite3.h>", "may not use sqlite"),
    ("daemon/app/jipud/main.cpp", "<boost/spirit.hpp>", "no library"),
]
ALLOWED = [
    ("rules/notation/pgn.cpp", '"rules/xiangqi/position.hpp"'),
    ("hal/serial/port.cpp", "<boost/asio/post.hpp>"),
    ("hal/serial/port.cpp", "<libserialport.h>"),
    ("daemon/table/table.cpp", '"config/config.hpp"'),
    ("daemon/table/sub/part.cpp", '"daemon/table/alerts.hpp"'),
    ("daemon/wire/effect_json.cpp", '"daemon/table/event.hpp"'),
    ("daemon/app/jipud/main.cpp", '"daemon/publishing/outbox.hpp"'),
    ("daemon/app/jipud/main.cpp", "<fstream>"),
    ("tests/unit/any_test.cpp", '"daemon/table/alerts.hpp"'),
]


class IncludesTest(unittest.TestCase):
    def findings(self, path, target):
        with Tree(TARGETS | {path: f"#pragma once\n#include {target}\n"}) as root:
            return includes.check(root)

    def test_each_forbidden_arrow_is_found_with_its_file_and_line(self):
        for path, target, why in FORBIDDEN:
            with self.subTest(path=path, target=target):
                findings = "\n".join(self.findings(path, target))
                self.assertIn(why, findings)
                line = 1 if "in no room" in why else 2
                self.assertIn(f"{path}:{line}: ", findings)

    def test_allowed_arrows_are_left_alone(self):
        for path, target in ALLOWED:
            with self.subTest(path=path, target=target):
                self.assertEqual(self.findings(path, target), [])


LICENSED = "// SPDX-License-Identifier: Apache-2.0\n"


class HouseTest(unittest.TestCase):
    def expect(self, path, text, *reasons):
        findings = house.check_file(path, text)
        self.assertEqual(len(findings), len(reasons), findings)
        for finding, reason in zip(findings, reasons):
            self.assertIn(reason, finding)

    def test_a_source_without_its_licence_line_is_found(self):
        self.expect("rules/a.hpp", "#pragma once\n", "rules/a.hpp:1: has no 'SPDX")
        self.expect("scripts/a.sh", "#!/bin/sh\n\n\n# SPDX-License-Identifier: Apache-2.0\n", "SPDX")
        self.expect("scripts/a.sh", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n")

    def test_a_long_file_must_say_why_in_its_head(self):
        for suffix, most in (("hpp", 200), ("cpp", 400)):
            path = f"hal/a.{suffix}"
            self.expect(path, LICENSED + "\n" * (most - 1))
            self.expect(path, LICENSED + "\n" * most, f"has {most + 1} lines")
            self.expect(path, LICENSED + "// Long because it is a table.\n" + "\n" * most)
            self.expect(path, LICENSED + "\n" * most + "// Long because.\n", "lines, over")

    def test_a_reader_of_the_real_clock_is_found(self):
        for call in ("std::chrono::system_clock::now()", "Clock::now()", "::time(nullptr)",
                     "std::time(nullptr)", "time(NULL)", "clock_gettime(CLOCK_MONOTONIC, &t)",
                     "gettimeofday(&t, nullptr)", "adjtimex(&question)"):
            with self.subTest(call=call):
                text = LICENSED + f"auto t = {call};\n"
                self.expect("daemon/recording/a.cpp", text, "a.cpp:2: reads a real clock")
                self.expect("hal/a.cpp", text, "reads a real clock")
                self.expect("tests/a.cpp", text)
                self.expect("daemon/app/common/wall_clock.cpp", text)
        self.expect("hal/a.cpp", LICENSED + "// never Clock::now()\nx.time(0); next_time(0);\n")

    def test_a_pure_room_that_speaks_is_found(self):
        self.expect("rules/timing/a.cpp", LICENSED + 'std::printf("x");\n', "pure room")
        self.expect("daemon/table/a.cpp", LICENSED + 'std::cerr << "x";\n', "pure room")
        self.expect("rules/timing/a.cpp", LICENSED + 'std::snprintf(b, 2, "x");\n')
        self.expect("daemon/app/a.cpp", LICENSED + 'std::printf("x");\n')

    def test_places_of_one_machine_are_found(self):
        for place in ("/wo" "rk/main", "deb.deb" "ian.org", "registry.npm" "js.org"):
            with self.subTest(place=place):
                self.expect("README.md", f"see {place}\n", "README.md:1: names a place")
                self.expect("tests/a.py", f"# SPDX-License-Identifier: Apache-2.0\n{place}\n",
                            "names a place")
        self.expect("README.md", "../sha" "red/games\n", "names a place")
        self.expect("tests/README.md", "../sha" "red/games\n")

    def test_the_whole_of_a_tree_is_read(self):
        with Tree({"rules/a.cpp": "int a;\n", "config/b.toml": "a = 1\n"}) as root:
            self.assertEqual(len(house.check(root)), 1)


# A book of two articles with all that its rows name.
ARTICLES = ["000/1.1", "000/1.1 last", "000/1.2"]
COVERED = {
    "rules/xiangqi/fen.cpp": "int start_position;\n",
    "tests/unit/a_test.cpp": 'TEST_CASE("a name in "\n          "two halves") {\n'
                             '    // 000/1.1\n}\n',
    "tests/unit/other_test.cpp": '// 000/1.2: a remark on the file\n\n// A remark on 000/1.1.\n'
                             'TEST_CASE("some other name") {}\n',
    "tests/faults/016-a.trace": "# nothing\n---\n# 000/1.2 behind the head\n",
    "tests/faults/016-a.check": "has alert.raised article=000/1.2\n",
    "tests/faults/017-b.trace": "", "tests/replay/016-c.trace": "#\n---\n# 000/1.2\n"}
ROWS = ["| 000/1.1 | a | rules/xiangqi/fen.cpp (start_position) | \"a name in two halves\"; "
        "no counter: it is a definition |",
        "| 000/1.1 last | b | - | a board cannot know it |",
        "| 000/1.2 | c | rules/xiangqi/fen.cpp | \"a name ...\"; tests/faults/016; counter 017 |"]


class CoverageTest(unittest.TestCase):
    def findings(self, *rows):
        head = "| article | what it says | file | test |\n|---|---|---|---|\n"
        with Tree(COVERED | {coverage.COVERAGE: head + "\n".join(rows) + "\n"}) as root:
            return coverage.check(root, ARTICLES)

    def expect(self, row, reason):
        """`row` in the place of the last."""
        findings = self.findings(*ROWS[:2], row)
        self.assertEqual(len(findings), 1, findings)
        self.assertIn(f"{coverage.COVERAGE}:5: {reason}", findings[0])

    def test_a_whole_table_is_left_alone(self):
        self.assertEqual(self.findings(*ROWS), [])

    def test_what_a_row_names_and_does_not_exist_is_found(self):
        row = "| 000/1.2 | c | {} | {} |".format
        self.expect(row("rules/xiangqi/pen.cpp", "x"), "there is no file 'rules/xiangqi/pen.cpp'")
        self.expect(row("rules/xiangqi/fen.cpp (gone)", "x"), "'gone' is not in")
        self.expect(row("-", "`tests/unit/b_test.cpp`"), "there is no file")
        self.expect(row("-", '"a name in two"'), "no TEST_CASE is called")
        self.expect(row("-", '"another ..."'), "no TEST_CASE is called")
        self.expect(row("-", '"..."'), "no TEST_CASE is called")
        self.expect(row("-", "tests/faults/018"), "there is no trace tests/faults/018")
        self.expect(row("-", "tests/faults/016-018"), "there is no trace tests/faults/018")
        self.expect(row("-", "tests/faults/016; counter 018"), "there is no trace tests/faults/018")
        self.expect(row("-", "tests/replay/017"), "there is no trace tests/replay/017")
        self.expect(row("-", "faults 016"), "'016' does not say in which folder")
        self.expect(row("-", ""), "names no test and says not why")
        self.expect("| 000/1.2 | c | - |", "has 3 cells, not 4")

    def test_an_article_without_a_test_that_cites_it_is_found(self):
        row = "| 000/1.2 | c | rules/xiangqi/fen.cpp | {}; counter tests/faults/017 |".format
        for other in ('"a name in two halves"', '"some other name"', "tests/replay/016",
                      '"some other name"; tests/replay/016'):
            with self.subTest(other=other):
                self.expect(row(other), "names no test that cites 000/1.2")
        # The counter-example's citation is not the test's.
        self.expect("| 000/1.2 | c | rules/xiangqi/fen.cpp | tests/faults/017; counter 016 |",
                    "names no test that cites 000/1.2")

    def test_an_article_without_a_counter_example_is_found(self):
        row = "| 000/1.2 | c | rules/xiangqi/fen.cpp | tests/faults/016{} |".format
        for nothing in ("", "; counter", "; no counter: none", ". There is no counter-example"):
            with self.subTest(nothing=nothing):
                self.expect(row(nothing), "names no counter-example")
        self.expect(row("; counter 016"), "tests/faults/016 cannot be its own counter-example")
        for counter in ('; counter "some other name"', "; counter 017", "; no counter: it is a word"):
            with self.subTest(counter=counter):
                self.assertEqual(self.findings(*ROWS[:2], row(counter)), [])

    def test_citations_are_read_with_their_ranges_and_their_ends(self):
        for text, articles in (
                ("000/4.1.1(3)1-3, 001/5.3:", "000/4.1.1(3)1 000/4.1.1(3)2 000/4.1.1(3)3 001/5.3"),
                ("001/6.1-6.3", "001/6.1 001/6.2 001/6.3"),
                ("000/3.6.3 (1)-(2)", "000/3.6.3(1) 000/3.6.3(2)"),
                ("000/4.2.1(1), (4): x", "000/4.2.1(1) 000/4.2.1(4)"),
                ("2020/9 figure 8. WXF/6", "2020/9#figure#8 WXF/6"),
                ("000/4.2.1(1) is not 000/4.2.10", "000/4.2.1(1) 000/4.2.10")):
            with self.subTest(text=text):
                self.assertEqual(citations.cited(text),
                                 {a.replace("#", " ") for a in articles.split()})

    def test_a_missing_a_strange_and_a_displaced_article_are_found(self):
        self.assertIn("has no row for 000/1.1 last", self.findings(ROWS[0], ROWS[2])[0])
        self.assertIn("000/1.3' is no article", self.findings(*ROWS, "| 000/1.3 | d | - | x |")[0])
        self.assertIn("000/1.1 stands behind 000/1.2", self.findings(*ROWS[1:], ROWS[0])[0])
        with Tree({"rules/a.hpp": ""}) as root:
            self.assertIn("is missing", coverage.check(root)[0])

    def test_the_list_of_the_books_is_written_out(self):
        articles = coverage.expanded(coverage.ARTICLES)
        self.assertEqual(len(articles), len(set(articles)))
        for article in ("000/1.4.1(8)", "000/4.1.1(4)3", "000/5.4", "001/5.2", "001/9.1.8"):
            self.assertIn(article, articles)


if __name__ == "__main__":
    unittest.main()
