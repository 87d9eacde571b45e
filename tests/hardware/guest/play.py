# SPDX-License-Identifier: Apache-2.0
"""The packages at work in the emulated machine (scripts/guest.sh): games from magnets and clock to a
results service outside, and what systemd makes of a daemon that dies, sticks, or loses its power.
The scenarios come one after the other, in the order of this file: a machine boots too slowly for
one each. Hands wait, lift and press as people do, but think faster; nothing of the daemon's is set
to other times than its own. The last line counts."""
import argparse
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from machine import Machine, Trouble, hurry  # noqa: E402
from bench_tools import START, Bench  # noqa: E402
from scenarios import Scenarios, check, closing_line, say  # noqa: E402
from guest_table import WIRING, Programs, Table, differences, games_file, until  # noqa: E402

# A ply takes about a second; on an arm64, which is slower to emulate, two.
SPEED = {"amd64": 8, "arm64": 4}
# For so many plies presses from while it was away may come together, also amidst a move: a clock that
# is plugged in again tells them then. Which moves are in doubt is no business of this test there.
UNPLUGGED_AFTER, UNPLUGGED_S, UNSURE = 20, 2.5, 10
MOST_EXPOSURE = "15"  # tenths, as in tests/systemd
RANKS, POINTS = 10, 90
SCANS_PER_S = 200  # the default of a wiring
MOST_LEFT_OUT = 0.005  # of them, where a machine was given its time
# The kernel's names for libgpiod 2 and 1.
SET = "GPIO_V2_LINE_SET_VALUES_IOCTL", "GPIOHANDLE_SET_LINE_VALUES_IOCTL"
GET = "GPIO_V2_LINE_GET_VALUES_IOCTL", "GPIOHANDLE_GET_LINE_VALUES_IOCTL"
SLEEP = "clock_nanosleep"
# boardsim's chain sees all contacts, row by row.
CHAIN = f"""driver = "shift-registers"
[registers]
bits = {POINTS}
active = "low"
"""
AT_LINES = """[lines]
chip = "boardsim"
latch = 21
clock = 22
data = [23]
"""
AT_SPI = """[spi]
device = "{}"
"""
scenario = Scenarios("guest")


def pace(table):
    return ["--think-ms", "2000..8000", "--speed", SPEED[table.machine.processor]]


def unit(table, *properties, name="jipud.service"):
    """Properties of a unit, by name."""
    text = table.machine.shell.must(f"systemctl show {name} -p " + ",".join(properties))
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def starts(table):
    return int(unit(table, "NRestarts")["NRestarts"])


def start_up_s(table, name="jipud.service"):
    """From the start of the unit's process to its being ready, by systemd's clock."""
    names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    times = unit(table, *names, name=name)
    begin, ready = (int(times[key]) for key in names)
    return (ready - begin) / 1e6


def sandbox_s(table):
    """What systemd itself takes here to start such a unit, whatever runs in it: the same unit with a
    program that does nothing. On the emulated processor it is most of the time."""
    shell = table.machine.shell
    shell.must("sed 's,^ExecStart=.*,ExecStart=/bin/sleep 100,; s,^Type=.*,Type=exec,; "
               "/modprobe@/d; /^Restart=/d; /^WatchdogSec=/d' "
               "/usr/lib/systemd/system/jipud.service >/run/systemd/system/nothing.service && "
               "systemctl daemon-reload", 120)
    took = []
    for _ in range(3):
        shell.must("systemctl start nothing.service")
        took.append(start_up_s(table, "nothing.service"))
        shell.must("systemctl stop nothing.service")
    return min(took)


def install(table):
    """The package, where that was left to the machine: as a user does it, and with a device that comes
    in the middle, for which udev reads the package's rules before there are their groups."""
    shell = table.machine.shell
    if shell.run("test -e /jipu.deb")[0] != 0:
        return
    shell.must("systemctl is-system-running --wait", 120)
    begin = time.monotonic()
    shell.must("dpkg --unpack /jipu.deb && udevadm control --reload", 300)
    shell.must("dpkg --configure jipu && rm /jipu.deb && udevadm settle", 300)
    say(f"   the package was installed in {time.monotonic() - begin:.1f} s")
    for device, group in (("gpiochip0", "gpio"), ("spidev*", "spi")):
        owner = shell.must(f"stat -c %G /dev/{device}").split()
        check(owner == [group], f"{device} is of group {owner}")


