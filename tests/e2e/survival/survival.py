# SPDX-License-Identifier: Apache-2.0
"""Games during which programs are killed, stopped and cut off; whatever happens, the results
service ends with exactly the game. Every random moment comes from the seed."""
import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support/e2e"))
from checks import check_game  # noqa: E402
from proxy import Proxy  # noqa: E402
from table import Programs, Results, Table, games_file, until  # noqa: E402

# A ply of these hands takes about half a second; what sensing measures is not hurried.
PACE = ["--think-ms", "2000..8000", "--speed", "10"]
SECONDS_A_PLY = 0.7
PATIENCE = 120.0


def say(text):
    print(text, flush=True)


class Kill:
    """At `game`, `ply` (the ply that has just been played; 0: the beginning; one more than there
    are: the end) and so many seconds later; `down`: seconds until the restart; `again`: once more,
    so long after the restart."""

    def __init__(self, game, ply, delay, down, again=None):
        self.game, self.ply, self.delay, self.again = game, ply, delay, again
        self.down = down

    def __str__(self):
        twice = "" if self.again is None else f", again after {self.again * 1000:.0f} ms"
        down = f", down for {self.down:.1f} s" if self.down else ""
        return f"game {self.game} ply {self.ply} + {self.delay * 1000:.0f} ms{down}{twice}"


def plan_kills(rng, kills, lengths, down):
    """`kills` kills spread over all plies; one in six comes twice, one a game at most between two
    games: while the board is swept and set up."""
    slots = [(game, ply) for game, length in enumerate(lengths) for ply in range(length)
             if ply > 0 or game == 0]
    chosen, counted = [], 0
    ends = {game for game in range(len(lengths)) if rng.random() < 0.4}
    for game in sorted(ends):
        if counted < kills // 4:
            chosen.append(Kill(game, lengths[game] + 1, rng.uniform(0, 11), rng.uniform(0, down)))
            counted += 1
    rng.shuffle(slots)
    for game, ply in slots:
        if counted >= kills:
            break
        again = rng.uniform(0, 0.08) if rng.random() < 1 / 6 and counted + 2 <= kills else None
        chosen.append(Kill(game, ply, rng.uniform(0, SECONDS_A_PLY), rng.uniform(0, down), again))
        counted += 1 if again is None else 2
    return sorted(chosen, key=lambda kill: (kill.game, kill.ply, kill.delay))


class Watcher:
    """Where the hands are, from their script; waits on it with a deadline."""

    def __init__(self, table):
        self.table = table

    def progress(self):
        """(games ended, plies of the running one)."""
        ended = plies = 0
        for line in self.table.played():
            if line["type"] == "game":
                plies = 0
            elif line["type"] == "ply":
                plies = line["ply"]
            elif line["type"] == "game-ends":
                ended, plies = ended + 1, 0
        return ended, plies

    def reaches(self, game, ply, length):
        def holds():
            ended, plies = self.progress()
            return ended > game or (ended == game and plies >= ply and ply <= length)
        until(f"{self.table.name} reaches game {game}, ply {ply}", holds, PATIENCE)


class KillRun:
    """One table whose jipud is killed by plan."""

    def __init__(self, table, lengths, kills):
        self.table, self.lengths, self.kills = table, lengths, kills
        self.watcher = Watcher(table)
        self.unwatched = [set() for _ in lengths]
        self.count = 0
        self.trouble = None
        self.memory = {}
        self.idle = threading.Event()  # never set: its wait is a moment in time

    def run(self):
        try:
            self.table.start_jipud()
            for kill in self.kills:
                self.watcher.reaches(kill.game, kill.ply, self.lengths[kill.game])
                self.idle.wait(kill.delay)
                self.kill(kill)
            until(f"{self.table.name} has played", lambda: self.watcher.progress()[0] >=
                  len(self.lengths), PATIENCE * 2)
            await_rest(self.table, len(self.lengths))
            self.memory = self.table.memory_kb()
        except Exception:  # of this thread: told by the main one
            self.trouble = traceback.format_exc()

    def kill(self, kill):
        before = self.watcher.progress()
        self.kill_once(kill.down)
        if kill.again is not None:
            self.idle.wait(kill.again)
            self.kill_once(0)
        log = self.table.jipud
        until("jipud sees the board again", lambda: "board is there" in log.text(), PATIENCE)
        after = self.watcher.progress()
        for game, length in enumerate(self.lengths):
            first = before[1] if game == before[0] else 0 if game > before[0] else length + 3
            last = after[1] if game == after[0] else length + 1 if game < after[0] else -3
            if game == kill.game and kill.ply > length:  # between this game and the next
                first, last = length, length + 1
            # The last ply that was done may have been waiting for its answer. The one under way may
            # stand unpressed, with a quick reply upon it: the next press is then read with care.
            self.unwatched[game].update(range(first, last + 4))

    def kill_once(self, down):
        self.table.kill_jipud()
        self.idle.wait(down)
        self.table.start_jipud()
        self.count += 1


