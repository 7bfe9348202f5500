"""Which happenings the person in front has still to hear of, and which stand on the table.

Everything is made from the log of that person, so from redacted events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE
from engine.core.telling import Happening, Telling
from ui.session.session import Session
from ui.session.turns import Turn

BY_CHANCE = ("fight", "dice", "coin")  # what nobody knows before it has happened


class HeardTurn(NamedTuple):
    """What happened in a turn, whose it is, and how much of it followed his last decision."""

    actor: int
    telling: Telling
    newest: int = 0


def standing(session: Session) -> list[HeardTurn]:
    """What stays to be read: while an earlier position is looked at the turn that led to it,
    otherwise all that happened since the turn before of whoever is in front, what came of that
    turn included. What has begun the turn that comes next is there as well."""
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
    """The newest turns back to the last turn of `viewer` that others have answered. For somebody
    who plays no side it is the last turn alone."""
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
        found.append(HeardTurn(_whose(turn.actor, telling), telling, newest))
    return found


def _started(session: Session, log: Sequence[Turn]) -> list[HeardTurn]:
    """What has begun a turn in which nothing else has happened yet."""
    telling = session.history.turn_start(log[-1]) if log else ()
    return [HeardTurn(_whose(CHANCE, telling), telling)] if telling else []


def _whose(actor: int, telling: Telling) -> int:
    """Of a turn in which nobody has decided anything yet: his with whom it begins."""
    begins = telling and telling[0].opens
    return telling[0].side if actor == CHANCE and begins else actor


def _outcome(session: Session, turn: Turn) -> HeardTurn:
    """What came of the last decision of a turn, where it was more than that decision."""
    number = _decided(turn)
    telling = session.history.telling_since(turn, number) if number >= 0 else ()
    answered = any(event.actor not in (CHANCE, turn.actor) for event in turn.events[number:])
    if answered or any(one.kind in BY_CHANCE and not one.aside for one in telling):
        return HeardTurn(turn.actor, telling, len(telling))
    return HeardTurn(turn.actor, ())


def _decided(turn: Turn) -> int:
    """Which event of a turn is the last decision of the one whose it is; -1: none."""
    mine = [number for number, event in enumerate(turn.events) if event.actor == turn.actor >= 0]
    return mine[-1] if mine else -1


class Heard:
    """How much of a game has been told aloud, by viewer: the number of a turn, and how many of
    its happenings."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._upto: dict[int, tuple[int, int]] = {}
        self.skip()

    def skip(self) -> None:
        """Whatever there is counts as told."""
        session = self._session
        if session.curtain is not None:
            return
        number, telling = next(reversed(self._tellings()), (0, ()))
        viewers = [session.viewer] if session.seating.secrets() else [-1, *range(session.players)]
        for viewer in viewers:
            self._upto[viewer] = (number, len(telling))

    def fresh(self) -> list[Happening]:
        """What has not been told yet, and is from now on. To somebody who has just come: what
        stands on the table."""
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
        """By the number of the turn: what is told of those from `since` on, of the last one alone
        where that is not said; what has begun the next one belongs to that."""
        session = self._session
        log = session.log()
        turns = [turn for turn in log if turn.number >= since] if since >= 0 else log[-1:]
        told = [(turn.number, session.history.telling_of(turn)) for turn in turns]
        begun = session.history.turn_start(log[-1]) if log else ()
        return [*told, (log[-1].number + 1, begun)] if begun else told


MOST = 8  # turns that are told in one go: of a game that was followed from afar
