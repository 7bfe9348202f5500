"""The match of a far table as one device knows it, with secret decisions.

In games with secrets a device holds the observation of its seat: its own decisions in full, those
of others redacted. Letters commit to what they leave out (engine/far/closed.py). Where secrets are
shown one by one each has a leaf (engine/far/leaves.py), and a letter that shows one opens its leaf,
or is refused. When every letter is opened the true match is replayed through the rules. A letter
that hid illegal decisions, or others than it had announced, is named: its seat has not proved its
board, which loses the game, and the match stays as it is known (`unproved`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.core.contract import (
    CHANCE,
    RESIGN,
    TABLE_VERBS,
    TERMINAL,
    TIME,
    UNKNOWN,
    Action,
    Event,
    State,
)
from engine.far.closed import commitment, public
from engine.far.leaves import LeafPlace, SecretWalk, leaf, leaves_of, untold
from engine.far.letter import Letter, Open
from engine.far.terms import Terms
from engine.match.match import Match, sorted_options, table_options


class Refused(Exception):
    """Raised for a genuine letter with impossible contents; the argument is the reason."""


class Lid(NamedTuple):
    """Key of the closed decisions of one letter: its seat and number."""

    seat: int
    n: int


class StoryEntry(NamedTuple):
    """An event, None for all events of a closed letter; and its letter, None for luck and what both
    have agreed."""

    event: Event | None
    lid: Lid | None = None


@dataclass
class SecretLetter:
    """Letter with hidden decisions: its commitment, the redacted decisions it announced, and its
    leaves. `opening`: of `opener`, the letter that opened it; None: none has."""

    seat: int
    n: int
    commitment: bytes
    public: tuple[Action, ...]
    leaves: tuple[bytes, ...]
    opening: Open | None = None
    opener: Letter | None = None


class LeafNote(NamedTuple):
    """A leaf of a letter. `name`, `value`: of its secret, the value UNKNOWN while hidden here;
    `opener`: number of the letter that opened it, -1: none has."""

    name: Any
    value: Any = UNKNOWN
    opener: int = -1


class DeviceMatch:
    """Match of one device, its commitments and openings.

    `event_count`: number of publicly known events, the count that letters use. `own`: the
    device's own closed decisions, by number of the letter. `secrets`: letters with hidden
    decisions; `newest`: by name of a secret, its newest leaf; `leaves`: all of them. `ended_by`:
    the seat that says the game is over, as its secrets tell. `unproved`: the first letter that
    contradicts what was opened."""

    def __init__(self, terms: Terms, seat: int, own: Mapping[int, Open]) -> None:
        self._terms, self._own = terms, own
        secrets = terms.info.has_secrets
        self.match: Match = terms.match(seat if secrets else None)
        self.event_count = self._least = len(self.match.events)
        self._entries = [StoryEntry(event) for event in self.match.events]
        self.dealt = False  # cards of a shared deck are in play: only the certificate tells them
        self.newest: dict[Any, LeafPlace] = {}
        self.leaves: dict[LeafPlace, LeafNote] = {}
        self.ended_by: int | None = None
        self.unproved: Lid | None = None
        self.secrets: dict[Lid, SecretLetter] = {}

    @property
    def table(self) -> bytes:
        """The id of the table."""
        return self._terms.id

    @property
    def singly(self) -> bool:
        """Whether secrets are shown one by one, and some may be hidden here."""
        return self.match.game.opens_singly and not self.whole

    @property
    def whole(self) -> bool:
        """Whether the match is the true one."""
        return self.match.viewer is None

    # -- what is decided -----------------------------------------------------------------------

    def play(self, letter: Letter, actions: tuple[Action, ...]) -> None:
        """Play all `actions` of a letter, as it announces them, or none. Raises Refused."""
        seat, root, lid = letter.seat, letter.closed, Lid(letter.seat, letter.n)
        mine = self.match.viewer == seat
        playing = self._own[letter.n].actions if mine and root else actions
        walk = SecretWalk(self.match.game, self.newest, seat, letter.n)
        if self.singly:
            playing = self._plain(seat, playing) if mine and not root else playing
            self._check(seat, playing, walk)
            self._check_leaves(letter, walk)
        elif self._check(seat, playing, walk) != (bool(root) and not mine):
            raise Refused("closed")
        elif letter.leaves or letter.openings:
            raise Refused("closed")  # nothing is shown one by one here
        before = len(self.match.events)
        for action in playing:
            if action[0] in TABLE_VERBS:
                self.match.play(action)
            else:
                self.match.take(action)
        self.event_count += len(actions)
        noted = any(isinstance(part, tuple) for action in actions for part in action)
        if self.singly and (walk.hidden or noted):  # more was told than what was decided
            self._least = self.event_count
        if self.singly:
            self.newest = walk.newest
            self._note_leaves(letter, walk)
        if root:
            self.secrets[lid] = SecretLetter(*lid, root, actions, letter.leaves)
            self._entries.append(StoryEntry(None, lid))
        else:
            self._entries += [StoryEntry(event, lid) for event in self.match.events[before:]]

    def _note_leaves(self, letter: Letter, walk: SecretWalk) -> None:
        for place, value in walk.shown:
            if place is not None:
                note = self.leaves.get(place, LeafNote(None))
                self.leaves[place] = note._replace(value=value, opener=letter.n)
        for number, name in enumerate(walk.names):
            self.leaves[LeafPlace(letter.seat, letter.n, number)] = LeafNote(name)

    def _plain(self, seat: int, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return own decisions without what redaction has added to them. Raises Refused."""
        state, found = self.match.state.clone(), []
        for told in actions:
            plain: Action | None = told
            if told[0] not in TABLE_VERBS and state.current_player() == seat:
                plain = untold(self.match.game, state, seat, told)
            if plain is None:
                raise Refused("illegal")
            self._check_one(state, seat, plain)
            found.append(plain)
            state.apply(plain)
        return tuple(found)

    def _check(self, seat: int, actions: tuple[Action, ...], walk: SecretWalk) -> bool:
        """Return whether these decisions are partly hidden from this device. Raises Refused for
        illegal ones, as far as the device can tell."""
        check, hides = self.match.state.clone(), False
        for action in actions:
            hides |= self._check_one(check, seat, action)
            if self.singly:
                walk.note(check, action)
            check.apply(action)
        return hides

    def _check_one(self, state: State, seat: int, action: Action) -> bool:
        """Return whether a decision is legal only as something hidden from this device. Raises
        Refused if it is not legal."""
        if action[0] in TABLE_VERBS:
            if action != (RESIGN, seat) or action not in table_options(state):
                raise Refused("illegal")
        elif state.current_player() != seat:
            raise Refused("turn")
        elif self.singly and self.match.viewer != seat:
            if not state.takes(action):  # what would be legal may lack what it has to tell
                raise Refused("illegal")
            return True
        elif action not in sorted_options(state):
            if self.whole or not state.takes(action):
                raise Refused("illegal")
            return True
        return False

    def _check_leaves(self, letter: Letter, walk: SecretWalk) -> None:
        """Check that a letter commits to what its decisions hide, and opens what they show. Raises
        Refused."""
        if len(letter.leaves) != len(walk.hidden) or bool(letter.closed) != bool(walk.hidden):
            raise Refused("closed")
        if len(letter.openings) != len(walk.shown):
            raise Refused("opening")
        for (place, value), opening in zip(walk.shown, letter.openings, strict=True):
            if place is None or place != (letter.seat, opening.n, opening.leaf):
                raise Refused("opening")
            known = self.secrets.get(Lid(place.seat, place.n))
            leaves = letter.leaves if known is None else known.leaves
            if leaves[place.number] != leaf(self.table, place, opening.salt, value):
                raise Refused("opening")

    def settle(self, outcome: Action) -> None:
        """Play a chance outcome that both seats have contributed to, and append it."""
        self._entries.append(StoryEntry(self.match.take(outcome)))
        self.event_count += 1

    def lose_on_time(self, seat: int) -> None:
        self._entries += map(StoryEntry, self.match.play((TIME, seat)))
        self.event_count += 1

    def agree_draw(self) -> None:
        self._entries += map(StoryEntry, self.match.agree_draw())
        self.event_count += 1

    # -- going back --------------------------------------------------------------------------

    def may_cut(self, number: int) -> bool:
        """Return whether the match may go back to `number` public events: not across chance or a
        closed decision or something shown, nor before the start of the far table."""
        if not self._least <= number < self.event_count:
            return False
        last = self._entries[number - self.event_count :]
        return all(one.event is not None and one.event.actor >= 0 for one in last)

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
        if self.match.over or self.ended_by is not None:
            return True
        outcomes = self.match.state.chance_outcomes()
        if not outcomes:
            return False
        return bool(self.match.game.shows(self.match.state, Event(CHANCE, outcomes[0][0])))

    def to_open(self, seat: int) -> list[int]:
        """Return the numbers of a seat's letters that its device has to open now."""
        if self.whole or not self.shows:
            return []
        mine = (one for one in self.secrets.values() if one.seat == seat)
        return [one.n for one in mine if one.opening is None]

    def open(self, letter: Letter, part: Open) -> None:
        """Accept an opening. Raises Refused if it does not match its commitment or is too early."""
        under = self.secrets.get(Lid(letter.seat, part.n))
        if under is None or commitment(letter.table, letter.seat, part) != under.commitment:
            raise Refused("opening")
        if not self.whole and not self.shows:
            raise Refused("ahead")
        if under.opening is None:
            under.opening, under.opener = part, letter

    def disclose(self) -> None:
        """Replace the match by the true one once everything is opened, replayed up to its end by
        the rules, which a side may have seen only later. Note the first letter that does not follow
        from what was opened."""
        closed = any(one.opening is None for one in self.secrets.values())
        if self.whole or self.dealt or self.unproved is not None or closed or not self.shows:
            return
        truth = self._terms.match()
        for event, lid in self._entries:
            if truth.over:
                break
            if event is None and lid is not None:
                good = self._proves(truth, self.secrets[lid])
            elif event is not None:
                good = self._true(truth, event)
            if not good:
                self.unproved = lid
                return
        if truth.over or self.ended_by is None:
            self.match = truth
        else:
            self.unproved = Lid(self.ended_by, -1)

    def _true(self, truth: Match, event: Event) -> bool:
        """Play a public event in `truth`; return False if illegal there or told wrongly."""
        action: Action | None = event.action
        if event.action[0] in TABLE_VERBS:
            if event.action not in table_options(truth.state):
                return False
        elif event.actor != truth.state.current_player():
            return False
        elif event.actor == self.match.viewer or not self.singly:
            action = action if action in truth.options_now() else None
        else:
            action = untold(truth.game, truth.state, event.actor, event.action)
        if action is None:
            return False
        truth.play(action)
        return True

    def _proves(self, truth: Match, letter: SecretLetter) -> bool:
        """Play the opened decisions of a letter in `truth`, up to its end; return False if they are
        illegal, not as announced, or hide other values than its leaves commit to."""
        assert letter.opening is not None
        actions = letter.opening.actions
        if self.singly and not self._leaves_fit(truth, letter, letter.opening):
            return False
        trial, legal = truth.state.clone(), []
        for action in actions:
            if self.singly and trial.current_player() == TERMINAL:
                break
            if action[0] in TABLE_VERBS:
                good = action in table_options(trial)
            else:
                good = trial.current_player() == letter.seat and action in sorted_options(trial)
            if not good:
                return False
            trial.apply(action)
            legal.append(action)
        if public(truth, letter.seat, actions) != letter.public:
            return False
        for action in legal:
            truth.play(action)
        return True

    def _leaves_fit(self, truth: Match, letter: SecretLetter, opening: Open) -> bool:
        walk = SecretWalk(truth.game, {}, letter.seat, letter.n)
        try:
            walk.follow(truth.state.observation(letter.seat), opening.actions)
        except Exception:  # opened decisions may be anything
            return False
        found = leaves_of(self.table, letter.seat, letter.n, opening.salt, walk.hidden)
        if tuple(found) != letter.leaves:
            return False
        for number, value in enumerate(walk.hidden):
            place = LeafPlace(letter.seat, letter.n, number)
            self.leaves[place] = self.leaves[place]._replace(value=value)
        return True
