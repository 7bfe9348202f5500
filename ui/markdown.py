"""The little Markdown our rulebooks are written in, as HTML.

Headings, paragraphs, lists (one level inside another), numbered lists, quotes, pipe tables, fenced
blocks; bold, italic, code, links. A paragraph, list item or table row that begins with a bold
number such as **2.3** or **C20** is a clause: it can be linked to, and other clauses link to it.
Everything else is text: no markup passes through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ui.html import Html, el, join, text

Fence = Callable[[str, str, str], Html]  # (kind, words after it, body) -> markup

_CLAUSE = re.compile(r"\*\*([A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\*\*[.:]?\s*")
_MENTION = re.compile(r"\b[A-Z]{1,2}\d+[a-z]?\b|\b\d+\.\d+(?:\.\d+)*\b")
_HEADING = re.compile(r"(#{1,4})\s+(.+?)\s*#*$")
_ITEM = re.compile(r"( *)(?:[-*]|(\d+)[.)])\s+(.*)$")
_FENCE = re.compile(r"```\s*(\w*)\s*(.*?)\s*$")
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|\[(?P<label>[^\]]+)\]\((?P<link>[^)\s]+)\)"
)


@dataclass(slots=True)
class Heading:
    """A place in the table of contents. `anchor` is the element's id."""

    level: int
    title: str
    anchor: str


@dataclass(slots=True)
class Page:
    """A rendered text with what leads into it."""

    body: Html
    headings: list[Heading] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)


def clause_anchor(clause: str) -> str:
    """Element id of a clause."""
    return "clause-" + re.sub(r"[^\w.-]", "", clause)


def clauses_of(source: str) -> list[str]:
    """The clause numbers a text defines, in order."""
    found = []
    fenced = False
    for line in source.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        item = _ITEM.match(line)
        start = item[3] if item else line.lstrip("| ")
        if not fenced and (clause := _CLAUSE.match(start)):
            found.append(clause[1])
    return found


def render(source: str, fence: Fence | None = None, chosen: str = "") -> Page:
    """The text as a page. `chosen` is the clause to be pointed out; `fence` draws fenced blocks."""
    return _Writer(source, fence or _plain_fence, chosen).page()


def _plain_fence(kind: str, words: str, body: str) -> Html:
    return el("pre", None, el("code", None, body))