@scenario
def the_installed_unit_starts_the_board_of_a_configuration(table):
    install(table)
    table.sit_down("--games", games_file(), "--game", table.game, "--plies", table.plies,
                   "--mistakes", "--unplug-clock", UNPLUGGED_AFTER, "--unplug-for", UNPLUGGED_S,
                   "--start-delay", 6, *pace(table))
    shell = table.machine.shell
    # The pieces stand and the clock is plugged in before, as in a hall.
    shell.until("test -e /dev/gpiochip0 && test -e /dev/jipu-clock")
    table.configure()
    shell.must("jipud --check && systemctl enable --now jipud", 120)
    check(unit(table, "ActiveState")["ActiveState"] == "active", "jipud is not active")
    table.until_status("the board is there",
                       lambda status: status["devices"]["board"]["state"] == "ok")
    say(f"   jipud was ready {start_up_s(table):.2f} s after its start")


@scenario
def a_whole_game_with_mistakes_and_a_clock_unplugged_arrives_as_it_was_played(table):
    until("the game begins", table.hands.game, 120)
    played = table.hands.game()
    count = len(played["moves"])
    until("the hands have played", lambda: table.hands.plies() == count, 60 + 4.0 * count)
    game = table.until_all_is_there()
    table.unwatched.update(range(UNPLUGGED_AFTER + 1, UNPLUGGED_AFTER + UNSURE + 1))
    wrong = differences(table, game, played)
    # In the first second a clock that has not spoken yet may be taken for one that is not there.
    lost = [(alert["resolved"], alert["reason"]) for alert in table.alerts(game)
            if alert["code"] == "device-lost" and alert["evidence"]["from"] > 1]
    if lost != [("restored", "clock")]:
        wrong.append(f"the loss of the clock was told as {lost}")
    check(table.wires.plugs == 2, f"the clock was plugged in {table.wires.plugs} times")
    kinds = {alert["code"] for alert in played["deserved"]}
    check({"illegal-move", "touch-move"} <= kinds, f"the hands' mistakes were {kinds}")
    check(not wrong, "; ".join(wrong))
    say(f"   {count} plies, {len(played['deserved'])} deserved alerts, exactly as played")


@scenario
def the_sandbox_stands_under_the_running_systemd_and_is_in_nobodys_way(table):
    shell = table.machine.shell
    said = shell.must(f"systemd-analyze security --no-pager --threshold={MOST_EXPOSURE} "
                      "jipud.service | tail -n 1", 120)
    say("   " + said.strip().lstrip("→ "))
    journal = shell.must("journalctl -b -u jipud --no-pager -o cat")
    denied = [line for line in journal.splitlines()
              if any(word in line for word in ("not permitted", "ermission denied", "priority"))]
    check(not denied, f"jipud was denied: {denied}")
    open_files = shell.must("ls -l /proc/$(systemctl show -P MainPID jipud)/fd")
    for device in ("gpio-line", "/dev/ttyUSB"):
        check(device in open_files, f"jipud has no {device} open: {open_files}")


@scenario
def it_scans_as_often_as_its_wiring_says_and_says_what_that_costs(table):
    """The number of scans is the board's own, not jipud's word."""
    shell = table.machine.shell

    def look():
        uptime, rows = shell.must("cat /proc/uptime /sys/kernel/debug/boardsim/driven").splitlines()
        cpu = int(unit(table, "CPUUsageNSec")["CPUUsageNSec"])
        return float(uptime.split()[0]), int(rows), cpu / 1e9
    before = look()
    shell.must("sleep 5")
    seconds, rows, cpu = (after - then for after, then in zip(look(), before))
    say(f"   {rows / RANKS / seconds:.0f} scans a second, {100 * cpu / seconds:.0f} % of an emulated "
        "processor")
    # A machine that is busy otherwise may leave some out.
    check(rows / RANKS / seconds >= SCANS_PER_S / 2, f"{rows} rows in {seconds:.1f} s")


def begin_second_game(table):
    """The game before is signed, the pieces are set up, and the hands play on to ply 8."""
    table.machine.shell.must("jipu command '{\"do\":\"result\",\"by\":\"arbiter\","
                             "\"result\":\"1/2-1/2\",\"ending\":\"agreement\"}'")
    table.sit_down("--games", games_file(), "--game", table.game + 1, "--plies", 40,
                   "--start-delay", 8, *pace(table))
    hands_reach(table, 8)


def hands_reach(table, ply):
    until(f"the hands have played ply {ply}", lambda: table.hands.plies() >= ply, 120)


def held(table):
    """The hands stand still; returns what jipud says then. It may be about a move: what is
    confirmed by then, and the game, must be there afterwards."""
    table.hands.hold()
    table.held_at = table.hands.plies()
    before = table.status()
    check(before.get("confirmed", 0) > 0, f"no ply is confirmed: {before}")
    return before


def go_on(table):
    """The clock speaks again with the hands, so a ply or two are over before it is heard. What was
    under way, and what a quick reply does to it, was seen in part only."""
    table.hands.go_on()
    table.until_status("the clock is there", lambda status: (
        status["devices"]["clock"]["state"] == "ok"))
    table.unwatched.update(range(table.held_at, table.hands.plies() + 4))