def await_rest(table, games):
    """All games are closed, a new one stands, and everything has been delivered."""
    until(f"{table.name} has closed {games} games", lambda: len(
        [1 for _, _, closed in table.recordings() if closed]) >= games, PATIENCE)
    until(f"{table.name} has delivered everything", lambda: table.lag() == 0, PATIENCE)


def check_table(table, results, lengths, unwatched):
    """Findings of all games of a table, in order."""
    games = [line for line in table.played() if line["type"] == "game"]
    closed = [(rec, name) for rec, name, done in table.recordings() if done]
    if len(closed) != len(lengths):
        say(f"{table.name}: {len(closed)} recordings of {len(lengths)} games: {closed}")
    return [check_game(table, results, number + 1, *closed[number], games[number],
                       unwatched[number])
            for number in range(min(len(closed), len(lengths)))], len(closed) == len(lengths)


def game_lengths(options, first, count):
    lines = [line for line in games_file().read_text().splitlines()
             if line and not line.startswith("#")]
    return [min(options.plies, len(line.split())) for line in lines[first - 1:first - 1 + count]]


def report(findings):
    """Prints what was found; returns how much was wrong."""
    wrong = [text for finding in findings for text in finding.wrong]
    for finding in findings:
        for text in finding.notes:
            say(f"  told: {text}")
    for text in wrong:
        say(f"  WRONG: {text}")
    say(f"{len(findings)} games, {sum(f.plies for f in findings)} plies: "
        f"{sum(f.exact for f in findings)} games recorded exactly, "
        f"{sum(not f.exact for f in findings)} with another record; "
        f"{sum(f.doubts for f in findings)} open alerts of doubt; "
        f"{sum(f.effects for f in findings)} effects replayed as stored; {len(wrong)} wrong")
    return len(wrong)


def run_kills(options, folder):
    names = [f"table-{n + 1}" for n in range(options.boards)]
    results = Results(folder, names)
    results.start()
    runs, threads = [], []
    try:
        for number, name in enumerate(names):
            rng = random.Random(f"{options.seed}/{name}")
            sensors = options.sensors if options.sensors != "both" else ("reed", "hall")[number % 2]
            first = rng.randrange(1, 20 - options.games + 1)
            lengths = game_lengths(options, first, options.games)
            share = options.kills // options.boards + (number < options.kills % options.boards)
            table = Table(folder, name, results.port, sensors)
            run = KillRun(table, lengths, plan_kills(rng, share, lengths, options.down))
            runs.append(run)
            say(f"{name}: {sensors}, games {first} to {first + options.games - 1} of "
                f"{games_file().name}, {lengths} plies; kills at "
                + "; ".join(map(str, run.kills)))
            table.simulate("--games", games_file(), "--game", first, "--count", options.games,
                           "--plies", options.plies, "--seed", rng.randrange(1, 10**9),
                           "--end", "reset", "--start-delay", 0.5, *PACE)
        for run in runs:
            threads.append(threading.Thread(target=run.run, daemon=True))
            threads[-1].start()
        for thread in threads:
            thread.join()
        failed = 0
        findings = []
        for run in runs:
            if run.trouble:
                say(f"{run.table.name}:\n{run.trouble}")
                failed += 1
            found, whole = check_table(run.table, results, run.lengths, run.unwatched)
            findings += found
            failed += not whole
            say(f"{run.table.name}: {run.count} kills; memory of jipud at the end in kB: "
                f"{run.memory}")
        failed += report(findings)
        done = sum(run.count for run in runs)
        say(f"{done} kills, seed {options.seed}")
        return failed + (done != options.kills)
    finally:
        for run in runs:
            run.table.close()
        results.process.close()


