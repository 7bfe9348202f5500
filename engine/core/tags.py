"""Tags of text records: `[Name value]`, in sequence or one per line.

Rule sheets differ in quoting, in the allowed tags and in leniency; these are parameters (`Quoting`,
the arguments of `read_tags`). So are the names of errors: readers here raise `TagFault`, and the
game turns it into the BadRecord of its rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.core.errors import BadRecord
from engine.core.texts import Message

MOST_TAGS = 1000  # of a record


@dataclass(frozen=True, slots=True)
class Quoting:
    """How values are quoted: `value` is the pattern of a written value; `read` and `write` convert.
    `read` raises ValueError for a text that matches the pattern but is no value."""

    value: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def escaped(one_line: Callable[[str], str], barred: str = r"\r\n") -> Quoting:
    """Return a quoting with backslash escapes for quotes and backslashes. `one_line` replaces line
    breaks, which a value cannot hold; `barred` are the characters a reader treats as a line end."""

    def write(value: object) -> str:
        text = one_line(str(value))
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    return Quoting(rf'"(?:[^"\\{barred}]|\\["\\])*"', _unescaped, write)


def _without_quotes(value: object) -> str:
    return '"' + " ".join(str(value).replace('"', "'").split()) + '"'


ESCAPED = escaped(lambda text: " ".join(text.splitlines()))
PLAIN = Quoting(r'"[^"\n]*"', lambda text: text[1:-1], _without_quotes)


class Tag(NamedTuple):
    """A tag and its place: `text` is the whole tag, line and column count from 1, `at` from 0."""

    name: str
    value: Any
    text: str
    line: int
    column: int
    at: int = 0


class TagFault(Exception):
    """A tag that is malformed (then `text` is its line, `value` None and `name` as far as it could
    be read) or not accepted."""

    def __init__(self, tag: Tag) -> None:
        super().__init__(tag.text)
        self.name, self.value, self.text, self.line, self.column, self.at = tag


class Brackets(NamedTuple):
    """Patterns of the text before a tag's name, between name and value, and after the value."""

    before: str = r"\[\s*"
    between: str = r"\s+"
    behind: str = r"\s*\]"


BRACKETS = Brackets()
LINES = Brackets(r"\[", " ", r"\][^\S\n]*(?=\n|\Z)")  # each tag on a line of its own
Accept = Callable[[Tag, Mapping[str, Tag]], bool]
NAME = r"[A-Za-z][A-Za-z0-9_]*"


def new_name(tag: Tag, before: Mapping[str, Tag]) -> bool:
    """Accept each tag name once."""
    return tag.name not in before


def new_of(names: Collection[str]) -> Accept:
    """Return a check that accepts each of some tag names once."""
    return lambda tag, before: tag.name in names and tag.name not in before


def tag_line(name: str, value: object, quoting: Quoting = ESCAPED) -> str:
    return f"[{name} {quoting.write(value)}]"


def tag_shape(quoting: Quoting, name: str, brackets: Brackets) -> re.Pattern[str]:
    """Return the pattern of a tag; its groups are the name and the written value."""
    return re.compile(
        f"{brackets.before}({name}){brackets.between}({quoting.value}){brackets.behind}"
    )


def read_tags(
    text: str,
    quoting: Quoting = ESCAPED,
    name: str = NAME,
    gap: str = r"\s*",
    accept: Accept = new_name,
    brackets: Brackets = BRACKETS,
) -> tuple[dict[str, Tag], int]:
    """Return (tags by name, index in `text` where the moves begin). `gap` is the pattern of the
    text allowed around tags; `accept` checks a tag against those before it. Raises TagFault, and
    BadRecord for more than MOST_TAGS."""
    shape = tag_shape(quoting, name, brackets)
    between = re.compile(gap)
    tags: dict[str, Tag] = {}
    at, seen = _skip(between, text, 0), 0
    line, start, number = 1, 0, 0
    while text.startswith("[", at):
        number += 1
        if number > MOST_TAGS:
            raise BadRecord(Message("record.too_long", limit=MOST_TAGS), code="too_long")
        line += text.count("\n", seen, at)
        start = max(start, text.rfind("\n", seen, at) + 1)
        seen = at
        found = shape.match(text, at)
        tag = _tag(found, quoting, Tag("", None, "", line, at - start + 1, at))
        if found is None or tag.value is None:
            raise TagFault(tag._replace(text=text[at:].split("\n", 1)[0]))
        if not accept(tag, tags):
            raise TagFault(tag)
        tags[tag.name] = tag
        at = _skip(between, text, found.end())
    return tags, at


def _tag(found: re.Match[str] | None, quoting: Quoting, place: Tag) -> Tag:
    """Return `place` filled in with the tag found; its value is None if it cannot be read."""
    if found is None:
        return place
    try:
        return place._replace(name=found[1], value=quoting.read(found[2]), text=found[0])
    except ValueError:
        return place._replace(name=found[1])


def _skip(gap: re.Pattern[str], text: str, at: int) -> int:
    found = gap.match(text, at)
    return found.end() if found else at


def place(text: str, at: int) -> tuple[int, int]:
    """Return the line and column of an index, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