def same_game(before, after):
    check(after["game_name"] == before["game_name"],
          f"the game was {before['game_name']}, is {after['game_name']}")
    confirmed = before["moves"][:before["confirmed"]]
    check(after["moves"][:len(confirmed)] == confirmed and after["confirmed"] >= len(confirmed),
          f"confirmed were {confirmed}; now stand {after['moves']}, {after['confirmed']} confirmed")


@scenario
def killed_in_mid_game_it_is_back_in_the_same_game_within_a_second_of_its_restart(table):
    begin_second_game(table)
    before = held(table)
    # A host that is busy otherwise may be late once: then it is killed again.
    for _ in range(3):
        count = starts(table)
        table.machine.shell.must("systemctl kill -s KILL jipud")
        same_game(before, table.until_status("jipud is back", lambda status: starts(table) > count))
        whole, systemd = start_up_s(table), sandbox_s(table)
        say(f"   ready {whole:.2f} s after the restart; the sandbox alone takes {systemd:.2f} s here")
        if whole - systemd <= 1.0:
            break
    else:
        raise AssertionError("jipud took more than a second three times")
    go_on(table)


@scenario
def a_loop_that_is_stuck_is_started_again_by_the_watchdog_in_the_same_game(table):
    hands_reach(table, 16)
    before, count = held(table), starts(table)
    shell = table.machine.shell
    begin = time.monotonic()
    shell.must("kill -STOP $(systemctl show -P MainPID jipud)")
    until("systemd starts jipud again", lambda: starts(table) > count, 60)
    after = table.until_status("jipud is back", lambda status: True)
    say(f"   back {time.monotonic() - begin:.1f} s after it stopped")
    check("watchdog" in shell.must("journalctl -b -u jipud --no-pager -o cat").lower(),
          "the journal does not name the watchdog")
    same_game(before, after)
    go_on(table)


@scenario
def after_a_power_cut_in_mid_game_every_confirmed_ply_is_there_and_the_game_goes_on(table):
    hands_reach(table, 26)
    before = held(table)
    table.machine.cut_power()
    say(f"   booted again in {table.machine.boot():.1f} s")
    after = table.until_status("jipud follows the board again", lambda status: (
        status["devices"]["board"]["state"] == "ok"), 120)
    same_game(before, after)
    go_on(table)
    played = table.hands.game()
    count = len(played["moves"])
    hands_reach(table, count)
    game = table.until_all_is_there()
    check(game == before["game_name"], f"the game was {before['game_name']}, ended is {game}")
    wrong = differences(table, game, played)
    check(not wrong, "; ".join(wrong))
    say(f"   {count} plies exactly as played, through a kill, a stuck loop and a power cut")


def counter(table, name):
    return int(table.machine.shell.must(f"cat /sys/kernel/debug/boardsim/{name}"))


def calls_of_scanning(table, name, driver, wiring):
    """How often each call is made while the board of such a wiring is followed for some seconds."""
    shell = table.machine.shell
    for file, text in ((f"{name}.toml", f'[board]\nname = "{name}"\ndriver = "{driver}"\n'),
                       (f"{name}.wiring.toml", wiring)):
        shell.must(f"cat >/etc/jipu/{file} <<'THAT-IS-ALL'\n{text}THAT-IS-ALL")
    shell.must("cd /sys/kernel/debug/boardsim && echo 0 >driven && echo 0 >loads")
    said = shell.must("strace -f -qq -o /run/calls -e trace=ioctl,clock_nanosleep "
                      f"jipu try-board --seconds 4 /etc/jipu/{name}.toml", 120)
    check("board" in said, f"the board {name} was not there: {said}")
    found = shell.must("grep -oE 'ioctl\\([^,]*, [A-Z0-9_]+|clock_nanosleep\\(' /run/calls")
    return Counter(line.split(", ")[-1].rstrip("(") for line in found.splitlines())


def at_lines(calls):
    return sum(calls[name] for name in SET + GET)


