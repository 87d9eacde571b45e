# SPDX-License-Identifier: Apache-2.0
"""The wires between simulated hands and the emulated machine: the hands' board becomes contacts in
the machine, their clock the other end of its serial port. Whatever either end loses and finds
again is connected again. No press overtakes the piece before it, however busy the host is: the
clock is not heard while contacts are on their way."""
import os
import select
import socket
import sys
import threading
import tty
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from hands import FILES, levels_of  # noqa: E402

RANKS, PAUSE_S = 10, 0.02


def contacts(levels):
    """A 0 or 1 for each contact, a row of the matrix after the other: rank 0 first, each from a."""
    return "".join("1" if f"{file}{rank}" in levels else "0"
                   for rank in range(RANKS) for file in FILES)


class Wires(threading.Thread):
    """`board`: the hands' socket; `clock`: the link to their clock; `machine`: as it is now."""

    def __init__(self, board, clock, machine):
        super().__init__(daemon=True)
        self.board_path, self.clock_path, self.machine = Path(board), Path(clock), machine
        self.levels, self.unread = {}, b""
        self.board = self.pty = self.port = None
        self.told = None  # the magnets' connection that has the levels
        self.stop = False
        self.plugs = 0  # how often the clock was plugged in

    def run(self):
        while not self.stop:
            self.connect()
            laid = self.laid()
            pty = self.pty if laid else None
            ends = [end for end in (self.board, pty, self.port) if end is not None]
            ready, _, _ = select.select(ends, [], [], PAUSE_S if laid else 0)
            for end in ready:
                if end is self.board:
                    self.board_says()
                elif end == self.pty:
                    self.clock_says()
                elif end is self.port:
                    self.machine_says()
        self.unplug_clock()
        if self.board is not None:
            self.board.close()

    def connect(self):
        if self.board is None and self.board_path.exists():
            self.board = self.try_unix(self.board_path)
            self.unread = b""
        if self.machine.magnets is not self.told:
            self.tell()
        # Both or none: what is not plugged in has no reader.
        if self.pty is None and self.clock_path.is_symlink() and self.machine.clock_socket.exists():
            self.plug_clock()

    @staticmethod
    def try_unix(path):
        end = socket.socket(socket.AF_UNIX)
        try:
            end.connect(str(path))
            return end
        except OSError:
            end.close()
            return None

    def board_says(self):
        data = self.board.recv(65536)
        if not data:
            self.board.close()
            self.board = None  # the pieces stay
            return
        *lines, self.unread = (self.unread + data).split(b"\n")
        for line in lines:
            verb, what = line.decode().split()[:2]
            if verb == "board":
                self.levels = levels_of(what)
            elif verb == "on":
                self.levels[what] = "x"
            else:
                self.levels.pop(what, None)
            self.tell()

    def tell(self):
        magnets = self.machine.magnets
        self.told = magnets
        if magnets is None:
            return
        try:
            magnets.lay(contacts(self.levels))
        except OSError:
            self.told = None  # its power was cut

    def laid(self):
        """Are all contacts? Waits a moment for them."""
        if self.told is None or self.told.unanswered == 0:
            return True
        try:
            return self.told.listen(0.001)
        except (OSError, ValueError):
            self.told = None  # its power was cut
            return True

    def plug_clock(self):
        self.port = self.try_unix(self.machine.clock_socket)
        if self.port is None:
            return
        try:
            self.pty = os.open(self.clock_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            tty.setraw(self.pty)
            self.plugs += 1
        except OSError:
            self.unplug_clock()

    def unplug_clock(self):
        if self.pty is not None:
            os.close(self.pty)
        if self.port is not None:
            self.port.close()
        self.pty = self.port = None

    def clock_says(self):
        try:
            data = os.read(self.pty, 4096)
            if not data:
                raise OSError
            self.port.sendall(data)
        except BlockingIOError:
            pass
        except OSError:
            self.unplug_clock()  # the cable was pulled, or the machine is gone

    def machine_says(self):
        try:
            data = self.port.recv(4096)
            if not data:
                raise OSError
            os.write(self.pty, data)
        except BlockingIOError:
            pass  # nobody listens: a wire keeps nothing
        except OSError:
            self.unplug_clock()
