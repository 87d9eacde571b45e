# SPDX-License-Identifier: Apache-2.0
# `jipu perft` as other programs call it: the count alone on the last line, errors with status 2.
# Called with the path of the tool.
import subprocess
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
BARE = "4k4/9/9/9/9/9/9/4n4/3A5/3K5 w - - 0 1"
DEPTH = "is not a number of 0 to 30"

GOOD = [
    (["0"], "1"),
    (["1"], "44"),
    (["3"], "79666"),
    (["2", START], "1920"),
    (["6", BARE], "786"),
    (["2"] + BARE.split(), "5"),
]
WRONG = [
    ([], "jipu perft: no depth given"),
    (["x"], f"jipu perft: depth 'x' {DEPTH}"),
    (["-1"], f"jipu perft: depth '-1' {DEPTH}"),
    (["31"], f"jipu perft: depth '31' {DEPTH}"),
    (["3.5"], f"jipu perft: depth '3.5' {DEPTH}"),
    (["2", "9/9"], "jipu perft: FEN: 2 ranks instead of 10"),
    (["2", START.replace("w", "x")], "jipu perft: FEN: side to move 'x' is not w, r or b"),
    (["2", "--fast"], "jipu perft: unexpected '--fast'"),
]


def run(arguments):
    return subprocess.run([sys.argv[1], "perft", *arguments], capture_output=True, text=True)


failed = 0
for arguments, leaves in GOOD:
    done = run(arguments)
    lines = done.stdout.splitlines()
    rows = [line.split(": ") for line in lines[:-1]]
    total = sum(int(count) for _, count in rows) if rows else 1
    if done.returncode != 0 or lines[-1:] != [leaves] or total != int(leaves) or done.stderr:
        failed += 1
        print("FAILED:", arguments, done)
for arguments, message in WRONG:
    done = run(arguments)
    if done.returncode != 2 or done.stdout or done.stderr != message + "\n":
        failed += 1
        print("FAILED:", arguments, done)
print(f"{len(GOOD) + len(WRONG) - failed} of {len(GOOD) + len(WRONG)} calls as expected")
sys.exit(1 if failed else 0)
