# SPDX-License-Identifier: Apache-2.0
"""The examples in config/boards: each has a diagram that a browser can draw, a row in the README, and
as many registers in all three."""
import re
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

BOARDS = Path(__file__).resolve().parents[2] / "config/boards"
NAMES = sorted(path.stem for path in BOARDS.glob("*.toml"))
README = (BOARDS / "README.md").read_text()


def parts(row, column):
    """The number in the README's list of parts, in the column of an example."""
    heads, wanted = [[cell.strip() for cell in line.strip("|\n").split("|")]
                     for line in README.splitlines()
                     if line.startswith("| part ") or line.startswith(f"| {row} ")]
    text = wanted[heads.index(column)].split(" ")[0]
    return int(text or 0)


class Examples(unittest.TestCase):
    def test_there_are_boards_of_both_sizes(self):
        self.assertEqual(len(NAMES), 4)
        self.assertEqual([name for name in NAMES if name.endswith("19x19")],
                         ["hall-registers-19x19", "reed-registers-19x19"])

    def test_each_example_has_a_diagram_that_names_its_parts_and_lies_within_its_frame(self):
        for name in NAMES:
            with self.subTest(name):
                root = xml.parse(BOARDS / f"{name}.svg").getroot()
                self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
                _, _, width, height = map(int, root.get("viewBox").split())
                words = [(float(t.get("x")), float(t.get("y")), t.get("text-anchor"), t.text)
                         for t in root.iter("{http://www.w3.org/2000/svg}text")]
                self.assertIn("Raspberry Pi", [word[3] for word in words])
                for x, y, anchor, text in words:
                    # Letters of 13 px are 6 wide, on the average.
                    right = x + (6.2 * len(text) if anchor == "start" else 0)
                    self.assertTrue(0 <= x and right <= width and 0 < y <= height, text)

    def test_the_readme_names_each_example_and_its_diagram(self):
        for name in NAMES:
            self.assertIn(f"[{name}.toml]({name}.toml)", README)
            self.assertIn(f"[{name}.svg]({name}.svg)", README)

    def test_wires_registers_and_resistors_are_the_same_in_file_diagram_and_list(self):
        for name in NAMES:
            if "registers" not in name:
                continue
            with self.subTest(name):
                points = 361 if name.endswith("19x19") else 90
                wires = points * (2 if name.startswith("hall") else 1)
                registers = (wires + 7) // 8
                toml, svg = ((BOARDS / f"{name}.{kind}").read_text() for kind in ("toml", "svg"))
                self.assertIn(f"{registers} registers 74HC165", toml)
                self.assertEqual(re.search(r"#bits = (\d+)", toml)[1], str(8 * registers))
                self.assertIn(f">register {registers}<", svg)
                self.assertIn(f"{wires} wires, {registers} registers ({8 * registers} inputs)", svg)
                self.assertEqual(parts("register 74HC165", name), registers)
                self.assertEqual(parts("resistor 10 kOhm", name), wires)


if __name__ == "__main__":
    unittest.main()
