"""Which happenings are announced to the seated player, and which stay on display at the table.

All come from that player's log, hence from redacted events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE
from engine.core.telling import Happening, Telling
from ui.session.session import Session
from ui.session.turns import Turn

BY_CHANCE = ("fight", "dice", "coin")  # kinds of happenings with a random result


class HeardTurn(NamedTuple):
    """Happenings of a turn. `newest`: how many of them follow the actor's last decision. `number`:
    of the turn in the log, 0 for what starts a turn."""

    actor: int
    telling: Telling
    newest: int = 0
    number: int = 0


def standing(session: Session) -> list[HeardTurn]:
    """Return the happenings to display.

    At an earlier position: those of the turn that led to it. In the current position: all since the
    viewer's own last turn, and the results of that turn. In both cases also what starts the next
    turn automatically."""
    log = session.log()
    if not session.live:
        log = log[: session.turns_shown()]
        turns = [turn for turn in log[-1:] if not turn.setup]
        return [*_items(session, turns), *_started(session, log)]
    turns = recent(log, session.viewer)
    before = log[: len(log) - len(turns)][-1:] if turns else []
    own = [_outcome(session, turn) for turn in before if turn.actor == session.viewer]
    acted = any(turn.actor == session.viewer for turn in turns)
    found = [] if acted else [item for item in own if item.telling]
    return [*found, *_items(session, turns), *_started(session, log)]


def recent(log: Sequence[Turn], viewer: int) -> list[Turn]:
    """Return the newest turns, after the viewer's last turn that others have answered.

    A viewer without a side gets the last turn only. Set-up turns end the search."""
    found: list[Turn] = []
    others = False
    for turn in reversed(log):
        mine = turn.actor == viewer
        if turn.setup or (mine and others) or (viewer < 0 and found):
            break
        others = others or not mine
        found.append(turn)
    return found[::-1]


def _items(session: Session, turns: Sequence[Turn]) -> list[HeardTurn]:
    found = []
    for turn in turns:
        telling, number = session.history.telling_of(turn), _decided(turn)
        newest = len(session.history.telling_since(turn, number)) if number >= 0 else 0
        found.append(HeardTurn(_whose(turn.actor, telling), telling, newest, turn.number))
    return found


def _started(session: Session, log: Sequence[Turn]) -> list[HeardTurn]:
    """Return the automatic event that has begun the next turn, in a list, or an empty list."""
    telling = session.history.turn_start(log[-1]) if log else ()
    return [HeardTurn(_whose(CHANCE, telling), telling)] if telling else []


def _whose(actor: int, telling: Telling) -> int:
    """Return the actor of a turn; if only chance has acted, the side whose turn starts with it."""
    begins = telling and telling[0].opens
    return telling[0].side if actor == CHANCE and begins else actor


def _outcome(session: Session, turn: Turn) -> HeardTurn:
    """Return the happenings since the turn's last decision if it was answered or had a random
    result; otherwise an item without happenings."""
    number = _decided(turn)
    telling = session.history.telling_since(turn, number) if number >= 0 else ()
    answered = any(event.actor not in (CHANCE, turn.actor) for event in turn.events[number:])
    if answered or any(one.kind in BY_CHANCE and not one.aside for one in telling):
        return HeardTurn(turn.actor, telling, len(telling), turn.number)
    return HeardTurn(turn.actor, ())


def _decided(turn: Turn) -> int:
    """Return the index of the last event by the turn's own actor; −1 if there is none."""
    mine = [number for number, event in enumerate(turn.events) if event.actor == turn.actor >= 0]
    return mine[-1] if mine else -1


class Heard:
    """Tracks for each viewer what has been announced already: the number of the last turn and how
    many of its happenings."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._upto: dict[int, tuple[int, int]] = {}
        self.skip()

    def skip(self) -> None:
        """Mark everything so far as announced. Does nothing behind the curtain."""
        session = self._session
        if session.curtain is not None:
            return
        number, telling = next(reversed(self._tellings()), (0, ()))
        viewers = [session.viewer] if session.seating.secrets() else [-1, *range(session.players)]
        for viewer in viewers:
            self._upto[viewer] = (number, len(telling))

    def fresh(self) -> list[Happening]:
        """Return the happenings not yet announced to the viewer and mark them as announced.

        A viewer who is new at the table gets what is on display (`standing`)."""
        session = self._session
        if session.curtain is not None:
            return []
        known = self._upto.get(session.viewer)
        if known is None:
            found = [one for item in standing(session) for one in item.telling]
        else:
            told = [one for one in self._tellings(known[0]) if one[1]][-MOST:]
            found = []
            for number, telling in told:
                found += telling[known[1] :] if number == known[0] else telling
        self.skip()
        return found

    def _tellings(self, since: int = -1) -> list[tuple[int, Telling]]:
        """Return (turn number, telling) from turn `since` on; by default of the last turn only.

        What starts the next turn is listed under the next number."""
        session = self._session
        log = session.log()
        turns = [turn for turn in log if turn.number >= since] if since >= 0 else log[-1:]
        told = [(turn.number, session.history.telling_of(turn)) for turn in turns]
        begun = session.history.turn_start(log[-1]) if log else ()
        return [*told, (log[-1].number + 1, begun)] if begun else told


MOST = 8  # turns announced at once, for example after watching another tab play
