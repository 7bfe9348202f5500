"""The match of a table as one device knows it, until all of it is known.

Where decisions are secret a device holds what its own seat may know: its own decisions as they are,
of the others' what everybody is told. Whatever a letter does not tell it has committed itself to
(engine/far/closed.py). When everything that was closed has been opened, the whole truth is played
through the rules once more; whoever has opened something that cannot be, or that is not what his
letter told, is named, and nothing else happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.contract import CHANCE, RESIGN, TABLE_VERBS, TIME, Action, Event
from engine.far.closed import commitment, public
from engine.far.letter import Letter, Open
from engine.far.terms import Terms
from engine.match.match import Match, sorted_options, table_options


class Refused(Exception):
    """A letter that is genuine and cannot be; the word says why."""


class Lid(NamedTuple):
    """The decisions of one letter that are closed: by its seat and number."""

    seat: int
    n: int


class Under(NamedTuple):
    """What a letter has committed itself to, and what it told of it."""

    commitment: bytes
    told: tuple[Action, ...]


class Story:
    """`told`: how many events everybody may know of, which is what letters count. `own`: what the
    device has kept of its seat's closed letters, by their number."""

    def __init__(self, terms: Terms, seat: int, own: Mapping[int, Open]) -> None:
        self._terms, self._own = terms, own
        secrets = terms.info.has_secrets
        self.match: Match = terms.match(seat if secrets else None)
        self.told = self._least = len(self.match.events)
        # A lid stands for all events of its letter.
        self._entries: list[Event | Lid] = [*self.match.events]
        self._closed: dict[Lid, Under] = {}
        self._opened: dict[Lid, tuple[Open, bytes]] = {}  # with the letter that has opened it

    @property
    def whole(self) -> bool:
        """Whether the truth is held."""
        return self.match.viewer is None

    # -- what is decided -----------------------------------------------------------------------

    def play(self, letter: Letter, actions: tuple[Action, ...]) -> None:
        """All of it or nothing; `actions` as the letter tells them. Raises Refused."""
        lid, root = Lid(letter.seat, letter.n), letter.closed
        mine = self.match.viewer == letter.seat and bool(root)
        playing = self._own[letter.n].actions if mine else actions
        if self._check(letter.seat, playing) != (bool(root) and not mine):
            raise Refused("closed")
        before = len(self.match.events)
        for action in playing:
            if action[0] in TABLE_VERBS:
                self.match.play(action)
            else:
                self.match.take(action)
        self.told += len(actions)
        if root:
            self._closed[lid] = Under(root, actions)
            self._entries.append(lid)
        else:
            self._entries += self.match.events[before:]

    def _check(self, seat: int, actions: tuple[Action, ...]) -> bool:
        """Whether these decisions of a seat hide something. Raises Refused for what the rules do
        not allow, as far as it can be judged from what is known here."""
        check, hides = self.match.state.clone(), False
        for action in actions:
            if action[0] in TABLE_VERBS:
                if action not in ((RESIGN, seat), (TIME, seat), (TIME, 1 - seat)):
                    raise Refused("illegal")
                if action not in table_options(check):
                    raise Refused("illegal")
            elif check.current_player() != seat:
                raise Refused("turn")
            elif action not in sorted_options(check):
                if self.whole or not check.takes(action):
                    raise Refused("illegal")
                hides = True
            check.apply(action)
        return hides

    def settle(self, outcome: Action) -> None:
        """What chance has brought."""
        self._entries.append(self.match.take(outcome))
        self.told += 1

    def agree_draw(self) -> None:
        self._entries += self.match.agree_draw()
        self.told += 1

    # -- going back --------------------------------------------------------------------------

    def may_cut(self, number: int) -> bool:
        """Whether to go back to the first `number` events: not across chance or a secret, nor to
        what was played before there was a far table."""
        if not self._least <= number < self.told:
            return False
        last = self._entries[number - self.told :]
        return all(isinstance(one, Event) and one.actor >= 0 for one in last)

    def cut(self, number: int) -> None:
        span = self.told - number
        self.match.cut(len(self.match.events) - span)
        del self._entries[-span:]
        self.told = number

    def public_count(self, count: int) -> int:
        """What letters count, of a number of events among the newest that everybody knows."""
        return self.told - (len(self.match.events) - count)

    # -- what is opened ------------------------------------------------------------------------

    @property
    def shows(self) -> bool:
        """Whether everything that is closed has to be opened now: the game shows it, or is over."""
        if self.match.over:
            return True
        outcomes = self.match.state.chance_outcomes()
        if not outcomes:
            return False
        return self.match.game.shows(self.match.state, Event(CHANCE, outcomes[0][0]))

    def to_open(self, seat: int) -> list[int]:
        """The letters of a seat that its device has to open now."""
        if self.whole or not self.shows:
            return []
        return [lid.n for lid in self._closed if lid.seat == seat and lid not in self._opened]

    def open(self, letter: Letter, part: Open) -> None:
        """Raises Refused for what is not what was closed, or comes too early."""
        lid = Lid(letter.seat, part.n)
        under = self._closed.get(lid)
        if under is None or commitment(letter.table, letter.seat, part) != under.commitment:
            raise Refused("opening")
        if not self.whole and not self.shows:
            raise Refused("ahead")
        self._opened.setdefault(lid, (part, letter.digest))

    def disclose(self) -> bytes:
        """Once nothing is closed any more the match holds the truth. Returns the digest of the
        letter that has opened what cannot be: it counts for nothing. Empty: there is none."""
        if self.whole or not self.shows or any(lid not in self._opened for lid in self._closed):
            return b""
        truth = self._terms.match()
        for entry in self._entries:
            if isinstance(entry, Event):
                truth.play(entry.action)
            elif not self._plays(truth, entry):
                return self._opened.pop(entry)[1]
        self.match = truth
        return b""

    def _plays(self, truth: Match, lid: Lid) -> bool:
        """Plays what was opened, when the rules allow it and it is what was told."""
        actions = self._opened[lid][0].actions
        trial = truth.state.clone()
        for action in actions:
            if action[0] in TABLE_VERBS:
                legal = action in table_options(trial)
            else:
                legal = trial.current_player() == lid.seat and action in sorted_options(trial)
            if not legal:
                return False
            trial.apply(action)
        if public(truth, lid.seat, actions) != self._closed[lid].told:
            return False
        for action in actions:
            truth.play(action)
        return True
