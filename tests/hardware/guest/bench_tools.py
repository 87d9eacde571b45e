# SPDX-License-Identifier: Apache-2.0
"""The tools of who has a board on the bench, in the emulated machine: monitor, calibrate, selftest at
the kernel's lines, without a daemon, and the hand that lays magnets as they ask."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from guest_table import until  # noqa: E402
from hands import START as START_FEN  # noqa: E402
from hands import levels_of, rows_of  # noqa: E402
from machine import Trouble  # noqa: E402
from wires import contacts  # noqa: E402

START = list(levels_of(START_FEN))
CONFIG = "/etc/jipu/bench.toml"
WIRING_FILE = "/etc/jipu/bench.wiring.toml"
TYPED, SAID = "/run/bench-typed", "/run/bench-said"
SCANS_PER_S = 50  # an emulated processor that is busy keeps it


class Bench:
    def __init__(self, machine, wiring):
        self.machine, self.shell = machine, machine.shell
        self.right = f"scans_per_s = {SCANS_PER_S}\n{wiring}"
        self.write(WIRING_FILE, self.right)
        self.write(CONFIG, 'check_time_sync = false\n[board]\nname = "bench"\ndriver = "matrix"\n')

    def write(self, path, text):
        self.shell.must(f"cat >{path} <<'THAT-IS-ALL'\n{text}THAT-IS-ALL")

    def exchange(self, one, other):
        """The wiring file takes two lines for each other."""
        words = {f" {one},": f" {other},", f" {other},": f" {one},"}
        text = self.right
        for old, new in words.items():
            text = text.replace(old, new.replace(" ", " #"), 1)
        self.write(WIRING_FILE, text.replace(" #", " "))

    def wiring(self):
        return self.shell.must(f"cat {WIRING_FILE}")

    def wiring_is_right(self):
        lines = [line for line in self.right.splitlines() if line.startswith("lines")]
        found = self.wiring().splitlines()
        return all(line in found for line in lines)

    def lay(self, points):
        magnets = self.machine.magnets
        magnets.lay(contacts(points))
        if not magnets.listen(30):
            raise Trouble("the magnets are not laid")

    def start(self, command):
        """A program that asks and answers through files."""
        self.shell.must(f"rm -f {TYPED} {SAID} && mkfifo {TYPED} && "
                        f"{{ ( {command} <>{TYPED} >{SAID} 2>&1; echo \"ended $?\" >>{SAID} ) & }}")

    def type(self):
        self.shell.must(f"echo >{TYPED}")

    def said(self):
        """Whole lines only."""
        text = self.shell.run(f"cat {SAID}")[1]
        return text[:text.rfind("\n") + 1].splitlines()

    def monitor(self, laid, shown):
        """Lays these points and follows the board until it shows just those; returns what it said
        then."""
        rows = rows_of(dict.fromkeys(shown, "x"))
        self.lay([])
        self.start(f"jipu monitor --json --every-ms 200 --seconds 60 {CONFIG}")
        until("monitor shows the board", lambda: any(line.startswith("{") for line in self.said()), 40)
        self.lay(laid)
        seen = []

        def look():
            lines = [line for line in self.said() if line.startswith("{")]
            seen[:] = [json.loads(line) for line in lines[-1:]]
            # Not before it has counted its scans.
            board = seen[-1]["board"]
            return "scans" in board and board["levels"] == rows
        try:
            until(f"monitor shows {rows}", look, 40)
        except AssertionError as error:
            raise AssertionError(f"{error}; it showed {seen}") from None
        self.shell.must("pkill -INT -x jipu")
        until("monitor ends", lambda: self.said()[-1].startswith("ended"), 30)
        return seen[-1]

    def calibrate(self):
        """(its result, for how many pieces it asked). The hand does what it says."""
        self.lay(START)
        self.start(f"jipu calibrate --start-position --write --json --settle-ms 150 {CONFIG}")
        done, asked = 0, 0
        while True:
            until("calibrate says something", lambda: len(self.said()) > done, 60)
            line = self.said()[done]
            done += 1
            if line.startswith("{"):
                return json.loads(line), asked
            if line.startswith("ended"):
                raise AssertionError(f"calibrate: {self.said()}")
            if line.startswith("Set up") or "Press Enter to look again" in line:
                self.type()
            elif ": lift the piece" in line:
                asked += 1
                self.answer([point for point in START if point != line[:2]], done)
            elif ": put a piece on it" in line:
                asked += 1
                self.answer([*START, line[:2]], done)
            elif line.endswith("put everything back as it stood"):
                self.lay(START)

    def answer(self, points, done):
        """Lays them; when nothing is seen of it, everything is put back and Enter typed."""
        self.lay(points)
        try:
            until("it sees it", lambda: len(self.said()) > done, 5)
        except AssertionError:
            self.lay(START)
            self.type()

    def selftest(self, points):
        """(status, its lines by device)."""
        self.lay(points)
        status, text = self.shell.run(f"jipu selftest --json --seconds 3 {CONFIG}")
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return status, {line["device"]: line for line in lines}
