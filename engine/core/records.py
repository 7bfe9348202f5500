"""Text records: what the records of all games have in common, and the one a plain game gets.

A record is tags, `[Name value]`, then the moves, then the result. Rule sheets differ in how a
value is quoted, which tags there are and how much a reader forgives: that is data (`Quoting`, the
arguments of `read_tags`) or a few lines of the game's own. What a fault is called is the game's
own too: readers here raise `TagFault`, and the game makes the BadRecord of its sheet from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from engine.core.contract import (
    DRAW,
    RESIGN,
    TABLE_VERBS,
    TIME,
    Action,
    Event,
    Reading,
    Record,
    State,
)
from engine.core.errors import ActionError, BadRecord
from engine.core.options import Option, non_default
from engine.core.steps import Step, Steps

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
UNDECIDED = "*"
S = TypeVar("S", bound=State)


# -- tags ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quoting:
    """How values are written: `value` is the pattern of a written value, `read` and `write` go
    both ways. `read` raises ValueError for what the pattern lets through and is no value."""

    value: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def escaped(one_line: Callable[[str], str], barred: str = r"\r\n") -> Quoting:
    """Quotes and backslashes behind a backslash. Line breaks have no form in a value: `one_line`
    says what stands for them, `barred` which characters a reader takes for the end of the line."""

    def write(value: object) -> str:
        text = one_line(str(value))
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    return Quoting(rf'"(?:[^"\\{barred}]|\\["\\])*"', _unescaped, write)


def _without_quotes(value: object) -> str:
    return '"' + " ".join(str(value).replace('"', "'").split()) + '"'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


ESCAPED = escaped(lambda text: " ".join(text.splitlines()))
PLAIN = Quoting(r'"[^"\n]*"', lambda text: text[1:-1], _without_quotes)
JSON = Quoting(r".*", json.loads, _json)


class Tag(NamedTuple):
    """A tag where it stands: `text` is all of it, line and column count from 1, `at` from 0."""

    name: str
    value: Any
    text: str
    line: int
    column: int
    at: int = 0


class TagFault(Exception):
    """What begins like a tag and is none (then `text` is its line, `value` None and `name` what
    could be read of it), or is not accepted."""

    def __init__(self, tag: Tag) -> None:
        super().__init__(tag.text)
        self.name, self.value, self.text, self.line, self.column, self.at = tag


class Brackets(NamedTuple):
    """Patterns of what stands before the name of a tag, between name and value, and behind it."""

    before: str = r"\[\s*"
    between: str = r"\s+"
    behind: str = r"\s*\]"


BRACKETS = Brackets()
Accept = Callable[[Tag, Mapping[str, Tag]], bool]
NAME = r"[A-Za-z][A-Za-z0-9_]*"


def new_name(tag: Tag, before: Mapping[str, Tag]) -> bool:
    """Accepts no tag twice."""
    return tag.name not in before


def tag_line(name: str, value: object, quoting: Quoting = ESCAPED) -> str:
    return f"[{name} {quoting.write(value)}]"


def tag_shape(quoting: Quoting, name: str, brackets: Brackets) -> re.Pattern[str]:
    """The pattern of a tag; its groups are the name and the written value."""
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
    """(tags by name, where in `text` the moves begin). `gap` is the pattern of what may stand
    around tags; `accept` judges a tag by those before it. Raises TagFault."""
    shape = tag_shape(quoting, name, brackets)
    between = re.compile(gap)
    tags: dict[str, Tag] = {}
    at, seen = _skip(between, text, 0), 0
    line, start = 1, 0
    while text.startswith("[", at):
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


def read_tag_lines(
    text: str,
    quoting: Quoting = ESCAPED,
    name: str = NAME,
    blank: str = " ",
    accept: Accept = new_name,
) -> tuple[dict[str, Tag], list[str]]:
    """(tags by name, the lines that follow) of a text with one tag a line; empty lines may stand
    between them. `blank` is the pattern of what parts name and value. Raises TagFault."""
    shape = re.compile(rf"\[({name}){blank}({quoting.value})\]")
    tags: dict[str, Tag] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        written = line.strip()
        if written and written[0] != "[":
            return tags, lines[number:]
        if written:
            place = Tag("", None, written, number + 1, line.index("[") + 1)
            tag = _tag(shape.fullmatch(written), quoting, place)
            if tag.value is None or not accept(tag, tags):
                raise TagFault(tag)
            tags[tag.name] = tag
    return tags, []


def _tag(found: re.Match[str] | None, quoting: Quoting, place: Tag) -> Tag:
    """The tag found at a place; its value is None where it cannot be read."""
    if found is None:
        return place
    try:
        return place._replace(name=found[1], value=quoting.read(found[2]), text=found[0])
    except (ValueError, RecursionError):
        return place._replace(name=found[1])


def _skip(gap: re.Pattern[str], text: str, at: int) -> int:
    found = gap.match(text, at)
    return found.end() if found else at


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column of an index, both from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


# -- options -------------------------------------------------------------------------------------


def options_text(
    declared: Sequence[Option], options: Mapping[str, Any], separator: str = ";"
) -> str:
    """`name=value;name=value` of what differs from the defaults, in declaration order."""
    changed = non_default(declared, options)
    return separator.join(f"{name}={value}" for name, value in changed.items())


def read_options(
    text: str, separator: str | None = ";", setting: str = r"([^=]*)=(.*)"
) -> dict[str, str]:
    """Texts by name. `setting` is the pattern of a part, name and value its groups: values are
    judged only by it. Raises ValueError for a part that has not its form, and for a name that
    stands twice."""
    shape = re.compile(setting, re.DOTALL)
    given: dict[str, str] = {}
    for part in filter(None, text.split(separator)):
        found = shape.fullmatch(part)
        if found is None or found[1] in given:
            raise ValueError(part)
        given[found[1]] = found[2]
    return given


# -- the game ------------------------------------------------------------------------------------


def actor_of(state: State, action: Action) -> int:
    """Whose event `action` is: whoever resigns or loses on time, else who decides."""
    if action[0] in (RESIGN, TIME):
        return int(action[1])
    return max(state.current_player(), 0) if action[0] == DRAW else state.current_player()


def log(record: Record, state: State, actions: Iterable[Action]) -> None:
    """Plays actions on `state` and writes their events down."""
    for action in actions:
        record.events.append(Event(actor_of(state, action), action))
        state.apply(action)


def play_readings(
    record: Record,
    state: State,
    readings: Iterable[Reading],
    where: Callable[[], str] = lambda: "",
) -> Steps[None]:
    """Logs what a reader yields, reading by reading. Raises BadRecord with the class and token of
    the first fault and the last good position; `where` tells the place."""
    try:
        for reading in readings:
            log(record, state, reading.actions)
            yield Step(len(record.events))
    except ActionError as why:
        raise BadRecord(
            why.message, code=why.code, where=where(), token=why.token, position=state.to_text()
        ) from None


def state_after(state: S, *actions: Action) -> S:
    """A copy of `state` with the actions played on it."""
    after = state.clone()
    for action in actions:
        after.apply(action)
    return after


class Turn(NamedTuple):
    """Consecutive actions of one turn. `before` is the state they were played in; `complete`:
    another turn has begun, or the game is over."""

    before: Any
    actions: tuple[Action, ...]
    complete: bool


def turns(state: S, events: Iterable[Event]) -> Iterator[Turn]:
    """The turns of a log from `state` on, without what is settled at the table; `state` is moved
    on to the end of it."""
    before, played = state.clone(), list[Action]()
    for event in events:
        if event.action[0] not in TABLE_VERBS:
            played.append(event.action)
        state.apply(event.action)
        if played and (state.turn_index() != before.turn_index() or state.outcome()):
            yield Turn(before, tuple(played), True)
            played = []
        if not played:
            before = state.clone()
    if played:
        yield Turn(before, tuple(played), False)


SETTLED: Mapping[str, Action] = {"1-0": (RESIGN, 1), "0-1": (RESIGN, 0), "1/2-1/2": (DRAW,)}


def settlement(result: str, on_time: bool = False) -> Action | None:
    """What the result of a record stands for where the rules have not ended the game: the other
    side resigned or lost on time, or a draw was agreed. None: nothing."""
    action = SETTLED.get(result)
    return (TIME, action[1]) if action and on_time and action[0] == RESIGN else action


def settled_text(action: Action) -> str:
    """The result that a resignation, a loss on time or an agreed draw stands for."""
    if action[0] == DRAW:
        return "1/2-1/2"
    return "0-1" if action[1] == 0 else "1-0"


def filled(tokens: Iterable[str], width: int = 80) -> list[str]:
    """Lines of at most `width` characters, tokens separated by one blank."""
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > width:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return lines
