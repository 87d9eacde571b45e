# SPDX-License-Identifier: Apache-2.0
"""Is every article of the rule books in rules/books/COVERAGE.md, in their order, does what the
table names exist, and has each article that a file carries a test that cites it and a
counter-example? Each finding is one line, `file:line: reason`."""
import re
import sys
from pathlib import Path

from citations import matching, test_cases, traces, wrong_citations

COVERAGE = "rules/books/COVERAGE.md"
# Every article and paragraph, in the order of the books. `1-3` stands for 1, 2 and 3; `last` is
# the paragraph after the numbered ones. Of the association's book the text begins with 5.2; what
# is known of its other articles, and of 2020 and the world rules, is what the books' rows cite.
ARTICLES = """
000/1.1.1-3, 000/1.2.1-4, 000/1.3, 000/1.4.1(1-8), 000/1.4.1 last, 000/1.4.2(1-5),
000/2.1, 000/2.2, 000/2.2 chief 1-8, 000/2.2 arbiter 1-6,
000/3.1.1, 000/3.1.2(1-5), 000/3.2.1-4, 000/3.3, 000/3.3.1-5, 000/3.3 last,
000/3.4.1(1), 000/3.4.1(2)1, 000/3.4.1(2)1(1-3), 000/3.4.1(2)2, 000/3.4.1(2)2(1-4),
000/3.4.1(2)3, 000/3.4.2(1), 000/3.4.2(2)1, 000/3.4.2(2)2, 000/3.4.2(2)2(1-4), 000/3.4.2(2)3,
000/3.4.2(2)3(1-3), 000/3.4.3, 000/3.4 last,
000/3.5, 000/3.5.1, 000/3.5.2, 000/3.5.2(1-2), 000/3.5.3, 000/3.5 last,
000/3.6.1(1-7), 000/3.6.2, 000/3.6.3, 000/3.6.3(1-8), 000/3.6.3 last,
000/4.1.1(1-2), 000/4.1.1(3)1-4, 000/4.1.1(4)1-4, 000/4.1.1(5), 000/4.1.1 last, 000/4.1.2,
000/4.1.3(1-2), 000/4.1.3(2) last, 000/4.1.3(3), 000/4.1.3(3)1-2, 000/4.1.3(3) last,
000/4.1.3(4-5), 000/4.2.1(1-5), 000/4.2.1(5)1-3, 000/4.2.1(5) last, 000/4.2.2-3,
000/4.2.4(1), 000/4.2.4(1)1-2, 000/4.2.4(2-3), 000/4.3, 000/4.3.1-2, 000/4.3 last, 000/4.4.1-2,
000/5.1-4, 000/appendix 1-2,
001/4.1.1-10, 001/4.2.1-4, 001/5.1-8, 001/6, 001/6.1-5, 001/7.1-5, 001/8.1-8,
001/9.1, 001/9.1.1-8, 001/9.2, 001/10.1-2, 001/24, 001/24.1-3, 001/25-29,
2020/26, 2020/26.9, 2020/9 figure 8, WXF/6, WXF/15, WXF/22, WXF/32
"""
RANGE = re.compile(r"(\d+)-(\d+)")
# `tests/faults/280, 285-287; counter 290`
TRACES = re.compile(r"tests/(faults|replay)/(\d{3}(?:(?:-|, |; counter )\d{3})*)")
NUMBER = re.compile(r"(?<![\d/-])\d{3}(?![\d/])")
QUOTED = re.compile(r'"([^"]*)"')
PATH = re.compile(r"`([^`\s]*/[^`\s]*)`")


def expanded(text):
    """The articles of a list, its ranges written out."""
    articles = []
    for item in " ".join(text.split()).split(", "):
        found = RANGE.search(item)
        first, last = (int(found[1]), int(found[2])) if found else (0, 0)
        for number in range(first, last + 1):
            articles.append(item[:found.start()] + str(number) + item[found.end():] if found
                            else item)
    return articles


class Row:
    """One row; its article is the longest of the list with which its first cell begins."""

    def __init__(self, number, cells, articles):
        self.number = number
        self.cells = cells
        fits = [a for a in articles if cells[0] == a or cells[0].startswith(a + " ")]
        self.article = max(fits, key=len, default=None)


def rows_of(text, articles):
    """Every row of the tables but their heads; a row has four cells."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|") or line.startswith(("|--", "| article |")):
            continue
        rows.append(Row(number, [cell.strip() for cell in line.strip("|").split("|")], articles))
    return rows


def wrong_files(root, cell):
    """In `path (name)` the name has to be in that file; `-`: no file carries the article."""
    if cell == "-":
        return
    for item in re.split(r", (?![^(]*\))", cell):
        path, _, names = item.partition(" (")
        file = root / path
        if not file.is_file():
            yield f"there is no file '{path}'"
            continue
        for name in filter(None, names.rstrip(")").split(", ")):
            if name not in file.read_text(encoding="utf-8"):
                yield f"'{name}' is not in {path}"


def wrong_tests(root, cell, names, numbers):
    """A quoted name is a whole one, or ends in `...` where it is cut."""
    if not cell:
        yield "names no test and says not why"
    for quoted in QUOTED.findall(cell):
        if not matching(quoted, names):
            yield f'no TEST_CASE is called "{quoted}"'
    for path in PATH.findall(cell):
        if not (root / path).exists():
            yield f"there is no file '{path}'"
    for folder, listed in TRACES.findall(cell):
        for number in expanded(listed.replace("; counter ", ", ")):
            if (folder, f"{int(number):03}") not in numbers:
                yield f"there is no trace tests/{folder}/{int(number):03}"
    for number in NUMBER.findall(TRACES.sub("", QUOTED.sub("", cell))):
        yield f"'{number}' does not say in which folder its trace is"


def check(root, articles=None):
    """All findings; `articles` in their order, by default those of the books."""
    articles = articles or expanded(ARTICLES)
    file = root / COVERAGE
    if not file.is_file():
        return [f"{COVERAGE}:1: is missing"]
    cases = test_cases(root)
    by_number = traces(root)
    findings = []
    seen = set()
    reached = 0
    for row in rows_of(file.read_text(encoding="utf-8"), articles):
        reasons = []
        if len(row.cells) != 4:
            reasons.append(f"has {len(row.cells)} cells, not 4")
        else:
            reasons += wrong_files(root, row.cells[2])
            reasons += wrong_tests(root, row.cells[3], cases, by_number)
            if row.cells[2] != "-" and row.article is not None and not reasons:
                reasons += wrong_citations(row.article, row.cells[3], cases, by_number)
        if row.article is None:
            reasons.append(f"'{row.cells[0]}' is no article of the list")
        else:
            place = articles.index(row.article)
            if place < reached:
                reasons.append(f"{row.article} stands behind {articles[reached]}")
            reached = max(reached, place)
            seen.add(row.article)
        findings += [f"{COVERAGE}:{row.number}: {reason}" for reason in reasons]
    return findings + [f"{COVERAGE}:1: has no row for {article}"
                       for article in articles if article not in seen]


def main():
    findings = check(Path(sys.argv[1]).resolve())
    print("\n".join(findings) if findings else "every article has its row")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