@scenario
def a_row_takes_two_calls_and_a_sleep_a_bit_three_calls_and_a_chain_over_spi_one(table):
    shell = table.machine.shell
    table.stand_up()
    shell.must("systemctl stop jipud")
    calls = calls_of_scanning(table, "rows", "matrix", WIRING)
    rows = counter(table, "driven")
    say(f"   {rows} rows: {dict(calls)}")
    # One call more lets go of the last line in the end, here and below.
    check(rows >= RANKS and 0 < at_lines(calls) <= 2 * rows + 1 and 0 < calls[SLEEP] <= rows,
          "a row takes more")
    calls = calls_of_scanning(table, "bits", "shift-registers", CHAIN + AT_LINES)
    loads = counter(table, "loads")
    say(f"   {loads} chains of {POINTS} bits at lines: {dict(calls)}")
    # Read, clock up, clock down; the latch's two take the place of the last bit's clock.
    check(loads > 0 and 0 < at_lines(calls) <= 3 * POINTS * loads + 1, "a bit takes more")
    device = shell.must("ls /dev/spidev*").strip()
    calls = calls_of_scanning(table, "spi", "shift-registers", CHAIN + AT_SPI.format(device))
    loads = counter(table, "loads")
    say(f"   {loads} chains over SPI: {dict(calls)}")
    transfers = sum(count for name, count in calls.items() if name.startswith("SPI_IOC_MESSAGE"))
    check(loads > 0 and 0 < transfers <= loads and calls[SLEEP] == 0, "a chain takes more")


@scenario
def the_tools_of_the_bench_see_the_magnets_find_exchanged_columns_and_pass_the_board(table):
    table.stand_up()
    table.machine.shell.must("systemctl stop jipud")
    bench = Bench(table.machine, WIRING)
    bench.exchange(11, 17)  # files b and h, as nobody sees from the start position of reed switches
    seen = bench.monitor(laid=["a0", "h2", "e9"], shown=["a0", "b2", "e9"])
    result, asked = bench.calibrate()
    kinds = [finding["kind"] for finding in result["findings"]]
    # Points without a piece in the start position are not tried.
    check(kinds == ["swapped-lines", "not-tried"] and bench.wiring_is_right(),
          f"{result}; {bench.wiring()}")
    bench.monitor(laid=["h2"], shown=["h2"])
    status, lines = bench.selftest(START)
    check(status == 0 and lines["points"]["outcome"] == "ok", f"status {status}: {lines}")
    status, wrong = bench.selftest([point for point in START if point != "h7"])
    check(status == 1 and "h7" in wrong["points"]["reason"], f"status {status}: {wrong}")
    say(f"   {seen['board']['scans']['per_s']:.0f} scans a second; {asked} pieces were asked for")


def left_out(table):
    """(scans that jipud has left out since the machine booted, the part of all that they are)."""
    said = table.machine.shell.run("cat /proc/uptime; journalctl -b -u jipud --no-pager -o cat")[1]
    scans = sum(int(number) for number in re.findall(r"(\d+) scans were left out", said))
    return scans, scans / (SCANS_PER_S * float(said.split()[0]))


def too_slow(table):
    """Why nothing can be said of a failure: the host did not give the machine its time, and edges were
    missed. None: it did, or this machine is always so slow, and its hands wait for it."""
    if table.plies:
        return None
    try:
        scans, part = left_out(table)
    except (Trouble, OSError, AttributeError, ValueError, IndexError):
        return None
    return f"the host was too slow, {scans} scans were left out" if part > MOST_LEFT_OUT else None


def show_logs(table):
    try:
        say(table.machine.shell.run("journalctl -b --no-pager -o short-monotonic | tail -n 60")[1])
    except (Trouble, OSError, AttributeError) as error:
        say(f"no journal: {error}; the console: {table.machine.console()[-3000:]}")
    if table.hands is not None:
        say(table.hands.process.text()[-1500:])


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", required=True, help="folder of vmlinuz, initrd and disk")
    parser.add_argument("--jipu", required=True)
    parser.add_argument("--results", required=True)
    parser.add_argument("--game", type=int, default=1, help="of the masters' or the carried games")
    parser.add_argument("--plies", type=int, default=0, help="of the first game; 0: all")
    parser.add_argument("--only", type=int, help="only so many scenarios")
    return parser.parse_args()


def main():
    options = read_options()
    Programs.jipu, Programs.results = options.jipu, options.results
    if not hurry():
        say("the host gives the machine no priority: where it is busy, edges may be missed")
    if options.only:
        del scenario.functions[options.only:]
    folder = Path(tempfile.mkdtemp(prefix="jipu-guest-"))
    machine = Machine(options.machine, folder)
    table = None
    try:
        table = Table(machine, folder)
        table.game, table.plies = options.game, options.plies
        say(f"the machine booted in {machine.boot():.1f} s")
        numbers = scenario.run(table, lambda: show_logs(table), lambda: too_slow(table))
        if numbers[1:] == (0, 0):
            say(f"   {left_out(table)[0]} scans were left out since the last boot")
    except (Trouble, OSError) as error:
        numbers = scenario.does_not_boot(f"{error}; its console: {machine.console()[-3000:]}")
    finally:
        if table is not None:
            table.close()
        machine.close()
        shutil.rmtree(folder, ignore_errors=True)
    return closing_line(*numbers)


if __name__ == "__main__":
    sys.exit(main())
