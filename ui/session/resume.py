"""Opening of stored games: from a valid bookmark, else by replaying all events. Replay and the
building of turn logs run in steps, since a game can be long."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.contract import SPECTATOR, Event
from engine.core.errors import IllegalAction
from engine.core.steps import Step, Steps
from engine.match.match import Match
from engine.match.snapshot import thaw
from ui.saves.packs import unpacking
from ui.saves.saved import Saved
from ui.session.seats import people, seats
from ui.session.turns import LogPoint, TurnLog

FEW = 64  # events; a log this far behind is brought up to date on first use


class Opened(NamedTuple):
    """Opened match, log start by viewer, and index of the first illegal event (None: all legal)."""

    match: Match
    points: dict[int, LogPoint]
    bad: int | None


def opening(saved: Saved, viewer: int | None = None) -> Steps[Opened]:
    """Open a stored game in steps, checking every event.

    Events before the bookmark are not checked again; the store guarantees that they are unchanged.
    `viewer`: the player whose knowledge was stored; None: all events."""
    if saved.packed is not None:
        return Opened((yield from unpacking(saved.packed)), {}, None)
    match, points = Match(saved.config, viewer=viewer), {}
    if saved.bookmark is not None:
        points = _resume(match, saved.events, saved.bookmark)
    for index in range(len(match.events), len(saved.events)):
        if not accepts(match, saved.events[index]):
            return Opened(match, points, index)
        yield Step(index + 1, len(saved.events))
    return Opened(match, points, None)


def lookers(match: Match, levels: Sequence[int]) -> Sequence[int]:
    """Return the viewers whose logs this device may have to show. `levels`: by player."""
    if match.viewer is not None:
        return (match.viewer,)
    if not match.game.info.has_secrets:
        return (SPECTATOR,)  # all viewers have the same log
    here = people(seats(levels, len(match.game.sides)))
    return here if len(here) == 1 else (*here, SPECTATOR)


def logs(
    match: Match, viewers: Collection[int], points: Mapping[int, LogPoint]
) -> Steps[dict[int, TurnLog]]:
    """Build the turn logs by viewer, in steps. Logs at most FEW events behind are read later."""
    found = {one: TurnLog(match, one, points.get(one)) for one in viewers}
    total = len(match.events)
    long = [log for log in found.values() if total - log.since.end > FEW]
    for number, log in enumerate(long):
        for done in log.reading():
            yield Step((number * total + done) // len(long), total, listing=True)
    return found


def _resume(match: Match, events: list[Event], bookmark: dict[str, Any]) -> dict[int, LogPoint]:
    """Restore the match from a bookmark. Return the log start by viewer; if the bookmark is invalid
    it is empty and the match is unchanged."""
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
    """Play an event. Return False if it is illegal."""
    try:
        match.play(event.action)
    except IllegalAction:
        return False
    return True
