# SPDX-License-Identifier: Apache-2.0
# `jipu adjudicate` as other programs call it: one line of JSON, errors with status 2. With the
# published rulings beside the project, every one of them through the command.
# Called with the path of the tool.
import json
import subprocess
import sys
from pathlib import Path

CHECKS = "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1"
CYCLE = ["f0e0", "e9f9", "e0f0", "f9e9"]
BOOKS = "xiangqi-state, xiangqi-association, xiangqi-2020, xiangqi-world"
SHARED = Path(__file__).resolve().parents[4] / "shared" / "rulings"

GOOD = [
    ("xiangqi-state", "red_loses", "000/5"),
    ("xiangqi-association", "red_loses", "001/24.1"),
    ("xiangqi-2020", "red_must_change", "Red must change"),
    ("xiangqi-world", "red_loses", "WXF/6"),
]
WRONG = [
    ([], f"no --book given ({BOOKS})"),
    (["--book", "go-2002"], f"no book 'go-2002' ({BOOKS})"),
    (["--book", "xiangqi-2020"], "no --fen given"),
    (["--book", "xiangqi-2020", "--fen", "9/9"], "FEN: 2 ranks instead of 10"),
    (["--book", "xiangqi-2020", "--fen", CHECKS.replace("K", "1")], "FEN: Red has no king"),
    (["--book", "xiangqi-2020", "--fen", CHECKS, "f0f0"], "move 1: "),
    (["--book", "xiangqi-2020", "--fen", CHECKS, "f0e0", "e9e8"], "move 2: "),
    (["--book", "xiangqi-2020", "--fen", CHECKS, "f0e0", "hello"], "move 2: "),
    (["--book", "xiangqi-2020", "--fen", CHECKS, "--fast"], "unexpected '--fast'"),
    (["--book", "xiangqi-2020", "--fen", CHECKS] + CYCLE * 251, "more than 1000 moves"),
]

failed = 0
calls = 0


def run(arguments):
    global calls
    calls += 1
    return subprocess.run([sys.argv[1], "adjudicate", *arguments], capture_output=True, text=True)


def ruling(book, fen, moves):
    done = run(["--book", book, "--fen", fen, *moves])
    lines = done.stdout.splitlines()
    if done.returncode != 0 or done.stderr or len(lines) != 1:
        return {"verdict": f"status {done.returncode}: {done.stderr}", "labels": [], "why": ""}
    return json.loads(lines[0])


def expect(holds, *what):
    global failed
    if not holds:
        failed += 1
        print("FAILED:", *what)


for book, verdict, words in GOOD:
    got = ruling(book, CHECKS, CYCLE)
    expect(got["verdict"] == verdict and words in got["why"], book, got)
    expect(got["labels"] == ["check", "idle", "check", "idle"], book, got)
    expect(ruling(book, CHECKS, CYCLE * 3)["verdict"] == verdict, book, "three cycles")
    expect(ruling(book, CHECKS, [])["verdict"] == "undecided", book, "no moves")
    expect(ruling(book, CHECKS, CYCLE[:3])["verdict"] == "undecided", book, "no cycle")
for arguments, message in WRONG:
    done = run(arguments)
    expect(done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1 and
           done.stderr.startswith("jipu adjudicate: " + message), arguments[:6], done)
unquoted = run(["--book", "xiangqi-2020", "--fen", *CHECKS.split(), *CYCLE])
expect('"red_must_change"' in unquoted.stdout, unquoted)

if SHARED.is_dir():
    for name, book in [("cca2020_figures", "xiangqi-2020"), ("wxf_diagrams", "xiangqi-world"),
                       ("fairy_axf_tests", "xiangqi-world")]:
        head, *rows = (SHARED / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
        for row in rows:
            case = dict(zip(head.split("\t"), row.split("\t")))
            got = ruling(book, case["fen"], case["moves_uci"].split())
            expect(got["verdict"] == case["verdict"], case["id"], case["verdict"], got)
            expect(len(got["labels"]) == len(case["moves_uci"].split()), case["id"], got)
print(f"{calls} calls, {failed} failed")
sys.exit(1 if failed else 0)
