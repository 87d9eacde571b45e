# SPDX-License-Identifier: Apache-2.0
"""One board with its daemon, simulated hands and clock, and a results service: real processes in a
folder of their own. Nothing sleeps to wait: a condition is awaited until a deadline."""
import json
import os
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

DEADLINE = 60.0
TOKEN = "a-token-that-is-long-enough-for-tests-0123456789"
BOOT_ID = "/proc/sys/kernel/random/boot_id"
RESOLV_CONF = "/etc/resolv.conf"
REPLACEABLE = {"boot": BOOT_ID, "resolv": RESOLV_CONF}
ROOT = Path(__file__).resolve().parents[3]


class Programs:
    jipud = jipu = results = ""


def until(what, holds, deadline=DEADLINE):
    """Returns the first true value of holds()."""
    end = time.monotonic() + deadline
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"in {deadline} s it did not come about that {what}")
        select.select([], [], [], 0.02)


class Process:
    """A child with its output in a file; ended at the end of the test whatever happens."""

    def __init__(self, args, log, env=None):
        self.log_path = Path(log)
        self.log_file = open(log, "ab")
        self.child = subprocess.Popen(args, stdout=self.log_file, stderr=self.log_file,
                                      stdin=subprocess.DEVNULL, env=env)

    def text(self):
        return self.log_path.read_text(errors="replace")

    def says(self, words, deadline=DEADLINE):
        def holds():
            if words in self.text():
                return True
            if self.child.poll() is not None and words not in self.text():
                raise AssertionError(f"ended with {self.child.returncode} before it said "
                                     f"{words!r}:\n{self.text()}")
            return False
        return until(f"{self.log_path.name} says {words!r}", holds, deadline)

    def end(self, sig=signal.SIGTERM, deadline=DEADLINE):
        self.child.send_signal(sig)
        return self.child.wait(deadline)

    def close(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        self.log_file.close()


def cannot_replace(file):
    """Why a process here may not see another file in the place of `file`; empty if it may."""
    done = subprocess.run(["unshare", "--mount", "mount", "--bind", "/dev/null", file],
                          capture_output=True, text=True, timeout=DEADLINE)
    return "" if done.returncode == 0 else done.stderr.strip() or "unshare failed"


class Hall:
    def __init__(self, clock="line", publish=True):
        """`clock`: the driver's word in the configuration; None: there is no clock."""
        self.folder = Path(tempfile.mkdtemp(prefix="jipu-e2e-"))
        self.clock, self.publish = clock, publish
        self.top = ""  # keys before the first section
        self.check_time_sync = False  # this machine's affair, but for the scenario about it
        self.processes = []
        self.port = None
        self.pairings = None  # the organiser's file
        self.config = self.folder / "jipud.toml"
        self.socket = self.folder / "c.sock"
        self.board_socket = self.folder / "b.sock"
        self.journal = self.folder / "journal"
        self.traces = self.folder / "traces"
        self.clock_link = self.folder / "clock"
        (self.folder / "token").write_text(TOKEN + "\n")
        (self.folder / "tokens").write_text(f"table-1 {TOKEN}\n")
        os.chmod(self.folder / "tokens", 0o600)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        for process in reversed(self.processes):
            process.close()
        if kind is not None:
            for log in sorted(self.folder.glob("*.log")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-4000:]}")
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *args, name):
        process = Process([str(a) for a in args], self.folder / f"{name}.log")
        self.processes.append(process)
        return process

    def publisher(self, name="hall", url=None, token="token"):
        """A section of the configuration."""
        return (f'[publish.http.{name}]\nurl = "{url or f"http://127.0.0.1:{self.port or 9}"}"\n'
                f'token_file = "{self.folder / token}"\npairing_interval_s = 1\n')

    def write_config(self, extra="", level="info", journal=None):
        text = f'check_time_sync = {str(self.check_time_sync).lower()}\n{self.top}'
        text += f'[board]\nname = "table-1"\nsocket = "{self.board_socket}"\n'
        if self.clock:
            text += f'[clock]\ndriver = "{self.clock}"\nport = "{self.clock_link}"\n'
        text += f'[journal]\npath = "{journal or self.journal}"\n'
        text += f'[trace]\ndirectory = "{self.traces}"\n'
        text += f'[control]\nsocket = "{self.socket}"\n[log]\nlevel = "{level}"\n'
        if self.publish:
            text += self.publisher()
        self.config.write_text(text + extra)

    def start_results(self):
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        more = ["--pairings", self.pairings] if self.pairings else []
        listen = f"127.0.0.1:{self.port or 0}"
        results = self.start(Programs.results, "--listen", listen, "--db",
                             self.folder / "results.db", "--tokens", self.folder / "tokens",
                             "--port-file", port_file, *more, name="results")
        until("the results service listens", port_file.exists)
        self.port = int(port_file.read_text())
        return results

    def start_jipud(self, name="jipud", **replaced):
        """`replaced`: what the daemon is to find in a file of the system (BOOT, RESOLV), in a mount
        namespace of its own."""
        args = [Programs.jipud, "--config", self.config]
        for what, text in replaced.items():
            file = self.folder / what
            file.write_text(text + "\n")
            args = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"',
                    file, REPLACEABLE[what], *args]
        jipud = self.start(*args, name=name)
        jipud.says("serves table-1")
        return jipud

    def simulate(self, plies, *more, name="simulate", games=None):
        args = [Programs.jipu, "simulate", "--board-socket", self.board_socket, "--games",
                games or ROOT / "tests/data/games/openings.iccs", "--plies", plies, "--speed", 40,
                "--seed", 7, "--wait-reader", 30, "--linger", 600]
        if self.clock:
            args += ["--clock-link", self.clock_link, "--clock-kind", self.clock]
        return self.start(*args, *more, name=name)

    def moves(self, plies):
        for line in (ROOT / "tests/data/games/openings.iccs").read_text().splitlines():
            if line and not line.startswith("#"):
                return line.split()[:plies]
        raise AssertionError("no game in openings.iccs")

    def jipu(self, *args):
        return subprocess.run([Programs.jipu, *map(str, args)], capture_output=True, text=True,
                              timeout=DEADLINE, stdin=subprocess.DEVNULL)

    def status(self):
        done = self.jipu("status", "--json", "--socket", self.socket)
        if done.returncode != 0:
            return None
        return json.loads(done.stdout)

    def until_status(self, what, holds, deadline=DEADLINE):
        last = {}

        def look():
            status = self.status()
            last["status"] = status
            return status if status is not None and holds(status) else None
        try:
            return until(what, look, deadline)
        except AssertionError as error:
            raise AssertionError(f"{error}; status: {last.get('status')}") from None

    def pair(self, head, *rows):
        """The organiser writes who plays where; whole or not at all."""
        self.pairings = self.folder / "pairings.csv"
        new = self.folder / "pairings.new"
        new.write_text("\n".join([head, *rows]) + "\n")
        new.replace(self.pairings)

    def public_game(self):
        return self.get("/v1/boards/table-1") or {}

    def until_public(self, what, holds):
        return until(f"the public page says {what}", lambda: holds(self.public_game()))

    def until_recorded(self, moves, confirmed=None):
        def holds(status):
            return (status.get("moves") == moves and
                    (confirmed is None or status["confirmed"] >= confirmed))
        return self.until_status(f"{len(moves)} plies are recorded", holds, 120)

    def get(self, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}",
                                         headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return json.load(reply)
        except (urllib.error.HTTPError, urllib.error.URLError, ConnectionError):
            return None

    def stored(self, sql, *values):
        database = sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)
        try:
            return database.execute(sql, values).fetchall()
        finally:
            database.close()

    def stored_effects(self, game_name):
        rows = self.stored(
            "SELECT e.at_us, e.type, e.data FROM effects e JOIN recordings r ON r.id = e.recording"
            " WHERE r.game_name = ? ORDER BY e.k", game_name)
        return [{"t": at, "type": kind, "data": json.loads(data)} for at, kind, data in rows]

    def stored_events(self, game_name, stream):
        rows = self.stored(
            "SELECT e.body FROM events e JOIN recordings r ON r.id = e.recording"
            " WHERE r.game_name = ? AND e.stream = ? ORDER BY e.seq", game_name,
            {"arbiter": 0, "public": 1}[stream])
        return [json.loads(body) for (body,) in rows]


class Control:
    """A client of the control socket that speaks lines."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")

    def ask(self, line):
        self.socket.sendall(line.encode() + b"\n")
        return self.line()

    def line(self):
        text = self.lines.readline()
        if not text:
            raise AssertionError("the daemon ended the connection")
        return json.loads(text)

    def close(self):
        self.lines.close()
        self.socket.close()
