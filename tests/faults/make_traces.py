#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the traces and checks of this folder from the scenarios beside it (scenarios/*.txt).

A scenario is a text; blank lines part them:
    014 taken-back-plies-and-another-way          number and name
    fault: ...      what happens at the board
    answer: ...     the right answer, and the row or article that says so
    head: key = value                             lines of the head besides the defaults
    start: FEN                                    the start position, when not the game's own
    shows: ROWS                                   what the board shows first, when not the start
    hands: ...      in the notation of tests/support/hands.py; several lines are one
    check: ...      a line of the check

usage: make_traces.py write|verify     verify: what is written is what the scenarios say
"""
import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import hands  # noqa: E402


def scenarios():
    for file in sorted((HERE / "scenarios").glob("*.txt")):
        current = None
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                if current:
                    yield current
                current = None
            elif current is None:
                current = {"title": line.strip().split(" "), "where": f"{file.name}:{number}"}
            else:
                key, _, text = line.strip().partition(": ")
                if key not in ("fault", "answer", "head", "start", "shows", "hands", "check"):
                    raise SystemExit(f"{file.name}:{number}: no key: {key!r}")
                current.setdefault(key, []).append(text)
        if current:
            yield current


def trace_of(s):
    head = {"board": '"table-1"', "started": '"2026-11-30T09:00:00+08:00"',
            "game_name": '"20261130-5f0c2a91"', "clock": '"press"'}
    tail = []
    for line in s.get("head", []):
        key, value = [part.strip() for part in line.split("=", 1)]
        if key.startswith("sensing."):
            tail.append(f"{key[8:]} = {value}")
        else:
            head[key] = value
    if "start" in s:
        head["start"] = f'"{s["start"][0]}"'
    hall = head.get("sensors") == '"hall"'
    placement = s.get("shows", s.get("start", [hands.START]))[0]
    out = ["jipu-trace 1"]
    for name in ("fault", "answer", "hands"):
        text = name.capitalize() + ": " + " ".join(s[name])
        out += ["# " + line for line in textwrap.wrap(text, 96, subsequent_indent="  ",
                                                       break_long_words=False,
                                                       break_on_hyphens=False)]
    out += [f"{key} = {value}" for key, value in head.items()]
    out += ["[sensing]"] * bool(tail) + tail + ["---"]
    try:
        return "\n".join(out + hands.body(" ".join(s["hands"]), placement, hall)) + "\n"
    except SystemExit as error:
        raise SystemExit(f"{s['where']}: {error}")


def main():
    if sys.argv[1:] not in (["write"], ["verify"]):
        raise SystemExit(__doc__)
    files = {}
    for s in scenarios():
        stem = "-".join(s["title"])
        if stem + ".trace" in files:
            raise SystemExit(f"{s['where']}: there are two of {stem}")
        files[stem + ".trace"] = trace_of(s)
        files[stem + ".check"] = "\n".join(s["check"]) + "\n"
    there = {p.name for p in HERE.iterdir() if p.suffix in (".trace", ".check")}
    if sys.argv[1] == "write":
        for name in there - set(files):
            (HERE / name).unlink()
        for name, text in files.items():
            (HERE / name).write_text(text, encoding="utf-8")
        print(f"{len(files)} files written")
        return
    differ = [name for name, text in files.items()
              if name not in there or (HERE / name).read_text(encoding="utf-8") != text]
    differ += sorted(there - set(files))
    if differ:
        raise SystemExit("not as the scenarios say (make_traces.py write): " + ", ".join(differ))
    print(f"{len(files)} files are what the scenarios say")


if __name__ == "__main__":
    main()