class _Writer:
    """One pass over the lines; every `_take…` consumes from `_lines` at `_at`."""

    def __init__(self, source: str, fence: Fence, chosen: str) -> None:
        self._lines = source.expandtabs(4).splitlines()
        self._at = 0
        self._fence = fence
        self._chosen = chosen
        self._clauses = clauses_of(source)
        self._known = frozenset(self._clauses)
        self._headings: list[Heading] = []

    def page(self) -> Page:
        body = join(self._blocks())
        return Page(body, self._headings, self._clauses)

    def _blocks(self) -> Iterator[Html]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip():
                self._at += 1
            elif _FENCE.match(line):
                yield self._take_fence()
            elif found := _HEADING.match(line):
                self._at += 1
                yield self._heading(len(found[1]), found[2])
            elif line.lstrip().startswith("|"):
                yield self._take_table()
            elif _ITEM.match(line):
                yield self._take_list(_indent(line))
            elif line.startswith(">"):
                yield el("blockquote", None, self._clause_element("p", self._take_quote()))
            else:
                yield self._clause_element("p", self._take_paragraph())

    # -- blocks ------------------------------------------------------------------------------

    def _heading(self, level: int, title: str) -> Html:
        anchor = f"section-{len(self._headings) + 1}"
        self._headings.append(Heading(level, _without_marks(title), anchor))
        return el(f"h{level}", {"id": anchor, "tabindex": -1}, self._inline(title))

    def _take_fence(self) -> Html:
        opening = _FENCE.match(self._lines[self._at])
        kind, words = (opening[1], opening[2]) if opening else ("", "")
        self._at += 1
        body = []
        while self._at < len(self._lines) and not self._lines[self._at].startswith("```"):
            body.append(self._lines[self._at])
            self._at += 1
        self._at += 1
        return self._fence(kind, words, "\n".join(body))

    def _take_paragraph(self) -> str:
        words = []
        while self._at < len(self._lines) and not self._starts_block(self._lines[self._at]):
            words.append(self._lines[self._at].strip())
            self._at += 1
            if self._at < len(self._lines) and _ITEM.match(self._lines[self._at]):
                break
        return " ".join(words)

    def _starts_block(self, line: str) -> bool:
        stripped = line.strip()
        return not stripped or bool(_FENCE.match(line) or _HEADING.match(line)) or line[0] in "|>"

    def _take_quote(self) -> str:
        words = []
        while self._at < len(self._lines) and self._lines[self._at].startswith(">"):
            words.append(self._lines[self._at][1:].strip())
            self._at += 1
        return " ".join(words)

    def _take_list(self, indent: int) -> Html:
        first = _ITEM.match(self._lines[self._at])
        tag = "ol" if first and first[2] else "ul"
        items = []
        while self._at < len(self._lines):
            found = _ITEM.match(self._lines[self._at])
            if not found or len(found[1]) < indent or (tag == "ol") != bool(found[2]):
                break
            items.append(self._take_item(found))
        start = first[2] if first and first[2] not in (None, "1") else None
        return el(tag, {"start": start}, items)

    def _take_item(self, found: re.Match[str]) -> Html:
        indent = len(found[1])
        words = [found[3]]
        inner: list[Html] = []
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            nested = _ITEM.match(line)
            if nested and _indent(line) > indent:
                inner.append(self._take_list(_indent(line)))
            elif nested or not line.strip() or _indent(line) <= indent:
                break
            else:
                words.append(line.strip())
                self._at += 1
        self._skip_blank_before_item(indent)
        return self._clause_element("li", " ".join(words), *inner)

    def _skip_blank_before_item(self, indent: int) -> None:
        """A list may have blank lines between its items."""
        ahead = self._at
        while ahead < len(self._lines) and not self._lines[ahead].strip():
            ahead += 1
        if ahead < len(self._lines) and _ITEM.match(self._lines[ahead]):
            if _indent(self._lines[ahead]) >= indent:
                self._at = ahead

    def _take_table(self) -> Html:
        rows = []
        while self._at < len(self._lines) and self._lines[self._at].lstrip().startswith("|"):
            rows.append(self._lines[self._at].strip())
            self._at += 1
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
        cells = [cell.strip().replace("\\|", "|") for cell in _cells(row)]
        clause = _CLAUSE.match(cells[0]) if tag == "td" and cells else None
        attributes: dict[str, object] = {"scope": "col"} if tag == "th" else {}
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

    def _clause_element(self, tag: str, words: str, *inner: Html) -> Html:
        clause = _CLAUSE.match(words)
        if not clause:
            return el(tag, None, self._inline(words), *inner)
        number = el("span", {"class": "rule-number"}, clause[1])
        rest = self._inline(words[clause.end() :])
        return el(tag, self._clause_attributes(clause[1]), number, " ", rest, *inner)

    # -- inside a line -----------------------------------------------------------------------

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
        if found["italic"]:
            return el("em", None, self._inline(found["italic"]))
        link, label = found["link"], found["label"]
        if link.startswith("#") and link[1:] in self._known:
            return self._to_clause(link[1:], label)
        if link.startswith("https://"):
            return el("a", {"href": link, "rel": "noopener noreferrer", "target": "_blank"}, label)
        return text(label)

    def _mentions(self, words: str) -> Html:
        """Plain text in which the numbers of known clauses lead to them."""
        parts: list[Html] = []
        at = 0
        for found in _MENTION.finditer(words):
            if found[0] in self._known:
                parts += [text(words[at : found.start()]), self._to_clause(found[0], found[0])]
                at = found.end()
        parts.append(text(words[at:]))
        return join(parts)

    def _to_clause(self, clause: str, label: str) -> Html:
        address = f"#{clause_anchor(clause)}"
        return el(
            "a",
            {"class": "to-clause", "data-target": f"clause:{clause}", "href": address},
            label,
        )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _cells(row: str) -> list[str]:
    return re.split(r"(?<!\\)\|", row.strip().strip("|"))


def _without_marks(words: str) -> str:
    return re.sub(r"[*`]", "", words)
