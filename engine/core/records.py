"""Text records: tags (`engine.core.tags`), then the moves, then the result. What those of all games
have in common; the one a plain game gets is `engine.kit.record`.
"""

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
S = TypeVar("S", bound=State)


# -- options -------------------------------------------------------------------------------------


def options_text(
    declared: Sequence[Option],
    options: Mapping[str, Any],
    separator: str = ";",
    always: Sequence[str] = (),
) -> str:
    """`name=value;name=value` of what differs from the defaults and of the options that are
    `always` named, in declaration order."""
    changed = non_default(declared, options)
    names = (one.name for one in declared if one.name in changed or one.name in always)
    return separator.join(f"{name}={options[name]}" for name in names)


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
