# SPDX-License-Identifier: Apache-2.0
"""The Debian package's programs on an emulated Raspberry Pi 3 (scripts/guest.sh --arm64): its
device tree and Debian's own drivers of its GPIO lines and its serial port. There is no board: the
levels of the column lines are set in the chip's registers, and the rows are seen there. The scenarios
come one after the other in one machine. The last line counts."""
import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "guest"))
from scenarios import Scenarios, check, closing_line, say  # noqa: E402
from machine import Shell, Trouble, hurry, listen  # noqa: E402

# The lines of config/boards/reed-matrix.toml.
ROWS = [2, 3, 4, 17, 27, 22, 10, 9, 11, 5]
COLUMNS = [6, 13, 19, 26, 21, 20, 16, 12, 7]
FILES, RANKS = "abcdefghi", 10
# BCM2835 ARM Peripherals, chapter 6.
GPIO = 0x3F200000
SELECT, RAISE, LOWER, LEVELS = GPIO, GPIO + 0x1C, GPIO + 0x28, GPIO + 0x34
INPUT, OUTPUT = 0, 1
BOOT_S = 180.0
SCANS_PER_S = 10  # of the wiring's 200: how many there are is the host's business
scenario = Scenarios("raspberry")


class Registers:
    """The emulator's view of the chip, from outside of the machine: QEMU's test protocol."""

    def __init__(self, connection):
        self.stream = connection.makefile("rw", newline="\n")

    def ask(self, command):
        self.stream.write(command + "\n")
        self.stream.flush()
        answer = self.stream.readline().split()
        check(answer[:1] == ["OK"], f"the emulator says {answer} to {command}")
        return int(answer[1], 0) if len(answer) > 1 else 0

    def read(self, address):
        return self.ask(f"readl {address:#x}")

    def use(self, lines):
        """By line: whether it is an input, an output, or another device's."""
        words = [self.read(SELECT + 4 * word) for word in range(3)]
        return {line: words[line // 10] >> (3 * (line % 10)) & 7 for line in lines}

    def level(self, line):
        return self.read(LEVELS) >> line & 1

    def hold(self, line, high):
        """An input shows what was written last: so this model has it, in place of a wire."""
        self.ask(f"writel {RAISE if high else LOWER:#x} {1 << line:#x}")


def heard(connection, words, deadline):
    """Returns when they have come."""
    said, end = b"", time.monotonic() + deadline
    while words.encode() not in said:
        connection.settimeout(max(0.1, end - time.monotonic()))
        try:
            more = connection.recv(4096)
        except socket.timeout:
            more = b""
        if not more:
            raise Trouble(f"{words!r} was not heard in {deadline:.0f} s, but {said!r}")
        said += more
    connection.settimeout(None)


class Pi:
    """`image`: the folder of kernel, initrd and device tree."""

    def __init__(self, image, folder):
        names = ("clock", "shell", "registers")
        listeners = {name: listen(folder / f"{name}.sock") for name in names}
        image, self.log = Path(image), open(folder / "qemu.log", "wb")
        # One thread: with more this machine takes eight times as long.
        self.process = subprocess.Popen(
            ["qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=single",
             "-no-user-config", "-display", "none", "-no-reboot", "-kernel",
             str(image / "vmlinuz"), "-initrd", str(image / "initrd"), "-dtb", str(image / "device-tree"),
             "-append", "console=ttyS1,115200 quiet panic=-1",
             "-chardev", f"socket,id=clock,path={folder}/clock.sock", "-serial", "chardev:clock",
             "-chardev", f"socket,id=shell,path={folder}/shell.sock", "-serial", "chardev:shell",
             "-qtest", f"unix:{folder}/registers.sock", "-qtest-log", "none"],
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        ends = {}
        for name, listener in listeners.items():
            listener.settimeout(BOOT_S)
            ends[name] = listener.accept()[0]
            listener.close()
        self.clock, self.registers = ends["clock"], Registers(ends["registers"])
        heard(ends["shell"], "the shell is there\n", BOOT_S)
        self.shell = Shell(ends["shell"])
        self.shell.must("true")

    def monitor(self, *more):
        """The board and clock at the end of a second."""
        said = self.shell.must("jipu monitor --json --seconds 2 " + " ".join(more))
        return json.loads(said.splitlines()[-1])

    def clock_says(self, words):
        """A line of the line clock's, with its checksum (hal/codec/LINE_CLOCK.md)."""
        check_sum = 0
        for byte in words.encode():
            check_sum ^= byte
        self.clock.sendall(f"{words}*{check_sum:02X}\r\n".encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def levels(files):
    """As jipu says the levels of a board on which these files are occupied, and no others."""
    row = "".join("x" if name in files else "." for name in FILES)
    for count in range(9, 0, -1):
        row = row.replace("." * count, str(count))
    return "/".join([row] * RANKS)


def board_shows(pi, files, *more):
    for column, name in zip(COLUMNS, FILES):
        pi.registers.hold(column, name not in files)
    shown = pi.monitor(*more)["board"]["levels"]
    check(shown == levels(files), f"held low are {files}; the board shows {shown}")


@scenario
def debians_kernel_drives_the_lines_of_this_pi_and_jipud_takes_its_configuration(pi):
    chips = pi.shell.must("cat /sys/kernel/debug/gpio")
    check("pinctrl-bcm2835" in chips, f"the chips are: {chips}")
    say("   " + pi.shell.must("tr -d '\\0' </proc/device-tree/model; uname -rm | sed 's/^/, Linux /'"))
    said = pi.shell.must("jipud --check")
    check(said.strip() == "/etc/jipu/jipud.toml: ok", said)


@scenario
def jipud_holds_the_lines_of_the_wiring_and_scans_them(pi):
    pi.shell.must("jipud >/run/jipud.log 2>&1 & echo $! >/run/jipud.pid")
    pi.shell.until("jipu status --json | grep -q '\"board\":{[^}]*\"ok\"'")
    scans = pi.monitor()["board"]["scans"]
    say(f"   {scans['per_s']:.0f} scans a second on the emulated processor")
    check(scans["per_s"] >= SCANS_PER_S, f"scans: {scans}")
    holders = pi.shell.must("grep -c '|jipu' /sys/kernel/debug/gpio")
    check(int(holders) == len(ROWS + COLUMNS), f"{holders} lines are held by jipu")


@scenario
def the_rows_are_driven_low_one_at_a_time_and_the_columns_are_left_to_the_board(pi):
    seen, end = set(), time.monotonic() + 60
    while len(seen) < len(ROWS) and time.monotonic() < end:
        use = pi.registers.use(ROWS + COLUMNS)
        check(all(use[column] == INPUT for column in COLUMNS), f"a column is no input: {use}")
        driven = [row for row in ROWS if use[row] == OUTPUT]
        # From one row to the next both, or none, are driven for a moment.
        check(len(driven) <= 2, f"rows {driven} are driven together")
        if len(driven) == 1 and pi.registers.level(driven[0]) == 0:
            seen.add(driven[0])
    check(seen == set(ROWS), f"driven low were only the rows {seen}")


@scenario
def what_the_column_lines_read_is_what_the_board_shows(pi):
    for files in ("", "e", "bh", "acegi", FILES):
        board_shows(pi, files)


@scenario
def the_clock_at_the_pis_own_serial_port_is_asked_and_heard(pi):
    heard(pi.clock, "ask hello", 30)
    pi.clock_says("hello 1 0 0 test 1")
    pi.clock_says("times 600000 598800 left running 0 0")
    pi.shell.until("jipu status --json | grep -q '\"clock\":{[^}]*\"ok\"'")
    clock = pi.monitor()["clock"]
    check(sorted(clock["ms"].values()) == [598800, 600000] and clock["running"] == "red"
          and clock["wrong_frames"] == 0, f"the clock is understood as {clock}")


@scenario
def jipud_lets_go_of_every_line_when_it_ends(pi):
    said = pi.shell.must("kill $(cat /run/jipud.pid); for i in $(seq 300); do "
                         "[ -e /proc/$(cat /run/jipud.pid) ] || break; usleep 100000; done; "
                         "! grep '|jipu' /sys/kernel/debug/gpio; cat /run/jipud.log")
    use = pi.registers.use(ROWS + COLUMNS)
    check(set(use.values()) == {INPUT}, f"lines are driven still: {use}; jipud said {said}")


@scenario
def lines_are_found_by_the_names_that_the_device_tree_gives_them(pi):
    pi.shell.must("sed -i 's/, 13, 19, 26, 21,/, \"GPIO13\", \"GPIO19\", \"GPIO26\", \"GPIO21\",/' "
                  "/etc/jipu/table-1.wiring.toml && grep -q GPIO26 /etc/jipu/table-1.wiring.toml")
    board_shows(pi, "bdf")


def show_logs(pi):
    say(pi.shell.run("tail -n 20 /run/jipud.log; dmesg | tail -n 20")[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", required=True, help="folder of vmlinuz, initrd, device-tree")
    options = parser.parse_args()
    hurry()
    folder = Path(tempfile.mkdtemp(prefix="jipu-raspberry-"))
    begin, pi = time.monotonic(), None
    try:
        pi = Pi(options.machine, folder)
        say(f"the Raspberry Pi booted in {time.monotonic() - begin:.1f} s")
        numbers = scenario.run(pi, lambda: show_logs(pi))
    except (Trouble, OSError) as error:
        numbers = scenario.does_not_boot(error)
    finally:
        if pi is not None:
            pi.close()
        shutil.rmtree(folder, ignore_errors=True)
    return closing_line(*numbers)


if __name__ == "__main__":
    sys.exit(main())
