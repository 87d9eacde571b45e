#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays every NNN-name.trace of this folder with the real tool and holds its effects to
NNN-name.check. The form of a check is in README.md.

usage: check.py JIPU FOLDER [NAME...]
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

TERM = re.compile(r"([a-z_.]+|t)(<=|>=|!=|=)(.*)")


def flat(value):
    """A value of an effect as a check writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(flat(v) for v in value)
    return str(value)


def field(effect, path):
    if path == "t":
        return effect["t"]
    value = effect["data"]
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def holds(effect, term):
    found = TERM.fullmatch(term)
    if not found:
        raise ValueError(f"{term!r} is no key=value")
    path, sign, wanted = found.groups()
    value = field(effect, path)
    if sign == "!=":
        return value is None or flat(value) != wanted
    if value is None:
        return False
    if sign == "=":
        return flat(value) in wanted.split("|")
    return float(value) <= float(wanted) if sign == "<=" else float(value) >= float(wanted)


def matches(effect, type_, terms):
    return effect["type"] in type_.split("|") and all(holds(effect, t) for t in terms)


class Games:
    """The records that the effects leave; what no fold may meet is an error."""

    def __init__(self, effects):
        self.moves, self.results, self.confirmed, self.open = [], [], [], {}
        for effect in effects:
            self.take(effect["type"], effect["data"])

    def take(self, type_, data):
        if type_ == "game.started":
            self.open = {} if self.moves else self.open  # ids belong to a game
            self.moves.append([])
            self.results.append(["*"])
            self.confirmed.append(0)
        elif type_ == "move.recorded":
            if data["ply"] != len(self.moves[-1]) + 1:
                raise ValueError(f"ply {data['ply']} is recorded after {len(self.moves[-1])} plies")
            self.moves[-1].append(data["move"])
        elif type_ == "move.confirmed":
            if data["ply"] != self.confirmed[-1] + 1 or data["ply"] > len(self.moves[-1]):
                raise ValueError(f"ply {data['ply']} is confirmed after {self.confirmed[-1]}")
            self.confirmed[-1] = data["ply"]
        elif type_ == "move.amended":
            if self.moves[-1][data["ply"] - 1] != data["was"]:
                raise ValueError(f"ply {data['ply']} was not {data['was']}")
            self.moves[-1][data["ply"] - 1] = data["move"]
        elif type_ == "move.retracted":
            if data["ply"] != len(self.moves[-1]) or data["move"] != self.moves[-1][-1]:
                raise ValueError(f"ply {data['ply']} is retracted and is not the last")
            self.moves[-1].pop()
            self.confirmed[-1] = min(self.confirmed[-1], len(self.moves[-1]))
        elif type_ == "game.ended":
            self.results[-1].append(data["result"])
        elif type_ in ("alert.raised", "alert.updated"):
            if (data["alert"] in self.open) != (type_ == "alert.updated"):
                raise ValueError(f"{type_} of alert {data['alert']} out of order")
            self.open[data["alert"]] = data["code"]
        elif type_ == "alert.resolved":
            del self.open[data["alert"]]


class Check:
    def __init__(self, effects):
        self.effects, self.games, self.last = effects, Games(effects), -1

    def line(self, words):
        """What is wrong, or None."""
        verb, *rest = words
        if verb in ("moves", "confirmed", "games", "results", "open"):
            return self.compare(verb, rest)
        if verb == "count":
            number, type_, *terms = rest
            found = sum(matches(e, type_, terms) for e in self.effects)
            return None if found == int(number) else f"there are {found}"
        type_, *terms = rest
        hits = [i for i, e in enumerate(self.effects) if matches(e, type_, terms)]
        if verb == "no":
            return f"there is one: {self.effects[hits[0]]}" if hits else None
        if verb == "has":
            self.last = hits[0] if hits else self.last
            return None if hits else "there is none"
        if verb == "then":
            later = [i for i in hits if i > self.last]
            self.last = later[0] if later else self.last
            return None if later else "there is none after the one before"
        raise ValueError(f"{verb!r} is no verb of a check")

    def compare(self, verb, wanted):
        games = self.games
        actual = {
            "moves": lambda: games.moves[-1] if games.moves else [],
            "confirmed": lambda: [str(games.confirmed[-1] if games.confirmed else 0)],
            "games": lambda: [str(len(games.moves))],
            "results": lambda: [r[-1] for r in games.results],
            "open": lambda: sorted(games.open.values()),
        }[verb]()
        return None if actual == wanted else "it is: " + " ".join(actual)


def replay(jipu, trace):
    done = subprocess.run([jipu, "replay", str(trace)], capture_output=True, text=True,
                          encoding="utf-8", timeout=60)
    if done.returncode != 0:
        raise ValueError(f"status {done.returncode}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def run(jipu, trace):
    """Everything that is wrong with one trace."""
    lines = trace.with_suffix(".check").read_text(encoding="utf-8").splitlines()
    wanted = [(n, line) for n, line in enumerate(lines, 1)
              if line.strip() and not line.startswith("#")]
    if not wanted:
        return ["the check checks nothing"]
    try:
        check = Check(replay(jipu, trace))
    except (ValueError, KeyError, IndexError) as trouble:
        return [f"{trace.stem}: the effects make no record: {trouble}"]
    wrong = []
    for number, line in wanted:
        try:
            trouble = check.line(shlex.split(line))
        except ValueError as error:
            trouble = f"not understood: {error}"
        if trouble:
            wrong.append(f"{trace.stem}.check:{number}: {line}\n      {trouble}")
    return wrong


def main():
    jipu, folder, *names = sys.argv[1:]
    jipu, folder = str(pathlib.Path(jipu).resolve()), pathlib.Path(folder)
    traces = sorted(folder.glob("[0-9][0-9][0-9]-*.trace"))
    if not traces:
        raise SystemExit("no traces: a check that checks nothing fails")
    lonely = {p.stem for p in traces} ^ {p.stem for p in folder.glob("*.check")}
    if lonely:
        raise SystemExit("a trace without a check, or a check without a trace: " +
                         ", ".join(sorted(lonely)))
    bad = 0
    for trace in traces:
        if names and trace.stem not in names and trace.stem[:3] not in names:
            continue
        wrong = run(jipu, trace)
        bad += bool(wrong)
        for trouble in wrong:
            print(trouble)
    print(f"{bad} of {len(traces)} traces are answered wrongly" if bad
          else f"{len(traces)} traces are answered rightly")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
