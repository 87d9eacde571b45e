#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `jipu replay` promises besides its events: every output, standard input, exit statuses.

usage: command_line.py JIPU FOLDER
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

jipu = str(pathlib.Path(sys.argv[1]).resolve())
folder = pathlib.Path(sys.argv[2])
opening = folder / "001-quiet-moves.trace"
capture = folder / "002-capture.trace"
failures = 0


def run(*arguments, stdin=None):
    done = subprocess.run([jipu, "replay", *map(str, arguments)], input=stdin, capture_output=True,
                          text=True, encoding="utf-8", timeout=120)
    return done.returncode, done.stdout, done.stderr


def expect(what, actual, expected):
    global failures
    if actual != expected:
        failures += 1
        print(f"{what}:\n  expected {expected!r}\n  got      {actual!r}")


status, out, err = run("--output", "iccs", opening)
expect("the moves that stand, a provisional one too", (status, out, err),
       (0, "h2e2 h9g7 h0g2\n", ""))
expect("wxf", run("--output", "wxf", opening)[1], "C2.5 H8+7 H2+3\n")
expect("chinese", run("--output", "chinese", opening)[1], "炮二平五 马8进7 马二进三\n")
expect("short", run("--output", "short", opening)[1], "炮25 马87\u0332 马23\u0332\n")
expect("a trace a line", run("--output", "iccs", opening, capture)[1],
       "h2e2 h9g7 h0g2\nh2e2 h9g7 e2e6\n")
expect("standard input", run("--output", "iccs", "-", stdin=opening.read_text(encoding="utf-8")),
       (0, "h2e2 h9g7 h0g2\n", ""))

pgn = run("--output", "pgn", capture)
expect("a game's file ends well", (pgn[0], pgn[2]), (0, ""))
expect("tags of the PGN", re.findall(r'\[(?:Game|Date|Board) "(.*)"\]', pgn[1]),
       ["Chinese Chess", "2026.11.30", "table-1"])
expect("the PGN's moves", "炮二平五" in pgn[1] and "炮五进四" in pgn[1], True)
dhtmlxq = run("--output", "dhtmlxq", capture)
expect("the DhtmlXQ's moves",
       re.findall(r"\[DhtmlXQ_movelist\](\d+)\[", dhtmlxq[1]), ["774770624743"])
expect("sgf is refused for xiangqi", run("--output", "sgf", opening),
       (2, "", f"{opening}: sgf is for Go; this trace is xiangqi\n"))

corrected = folder / "007-another-position-in-mid-game.trace"
pgn = run("--output", "pgn", corrected)[1]
expect("a position set in mid-game makes two games of the file, no ply lost",
       re.findall(r'\[(?:Part|Continues|SetUp|Result) "(.*)"\]', pgn),
       ["*", "1/2", "*", "2/2", "20261130-5f0c2a91 after ply 2", "1"])
gap = r"\{gap:rnbakab1r/9/1c4nc1/2p1p1p1p/[^ ]*:w\}"
for kind, words in (("iccs", "h2e2 h9g7 {} h0g2"), ("wxf", r"C2\.5 H8\+7 {} H2\+3"),
                    ("chinese", "炮二平五 马8进7 {} 马二进三"), ("short", ".* .* {} .*")):
    line = run("--output", kind, corrected)[1]
    expect(f"... and is shown between the moves: {kind}",
           bool(re.fullmatch(words.format(gap) + "\n", line)), True)
for kind in "pgn", "dhtmlxq":
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(run("--output", kind, corrected)[1])
        file.flush()
        read = subprocess.run([jipu, "convert", "--to", "iccs", file.name], capture_output=True,
                              text=True, encoding="utf-8", timeout=60)
    expect(f"... and {kind} is read back whole", (read.returncode, read.stdout, read.stderr),
           (0, "h2e2 h9g7\nh0g2\n", ""))

status, events, err = run(opening)
lines = events.splitlines()
expect("every event is a line with t, type and data",
       [bool(re.match(r'^\{"t":\d+\.\d{6},"type":"[a-z.]+","data":\{.*\}\}$', l)) for l in lines],
       [True] * len(lines))
expect("... and JSON", [list(json.loads(l)) for l in lines], [["t", "type", "data"]] * len(lines))
expect("twice the same bytes", run(opening)[1], events)
shown = run("--output", "alerts", folder / "005-illegal-restored.trace")[1]
expect("an alert a line", bool(re.fullmatch(
    r"6\.\d{6} illegal-move red observed .*horse-leg h0f1.*; resolved: restored at 7\.\d{6}\n", shown)),
    True)
expect("no alert, no line", run("--output", "alerts", opening)[1], "")

for words in (["perft", "2"], ["perft", "0"], ["replay", opening],
              ["convert", "--to", "iccs", folder.parent / "data/games/openings.iccs"]):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([jipu, *map(str, words)], stdout=full, stderr=subprocess.PIPE,
                              text=True, encoding="utf-8", timeout=120)
    expect(f"output that cannot be written: {words[0]}", (done.returncode, done.stderr),
           (2, "jipu: standard output: No space left on device\n"))

with tempfile.TemporaryDirectory() as place:
    wrong = pathlib.Path(place) / "wrong.trace"
    wrong.write_text("jipu-trace 1\n---\n0.000000 lift h2\n", encoding="utf-8")
    expect("a wrong trace is named, the others still run",
           run("--output", "iccs", wrong, opening),
           (2, "h2e2 h9g7 h0g2\n", f'{wrong}:3: unknown verb "lift"\n'))
    missing = pathlib.Path(place) / "missing.trace"
    expect("a missing file is named", run(missing), (2, "", f"{missing}: No such file or directory\n"))
    expect("a folder is no trace", run(place), (2, "", f"{place}: Is a directory\n"))
    book = pathlib.Path(place) / "book.trace"
    text = opening.read_text(encoding="utf-8")
    book.write_text(text.replace("xiangqi-state", "no-such-book"), encoding="utf-8")
    status, out, err = run(book)
    expect("a head that the table refuses is named with the key's line",
           (status, out, err.startswith(f"{book}:5: rules: no book is called 'no-such-book'")),
           (2, "", True))
    control = pathlib.Path(place) / "control.trace"
    control.write_text(text.replace('clock = "press"', 'clock = "press"\ntime_control = "soon"'),
                       encoding="utf-8")
    expect("... and no word comes twice", run(control)[2].startswith(
        f"{control}:7: time_control: character 1: "), True)
    # A clock whose protocol is not there must never replay as if it were silent.
    clock = pathlib.Path(place) / "clock.trace"
    quiet = "\n".join(l for l in text.splitlines() if " press " not in l) + "\n"
    clock.write_text(quiet.replace('"press"', '"line"'), encoding="utf-8")
    expect("the line clock is decoded", run("--output", "iccs", clock)[0], 0)

expect("an unknown output is refused", run("--output", "mp3", opening)[0], 2)
for wrong, words in ((["foo"], 'there is no subcommand "foo"'), ([], "subcommand is required"),
                     (["perft", "1", "--nothing"], "--nothing")):
    done = subprocess.run([jipu, *wrong], capture_output=True, text=True, timeout=60)
    expect(f"jipu {wrong} is refused", (done.returncode, words in done.stderr), (2, True))
print("failed" if failures else "as promised")
sys.exit(1 if failures else 0)
