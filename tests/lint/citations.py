# SPDX-License-Identifier: Apache-2.0
"""What the tests of a tree cite, and what a cell of the coverage table names: a test that cites its
article, and a counter-example, in which the article's consequence stays away."""
import re

TEST_CASE = re.compile(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# `000/4.1.1(3)1-4`, `001/6.1-6.5`, `000/3.6.3 (1)-(8)`, `2020/9 figure 8`
CITED = re.compile(r"\b(000|001|2020|WXF)/(\d+(?:\.\d+)*)(?: ?\((\d+)\)(\d*))?(?: figure (\d+))?"
                   r"(?:-(?:\d+\.)*\(?(\d+)\)?)?")
FURTHER = re.compile(r", \((\d+)\)(\d*)")  # `000/4.2.1(1), (4)`
COMMENT = re.compile(r"(?:^//.*\n)*\Z", re.MULTILINE)
NAMED = re.compile(r'"([^"]*)"|tests/(faults|replay)/|(?<!\w)(\d{3})(?:-(\d{3}))?(?![\w/])'
                   r"|no counter: (.*)|\b(counter)\b")
PLACE = re.compile(r" (last|chief \d+|arbiter \d+)$")


def article_of(book, number, paragraph, item, figure):
    return (f"{book}/{number}" + (f"({paragraph}){item}" if paragraph else "") +
            (f" figure {figure}" if figure else ""))


def cited(text):
    """Every article that a text cites; a range cites all that lie in it."""
    articles = set()
    for found in CITED.finditer(text):
        *parts, last = found.groups(default="")
        first = article_of(*parts)
        articles.add(first)
        if last:
            begin = re.search(r"\d+(?=\)?$)", first)
            articles |= {first[:begin.start()] + str(n) + first[begin.end():]
                         for n in range(int(begin[0]), int(last) + 1)}
        at = found.end()
        while more := FURTHER.match(text, at):
            articles.add(article_of(parts[0], parts[1], more[1], more[2], ""))
            at = more.end()
    return articles


def test_cases(root):
    """The name of every TEST_CASE, which may be broken into several literals, and what it cites: in
    its name, in its body and just before it."""
    cases = {}
    for file in sorted((root / "tests").rglob("*.cpp")):
        text = file.read_text(encoding="utf-8")
        for found in TEST_CASE.finditer(text):
            name = "".join(LITERAL.findall(found[1])).replace('\\"', '"')
            end = text.find("\n}\n", found.end())
            body = text[found.start():end if end >= 0 else len(text)]
            before = COMMENT.search(text[:found.start()])[0]
            cases[name] = cited(name) | cited(before + body)
    return cases


def traces(root):
    """What each trace cites, by its folder and number: in its head, and in its check."""
    found = {}
    for folder in ("faults", "replay"):
        for file in (root / "tests" / folder).glob("[0-9][0-9][0-9]-*.trace"):
            text = file.read_text(encoding="utf-8").split("\n---")[0]
            check = file.with_suffix(".check")
            if check.is_file():
                text += check.read_text(encoding="utf-8")
            found[folder, file.name[:3]] = cited(text)
    return found


def matching(quoted, cases):
    """The names that a quoted one means: itself, or where it ends in `...` all that begin so."""
    start = quoted.removesuffix("...")
    cut = start != quoted
    return [n for n in cases if start and (n.startswith(start) if cut else n == quoted)]


def named(cell, cases):
    """The tests of a cell, its counter-examples, and the words for why there can be none."""
    tests, counters, reason = [], [], ""
    into, folder = tests, "faults"
    for found in NAMED.finditer(cell):
        quoted, folder_here, first, last, why, counter = found.groups()
        if quoted is not None:
            into += matching(quoted, cases)
        elif folder_here:
            folder = folder_here
        elif first:
            into += [(folder, f"{n:03}") for n in range(int(first), int(last or first) + 1)]
        elif counter:
            into = counters
        else:
            reason = why
    return tests, counters, reason


def wrong_citations(article, cell, cases, by_number):
    """A row of an article that a file carries; what does not exist is found elsewhere."""
    tests, counters, reason = named(cell, cases)
    number = PLACE.sub("", article)
    cites = cases | by_number
    if not any(number in cites.get(test, ()) for test in tests):
        yield f"names no test that cites {number}"
    if not counters and len(reason.split()) < 3:
        yield "names no counter-example after 'counter', nor says why after 'no counter: '"
    for both in counters:
        if isinstance(both, tuple) and both in tests:
            yield f"tests/{'/'.join(both)} cannot be its own counter-example"