class Outage:
    """One way in which the results service can be away."""

    def __init__(self, name, results, proxy):
        self.name, self.results, self.proxy = name, results, proxy

    def begin(self):
        if self.name == "stopped":
            self.results.process.child.send_signal(signal.SIGSTOP)
        elif self.name == "killed":
            self.results.process.end(signal.SIGKILL)
        else:
            self.proxy.set(self.name)

    def end(self):
        if self.name == "stopped":
            self.results.process.child.send_signal(signal.SIGCONT)
        elif self.name == "killed":
            self.results.start()
        else:
            self.proxy.set("open")


OUTAGES = ("stopped", "killed", "refuse", "hole", "mute")


def run_outages(options, folder):
    results = Results(folder, ["table-1"])
    results.start()
    proxy = Proxy(results.port)
    rng = random.Random(options.seed)
    lengths = game_lengths(options, 1, options.games)
    table = Table(folder, "table-1", proxy.port,
                  "reed" if options.sensors == "both" else options.sensors)
    watcher = Watcher(table)
    idle = threading.Event()
    try:
        table.simulate("--games", games_file(), "--count", options.games, "--plies", options.plies,
                       "--seed", options.seed, "--end", "reset", "--start-delay", 0.5, *PACE)
        table.start_jipud()
        failed = 0
        for name in OUTAGES:
            # In mid-game, and when nothing is owed: so the lag at its end is the outage's own.
            until("a game is under way", lambda: watcher.progress()[1] >= 3, PATIENCE)
            until("everything was delivered", lambda: table.lag() == 0, PATIENCE)
            idle.wait(rng.uniform(0, 1))
            outage, begun = Outage(name, results, proxy), watcher.progress()
            outage.begin()
            idle.wait(options.seconds)
            during, lag = watcher.progress(), table.lag()
            outage.end()
            ended = time.monotonic()
            until("everything is delivered", lambda: table.lag() == 0, PATIENCE)
            took = time.monotonic() - ended
            say(f"{name} for {options.seconds:g} s: from game {begun[0] + 1} ply {begun[1]} to "
                f"game {during[0] + 1} ply {during[1]}; {lag} events waited; all delivered "
                f"{took:.1f} s after its end")
            if not lag:
                say("  WRONG: nothing waited, the outage was none")
                failed += 1
        until("the hands have played", lambda: watcher.progress()[0] >= len(lengths),
              PATIENCE + sum(lengths) * SECONDS_A_PLY * 3)
        await_rest(table, len(lengths))
        say(f"memory of jipud at the end in kB: {table.memory_kb()}")
        findings, whole = check_table(table, results, lengths, [set() for _ in lengths])
        return failed + report(findings) + (not whole)
    finally:
        table.close()
        proxy.close()
        results.process.close()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kills", "outages"))
    parser.add_argument("--jipud", required=True)
    parser.add_argument("--jipu", required=True)
    parser.add_argument("--results", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=20, help="of jipud, over all boards")
    parser.add_argument("--down", type=float, default=0,
                        help="at most so many seconds until jipud is started again")
    parser.add_argument("--boards", type=int, default=2)
    parser.add_argument("--games", type=int, default=1, help="a board, one after the other")
    parser.add_argument("--plies", type=int, default=60, help="of each game, at most")
    parser.add_argument("--sensors", choices=("reed", "hall", "both"), default="both")
    parser.add_argument("--seconds", type=float, default=5, help="that an outage lasts")
    parser.add_argument("--keep", action="store_true", help="the folder stays even if all is right")
    parser.add_argument("--full", action="store_true",
                        help="a test of many minutes: skipped unless JIPU_FULL is set")
    options = parser.parse_args()
    Programs.jipud, Programs.jipu, Programs.results = (
        os.path.abspath(p) for p in (options.jipud, options.jipu, options.results))
    return options


def main():
    options = read_options()
    if options.full and not os.environ.get("JIPU_FULL"):
        say("SKIPPED: takes minutes, set JIPU_FULL to run it")
        return 77
    if "shared" not in str(games_file()):
        say("SKIPPED in part: no ../shared/games, the carried games are played")
    folder = Path(tempfile.mkdtemp(prefix="jipu-survival-"))
    failed = 1
    try:
        failed = (run_kills if options.what == "kills" else run_outages)(options, folder)
    finally:
        if failed or options.keep:
            say(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
