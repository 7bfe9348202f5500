"""The match of a far table as one device knows it, with secret decisions.

In games with secrets a device holds the observation of its seat: its own decisions in full, those
of others redacted. Letters commit to what they leave out (engine/far/closed.py). When every
commitment is opened the true match is replayed through the rules; a letter that opened illegal
decisions, or others than it had announced, is named and its opening dropped.
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
    """Raised for a genuine letter with impossible contents; the argument is the reason."""


class Lid(NamedTuple):
    """Key of the closed decisions of one letter: its seat and number."""

    seat: int
    n: int


class Under(NamedTuple):
    """Commitment of a letter, and the redacted decisions it announced."""

    commitment: bytes
    public: tuple[Action, ...]


class SecretLetter(NamedTuple):
    """Letter with hidden decisions: its commitment, and the digest of the letter that opened it,
    empty while none has."""

    seat: int
    n: int
    commitment: bytes
    opener: bytes


class DeviceMatch:
    """Match of one device, its commitments and openings.

    `event_count`: number of publicly known events, the count that letters use. `own`: the
    device's own closed decisions, by number of the letter."""

    def __init__(self, terms: Terms, seat: int, own: Mapping[int, Open]) -> None:
        self._terms, self._own = terms, own
        secrets = terms.info.has_secrets
        self.match: Match = terms.match(seat if secrets else None)
        self.event_count = self._least = len(self.match.events)
        # A Lid stands for all events of its letter.
        self._entries: list[Event | Lid] = [*self.match.events]
        self.dealt = False  # cards of a shared deck are in play: only the certificate tells them
        self._closed: dict[Lid, Under] = {}
        self._opened: dict[
            Lid, tuple[Open, bytes]
        ] = {}  # with the digest of the letter that opened it

    @property
    def whole(self) -> bool:
        """Whether the match is the true one."""
        return self.match.viewer is None

    # -- what is decided -----------------------------------------------------------------------

    def play(self, letter: Letter, actions: tuple[Action, ...]) -> None:
        """Play all `actions` of a letter, as it announces them, or none. Raises Refused."""
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
        self.event_count += len(actions)
        if root:
            self._closed[lid] = Under(root, actions)
            self._entries.append(lid)
        else:
            self._entries += self.match.events[before:]

    def _check(self, seat: int, actions: tuple[Action, ...]) -> bool:
        """Return whether these decisions are partly hidden from this device. Raises Refused for
        illegal ones, as far as the device can tell."""
        check, hides = self.match.state.clone(), False
        for action in actions:
            if action[0] in TABLE_VERBS:
                if action != (RESIGN, seat):
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
        """Append a chance outcome."""
        self._entries.append(self.match.take(outcome))
        self.event_count += 1

    def lose_on_time(self, seat: int) -> None:
        self._entries += self.match.play((TIME, seat))
        self.event_count += 1

    def agree_draw(self) -> None:
        self._entries += self.match.agree_draw()
        self.event_count += 1

    # -- going back --------------------------------------------------------------------------

    def may_cut(self, number: int) -> bool:
        """Return whether the match may go back to `number` public events: not across chance or a
        closed decision, nor before the start of the far table."""
        if not self._least <= number < self.event_count:
            return False
        last = self._entries[number - self.event_count :]
        return all(isinstance(one, Event) and one.actor >= 0 for one in last)

    def cut(self, number: int) -> None:
        span = self.event_count - number
        self.match.cut(len(self.match.events) - span)
        del self._entries[-span:]
        self.event_count = number

    def public_count(self, count: int) -> int:
        """Convert a count of the match's events to public events; those after it must be public."""
        return self.event_count - (len(self.match.events) - count)

    # -- what is opened ------------------------------------------------------------------------

    @property
    def shows(self) -> bool:
        """Whether closed decisions must be opened now: the game reveals them, or is over."""
        if self.match.over:
            return True
        outcomes = self.match.state.chance_outcomes()
        if not outcomes:
            return False
        return self.match.game.shows(self.match.state, Event(CHANCE, outcomes[0][0]))

    def to_open(self, seat: int) -> list[int]:
        """Return the numbers of a seat's letters that its device has to open now."""
        if self.whole or not self.shows:
            return []
        return [lid.n for lid in self._closed if lid.seat == seat and lid not in self._opened]

    def secrets(self) -> list[SecretLetter]:
        """Return all letters with hidden decisions."""
        openers = {lid: opener for lid, (_, opener) in self._opened.items()}
        return [
            SecretLetter(*lid, under.commitment, openers.get(lid, b""))
            for lid, under in self._closed.items()
        ]

    def open(self, letter: Letter, part: Open) -> None:
        """Accept an opening. Raises Refused if it does not match its commitment or is too early."""
        lid = Lid(letter.seat, part.n)
        under = self._closed.get(lid)
        if under is None or commitment(letter.table, letter.seat, part) != under.commitment:
            raise Refused("opening")
        if not self.whole and not self.shows:
            raise Refused("ahead")
        self._opened.setdefault(lid, (part, letter.digest))

    def disclose(self) -> bytes:
        """Replace the match by the true one once everything is opened.

        Returns the digest of a letter whose opening is illegal or not what it announced, and drops
        that opening; empty if there is none."""
        if (
            self.whole
            or self.dealt
            or not self.shows
            or any(lid not in self._opened for lid in self._closed)
        ):
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
        """Play opened decisions in `truth`; return False if illegal or not as announced."""
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
        if public(truth, lid.seat, actions) != self._closed[lid].public:
            return False
        for action in actions:
            truth.play(action)
        return True
