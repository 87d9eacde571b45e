# SPDX-License-Identifier: Apache-2.0
"""The emulated machine: QEMU, the ports between it and this process, and a shell in it. It knows
nothing of what runs there."""
import itertools
import os
import select
import signal
import socket
import subprocess
import time
from pathlib import Path


def hurry():
    """Hands and machine keep real time: they go before what else the host is about. False: they may
    not."""
    try:
        os.nice(-10)
    except PermissionError:
        return False
    # The scheduler may weigh sessions first, and priorities only within each of them: this becomes one
    # of its own.
    group = Path("/proc/self/autogroup")
    if group.exists() and os.getpgrp() != os.getpid():
        os.setsid()
        group.write_text("-10")
    return True


class Trouble(Exception):
    """The machine did not do what it must, in one line."""


class Shell:
    """A root shell at the other end of a connection."""

    def __init__(self, connection):
        self.connection = connection
        self.marks = itertools.count(1)

    def run(self, command, deadline=60.0):
        """(status, what it said) of a command line."""
        mark = f"@@{next(self.marks)}"
        self.connection.sendall(
            f"{{ {command}\n}} </dev/null 2>&1; echo \"{mark} $?\"\n".encode())
        said = b""
        end = time.monotonic() + deadline
        # The mark begins a line, unless the command left one open.
        while f"{mark} ".encode() not in said or not said.endswith(b"\n"):
            ready, _, _ = select.select([self.connection], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise Trouble(f"no answer in {deadline:.0f} s to: {command}; so far: {said!r}")
            more = self.connection.recv(65536)
            if not more:
                raise Trouble(f"the machine went during: {command}")
            said += more
        text, _, status = said.decode(errors="replace").rpartition(mark)
        return int(status), text

    def must(self, command, deadline=60.0):
        """What it said; its status must be 0."""
        status, text = self.run(command, deadline)
        if status != 0:
            raise Trouble(f"status {status} of: {command}; it said: {text.strip()}")
        return text

    def until(self, command, deadline=60.0):
        """Again and again until its status is 0; returns what it said."""
        end = time.monotonic() + deadline
        while True:
            status, text = self.run(command)
            if status == 0:
                return text
            if time.monotonic() > end:
                raise Trouble(f"in {deadline:.0f} s no success of: {command}; it said: {text.strip()}")
            select.select([], [], [], 0.1)


class Magnets:
    """The connection that lays magnets on the machine's board. The machine answers each board of
    contacts with one byte, when they are laid."""

    def __init__(self, connection):
        self.connection, self.unanswered = connection, 0

    def lay(self, contacts):
        self.connection.sendall(contacts.encode())
        self.unanswered += 1

    def listen(self, patience=0.0):
        """True when all contacts are laid."""
        while self.unanswered > 0 and select.select([self.connection], [], [], patience)[0]:
            answer = self.connection.recv(4096)
            if not answer:
                raise OSError("the machine is gone")
            self.unanswered -= len(answer)
        return self.unanswered <= 0


def listen(path):
    Path(path).unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(1)
    return listener


# By its processor, as Debian names it: QEMU, and the kernel's name for the first serial port.
EMULATORS = {
    "amd64": (["qemu-system-x86_64", "-cpu", "qemu64"], "ttyS0"),
    "arm64": (["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53"], "ttyAMA0"),
}


class Machine:
    """`image`: the folder of kernel, initrd, disk and the processor's name. `folder`: for the sockets
    and the console. What QEMU's clock port is connected to is plugged in: `clock_socket`."""

    BOOT_S = 120.0

    def __init__(self, image, folder, cpus=2):
        self.image, self.folder, self.cpus = Path(image), Path(folder), cpus
        self.processor = (self.image / "processor").read_text().strip()
        self.clock_socket = self.folder / "clock-port.sock"
        self.boots = 0
        self.process = self.shell = self.magnets = None

    def console(self):
        path = self.folder / f"console-{self.boots}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def command(self):
        image = self.image
        emulator, console = EMULATORS[self.processor]
        return [*emulator, "-accel", "tcg,thread=multi",
                "-smp", str(self.cpus), "-m", "768", "-nodefaults", "-no-user-config",
                "-display", "none", "-no-reboot", "-kernel", image / "vmlinuz",
                "-initrd", image / "initrd", "-append", f"console={console} quiet panic=-1",
                "-serial", f"file:{self.folder}/console-{self.boots}.log",
                "-drive", f"file={image}/disk,format=raw,if=virtio",
                "-device", "virtio-serial-pci",
                "-chardev", f"socket,id=shell,path={self.folder}/shell.sock",
                "-device", "virtserialport,chardev=shell,nr=1",
                "-chardev", f"socket,id=magnets,path={self.folder}/magnets.sock",
                "-device", "virtserialport,chardev=magnets,nr=2",
                "-netdev", "user,id=hall", "-device", "virtio-net-pci,netdev=hall",
                # The adapter is plugged in as long as its other end is connected.
                "-chardev", f"socket,id=clock,path={self.clock_socket},server=on,wait=off",
                "-device", "qemu-xhci", "-device", "usb-serial,chardev=clock"]

    def boot(self):
        """Until its shell answers; returns after how many seconds."""
        begin = time.monotonic()
        self.boots += 1
        listeners = [listen(self.folder / name) for name in ("shell.sock", "magnets.sock")]
        self.clock_socket.unlink(missing_ok=True)
        with open(self.folder / "qemu.log", "ab") as log:
            self.process = subprocess.Popen([str(a) for a in self.command()], stdout=log,
                                            stderr=log, stdin=subprocess.DEVNULL)
        ends = []
        for listener in listeners:
            listener.settimeout(self.BOOT_S)
            ends.append(listener.accept()[0])
            listener.close()
        self.shell, self.magnets = Shell(ends[0]), Magnets(ends[1])
        self.shell.must("true", self.BOOT_S)
        return time.monotonic() - begin

    def cut_power(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for end in (self.shell, self.magnets):
            end.connection.close()
        self.shell = self.magnets = None

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
