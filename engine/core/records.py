"""Parts that text records of all games share: tags (`engine.core.tags`), moves, result.
`engine.kit.record` has the complete default format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
_NUMBERED = re.compile(r"[0-9]{1,5}\.+", re.ASCII)
S = TypeVar("S", bound=State)


# -- options -------------------------------------------------------------------------------------


def options_text(
    declared: Sequence[Option],
    options: Mapping[str, Any],
    separator: str = ";",
    always: Sequence[str] = (),
) -> str:
    """Return `name=value;name=value` for the options that differ from their defaults or are in
    `always`, in declaration order."""
    changed = non_default(declared, options)
    names = (one.name for one in declared if one.name in changed or one.name in always)
    return separator.join(f"{name}={options[name]}" for name in names)


def read_options(
    text: str, separator: str | None = ";", setting: str = r"([^=]*)=(.*)"
) -> dict[str, str]:
    """Parse `name=value` parts into texts by name; their values are not checked yet. `setting` is
    the pattern of one part, with name and value as groups. Raises ValueError for a malformed part
    or a repeated name."""
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
    """Return whose event `action` is: the player who resigns or loses on time, else who decides."""
    if action[0] in (RESIGN, TIME):
        return int(action[1])
    return max(state.current_player(), 0) if action[0] == DRAW else state.current_player()


def log(record: Record, state: State, actions: Iterable[Action], place: int | None = None) -> None:
    """Apply actions to `state` and append their events to the record. `place`: where their word
    ends in the text; None: they have none of their own."""
    if place is None:
        place = record.places[-1] if record.places else 0
    for action in actions:
        record.events.append(Event(actor_of(state, action), action))
        record.places.append(place)
        state.apply(action)


def play_readings(
    record: Record,
    state: State,
    readings: Iterable[Reading],
    where: Callable[[], str] = lambda: "",
    begin: int = 0,
) -> Steps[None]:
    """Log what a reader yields, one reading per step. Raises BadRecord with the code and token of
    the first error and the last good position; `where` returns the place in the text. `begin`:
    where the text that is read begins in the record's."""
    try:
        for reading in readings:
            log(record, state, reading.actions, begin + reading.end)
            yield Step(len(record.events))
    except ActionError as why:
        raise BadRecord(
            why.message, code=why.code, where=where(), token=why.token, position=state.to_text()
        ) from None


def state_after(state: S, *actions: Action) -> S:
    """Return a copy of `state` with the actions applied."""
    after = state.clone()
    for action in actions:
        after.apply(action)
    return after


def bare_words(moves: str) -> list[str]:
    """Return the words of a stretch of moves, without move numbers; what is nothing else, dots
    behind a number, and results are empty."""
    found = list[str]()
    numbered = False  # the word before is a move number
    for word in moves.split():
        number = _NUMBERED.match(word)
        bare = word[number.end() :] if number else word
        if numbered and not bare.strip("."):
            bare = ""
        numbered = not bare
        found.append(bare if bare not in RESULTS else "")
    return found


class RecordTurn(NamedTuple):
    """Consecutive actions of one turn. `before` is the state before them; `complete` says whether
    another turn has begun or the game is over."""

    before: Any
    actions: tuple[Action, ...]
    complete: bool


def turns(state: S, events: Iterable[Event]) -> Iterator[RecordTurn]:
    """Yield the turns of a log from `state` on, without table actions. Applies the events to
    `state`."""
    before, played = state.clone(), list[Action]()
    for event in events:
        if event.action[0] not in TABLE_VERBS:
            played.append(event.action)
        state.apply(event.action)
        if played and (state.turn_index() != before.turn_index() or state.outcome()):
            yield RecordTurn(before, tuple(played), True)
            played = []
        if not played:
            before = state.clone()
    if played:
        yield RecordTurn(before, tuple(played), False)


SETTLED: Mapping[str, Action] = {"1-0": (RESIGN, 1), "0-1": (RESIGN, 0), "1/2-1/2": (DRAW,)}


def settlement(result: str, on_time: bool = False) -> Action | None:
    """Return the table action that a record's result implies if the rules have not ended the game:
    resignation or loss on time of the other side, or an agreed draw. None for no result."""
    action = SETTLED.get(result)
    return (TIME, action[1]) if action and on_time and action[0] == RESIGN else action


def settled_text(action: Action) -> str:
    """Return the result after a resignation, a loss on time or an agreed draw."""
    if action[0] == DRAW:
        return "1/2-1/2"
    return "0-1" if action[1] == 0 else "1-0"


def filled(tokens: Iterable[str], width: int = 80) -> list[str]:
    """Wrap tokens into lines of at most `width` characters, separated by one blank."""
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > width:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return lines
