# SPDX-License-Identifier: Apache-2.0
"""How long a press takes to be safe and to be seen, measured on the real programs: this script is
the board and the clock, a watcher of the control socket and a spectator of the results service."""
import argparse
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support/e2e"))
from table import DEADLINE, Control, Programs, Results, Table, games_file, until  # noqa: E402

START = "xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx"
EMPTY = "/".join(["9"] * 10)


class Board:
    """The simulated board's end of its socket."""

    def __init__(self, path):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.reader = None

    def accept(self):
        self.listener.settimeout(DEADLINE)
        self.reader, _ = self.listener.accept()
        self.say(f"board {START}")

    def say(self, line):
        self.reader.sendall(line.encode() + b"\n")


class Clock:
    """A line clock behind a pseudo-terminal: presses, and the times once a second."""

    def __init__(self, link):
        self.master, self.slave = os.openpty()  # its other end stays open: no hang-up
        tty.setraw(self.slave)
        os.symlink(os.ttyname(self.slave), link)
        self.left, self.right, self.turn = 0, 0, "left"
        self.asked = threading.Event()
        self.closing, self.wake = os.pipe()
        threading.Thread(target=self._serve, daemon=True).start()

    def say(self, words):
        check = 0
        for byte in words.encode():
            check ^= byte
        os.write(self.master, f"{words}*{check:02X}\n".encode())

    def times(self):
        self.say(f"times 5400000 5400000 {self.turn} running {self.left} {self.right}")

    def press(self, red):
        """Returns the moment just before the first byte."""
        self.left, self.right = self.left + red, self.right + (not red)
        self.turn = "right" if red else "left"
        before = time.monotonic_ns()
        self.say(f"press {'left' if red else 'right'} {self.left} {self.right}")
        self.times()
        return before

    def _serve(self):
        due = time.monotonic() + 1
        while True:
            ready, _, _ = select.select([self.master, self.closing], [], [],
                                        max(0, due - time.monotonic()))
            if self.closing in ready:
                return
            if self.master in ready:
                asked = os.read(self.master, 512)
                if b"ask hello" in asked:
                    self.say(f"hello 1 {self.left} {self.right} bench 1")
                if b"ask status" in asked:
                    self.times()
                    self.asked.set()
            if time.monotonic() >= due:
                due += 1
                if self.asked.is_set():
                    self.times()


class Arrivals:
    """When each ply was first seen; filled by a thread of its own."""

    def __init__(self):
        self.news = threading.Condition()
        self.at = {}
        self.games = 0

    def saw(self, ply):
        now = time.monotonic_ns()
        with self.news:
            self.at.setdefault((self.games, ply), now)
            self.news.notify_all()

    def next_game(self):
        with self.news:
            self.games += 1
            self.news.notify_all()

    def await_ply(self, game, ply):
        with self.news:
            if not self.news.wait_for(lambda: (game, ply) in self.at, DEADLINE):
                raise SystemExit(f"latency: ply {ply} of game {game} did not arrive")
            return self.at[game, ply]

    def await_game(self, game):
        with self.news:
            if not self.news.wait_for(lambda: self.games >= game, DEADLINE):
                raise SystemExit(f"latency: game {game} did not begin")


def watch(path, arrivals):
    """Confirmed plies on the control socket: told after they are durable in the journal."""
    control = Control(path)
    control.socket.settimeout(None)
    control.ask('{"do":"watch"}')

    def run():
        for line in control.lines:
            effect = json.loads(line)
            if effect.get("type") == "game.started":
                arrivals.next_game()
            elif effect.get("type") == "move.confirmed" or (
                    effect.get("type") == "move.recorded" and
                    effect["data"]["status"] == "confirmed"):
                arrivals.saw(effect["data"]["ply"])
    threading.Thread(target=run, daemon=True).start()


def spectate(port, board, arrivals):
    """The plies of the public game on the service's live stream: after they are durable there."""
    live = socket.create_connection(("127.0.0.1", port))
    live.sendall(f"GET /v1/boards/{board}/live HTTP/1.1\r\nHost: here\r\n\r\n".encode())

    def run():
        game, seen = None, 0
        for line in live.makefile("r", encoding="utf-8", newline="\n"):
            if not line.startswith("data: {"):
                continue
            shown = json.loads(line[6:])
            if shown.get("game_name") and shown["game_name"] != game:
                game, seen = shown["game_name"], 0
                arrivals.next_game()
            while seen < shown.get("plies", 0):
                seen += 1
                arrivals.saw(seen)
    threading.Thread(target=run, daemon=True).start()


class Player:
    """Plays moves on the reed board and presses; half of the pieces rest longer than settle_ms
    before the press, half do not."""

    def __init__(self, board, clock, local, remote):
        self.board, self.clock, self.local, self.remote = board, clock, local, remote
        self.game = 0
        self.presses = []  # (game, ply, moment)
        self.hand = threading.Event()  # never set: its wait is a hand that takes its time

    def begin(self):
        if self.game > 0:
            self.board.say(f"board {EMPTY}")
            self.hand.wait(1)
            self.board.say(f"board {START}")
        self.game += 1
        self.local.await_game(self.game)
        self.remote.await_game(self.game)
        self.ply = 0
        self.occupied = {f"{'abcdefghi'[f]}{9 - r}" for r, row in enumerate(START.split("/"))
                         for f, level in enumerate(expand(row)) if level == "x"}

    def play(self, move, each=None):
        self.ply += 1
        source, target = move[:2], move[2:]
        self.board.say(f"off {source}")
        self.hand.wait(0.08)
        if target in self.occupied:
            self.board.say(f"off {target}")
            self.hand.wait(0.08)
        self.board.say(f"on {target}")
        self.occupied = self.occupied - {source} | {target}
        self.hand.wait(0.06 if self.ply % 4 < 2 else 0.32)
        moment = self.clock.press(self.ply % 2 == 1)
        self.presses.append((self.game, self.ply, moment))
        self.local.await_ply(self.game, self.ply)
        self.remote.await_ply(self.game, self.ply)
        self.hand.wait(0.05)


