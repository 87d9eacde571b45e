#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `jipu replay` over every NNN-name.trace of a folder and compares its events with
NNN-name.expected, or writes that file anew.

usage: goldens.py check|update JIPU FOLDER [NAME...]
"""
import pathlib
import subprocess
import sys


def replay(jipu, trace):
    done = subprocess.run([jipu, "replay", trace.name], cwd=trace.parent, capture_output=True,
                          text=True, encoding="utf-8", timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{trace.name}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def first_difference(expected, actual):
    """The number of the first line that differs, with both lines; None when all are equal."""
    left, right = expected.splitlines(), actual.splitlines()
    for number in range(max(len(left), len(right))):
        a = left[number] if number < len(left) else "(no further line)"
        b = right[number] if number < len(right) else "(no further line)"
        if a != b:
            return number + 1, a, b
    return None


def check(jipu, trace):
    golden = trace.with_suffix(".expected")
    if not golden.exists():
        print(f"{trace.name}: {golden.name} is missing; tests/replay/update.sh writes it")
        return False
    difference = first_difference(golden.read_text(encoding="utf-8"), replay(jipu, trace))
    if difference is None:
        return True
    line, expected, actual = difference
    print(f"{golden.name}:{line}: first difference\n  expected: {expected}\n  replayed: {actual}")
    return False


def main():
    mode, jipu, folder, *names = sys.argv[1:]
    jipu, folder = str(pathlib.Path(jipu).resolve()), pathlib.Path(folder)
    traces = sorted(folder.glob("[0-9][0-9][0-9]-*.trace"))
    if names:
        traces = [t for t in traces if t.stem in names]
    if not traces:
        raise SystemExit("no traces: a check that checks nothing fails")
    orphans = [g.name for g in folder.glob("*.expected") if not g.with_suffix(".trace").exists()]
    if orphans:
        raise SystemExit("no trace beside " + ", ".join(sorted(orphans)))
    if mode == "update":
        for trace in traces:
            trace.with_suffix(".expected").write_text(replay(jipu, trace), encoding="utf-8")
        print(f"{len(traces)} expected outputs written: read the difference before you commit it")
        return
    good = [check(jipu, trace) for trace in traces]
    print(f"{sum(good)} of {len(good)} traces replay as expected")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
