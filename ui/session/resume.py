"""Opens a stored game: from its bookmark where that can be relied on, else from its first event.
Both that and the lists of turns of a long game are worked off in steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.contract import SPECTATOR, Event
from engine.core.errors import IllegalAction
from engine.core.steps import Step, Steps, finish
from engine.match.match import Match
from engine.match.snapshot import thaw
from ui.saves.store import Saved
from ui.session.seats import people, seats
from ui.session.turns import LogPoint, TurnLog

FEW = 64  # events that a log reads at once, when somebody looks at it


class Opened(NamedTuple):
    """A match, where its logs go on, and the first event its rules refuse (None: all are good)."""

    match: Match
    points: dict[int, LogPoint]
    bad: int | None


def open_saved(saved: Saved) -> Opened:
    """All of it at once."""
    return finish(opening(saved))


def opening(saved: Saved, viewer: int | None = None) -> Steps[Opened]:
    """Every event is checked, but those before a bookmark were when it was made: the store vouches
    for their being the same. `viewer`: whose knowledge was stored; None: the whole truth."""
    match, points = Match(saved.config, viewer=viewer), {}
    if saved.bookmark is not None:
        points = _resume(match, saved.events, saved.bookmark)
    for index in range(len(match.events), len(saved.events)):
        if not accepts(match, saved.events[index]):
            return Opened(match, points, index)
        yield Step(index + 1, len(saved.events))
    return Opened(match, points, None)


def lookers(match: Match, levels: Sequence[int]) -> Sequence[int]:
    """The viewers whose lists of turns this device may come to show. `levels` by player."""
    if match.viewer is not None:
        return (match.viewer,)
    if not match.game.info.has_secrets:
        return (SPECTATOR,)  # everybody sees the same
    here = people(seats(levels, len(match.game.sides)))
    return here if len(here) == 1 else (*here, SPECTATOR)


def logs(
    match: Match, viewers: Collection[int], points: Mapping[int, LogPoint]
) -> Steps[dict[int, TurnLog]]:
    """By viewer the list of turns; one that goes on from a point is read when it is looked at."""
    found = {one: TurnLog(match, one, points.get(one)) for one in viewers}
    total = len(match.events)
    long = [log for log in found.values() if total - log.since.end > FEW]
    for number, log in enumerate(long):
        for done in log.reading():
            yield Step((number * total + done) // len(long), total, listing=True)
    return found


def _resume(match: Match, events: list[Event], bookmark: dict[str, Any]) -> dict[int, LogPoint]:
    """Where the logs go on; empty when the bookmark is of no use, and nothing was done."""
    try:
        count = bookmark["n"]
        points = {int(viewer): LogPoint(*one) for viewer, one in bookmark["logs"].items()}
        numbers = [number for one in points.values() for number in one]
        ends = [one.end for one in points.values()]
        frozen = bookmark["state"]
    except (KeyError, TypeError, ValueError, AttributeError):
        return {}
    good = all(type(one) is int for one in numbers) and all(count <= end for end in ends)
    if not good or not ends or max(ends) > len(events) or not isinstance(frozen, str):
        return {}
    state = thaw(match.game, frozen)
    if state is None:
        return {}
    match.resume(events[:count], state)
    return points


def accepts(match: Match, event: Event) -> bool:
    """Plays an event, unless the rules refuse it."""
    try:
        match.play(event.action)
    except IllegalAction:
        return False
    return True
