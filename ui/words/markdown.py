"""Renderer of the Markdown subset used by the rulebooks.

Headings, paragraphs, lists of one level, pipe tables, fenced blocks; bold, italic, code. A
paragraph, list item or table row that begins with a bold number such as **2.3** or **C20** is a
clause: it has an id, and mentions of its number in the text link to it. Everything else is
escaped; raw HTML is not supported.

A library (markdown-it-py 4 with mdurl, all ten rulebooks) was measured and rejected: 68 modules and
62 kB to fetch against 3 kB, 323 ms against 175 ms, and clauses, boards and tables would still need
our own code. HTML rendered at build time is 146 kB against 121 kB of Markdown, and a page that runs
from the sources would need this file as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ui.words.html import Html, el, join, text

Fence = Callable[[str, str, str], Html]  # (kind, words after it, body) -> markup
Beside = Callable[[str], Html]  # (clause) -> markup

_CLAUSE = re.compile(r"\*\*([A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\*\*[.:]?\s*")
_MENTION = re.compile(r"\b[A-Z]{1,2}\d+[a-z]?\b|\b\d+\.\d+(?:\.\d+)*\b")
_HEADING = re.compile(r"#{1,4} ")
_ITEM = re.compile(r"^[-*]\s+")
_FENCE = re.compile(r"^```[ \t]*(\w*)[ \t]*([^\n]*)\n?(.*?)(?:\n?^```[^\n]*$|\Z)", re.M | re.S)
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*"
)


@dataclass(slots=True)
class Heading:
    """Entry of the table of contents. `anchor` is the element's id."""

    level: int
    title: str
    anchor: str


@dataclass(slots=True)
class Page:
    """Rendered text with its table of contents and the clauses it defines."""

    body: Html
    headings: list[Heading] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)


def clause_anchor(clause: str) -> str:
    """Return the element id of a clause."""
    return "clause-" + re.sub(r"[^\w.-]", "", clause)


def clauses_of(source: str) -> list[str]:
    """Return the clause numbers a text defines, in order."""
    lines = (line.lstrip(" ") for line in _FENCE.sub("", source).splitlines())
    starts = (_ITEM.sub("", line, count=1).lstrip("| ") for line in lines)
    return [clause[1] for start in starts if (clause := _CLAUSE.match(start))]


def render(
    source: str, fence: Fence | None = None, chosen: str = "", beside: Beside | None = None
) -> Page:
    """Render a text. `fence` renders fenced blocks, `chosen` is the clause to highlight, `beside`
    returns markup to append to a clause."""
    return _HtmlWriter(source, fence or _plain_fence, chosen, beside or _nothing).page()


def _nothing(clause: str) -> Html:
    return Html("")


def _plain_fence(kind: str, words: str, body: str) -> Html:
    return el("pre", None, el("code", None, body))


def _kind(line: str, before: str) -> str:
    """Return the block type: `#` heading, `|` table, `-` list, `p` paragraph, "" blank line."""
    words = line.strip()
    if not words:
        return ""
    if _HEADING.match(line):
        return "#"
    if words[0] == "|":
        return "|"
    return "-" if _ITEM.match(words) or (before == "-" and line[0] == " ") else "p"


def _blocks(source: str) -> list[tuple[str, list[str]]]:
    """Group lines into (type, lines) blocks. Blank lines do not split a list."""
    found: list[tuple[str, list[str]]] = []
    before = ""
    for line in source.splitlines():
        kind = _kind(line, before)
        goes_on = kind == before != "#" or (kind == "-" and found and found[-1][0] == "-")
        if kind and goes_on:
            found[-1][1].append(line.strip())
        elif kind:
            found.append((kind, [line.strip()]))
        before = kind
    return found


