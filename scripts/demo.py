# SPDX-License-Identifier: Apache-2.0
"""The demonstration: a results service, a daemon, and simulated hands with board and clock, each a
process of its own. Shows the record as it grows, then compares what the service has with what was
played. Knows the programs by their public interfaces alone."""
import argparse
import ctypes
import json
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOARD = "table-1"
# Of the law of the game, which hands that only play moves know nothing of.
LAW_ALERTS = {"repetition", "perpetual", "natural-limit", "dead-position"}
PATIENCE = 60  # seconds without any progress


class Trouble(Exception):
    """What ends the demonstration, in one line."""


class Stop(Exception):
    """A signal asked for the end."""


def say(text=""):
    print(text, flush=True)


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Hall:
    """The processes and their folder."""

    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="jipu-demo-"))
        self.children = {}
        self.token = secrets.token_hex(24)
        self.url = ""
        self.watch = None

    def write(self, name, text):
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
        return path

    def log(self, name):
        return self.folder / f"{name}.log"

    def start(self, name, *args):
        with open(self.log(name), "wb") as log:
            self.children[name] = subprocess.Popen(
                [str(a) for a in args], stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=die_with_parent)

    def check_alive(self):
        for name, child in self.children.items():
            status = child.poll()
            if status is not None and (name != "simulate" or status != 0):
                raise Trouble(f"{name} ended with status {status}")

    def wait_for(self, what, holds):
        """The first true value of holds(); gives up when nothing new came for too long."""
        end = time.monotonic() + PATIENCE
        while True:
            value = holds()
            if value:
                return value
            self.check_alive()
            if time.monotonic() > end:
                raise Trouble(f"in {PATIENCE} s it did not come about that {what}")
            time.sleep(0.05)

    def start_results(self):
        port_file = self.folder / "port"
        self.start("jipu-results", self.options.results,
                   "--listen", f"127.0.0.1:{self.options.port}",
                   "--db", self.folder / "results.db",
                   "--tokens", self.write("tokens", f"{BOARD} {self.token}\n"),
                   "--port-file", port_file)
        self.wait_for("jipu-results listens", lambda: port_file.exists() and port_file.read_text())
        self.url = f"http://127.0.0.1:{int(port_file.read_text())}"

    def start_hands(self):
        more = [] if self.options.no_mistakes else ["--mistakes"]
        self.start("simulate", self.options.jipu, "simulate",
                   "--board-socket", self.folder / "board.sock",
                   "--clock-link", self.folder / "clock",
                   "--games", self.options.games, "--game", self.options.game,
                   "--speed", self.options.speed, "--seed", self.options.seed,
                   "--script-out", self.folder / "script.jsonl",
                   "--wait-reader", PATIENCE, "--start-delay", 2, "--linger", 10**8, *more)
        self.wait_for("board and clock are there", lambda: (self.folder / "board.sock").exists()
                      and (self.folder / "clock").is_symlink())

    def start_daemon(self):
        token_file = self.write("board.token", self.token + "\n")
        config = self.write("jipud.toml", f"""
time_control = "state-national"
check_time_sync = false
[board]
name = "{BOARD}"
socket = "{self.folder}/board.sock"
[clock]
driver = "line"
port = "{self.folder}/clock"
[journal]
path = "{self.folder}/journal"
[trace]
directory = "{self.folder}/traces"
[control]
socket = "{self.folder}/control.sock"
[publish.http.hall]
url = "{self.url}"
token_file = "{token_file}"
""")
        self.start("jipud", self.options.jipud, "--config", config)
        self.wait_for("jipud serves the board", lambda: (self.folder / "control.sock").exists())

    def status(self):
        done = subprocess.run([self.options.jipu, "status", "--json", "--socket",
                               self.folder / "control.sock"], capture_output=True, text=True,
                              timeout=PATIENCE, stdin=subprocess.DEVNULL)
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def get(self, path):
        request = urllib.request.Request(self.url + path,
                                         headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return reply.read().decode("utf-8")
        except OSError:
            return None

    def get_json(self, path):
        text = self.get(path)
        return json.loads(text) if text else None

    def show_logs(self):
        for name in self.children:
            lines = self.log(name).read_text(errors="replace").splitlines()
            say(f"--- the end of {name}'s log")
            for line in lines[-15:]:
                say("    " + line)

    def close(self):
        if self.watch:
            self.watch.over = True
        for name in ("simulate", "jipud", "jipu-results"):
            child = self.children.get(name)
            if child is None or child.poll() is not None:
                continue
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Watch(threading.Thread):
    """Prints every effect of the control socket that a person wants to see, as it comes."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(path))
        self.connection.sendall(b'{"do":"watch"}\n')
        self.over = False  # the devices that go at the end are no news

    def run(self):
        try:
            for line in self.connection.makefile("r", encoding="utf-8", newline="\n"):
                effect = json.loads(line)
                if "type" in effect and not self.over:
                    show(effect["type"], effect["data"])
        except (OSError, ValueError):
            pass  # the daemon went; the main thread sees that by itself


def show(kind, data):
    if kind == "game.started":
        say(f"game {data['game_name']} begins; rules {data['rules']}")
    elif kind == "move.recorded":
        legal = "" if data.get("legal", True) else "  (illegal, stands)"
        say(f"{data['ply']:3}. {data['side']:5} {data['chinese']}  {data['move']}{legal}")
    elif kind == "move.amended":
        say(f"{data['ply']:3}. {data['side']:5} {data['chinese']}  {data['move']}  "
            f"(amended; was {data['was']})")
    elif kind == "move.retracted":
        say(f"{data['ply']:3}. retracted: {data['move']}")
    elif kind in ("alert.raised", "alert.updated"):
        say(f"     !! {describe(data)}")
    elif kind == "alert.resolved":
        say(f"     !! {data['alert']} resolved: {data['by']}")
    elif kind == "game.ended":
        say(f"game ends: {data['result']} {data.get('ending') or ''} ({data['status']})")


def describe(alert):
    message = alert.get("message", {})
    return (f"{alert['alert']} {alert['code']} ({alert['grade']}, {alert['side']}): "
            f"{message.get('zh', '')} {message.get('en', '')}")


def alerts_of(events):
    """id -> the alert as it stood at the end, with how it was resolved."""
    alerts = {}
    for event in events:
        data = event["data"]
        if event["type"] in ("jipu.alert.raised", "jipu.alert.updated"):
            alerts.setdefault(data["alert"], {}).update(data)
        elif event["type"] == "jipu.alert.resolved":
            alerts.setdefault(data["alert"], {})["resolved"] = data["by"]
    return alerts


def script_of(hall):
    """What was played and what it deserved, as the hands wrote it down."""
    path = hall.folder / "script.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    read = [json.loads(line) for line in lines]
    game = next((line for line in read if line["type"] == "game"), None)
    return game, any(line["type"] == "game-ends" for line in read)


def follow(hall):
    """Waits until the hands are done and the service has it all; returns (game, its page's data)."""
    last, since = None, time.monotonic()
    while True:
        hall.check_alive()
        game, ended = script_of(hall)
        shown = hall.get_json(f"/v1/boards/{BOARD}")
        plies = shown["plies"] if shown else 0
        if ended and game and plies >= len(game["moves"]):
            return game, shown
        if (plies, ended) != last:
            last, since = (plies, ended), time.monotonic()
        if time.monotonic() - since > PATIENCE:
            if ended:
                return game, shown  # what is missing is told by the comparison
            raise Trouble(f"no progress for {PATIENCE} s, at ply {plies}")
        time.sleep(0.2)


def report(hall, game, shown):
    """Prints the record and the alerts; returns what differs from what was played."""
    name = shown["game_name"] if shown else None
    if name is None:
        return ["the results service has no game"]
    say(f"\nThe record, as the results service gives it ({hall.url}/v1/games/{name}.pgn):\n")
    say(hall.get(f"/v1/games/{name}.pgn"))
    moves = shown["moves"]
    for i in range(0, len(moves), 2):
        say(f"{i // 2 + 1:3}. " + "  ".join(f"{m['chinese']} {m['move']}" for m in moves[i:i + 2]))
    differences = []
    recorded = [move["move"] for move in moves]
    if recorded != game["moves"]:
        at = next((i for i, pair in enumerate(zip(recorded, game["moves"])) if pair[0] != pair[1]),
                  min(len(recorded), len(game["moves"])))
        differences.append(f"from ply {at + 1} on: recorded {' '.join(recorded[at:at + 3])} ..., "
                           f"played {' '.join(game['moves'][at:at + 3])} ...")

    alerts = alerts_of(hall.get_json(f"/v1/games/{name}/arbiter") or [])
    say(f"\nAlerts ({len(alerts)}), for the arbiter's eyes only:")
    for alert in alerts.values():
        say(f"  ply {alert['ply']}: {describe(alert)}; {alert.get('resolved', 'open')}")
    key = ("code", "side", "ply", "grade")
    seen = sorted([alert[k] for k in key] for alert in alerts.values()
                  if alert["code"] not in LAW_ALERTS)
    deserved = sorted([alert[k] for k in key] for alert in game["deserved"])
    if seen != deserved:
        differences.append(f"alerts: raised {seen}, deserved {deserved}")
    return differences


def show_game(hall):
    say("the results service, the simulated table and the daemon start ...")
    hall.start_results()
    hall.start_hands()
    hall.start_daemon()
    say(f"\n    the page:  {hall.url}/\n")
    hall.watch = Watch(hall.folder / "control.sock")
    hall.watch.start()
    game, shown = follow(hall)
    hall.wait_for("everything is delivered", lambda: [
        publisher["lag"] for publisher in hall.status().get("publishers", [])] == [0])
    hall.watch.over = True
    differences = report(hall, game, shown)
    say()
    for difference in differences:
        say(f"DIFFERENT: {difference}")
    if not differences:
        say(f"The record is exactly what was played: {len(game['moves'])} plies, "
            f"{len(game['deserved'])} deserved alerts.")
    if not hall.options.once:
        say(f"\nStill serving {hall.url}/ ; Ctrl-C ends it.")
        while True:
            time.sleep(0.5)
            hall.check_alive()
    return 1 if differences else 0


def read_options():
    parser = argparse.ArgumentParser(
        prog="demo.sh", description="A whole game, from simulated hands to the public page, by "
        "separate processes on this machine. Nothing is left behind.")
    parser.add_argument("--once", action="store_true",
                        help="end after the game; status 0 if the record is exactly what was played")
    parser.add_argument("--port", type=int, default=0,
                        help="the page's port on 127.0.0.1 (default: any free one)")
    parser.add_argument("--game", type=int, default=1, help="which game of the file (default: 1)")
    parser.add_argument("--games", default=ROOT / "tests/data/games/openings.iccs",
                        help="the file, ICCS, a game a line (default: tests/data/games/openings.iccs)")
    parser.add_argument("--speed", type=float,
                        help="hands so many times faster than people's (default: 20; with --once: 120)")
    parser.add_argument("--seed", type=int, default=1, help="of all that hands do by chance")
    parser.add_argument("--no-mistakes", action="store_true",
                        help="without the illegal move and the breach of touch-move that are shown")
    parser.add_argument("--programs", type=Path, default=ROOT / "build/release/daemon/app",
                        help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.speed is None:
        options.speed = 120.0 if options.once else 20.0
    options.jipu = options.programs / "jipu"
    options.jipud = options.programs / "jipud/jipud"
    options.results = options.programs / "results/jipu-results"
    return options


def main():
    options = read_options()

    def stop(*_):
        raise Stop

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    hall = Hall(options)
    try:
        return show_game(hall)
    except Stop:
        say("\nstopped")
        return 0 if not options.once else 130
    except Trouble as trouble:
        say(f"demo.sh: {trouble}")
        hall.show_logs()
        return 1
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        hall.close()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
