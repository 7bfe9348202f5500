"""A finished game prepared for judging: each seat's decisions, and the turns that lost most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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

MOST = 5  # turns listed per seat


class PastDecision(NamedTuple):
    """A seat's decision: index of its event, and number of the turn in that seat's log."""

    seat: int
    at: int
    turn: int


class Mistake(NamedTuple):
    """The decision that lost most in a turn, with what the whole turn lost (winning chances)."""

    at: int
    verdict: Verdict
    loss: float


class Past:
    """A finished game with all its secrets; questions and texts use only what one seat knew."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self._known: dict[int, ObservedEvents] = {}
        self._logs: dict[int, list[Turn]] = {}

    @cached_property
    def stamp(self) -> int:
        """Return a checksum of all events."""
        return crc32(dump([[one.actor, list(one.action)] for one in self.match.events]).encode())

    @property
    def open_game(self) -> bool:
        """Whether two players see everything and luck plays no part."""
        info = self.game.info
        return len(self.game.sides) == 2 and not info.has_chance and not info.has_secrets

    def seats(self, people: Sequence[int]) -> list[int]:
        """Return the seats to judge: the people's first, then all others whose decisions are known
        at this device."""
        if self.match.viewer is not None:
            return list(people)
        return [*people, *(one for one in range(len(self.game.sides)) if one not in people)]

    def turns(self, seat: int) -> list[Turn]:
        """Return the log of a seat."""
        if seat not in self._logs:
            self._logs[seat] = TurnLog(self.match, seat).turns()
        return self._logs[seat]

    def turn(self, seat: int, at: int) -> Turn:
        """Return the turn that an event belongs to."""
        return next(turn for turn in self.turns(seat) if turn.end > at)

    def decisions(self, seat: int) -> list[PastDecision]:
        """Return a seat's decisions except those of the set-up; most had only one option.

        The worker skips those.
        """
        found, begins = [], 0
        for turn in self.turns(seat):
            for at in range(begins, 0 if turn.setup else turn.end):
                event = self.match.events[at]
                if event.actor == seat and event.action[0] not in TABLE_VERBS:
                    found.append(PastDecision(seat, at, turn.number))
            begins = turn.end
        return found

    def question(self, one: PastDecision, nodes: int = 0) -> str:
        """Return the question for the worker. The seed is the same each time a game is judged."""
        known = self._known.setdefault(one.seat, ObservedEvents(self.match, one.seat))
        level = max(LEVELS)
        return question(self.match, one.seat, level, one.at, JUDGE, known, one.at, nodes)

    def before(self, seat: int, at: int) -> State:
        """Return what a seat saw before an event."""
        return self.match.state_at(at).observation(seat)


def worst(verdicts: Mapping[PastDecision, Verdict | None]) -> list[Mistake]:
    """Return the turns of a seat that lost most, the worst first.

    `verdicts` in the order of the game. A turn's loss is the sum of its decisions' losses. If
    another decision follows directly, the value of the earlier one is raised to the best found for
    the later one: the search may have missed that order.
    """
    found = []
    for _, turn in groupby(verdicts.items(), key=lambda one: one[0].turn):
        judged = list(kinder(turn))
        loss = sum(verdict.loss for _, verdict in judged)
        if judged and loss >= MISTAKE_LOSS:
            at, verdict = max(judged, key=lambda one: one[1].loss)
            found.append(Mistake(at, verdict, loss))
    return sorted(found, key=lambda one: (-one.loss, one.at))[:MOST]


def kinder(
    turn: Iterable[tuple[PastDecision, Verdict | None]],
) -> Iterable[tuple[int, Verdict]]:
    """Yield the judged decisions of a turn; see `worst`."""
    judged = [(one.at, verdict) for one, verdict in turn if verdict is not None]
    following: Mapping[int, Verdict] = dict(judged)
    for at, verdict in judged:
        after = following.get(at + 1)
        if after is not None and after.best > verdict.played:
            verdict = verdict._replace(played=after.best)
        yield at, verdict


def decided(past: Past, seat: int, at: int, action: Action) -> bool:
    """Return whether the seat decided there and could have played the action."""
    events = past.match.events
    return (
        0 <= at < len(events)
        and events[at].actor == seat
        and action in past.before(seat, at).legal_actions()
    )
