# SPDX-License-Identifier: Apache-2.0
"""A board on the bench: its contacts, how they are wired, a configuration for it, and a hand that
lays magnets on it. What hangs on which line is the test's; jipu is the real program."""
import json
import mmap
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "jipud"))
from hall import DEADLINE, Hall, Programs, until  # noqa: E402

POINTS = [f"{file}{rank}" for rank in range(10) for file in "abcdefghi"]
START = ("a0 b0 c0 d0 e0 f0 g0 h0 i0 b2 h2 a3 c3 e3 g3 i3 "
         "a9 b9 c9 d9 e9 f9 g9 h9 i9 b7 h7 a6 c6 e6 g6 i6").split()


def file_and_rank(point):
    return ord(point[0]) - ord("a"), int(point[1])


class Board:
    """Ten rows and nine columns (hall: twice nine) of contacts. `row`, `column`: on which line each
    rank and each file really hangs."""

    def __init__(self, path, hall=False):
        self.hall = hall
        self.columns = 18 if hall else 9
        self.row = list(range(10))
        self.column = list(range(self.columns))
        self.exchanged = {}  # point: the one whose wires it has
        self.dead, self.also = set(), {}  # points without an answer; points that another wakes
        self.standing = {}  # point: "N", "S" or "x"
        self.path = path
        size = 10 * self.columns
        path.write_bytes(bytes([10, self.columns]) + bytes(size) + b"\1" * size)
        self.file = open(path, "r+b")
        self.shared = mmap.mmap(self.file.fileno(), 0)

    def close(self):
        self.shared.close()
        self.file.close()

    def contact(self, point, pole="N"):
        file, rank = file_and_rank(self.exchanged.get(point, point))
        column = self.column[file + (9 if self.hall and pole == "S" else 0)]
        return self.row[rank] * self.columns + column

    def without_diode(self, point):
        self.shared[2 + 10 * self.columns + self.contact(point)] = 0

    def show(self):
        closed = bytearray(10 * self.columns)
        for point, pole in self.standing.items():
            for woken in [point, *self.also.get(point, [])]:
                if woken not in self.dead:
                    closed[self.contact(woken, pole)] = 1
        self.shared[2:2 + len(closed)] = bytes(closed)

    def put(self, point, pole="N"):
        self.standing[point] = pole
        self.show()

    def lift(self, point):
        self.standing.pop(point, None)
        self.show()

    def set_up(self, points=START):
        for point in points:
            self.standing[point] = "N" if int(point[1]) < 5 else "S"
        self.show()

    def clear(self):
        self.standing = {}
        self.show()


class Bench(Hall):
    """A hall whose board hangs on the bench. The wiring file says that every line is in its place."""

    def __init__(self, hall_sensors=False, clock=None):
        super().__init__(clock=clock, publish=False)
        self.board = Board(self.folder / "lines", hall_sensors)
        self.wiring = self.folder / "wiring.toml"
        names = [f'"c{i}"' for i in range(self.board.columns)]
        second = f'second = [{", ".join(names[9:])}]\n' if hall_sensors else ""
        rows = ", ".join(f'"r{i}"' for i in range(10))
        self.wiring.write_text(
            f'driver = "matrix"\nscans_per_s = 500\n[rows]\nchip = "bench"\nlines = [{rows}]\n'
            f'[columns]\nchip = "bench"\nlines = [{", ".join(names[:9])}]\n{second}'
            'settle_us = 0\n')
        self.write_config()
        text = self.config.read_text().replace(
            f'socket = "{self.board_socket}"',
            f'driver = "matrix"\nsensors = "{"hall" if hall_sensors else "reed"}"\n'
            f'wiring = "{self.wiring}"')
        self.config.write_text(text)

    def __exit__(self, *trouble):
        self.board.close()
        super().__exit__(*trouble)

    def environment(self):
        return {**os.environ, "JIPU_TEST_LINES": str(self.board.path)}

    def tool(self, *args):
        """jipu on the bench, to its end."""
        return subprocess.run([Programs.bench, *map(str, args)], capture_output=True, text=True,
                              timeout=DEADLINE, stdin=subprocess.DEVNULL, env=self.environment())

    def talk(self, *args):
        return Talk([Programs.bench, *map(str, args)], self.environment())


class Talk:
    """A program that asks, line by line, and a hand that answers."""

    def __init__(self, args, env):
        self.child = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, env=env)
        self.said, self.lines = [], queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, patience=None):
        """The next line; None: it ended. With `patience`, an empty one when so many seconds passed."""
        try:
            line = self.lines.get(timeout=patience or DEADLINE)
        except queue.Empty:
            if patience:
                return ""
            self.child.kill()
            raise AssertionError(f"it says nothing more after {self.said}") from None
        if line is not None:
            self.said.append(line)
        return line

    def type(self, line=""):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def end(self):
        self.child.stdin.close()
        status = self.child.wait(DEADLINE)
        self.reader.join()
        self.child.stdout.close()
        return status


def answer_walk(talk, board, skip=()):
    """Does what the walk asks; returns its last line, a JSON object."""
    while (line := talk.line()) is not None:
        if line.startswith("Take everything off"):
            talk.type()
        elif ": put " in line:
            point = line[:2]
            board.put(point, "S" if "black" in line else "N")
            if point in skip or point in board.dead:
                board.lift(point)
                talk.type()
        elif ": seen, " in line:
            board.lift(line[:2])
        elif line.startswith("{"):
            return json.loads(line)
    return None


def answer_start(talk, board):
    asked, waiting = 0, False
    while (line := talk.line(1 if waiting else None)) is not None:
        waiting = False
        if not line:  # lifted, and nothing is seen
            board.set_up()
            talk.type()
        elif line.startswith("Set up the start position"):
            board.set_up()
            talk.type()
        elif "Press Enter to look again" in line:
            talk.type()  # it looked before the pieces stood still
        elif ": lift the piece" in line:
            asked += 1
            board.lift(line[:2])
            waiting = True
        elif ": put a piece on it" in line:
            asked += 1
            board.put(line[:2])
        elif line.endswith("put everything back as it stood"):
            board.clear()
            board.set_up()
        elif line.startswith("{"):
            return json.loads(line), asked
    return None, asked
