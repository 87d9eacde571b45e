#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is the arbiter's page, config/man/jipu-commands.7, true? Every command on it is read by the real
tool and played in the game that the comments beside it tell; every command, field, word, foul and
ending that the tool knows must be named on the page. Each finding is one line.

usage: commands_page.py JIPU ROOT
"""
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "faults"), str(HERE.parent / "lint")]
import check  # noqa: E402
import make_traces  # noqa: E402
from citations import cited  # noqa: E402
from coverage import ARTICLES, expanded  # noqa: E402

PAGE = "config/man/jipu-commands.7"
KINDS = "daemon/table/command.hpp"
# What a comment of the page may tell of the game in which its example is given.
TOLD = re.compile(r'\.\\" (head|start|shows|hands|check): (.*)')
GIVEN = re.compile(r"jipu command (?:--socket \S+ )?'([^']*)'")
HASHED = re.compile(r"printf '%s' '([^']*)' \| sha256sum")
# Where the page names the words that fields of several commands take, or that are many.
SHARED = ("Words that all commands share", "Rulings", "Results and endings")
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
BOOKS = ("xiangqi-state", "xiangqi-association")
NOT_HIS = {"pass", "dead", "machine"}  # Go's and the daemon's own: named, without an example
HEAD = "jipu-trace 1\nrules = \"{}\"\n---\n0.000000 board " \
       "xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx\n"


class Example:
    """A display of the page: the commands in it, and the game that its comments tell."""

    def __init__(self, line):
        self.line = line
        self.game = {key: [] for key in ("head", "start", "shows", "hands", "check")}
        self.commands = []
        self.hashed = []

    def give(self, text):
        self.commands.append(text)
        self.game["hands"].append(text)

    def scenario(self):
        told = {key: lines for key, lines in self.game.items() if lines}
        return {"title": ["page"], "where": f"{PAGE}:{self.line}", "fault": ["an example"],
                "answer": ["what its page says"], **told}


def with_name(text):
    """A command as `jipu command` sends it: on one line, with the name of who gave it."""
    text = text.replace("\n", " ")
    try:
        nameless = "by" not in json.loads(text)
    except ValueError:
        nameless = False  # what is wrong with it is the tool's to say
    return text[:text.rindex("}")] + ',"by":"arbiter"}' if nameless else text


def examples_of(text):
    """The examples of a page, and its commands that are in none, by their lines."""
    found, strays = [], []
    current, inside = Example(1), False
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        told = TOLD.match(line)
        if told:
            current.game[told[1]].append(told[2])
        elif line.startswith('.\\"'):
            pass
        elif line.startswith(".Bd -literal"):
            current.line, inside = number, True
        elif line == ".Ed":
            found.append(current)
            current, inside = Example(number), False
        elif inside and line.startswith("printf"):
            current.hashed += HASHED.findall(line)
        elif inside and line.startswith("jipu command"):
            while not GIVEN.fullmatch(line) and number < len(lines) and lines[number] != ".Ed":
                line += "\n" + lines[number]
                number += 1
            given = GIVEN.fullmatch(line)
            if given:
                current.give(with_name(given[1]))
            else:
                strays.append((number, "a command without an end"))
        elif "jipu command '" in line:
            strays.append((number, "a command outside of a display"))
    return found, strays


class Tool:
    """The real tool, asked by traces."""

    def __init__(self, jipu):
        self.jipu = str(Path(jipu).resolve())

    def replay(self, texts):
        """What each of many traces gives: its effects, and why it could not be read."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{n:04}.trace" for n in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_text(text, encoding="utf-8")
            done = subprocess.run([self.jipu, "replay", *map(str, files)], capture_output=True,
                                  text=True, encoding="utf-8", timeout=300)
            if done.returncode not in (0, 2):
                raise SystemExit(f"jipu replay: status {done.returncode}: {done.stderr}")
            wrong = {int(Path(name).stem): why for name, why in
                     re.findall(r"^(\S*\d{4}\.trace)(?::\d+)?: (.*)$", done.stderr, re.MULTILINE)}
        return [wrong.get(n, "") for n in range(len(texts))], done.stdout

    def why_unread(self, commands):
        """Why the parser refuses each command; empty: it takes it."""
        texts = [HEAD.format("") + "1.000000 command " + text + "\n" for text in commands]
        return self.replay(texts)[0]

    def refusals(self, command, book):
        """Why the table refuses a command that the parser takes."""
        wrong, out = self.replay([HEAD.format(book) + "1.000000 command " + command + "\n"])
        if wrong[0]:
            raise SystemExit(f"{command}: {wrong[0]}")
        effects = [json.loads(line) for line in out.splitlines()]
        return [e["data"]["why"] for e in effects if e["type"] == "command.refused"]