class _HtmlWriter:
    """Renderer of one text; collects its headings on the way."""

    def __init__(self, source: str, fence: Fence, chosen: str, beside: Beside) -> None:
        self._source = source
        self._fence = fence
        self._chosen = chosen
        self._beside = beside
        self._clauses = clauses_of(source)
        self._known = frozenset(self._clauses)
        self._headings: list[Heading] = []

    def page(self) -> Page:
        return Page(join(self._parts()), self._headings, self._clauses)

    def _parts(self) -> Iterator[Html]:
        at = 0
        for found in _FENCE.finditer(self._source):
            yield from map(self._block, _blocks(self._source[at : found.start()]))
            yield self._fence(found[1], found[2].rstrip(), found[3])
            at = found.end()
        yield from map(self._block, _blocks(self._source[at:]))

    # -- blocks ------------------------------------------------------------------------------

    def _block(self, block: tuple[str, list[str]]) -> Html:
        kind, lines = block
        if kind == "#":
            return self._heading(lines[0])
        if kind == "|":
            return self._table(lines)
        if kind == "-":
            return self._list(lines)
        return self._clause_element("p", " ".join(lines))

    def _heading(self, line: str) -> Html:
        marks, _, title = line.partition(" ")
        title = title.strip()
        anchor = f"section-{len(self._headings) + 1}"
        self._headings.append(Heading(len(marks), _without_marks(title), anchor))
        return el(f"h{len(marks)}", {"id": anchor, "tabindex": -1}, self._inline(title))

    def _list(self, lines: list[str]) -> Html:
        items: list[list[str]] = []
        for line in lines:
            if found := _ITEM.match(line):
                items.append([line[found.end() :]])
            else:
                items[-1].append(line)
        return el("ul", None, [self._clause_element("li", " ".join(item)) for item in items])

    def _table(self, rows: list[str]) -> Html:
        head = rows[0] if len(rows) > 1 and _RULE.fullmatch(rows[1]) else None
        body = rows[2:] if head else rows
        return el(
            "div",
            {"class": "table-scroll", "tabindex": 0},
            el(
                "table",
                None,
                head and el("thead", None, self._row("th", head)),
                el("tbody", None, [self._row("td", row) for row in body]),
            ),
        )

    def _row(self, tag: str, row: str) -> Html:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        clause = _CLAUSE.match(cells[0]) if tag == "td" else None
        attributes = {"scope": "col"} if tag == "th" else None
        return el(
            "tr",
            self._clause_attributes(clause[1]) if clause else None,
            [el(tag, attributes, self._inline(cell)) for cell in cells],
        )

    def _clause_attributes(self, clause: str) -> dict[str, object]:
        chosen = clause == self._chosen
        return {
            "id": clause_anchor(clause),
            "class": "rule chosen" if chosen else "rule",
            "tabindex": -1,
        }

    def _clause_element(self, tag: str, words: str) -> Html:
        clause = _CLAUSE.match(words)
        if not clause:
            return el(tag, None, self._inline(words))
        number = el("span", {"class": "rule-number"}, clause[1])
        rest = self._inline(words[clause.end() :])
        beside = self._beside(clause[1])
        return el(tag, self._clause_attributes(clause[1]), number, " ", rest, beside)

    # -- inline marks ------------------------------------------------------------------------

    def _inline(self, words: str) -> Html:
        parts: list[Html] = []
        at = 0
        for found in _INLINE.finditer(words):
            parts.append(self._mentions(words[at : found.start()]))
            parts.append(self._marked(found))
            at = found.end()
        parts.append(self._mentions(words[at:]))
        return join(parts)

    def _marked(self, found: re.Match[str]) -> Html:
        if found["code"]:
            return el("code", None, found["code"])
        if found["bold"]:
            return el("strong", None, self._inline(found["bold"]))
        return el("em", None, self._inline(found["italic"]))

    def _mentions(self, words: str) -> Html:
        """Return escaped text in which the numbers of the text's clauses are links."""
        parts: list[Html] = []
        at = 0
        for found in _MENTION.finditer(words):
            if found[0] in self._known:
                parts += [text(words[at : found.start()]), _to_clause(found[0])]
                at = found.end()
        parts.append(text(words[at:]))
        return join(parts)


def _to_clause(clause: str) -> Html:
    address = f"#{clause_anchor(clause)}"
    return el(
        "a",
        {"class": "to-clause", "data-target": f"clause:{clause}", "href": address},
        clause,
    )


def _without_marks(words: str) -> str:
    return re.sub(r"[*`]", "", words)
