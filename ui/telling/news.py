"""Which happenings the person in front has still to hear of, and which stand on the table.

Everything is made from the log of that person, so from redacted events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.telling import Happening, Telling
from ui.session import Session
from ui.turns import Turn


class Item(NamedTuple):
    """A turn and what happened in it."""

    turn: Turn
    telling: Telling


def standing(session: Session) -> list[Item]:
    """What stays to be read: while an earlier position is looked at the turn that led to it,
    otherwise all that happened since the turn before of whoever is in front."""
    log = session.log()
    if not session.live:
        log = log[: session.turns_shown()]
        return _items(session, [turn for turn in log[-1:] if not turn.setup])
    return _items(session, recent(log, session.viewer))


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


def _items(session: Session, turns: Sequence[Turn]) -> list[Item]:
    return [Item(turn, session.history.told(turn)) for turn in turns]


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
        log = session.log()
        upto = (log[-1].number, len(session.history.told(log[-1]))) if log else (0, 0)
        viewers = [session.viewer] if session.seating.secrets() else [-1, *range(session.players)]
        for viewer in viewers:
            self._upto[viewer] = upto

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
            number, count = known
            turns = [t for t in session.log() if t.number >= number and not t.setup]
            found = []
            for turn in turns[-MOST:]:
                telling = session.history.told(turn)
                found += telling[count:] if turn.number == number else telling
        self.skip()
        return found


MOST = 8  # turns that are told in one go: of a game that was followed from afar
