# SPDX-License-Identifier: Apache-2.0
"""The units as they are installed: systemd understands them, and their sandbox is as tight as promised.

usage: units_test.py FOLDER-OF-UNITS
Asks `systemd-analyze`, which needs no running systemd. Ends with 77 where it is not there."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

MOST_EXPOSURE = 15  # in tenths: 1.5 of 10 (`systemd-analyze security`)
NOT_RUN = 77
BOARDS = ("jipud.service", "jipud@.service")
UNITS = (*BOARDS, "jipu-results.service")

units = pathlib.Path()


def settings(name, key):
    """What the unit gives to the key, line by line."""
    found = re.findall(rf"^{key}=(.*)$", (units / name).read_text(encoding="utf-8"), re.MULTILINE)
    return [value for value in found if value]


def analyze(*arguments):
    run = subprocess.run(("systemd-analyze", *arguments), stdin=subprocess.DEVNULL, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return run.returncode, run.stdout


class Units(unittest.TestCase):
    def test_systemd_understands_every_line(self):
        """A key it does not know is only a warning, and with it the sandbox has a hole."""
        with tempfile.TemporaryDirectory() as folder:
            for name in UNITS:
                text = (units / name).read_text(encoding="utf-8")
                # The programs need not be installed here.
                text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE)
                copy = pathlib.Path(folder, name)
                copy.write_text(text, encoding="utf-8")
                with self.subTest(name):
                    status, said = analyze("verify", "--man=no", str(copy))
                    said = [line for line in said.splitlines() if folder in line or name[:5] in line]
                    self.assertEqual((status, said), (0, []))

    def test_a_key_that_systemd_does_not_know_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "wrong.service")
            copy.write_text("[Service]\nExecStart=/bin/true\nPrivateDevils=yes\n", encoding="utf-8")
            self.assertIn("PrivateDevils", analyze("verify", "--man=no", str(copy))[1])

    def test_the_exposure_is_at_most_one_and_a_half(self):
        for name in UNITS:
            with self.subTest(name):
                status, said = analyze("security", "--offline=true", "--no-pager",
                                       f"--threshold={MOST_EXPOSURE}", str(units / name))
                self.assertEqual(status, 0, said)

    def test_boards_see_gpiochips_spi_and_serial_ports_and_no_other_device(self):
        for name in BOARDS:
            with self.subTest(name):
                self.assertEqual(settings(name, "DevicePolicy"), ["closed"])
                # libgpiod opens chips for writing also to read; PrivateDevices hides them silently.
                kinds = ("gpiochip", "spi", "ttyS", "ttyAMA", "ttyUSB", "ttyACM")
                self.assertEqual(settings(name, "DeviceAllow"), [f"char-{kind} rw" for kind in kinds])
                self.assertEqual(settings(name, "PrivateDevices"), [])

    def test_what_jipud_reads_in_proc_and_sys_is_left_to_it(self):
        for name in BOARDS:
            with self.subTest(name):
                # The boot's id is in /proc/sys; libgpiod asks /sys/dev/char what a device is.
                self.assertEqual(settings(name, "ProcSubset"), [])
                self.assertEqual(settings(name, "InaccessiblePaths"), [])

    def test_every_group_that_a_board_is_in_is_made(self):
        made = pathlib.Path(__file__).parents[2].joinpath("systemd/sysusers.d/jipu.conf")
        groups = re.findall(r"^g (\S+)", made.read_text(encoding="utf-8"), re.MULTILINE)
        for name in BOARDS:
            with self.subTest(name):
                asked = " ".join(settings(name, "SupplementaryGroups")).split()
                self.assertEqual(sorted(asked), sorted(groups))

    def test_a_stuck_board_is_started_again_by_the_watchdog(self):
        for name in BOARDS:
            with self.subTest(name):
                self.assertEqual(settings(name, "Type"), ["notify"])
                self.assertEqual(settings(name, "WatchdogSec"), ["10"])
                self.assertEqual(settings(name, "Restart"), ["always"])

    def test_the_template_reads_the_file_of_its_board_and_the_other_jipud_toml(self):
        for name, file in (("jipud@.service", "%i.toml"), ("jipud.service", "jipud.toml")):
            program, *rest = settings(name, "ExecStart")[0].split()
            self.assertEqual(pathlib.Path(program).name, "jipud")
            self.assertEqual(rest, ["--config", f"/etc/jipu/{file}"])
        self.assertNotIn("%i", (units / "jipud.service").read_text(encoding="utf-8"))


if __name__ == "__main__":
    if not shutil.which("systemd-analyze"):
        print("skipped: there is no systemd-analyze here")
        sys.exit(NOT_RUN)
    if "--offline" not in analyze("--help")[1]:
        print("skipped: this systemd-analyze is older than 250 and judges running services only")
        sys.exit(NOT_RUN)
    units = pathlib.Path(sys.argv.pop(1))
    unittest.main()