def wrong_example(jipu, example):
    """What is wrong with one example: that its game cannot be played, or is answered otherwise."""
    scenario = example.scenario()
    refused = any("command.refused" in line for line in scenario.get("check", []))
    try:
        trace = make_traces.trace_of({**scenario, "hands": [" ".join(scenario["hands"])]})
    except (SystemExit, json.JSONDecodeError) as error:
        yield f"its game cannot be written: {error}"
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "example.trace"
        file.write_text(trace, encoding="utf-8")
        lines = scenario.get("check", []) + ([] if refused else ["no command.refused"])
        file.with_suffix(".check").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for trouble in check.run(jipu, file):
            yield trouble.replace("\n", " ")


def section(text, title):
    """From one `.Ss` to the next heading."""
    found = re.search(rf"^\.Ss {re.escape(title)}\n(.*?)(?=^\.S[hs] )", text + ".Sh ",
                      re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def marked(text):
    """Every word that is set apart in a text: those of the lines that begin with a macro."""
    lines = [line for line in text.splitlines()
             if line.startswith(".") and not line.startswith(('.\\"', ".Sh", ".Ss", ".Nd"))]
    return {word for line in lines for word in re.split(r"[\s,;:]+", line)}


def wrong_fields(tool, text, kinds):
    """Each command has a section that names its fields, no other, and the words they take."""
    known = tool.why_unread([json.dumps({"do": kind, "by": "a", "?": 1}) for kind in kinds])
    asked = []
    for kind, answer in zip(kinds, known):
        listed = re.search(r"\(known: do, by,? ?(.*)\)", answer)
        if not listed:
            yield f"'{kind}' is no command of the tool: {answer}"
            continue
        fields = listed[1].split(", ") if listed[1] else []
        part = section(text, "pass, dead and machine" if kind in NOT_HIS else kind)
        if not part:
            yield f"has no section on '{kind}'"
            continue
        named = re.findall(r"^\.It Cm (\S+)$", part, re.MULTILINE)
        if kind in NOT_HIS:
            named = [field for field in fields if field in marked(part)]
        yield from (f"'{kind}': the field '{f}' is missing" for f in fields if f not in named)
        yield from (f"'{kind}': there is no field '{f}'" for f in named if f not in fields)
        asked += [(kind, field, part) for field in fields]
    shared = set().union(*(marked(section(text, title)) for title in SHARED))
    answers = tool.why_unread([json.dumps({"do": kind, "by": "a", field: 0})
                               for kind, field, _ in asked])
    for (kind, field, part), answer in zip(asked, answers):
        words = re.findall(r'"([^" ]+)"', answer.partition(" must be ")[2])
        yield from (f"'{kind}': the word '{word}' of '{field}' is missing"
                    for word in words if word not in marked(part) | shared)


def wrong_rulings(tool, text):
    """Every ruling has its words."""
    why = tool.why_unread(['{"do":"rule","by":"a","alert":"a1","ruling":"?"}'])[0]
    rulings = re.findall(r'"([a-z]+)"', why.partition(" must be ")[2].partition(", not ")[0])
    if not rulings:
        yield f"the tool does not tell the rulings: {why}"
    yield from (f"the ruling '{word}' is missing" for word in rulings
                if f"\n.It Li {word}\n" not in section(text, "Rulings"))


def wrong_fouls(tool, text):
    """Every kind of both books stands in a row with its article."""
    for book in BOOKS:
        # On a board that stands a game has begun: only the kind is wrong.
        why = tool.refusals('{"do":"foul","by":"a","side":"red","kind":"x"}', book)
        kinds = re.findall(r"([a-z-]+) \((\d{3}/\S+?)\)(?:,|$)", why[0] if why else "")
        if not kinds:
            yield f"the tool does not tell the fouls of {book}: {why}"
        for kind, article in kinds:
            if f"\n.It Li {kind} Ta {article} Ta " not in text:
                yield f"the foul '{kind}' ({article}) of {book} is missing"


def wrong_endings(tool, text):
    """Every ending stands beside each result that it fits."""
    part = section(text, "Results and endings")
    for result in RESULTS:
        # `count` is Go's and fits none.
        why = tool.refusals(json.dumps({"do": "result", "by": "a", "result": result,
                                        "ending": "count"}), "")
        fits = (why[0] if why else "").partition("; it may be ")[2]
        row = part.partition(f"\n.It Li {result}\n")[2].partition("\n.It ")[0].partition("\n.El")[0]
        if not fits:
            yield f"the tool does not tell the endings of {result}: {why}"
        told = marked(row)
        yield from (f"the ending '{word}' of {result} is missing"
                    for word in filter(None, fits.split(", ")) if word not in told)


def is_article(cited_one):
    """Is it an article of the books, or one that has parts?"""
    for article in expanded(ARTICLES):
        part = article[len(cited_one):]
        if article.startswith(cited_one) and (not part or part[0] in ".( " or cited_one[-1] == ")"):
            return True
    return False


def kinds_of(root):
    """The name of every CommandKind, as it is written in JSON."""
    source = (root / KINDS).read_text(encoding="utf-8")
    names = re.search(r"enum class CommandKind[^{]*\{([^}]*)\}", source)[1]
    return [name.strip().replace("_", "-") for name in names.split(",") if name.strip()]


def wrong_examples(jipu, root, text):
    """What the tool does not take, or answers otherwise than the page says; and which commands have
    no example."""
    tool = Tool(jipu)
    examples, found = examples_of(text)
    found = [f"{number}: {why}" for number, why in found]
    given = [(e, command) for e in examples for command in e.commands]
    for (example, command), why in zip(given, tool.why_unread([c for _, c in given])):
        if why:
            found.append(f"{example.line}: {command}: {why}")
    if not found:
        found += [f"{e.line}: {why}" for e in examples if e.commands
                  for why in wrong_example(tool.jipu, e)]
    for example in examples:
        for sealed in example.hashed:
            if hashlib.sha256(sealed.encode()).hexdigest() not in "".join(example.commands):
                found.append(f"{example.line}: the digest is not that of '{sealed}'")
    shown = set(re.findall(r'"do":"([a-z-]+)"', "".join(command for _, command in given)))
    return found + [f"1: has no example of '{kind}'" for kind in kinds_of(root)
                    if kind not in shown and kind not in NOT_HIS]


def wrong_words(jipu, root, text):
    """What the tool knows and the page does not name, or names in the wrong place."""
    tool = Tool(jipu)
    found = [*wrong_fields(tool, text, kinds_of(root)), *wrong_rulings(tool, text),
             *wrong_fouls(tool, text), *wrong_endings(tool, text)]
    found += [f"{article} is no article of the books" for article in sorted(cited(text))
              if not is_article(article)]
    return [f"1: {why}" for why in found]


def main():
    jipu, root = sys.argv[1:]
    root = Path(root).resolve()
    text = (root / PAGE).read_text(encoding="utf-8")
    findings = wrong_examples(jipu, root, text) + wrong_words(jipu, root, text)
    print("\n".join(f"{PAGE}:{why}" for why in findings) if findings else "the page is true")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
