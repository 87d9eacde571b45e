# SPDX-License-Identifier: Apache-2.0
"""A table whose daemon runs in the emulated machine: hands, clock and results service are processes
here, what is between them and the machine is wires.py."""
import json
import signal
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support/e2e"))
from record import LAW_ALERTS, alerts_of, key_of, moves_of, unwrapped  # noqa: E402
from table import Process, Programs, Results, games_file, until  # noqa: E402,F401
from wires import Wires  # noqa: E402

BOARD = "table-1"
WIRING = """driver = "matrix"
[rows]
chip = "boardsim"
lines = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
[columns]
chip = "boardsim"
lines = [10, 11, 12, 13, 14, 15, 16, 17, 18]
bias = "up"
"""
# Of devices that were away or not heard: told beside what the hands deserve.
OF_DEVICES = {"device-lost", "no-press", "clock-fault"}


class Hands:
    """Simulated hands that play one game, with their board and clock."""

    def __init__(self, folder, *more):
        self.folder = Path(folder)
        self.folder.mkdir()
        self.board, self.clock = self.folder / "board.sock", self.folder / "clock"
        self.script = self.folder / "script.jsonl"
        self.process = Process(
            [str(a) for a in (Programs.jipu, "simulate", "--board-socket", self.board,
                              "--clock-link", self.clock, "--script-out", self.script,
                              "--wait-reader", 120, "--linger", 10**6, *more)],
            self.folder / "simulate.log")

    def played(self):
        text = self.script.read_text() if self.script.exists() else ""
        return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    def game(self):
        """The moves and what they deserve; None before the game begins."""
        return next((line for line in self.played() if line["type"] == "game"), None)

    def plies(self):
        return sum(1 for line in self.played() if line["type"] == "ply")

    def hold(self):
        """Whatever the hands are about, they stand still; with them the clock's voice."""
        self.process.child.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.child.send_signal(signal.SIGCONT)

    def close(self):
        self.process.close()


class Table:
    def __init__(self, machine, folder):
        self.machine, self.folder = machine, Path(folder)
        self.results = Results(folder, [BOARD])
        self.results.start()
        self.hands = self.wires = None
        self.sat = 0
        self.unwatched = set()  # plies of the game during which jipud was away

    def configuration(self):
        return f"""time_control = "state-national"
check_time_sync = false
[board]
name = "{BOARD}"
driver = "matrix"
[clock]
driver = "line"
port = "/dev/jipu-clock"
[publish.http.hall]
url = "http://10.0.2.2:{self.results.port}"
plain_http = true
token_file = "/etc/jipu/hall.token"
pairing_interval_s = 0
"""

    def configure(self):
        """As the organiser does it, as root in the machine."""
        shell = self.machine.shell
        for name, text in (("jipud.toml", self.configuration()), (f"{BOARD}.wiring.toml", WIRING),
                           ("hall.token", self.results.tokens[BOARD] + "\n")):
            shell.must(f"cat >/etc/jipu/{name} <<'THAT-IS-ALL'\n{text}THAT-IS-ALL")
        shell.must("chown root:jipu /etc/jipu/hall.token && chmod 640 /etc/jipu/hall.token")

    def sit_down(self, *more):
        """New hands, whose board and clock are wired to the machine."""
        self.stand_up()
        self.sat += 1
        self.unwatched = set()
        self.hands = Hands(self.folder / f"hands-{self.sat}", *more)
        self.wires = Wires(self.hands.board, self.hands.clock, self.machine)
        self.wires.start()

    def stand_up(self):
        if self.hands is None:
            return
        self.wires.stop = True
        self.wires.join()
        self.hands.close()
        self.hands = None

    def status(self):
        """What jipud says of itself; nothing while it is not there."""
        status, text = self.machine.shell.run("jipu status --json")
        return json.loads(text) if status == 0 else {}

    def until_status(self, what, holds, deadline=60.0):
        last = {}

        def look():
            last.update(self.status())
            return last if last and holds(last) else None
        try:
            return until(what, look, deadline)
        except AssertionError as error:
            raise AssertionError(f"{error}; status: {last}") from None

    def until_all_is_there(self):
        """Every ply is confirmed, and the service has a confirmation of as many: what jipud says of
        its publisher follows its journal by a moment. Returns the game's name."""
        count = len(self.hands.game()["moves"])
        game = self.until_status("every ply is confirmed", lambda status: (
            status["confirmed"] == count))["game_name"]
        until("the service has as many plies",
              lambda: all(len(moves) >= count for moves in self.records(game).values()))
        self.until_status("everything is delivered", lambda status: (
            [publisher["lag"] for publisher in status["publishers"]] == [0]))
        return game

    def records(self, game):
        """By whom: the moves that the service has of the game."""
        page = self.results.get(BOARD, f"/v1/games/{game}") or {"moves": []}
        public = self.results.get(BOARD, f"/v1/games/{game}.json") or []
        return {"page": [move["move"] for move in page["moves"]],
                "public stream": moves_of(unwrapped(public)),
                "arbiter's stream": moves_of(unwrapped(self.arbiter(game)))}

    def arbiter(self, game):
        return self.results.get(BOARD, f"/v1/games/{game}/arbiter") or []

    def alerts(self, game):
        return alerts_of(unwrapped(self.arbiter(game)))

    def close(self):
        self.stand_up()
        if self.results.process is not None:
            self.results.process.close()


def differences(table, game, played):
    """Between what the service has of the game and what the hands played and deserved."""
    wrong = [f"the {what} has {len(moves)} plies, {' '.join(moves[-3:])} at the end; played were "
             f"{len(played['moves'])}, {' '.join(played['moves'][-3:])} at the end"
             for what, moves in table.records(game).items() if moves != played["moves"]]
    told = Counter(key_of(alert) for alert in table.alerts(game)
                   if alert["code"] not in LAW_ALERTS | OF_DEVICES)
    deserved = Counter(key_of(alert) for alert in played["deserved"])
    for title, keys in (("undeserved", told - deserved), ("missing", deserved - told)):
        wrong += [f"{title} alert: {key}" for key in keys if key[2] not in table.unwatched]
    return wrong