def expand(row):
    return "".join("." * int(c) if c.isdigit() else c for c in row)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table_row(title, values):
    ms = [value / 1e6 for value in values]
    print(f"{title:<44}{len(ms):>6}{percentile(ms, 0.5):>9.2f}{percentile(ms, 0.9):>9.2f}"
          f"{percentile(ms, 0.99):>9.2f}{max(ms):>9.2f}", flush=True)


def tasks(pid):
    """Thread -> (its name, how often it went to sleep of itself, nanoseconds on a CPU)."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        status = (task / "status").read_text()
        woken = int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.M)[1])
        found[task.name] = ((task / "comm").read_text().strip(), woken,
                            int((task / "schedstat").read_text().split()[0]))
    return found


def report_idle(table, player, seconds):
    before = tasks(table.jipud.child.pid)
    player.hand.wait(seconds)
    after = tasks(table.jipud.child.pid)
    woken = {task: (after[task][1] - before[task][1]) / seconds for task in before}
    spent = sum(after[task][2] - before[task][2] for task in before) / seconds
    each = ", ".join(f"{before[task][0]} {woken[task]:.1f}" for task in sorted(before, key=int))
    print(f"idle with a running clock, {seconds:g} s: {sum(woken.values()):.1f} wake-ups a second "
          f"(by thread: {each}), {spent / 1e7:.3f} % of one CPU")
    print(f"memory in kB: {table.memory_kb()}")


class Strace:
    """Counts the system calls of all threads until it is ended."""

    def __init__(self, table):
        self.out = table.folder / "strace"
        self.child = subprocess.Popen(
            ["strace", "-c", "-f", "-o", str(self.out), "-p", str(table.jipud.child.pid)],
            stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.said = self.child.stderr.readline()

    def report(self, plies):
        self.child.send_signal(signal.SIGINT)
        self.child.wait(DEADLINE)
        if "attached" not in self.said:
            print(f"system calls: strace could not attach: {self.said.strip()}")
            return
        calls = {}
        for line in self.out.read_text().splitlines():
            words = line.split()
            if len(words) >= 5 and words[3].isdigit() and words[-1] != "total":
                calls[words[-1]] = int(words[3])
        per_ply = ", ".join(f"{name} {count / plies:.1f}" for name, count in
                            sorted(calls.items(), key=lambda c: -c[1]) if count / plies >= 0.3)
        print(f"system calls a ply ({plies} plies, all threads, the clock's line each second too): "
              f"{sum(calls.values()) / plies:.1f}: {per_ply}")


def measure(options, folder):
    results = Results(folder, ["table-1"])
    results.start()
    table = Table(folder, "table-1", results.port, more=f"reorder_window_ms = {options.window}")
    board, clock = Board(table.folder / "board.sock"), Clock(table.folder / "clock")
    local, remote = Arrivals(), Arrivals()
    try:
        table.start_jipud()
        until("the control socket is there", table.socket.exists)
        watch(table.socket, local)
        spectate(results.port, table.name, remote)
        board.accept()
        if not clock.asked.wait(DEADLINE):
            raise SystemExit("latency: jipud does not ask the clock")
        player = Player(board, clock, local, remote)
        games = [line.split() for line in games_file().read_text().splitlines()
                 if line and not line.startswith("#")]
        for game in games:
            player.begin()
            for move in game[:options.plies - len(player.presses)]:
                player.play(move)
            if len(player.presses) >= options.plies:
                break
        print(f"{'from the press, in ms':<44}{'plies':>6}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}")
        table_row("to durable in the journal (watch)",
                  [local.at[g, p] - at for g, p, at in player.presses])
        table_row("to a spectator of jipu-results (live)",
                  [remote.at[g, p] - at for g, p, at in player.presses])
        print(f"memory in kB: {table.memory_kb()}")
        player.begin()
        if shutil.which("strace"):
            strace = Strace(table)
            plies = min(options.traced, len(games[0]))
            for move in games[0][:plies]:
                player.play(move)
            strace.report(plies)
        report_idle(table, player, options.idle)
    finally:
        os.write(clock.wake, b"x")
        table.close()
        results.process.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True,
                        help="the folder daemon/app of a build")
    parser.add_argument("--plies", type=int, default=240)
    parser.add_argument("--window", type=int, default=10, help="reorder_window_ms of jipud")
    parser.add_argument("--traced", type=int, default=40, help="plies under strace")
    parser.add_argument("--idle", type=float, default=20, help="seconds")
    options = parser.parse_args()
    programs = options.programs.resolve()
    Programs.jipu, Programs.jipud = programs / "jipu", programs / "jipud/jipud"
    Programs.results = programs / "results/jipu-results"
    folder = Path(tempfile.mkdtemp(prefix="jipu-latency-"))
    try:
        measure(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
