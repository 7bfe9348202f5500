"""Opens a stored game: from its mark where that can be relied on, else from its first event."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.contract import Event
from engine.core.errors import IllegalAction
from engine.match.match import Match
from engine.match.snapshot import thaw
from ui.store import Saved
from ui.turns import Mark


class Opened(NamedTuple):
    """A match, where its logs go on, and the first event its rules refuse (None: all are good)."""

    match: Match
    marks: dict[int, Mark]
    bad: int | None


def open_saved(saved: Saved) -> Opened:
    """Every event is checked, but those before a mark were when it was made: the store vouches
    for their being the same."""
    match, marks = Match(saved.config), {}
    if saved.mark is not None:
        marks = _resume(match, saved.events, saved.mark)
    for index in range(len(match.events), len(saved.events)):
        if not accepts(match, saved.events[index]):
            return Opened(match, marks, index)
    return Opened(match, marks, None)


def _resume(match: Match, events: list[Event], mark: dict[str, Any]) -> dict[int, Mark]:
    """Where the logs go on; empty when the mark is of no use, and nothing was done."""
    try:
        count = mark["n"]
        marks = {int(viewer): Mark(*one) for viewer, one in mark["logs"].items()}
        numbers = [number for one in marks.values() for number in one]
        ends = [one.end for one in marks.values()]
        frozen = mark["state"]
    except (KeyError, TypeError, ValueError, AttributeError):
        return {}
    good = all(type(one) is int for one in numbers) and all(count <= end for end in ends)
    if not good or not ends or max(ends) > len(events) or not isinstance(frozen, str):
        return {}
    state = thaw(match.game, frozen)
    if state is None:
        return {}
    match.resume(events[:count], state)
    return marks


def accepts(match: Match, event: Event) -> bool:
    """Plays an event, unless the rules refuse it."""
    try:
        match.play(event.action)
    except IllegalAction:
        return False
    return True
