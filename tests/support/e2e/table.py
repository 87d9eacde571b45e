# SPDX-License-Identifier: Apache-2.0
"""A table among several that send to one results service: simulated hands, board and clock in one
process, jipud in another. Every restart of jipud keeps its own log."""
import json
import signal
import sqlite3
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "e2e/jipud"))
from hall import DEADLINE, Control, Process, Programs, ROOT, until  # noqa: E402

TOKEN = "a-token-that-is-long-enough-for-tests-"
STREAMS = ("arbiter", "public")


def games_file():
    """The masters' games when they are there, else the carried ones."""
    masters = ROOT.parent / "shared/games/xiangqi/masters.iccs"
    return masters if masters.exists() else ROOT / "tests/data/games/openings.iccs"


class Results:
    """jipu-results with a token for each board."""

    def __init__(self, folder, boards):
        self.folder = Path(folder)
        self.tokens = {board: TOKEN + board for board in boards}
        path = self.folder / "tokens"
        path.touch(mode=0o600)
        path.write_text("".join(f"{b} {t}\n" for b, t in self.tokens.items()))
        self.port = 0
        self.starts = 0
        self.process = None

    def start(self):
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        self.starts += 1
        self.process = Process(
            [str(a) for a in (Programs.results, "--listen", f"127.0.0.1:{self.port}", "--db",
                              self.folder / "results.db", "--tokens", self.folder / "tokens",
                              "--port-file", port_file)],
            self.folder / f"results-{self.starts}.log")
        until("the results service listens", lambda: port_file.exists() and port_file.read_text())
        self.port = int(port_file.read_text())

    def get(self, board, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers={
            "Authorization": f"Bearer {self.tokens[board]}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return json.load(reply)
        except OSError:
            return None


class Table:
    """`publish_port`: where jipud sends to; not always the service's own. `more`: further lines of
    the configuration's head."""

    def __init__(self, folder, name, publish_port, sensors="reed", more=""):
        self.name, self.sensors = name, sensors
        self.folder = Path(folder) / name
        self.folder.mkdir()
        self.socket = self.folder / "control.sock"
        self.journal = self.folder / "journal"
        self.traces = self.folder / "traces"
        self.script = self.folder / "script.jsonl"
        self.config = self.folder / "jipud.toml"
        self.processes = []
        self.jipud = None
        self.starts = 0
        (self.folder / "token").write_text(TOKEN + name + "\n")
        self.config.write_text(f"""{more}
check_time_sync = false
[board]
name = "{name}"
sensors = "{sensors}"
socket = "{self.folder}/board.sock"
[clock]
driver = "line"
port = "{self.folder}/clock"
[journal]
path = "{self.journal}"
[trace]
directory = "{self.traces}"
[control]
socket = "{self.socket}"
[publish.http.hall]
url = "http://127.0.0.1:{publish_port}"
token_file = "{self.folder}/token"
connect_timeout_ms = 2000
request_timeout_ms = 3000
""")

    def simulate(self, *more):
        args = [Programs.jipu, "simulate", "--board-socket", self.folder / "board.sock",
                "--clock-link", self.folder / "clock", "--sensors", self.sensors,
                "--script-out", self.script, "--wait-reader", DEADLINE, "--linger", 10**6, *more]
        process = Process([str(a) for a in args], self.folder / "simulate.log")
        self.processes.append(process)
        until("board and clock are there", lambda: (self.folder / "board.sock").exists() and
              (self.folder / "clock").is_symlink())

    def start_jipud(self):
        self.starts += 1
        self.jipud = Process([str(Programs.jipud), "--config", str(self.config)],
                             self.folder / f"jipud-{self.starts:03}.log")
        self.processes.append(self.jipud)

    def kill_jipud(self):
        self.jipud.end(signal.SIGKILL)
        self.jipud.log_file.close()
        self.processes.remove(self.jipud)

    def close(self):
        for process in reversed(self.processes):
            process.close()

    def memory_kb(self):
        text = Path(f"/proc/{self.jipud.child.pid}/status").read_text()
        return {line.split(":")[0]: int(line.split()[1]) for line in text.splitlines()
                if line.startswith(("VmRSS", "VmHWM", "RssAnon"))}

    def played(self):
        """The lines that the hands have written, whole ones only."""
        text = self.script.read_text() if self.script.exists() else ""
        return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    def status(self):
        try:
            control = Control(self.socket)
        except OSError:
            return {}
        try:
            return control.ask('{"do":"status"}')["status"]
        except (OSError, AssertionError, ValueError):
            return {}  # it was killed meanwhile
        finally:
            control.close()

    def lag(self):
        """Events in the journal that the receiver has not confirmed. jipud's own count follows the
        journal by a moment, in which a new event is not in it yet."""
        return self.stored(
            "SELECT ifnull(sum(last_seq - ifnull(acknowledged, 0)), 0) FROM streams "
            "LEFT JOIN cursors USING (recording, stream)")[0][0]

    def stored(self, sql, *values):
        database = sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True, timeout=DEADLINE)
        try:
            return database.execute(sql, values).fetchall()
        finally:
            database.close()

    def recordings(self):
        """(id, game_name, closed) in order."""
        if not self.journal.exists():
            return []
        return self.stored("SELECT id, game_name, closed FROM recordings ORDER BY id")

    def effects(self, recording):
        return [{"t": at, "type": kind, "data": json.loads(data)} for at, kind, data in self.stored(
            "SELECT at_us, type, data FROM effects WHERE recording = ? ORDER BY k", recording)]

    def events(self, recording, stream):
        return [json.loads(body) for (body,) in self.stored(
            "SELECT body FROM events WHERE recording = ? AND stream = ? ORDER BY seq", recording,
            STREAMS.index(stream))]
