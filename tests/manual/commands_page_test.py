# SPDX-License-Identifier: Apache-2.0
"""A check that finds nothing may be a check that looks at nothing: the arbiter's page is spoilt in
each way that commands_page.py looks for, and has to be found out.

usage: commands_page_test.py JIPU ROOT
"""
import sys
import unittest
from pathlib import Path

import commands_page

SPOILT_EXAMPLES = [
    ("a field that does not exist", '"do":"retract","ply"', '"do":"retract","plies"',
     'has no field "plies"'),
    ("a word that no field takes", '"ending":"agreement"', '"ending":"handshake"',
     '"ending" must be'),
    ("no JSON", '\'{"do":"confirm-position"}\'', '\'{"do":"confirm-position"\'', "no JSON"),
    ("a command that is refused", '"do":"correct","to_ply":38', '"do":"correct","to_ply":61',
     "to_ply: 61 is not between"),
    ("another answer than it says", "clock.red=3600000", "clock.red=3600001", "there is none"),
    ("a refusal that does not come", '.\\" hands: {"do":"finish","by":"arbiter"}\n', "",
     "has command.refused do=correct"),
    ("a digest of other words", "'h0g2 rain on the west lake'", "'h0g2 rain on the lake'",
     "the digest is not that of"),
]
SPOILT_WORDS = [
    ("a command without its section", ".Ss retract\n", ".Ss take back\n",
     "has no section on 'retract'"),
    ("a field that is left out", ".It Cm resumption\n", ".It resumption\n",
     "the field 'resumption' is missing"),
    ("a field too many", ".It Cm resumption\n", ".It Cm resumption\n.It Cm resumed\n",
     "there is no field 'resumed'"),
    ("a foul that is left out", ".It Li record-gaps Ta 001/9.1.7", ".It Li record Ta 001/9.1.7",
     "the foul 'record-gaps' (001/9.1.7)"),
    ("a foul under another article", "placed-piece Ta 000/4.1.2", "placed-piece Ta 000/4.1.1",
     "the foul 'placed-piece' (000/4.1.2)"),
    ("a ruling that is left out", ".It Li warning\n", ".It Li admonition\n",
     "the ruling 'warning' is missing"),
    ("an ending that is left out", ".Li agreement , repetition , natural-limit",
     ".Li agreement , natural-limit", "the ending 'repetition' of 1/2-1/2"),
    ("a word that is left out", ".Li sheet\n", "sheet\n", "the word 'sheet' of 'missing'"),
    ("an article that no book has", "(000/4.2.1(3))", "(000/4.2.1(6))",
     "000/4.2.1(6) is no article"),
]


class SpoiltPages(unittest.TestCase):
    jipu = root = ""

    def each_is_found(self, look, spoilt):
        text = (Path(self.root) / commands_page.PAGE).read_text(encoding="utf-8")
        for what, right, wrong, finding in spoilt:
            with self.subTest(what):
                self.assertIn(right, text)
                found = look(self.jipu, Path(self.root), text.replace(right, wrong))
                self.assertTrue(any(finding in line for line in found), found)

    def test_each_way_to_spoil_an_example_is_found(self):
        self.each_is_found(commands_page.wrong_examples, SPOILT_EXAMPLES)

    def test_each_way_to_spoil_a_word_is_found(self):
        self.each_is_found(commands_page.wrong_words, SPOILT_WORDS)

    def test_an_empty_page_is_no_true_page(self):
        found = commands_page.wrong_examples(self.jipu, Path(self.root), "")
        for kind in commands_page.kinds_of(Path(self.root)):
            if kind not in commands_page.NOT_HIS:
                self.assertTrue(any(f"no example of '{kind}'" in line for line in found), kind)


if __name__ == "__main__":
    SpoiltPages.root = sys.argv.pop()
    SpoiltPages.jipu = sys.argv.pop()
    unittest.main()
