"""A finished game as it is judged: the decisions of each seat, what it knew at each of them, and
which turns lost most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from zlib import crc32

from engine.core.contract import TABLE_VERBS, Action, State
from engine.match.match import Match
from engine.search.analysis import MISTAKE_LOSS, Verdict
from engine.search.engine_server import JUDGE, ObservedEvents, question
from engine.search.levels import LEVELS
from ui.saves.entries import dump
from ui.session.turns import Turn, TurnLog

MOST = 5  # turns of a seat that are listed


class PastDecision(NamedTuple):
    """Of a seat: the index of its event, and the number of its turn in that seat's log."""

    seat: int
    at: int
    turn: int


class Mistake(NamedTuple):
    """The decision that lost most in a turn, and what the whole turn lost (winning chances)."""

    at: int
    verdict: Verdict
    loss: float


class Past:
    """The truth of a game that is over. What is asked and shown of it is what one seat knew."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self._known: dict[int, ObservedEvents] = {}
        self._logs: dict[int, list[Turn]] = {}

    @cached_property
    def stamp(self) -> int:
        """Changes with every event of the game."""
        return crc32(dump([[one.actor, list(one.action)] for one in self.match.events]).encode())

    def turns(self, seat: int) -> list[Turn]:
        """The log of a seat."""
        if seat not in self._logs:
            self._logs[seat] = TurnLog(self.match, seat).turns()
        return self._logs[seat]

    def turn(self, seat: int, at: int) -> Turn:
        """The turn that an event belongs to."""
        return next(turn for turn in self.turns(seat) if turn.end > at)

    def decisions(self, seat: int) -> list[PastDecision]:
        """All but those of the set-up. Most were no choice, which is for the worker to find out."""
        found, begins = [], 0
        for turn in self.turns(seat):
            for at in range(begins, 0 if turn.setup else turn.end):
                event = self.match.events[at]
                if event.actor == seat and event.action[0] not in TABLE_VERBS:
                    found.append(PastDecision(seat, at, turn.number))
            begins = turn.end
        return found

    def question(self, one: PastDecision, number: int) -> str:
        """For the worker; the same seed in every judging of the game."""
        known = self._known.setdefault(one.seat, ObservedEvents(self.match, one.seat))
        return question(
            self.match, one.seat, max(LEVELS), number, one.at, JUDGE, known=known, at=one.at
        )

    def before(self, seat: int, at: int) -> State:
        """What a seat saw before an event."""
        return self.match.state_at(at).observation(seat)


def worst(verdicts: Mapping[PastDecision, Verdict | None]) -> list[Mistake]:
    """The turns of a seat that lost most, the worst first. `verdicts` in the order of the game.

    A turn loses what its decisions lose together. Where one follows the other at once, the best
    that could still be made of a turn counts as what the decision before it was worth: a search
    may not have thought of that order.
    """
    found = []
    for _, turn in groupby(verdicts.items(), key=lambda one: one[0].turn):
        judged = list(_kinder(turn))
        loss = sum(verdict.loss for _, verdict in judged)
        if judged and loss >= MISTAKE_LOSS:
            at, verdict = max(judged, key=lambda one: one[1].loss)
            found.append(Mistake(at, verdict, loss))
    return sorted(found, key=lambda one: (-one.loss, one.at))[:MOST]


def _kinder(
    turn: Iterable[tuple[PastDecision, Verdict | None]],
) -> Iterable[tuple[int, Verdict]]:
    judged = [(one.at, verdict) for one, verdict in turn if verdict is not None]
    following: Mapping[int, Verdict] = dict(judged)
    for at, verdict in judged:
        after = following.get(at + 1)
        if after is not None and after.best > verdict.played:
            verdict = verdict._replace(played=after.best)
        yield at, verdict


def decided(past: Past, seat: int, at: int, action: Action) -> bool:
    """Whether this is something the seat could have played there."""
    events = past.match.events
    return (
        0 <= at < len(events)
        and events[at].actor == seat
        and action in past.before(seat, at).legal_actions()
    )
