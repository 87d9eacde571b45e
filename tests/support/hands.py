# SPDX-License-Identifier: Apache-2.0
"""Hands in short: what people do at a board, as the body of a trace.

    -h2 +e2      the sensor of h2 goes off, of e2 on (hall boards: +e2N)
    [60]         milliseconds before the next event; without it 300
    CR CB        Red, Black presses the clock
    R:h2e2       a whole quiet ply of Red, pressed: lift, (take,) place, press (the take is known
                 from what the sensors show); B:h9g7 for Black; r: and b: without the press
    T(300,298.5,red)    what the clock shows and whose time runs
    bytes:8d000a what the clock sends
    D(299,300,13) ... a whole DGT clock frame: seconds left and right, the status byte; `16f` is
                 16 s with the flag fallen. A `+` after it: bytes with the next one in one read
    {"do": ...}  a command
    lost:board back:clock    a device goes or comes
    scan         a whole scan of what stands
    set:ROWS     a whole scan of ROWS (as in the `board` line): what stands is changed unseen
"""
import json
import re

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
FILES = "abcdefghi"
DEFAULT_GAP_US = 300_000


def levels_of(placement, hall=False):
    """{point: mark} of a FEN's placement, or of the rows of a `board` line."""
    out = {}
    for rank, row in zip(range(9, -1, -1), placement.split("/")):
        file = 0
        for part in re.findall(r"\d+|\D", row):
            if part.isdigit():
                file += int(part)
                continue
            if part in "xNS" and placement.count("/") == 9 and not hall and part == "x":
                mark = "x"
            elif hall:
                mark = part if part in "NS" else ("N" if part.isupper() else "S")
            else:
                mark = "x"
            out[FILES[file] + str(rank)] = mark
            file += 1
    return out


def rows_of(levels):
    rows = []
    for rank in range(9, -1, -1):
        row, empty = "", 0
        for file in FILES:
            mark = levels.get(file + str(rank))
            if mark is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + mark
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


class Writer:
    def __init__(self, placement, hall):
        self.hall = hall
        self.levels = levels_of(placement, hall)
        self.lines = []
        self.at_us = 0
        self.emit("board " + rows_of(self.levels))
        self.gap_us = 1_000_000

    def emit(self, words):
        self.lines.append(f"{self.at_us // 1_000_000}.{self.at_us % 1_000_000:06d} {words}")

    def event(self, words):
        self.at_us += self.gap_us
        self.gap_us = DEFAULT_GAP_US
        self.emit(words)

    def off(self, point):
        mark = self.levels.pop(point, None)
        self.event("off " + point)
        return mark

    def on(self, point, mark):
        self.levels[point] = mark
        self.event(f"on {point} {mark}" if self.hall else "on " + point)

    def ply(self, side, source, target, pressed):
        mark = self.off(source) or "x"
        if target in self.levels:
            self.gap_us = 200_000
            self.off(target)
        self.on(target, mark)
        if pressed:
            self.gap_us = 400_000
            self.event("press " + side)
        self.gap_us = 800_000


def dgt_frame(text):
    """The hex of a DGT clock frame."""
    left, right, status = text.split(",")

    def face(seconds):
        flag = 0x10 if seconds.endswith("f") else 0
        n = int(seconds.rstrip("f"))
        return f"{n // 3600 | flag:02x}{n // 60 % 60:02d}{n % 60:02d}"
    return "8d000a" + face(right) + face(left) + f"{int(status, 16):02x}"


TOKENS = re.compile(
    r"\s*(?:(?P<gap>\[\s*[\d.]+\s*\])|(?P<edge>[-+][a-i]\d[NSx]?)|(?P<press>C[RB])"
    r"|(?P<ply>[RBrb]:[a-i]\d[a-i]\d)|(?P<time>T\([^)]*\))|(?P<device>(?:lost|back):(?:board|clock))"
    r"|(?P<bytes>bytes:[0-9a-f]+\+?)|(?P<dgt>D\([^)]*\)\+?)"
    r"|(?P<scan>scan\b)|(?P<set>set:[0-9xNS/]+))")


def body(script, placement=START, hall=False):
    """The lines of a trace's body."""
    w = Writer(placement.split()[0], hall)
    at, names, waiting = 0, {"R": "red", "B": "black"}, ""
    while script[at:].strip():
        at += len(script[at:]) - len(script[at:].lstrip())
        if script[at] == "{":
            command, length = json.JSONDecoder().raw_decode(script[at:])
            at += length
            w.event("command " + json.dumps(command, separators=(",", ":"), ensure_ascii=False))
            continue
        found = TOKENS.match(script, at)
        if not found:
            raise SystemExit(f"not understood: {script[at:at + 30]!r}")
        at = found.end()
        kind, text = found.lastgroup, found.group(found.lastgroup)
        if kind == "gap":
            w.gap_us = round(float(text.strip("[] ")) * 1000)
        elif kind == "edge" and text[0] == "-":
            w.off(text[1:3])
        elif kind == "edge":
            w.on(text[1:3], text[3:] or "x")
        elif kind == "press":
            w.event("press " + names[text[1]])
        elif kind == "ply":
            w.ply(names[text[0].upper()], text[2:4], text[4:6], text[0].isupper())
        elif kind == "time":
            red, black, running = text[2:-1].split(",")
            w.event(f"time red {red} black {black} running {running}")
        elif kind in ("bytes", "dgt"):
            more = text.rstrip("+")
            waiting += more[6:] if kind == "bytes" else dgt_frame(more[2:-1])
            if not text.endswith("+"):
                w.event("bytes " + waiting)
                waiting = ""
        elif kind == "device":
            w.event(text.replace(":", " "))
        elif kind == "scan":
            w.event("board " + rows_of(w.levels))
        else:
            w.levels = levels_of(text[4:], hall)
            w.event("board " + rows_of(w.levels))
    return w.lines
