"""What follows from the letters of a table: the match, what is offered, what was said.

A far match is the existing match fed by letters. A letter that the rules refuse changes nothing and
is named in `refused`; the same letters give the same match on every device.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.contract import CHANCE, DRAW, RESIGN, TABLE_VERBS, Action, Event
from engine.far.chance import outcome, step
from engine.far.letter import Chance, Events, Join, Letter, Says, Word
from engine.far.log import Log
from engine.far.terms import Terms
from engine.match.match import Match, sorted_options, table_options

MAX_SAYS = 200


class Refused(Exception):
    """A letter that is genuine and cannot be; the word says why."""


class Offer(NamedTuple):
    """Something a seat has asked: `draw`, or `back` to so many events."""

    what: str
    seat: int
    number: int


class Said(NamedTuple):
    seat: int
    text: str


@dataclass
class Course:
    """Folds letters in their order. `events` of the match are the truth of the table: everything
    here may be looked at, nothing changed but by `follow`."""

    terms: Terms
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.match = self.terms.match()
        self.names = ["" for _ in self.match.game.sides]
        self.names[self.terms.seat] = self.terms.name
        self.ends: dict[int, bytes] = {self.terms.seat: self.terms.chain}
        self.offer: Offer | None = None
        self.declined: Offer | None = None  # the last that was, until something else happens
        self.again: tuple[int, bytes] | None = None  # who offers another game, its invitation
        self.said: list[Said] = []
        self.refused: dict[bytes, str] = {}  # by digest of the letter
        self.nodes = 0  # chance nodes that are settled
        self.given: dict[int, list[bytes]] = {}  # contributions by seat
        self.rewound = 0  # how many letters there were when the last going back was agreed
        self._done: list[bytes] = []
        self._settle()

    # -- folding -----------------------------------------------------------------------------

    def follow(self, log: Log) -> None:
        """Takes in what is new; begins again where the order has changed."""
        letters = log.order()
        known = [letter.digest for letter in letters[: len(self._done)]]
        if known != self._done:
            self._reset()
        for letter in letters[len(self._done) :]:
            self._take(letter)
            self._done.append(letter.digest)

    def _take(self, letter: Letter) -> None:
        for part in letter.parts:
            try:
                if isinstance(part, Join):
                    self._join(letter, part)
                elif isinstance(part, Events):
                    self._events(letter.seat, part)
                elif isinstance(part, Chance):
                    self._chance(letter.seat, part)
                elif isinstance(part, Word):
                    self._word(letter.seat, part)
                elif isinstance(part, Says):
                    self.said = [*self.said, Said(letter.seat, part.text)][-MAX_SAYS:]
            except Refused as why:
                self.refused[letter.digest] = str(why)
                return

    def _join(self, letter: Letter, part: Join) -> None:
        if letter.seat == self.terms.seat or letter.n:
            raise Refused("join")
        if self.match.game.info.has_chance and not part.chain:
            raise Refused("chance")
        self.names[letter.seat] = part.name
        self.ends[letter.seat] = part.chain
        self._settle()

    def _events(self, seat: int, part: Events) -> None:
        """All of it or nothing. A resignation may cross a move on its way: it comes after."""
        if not part.actions:
            raise Refused("illegal")
        resigns = all(action[0] in TABLE_VERBS for action in part.actions)
        if part.count != len(self.match.events) and not resigns:
            raise Refused("stale")
        check = self.match.state.clone()
        for action in part.actions:
            if action[0] in TABLE_VERBS:
                if self.match.over:
                    return
                if action != (RESIGN, seat) or action not in table_options(check):
                    raise Refused("illegal")
            elif check.current_player() != seat:
                raise Refused("turn")
            elif action not in sorted_options(check):
                raise Refused("illegal")
            check.apply(action)
        for action in part.actions:
            self._play(action)
        self.offer = self.declined = None
        self._settle()

    def _play(self, action: Action) -> None:
        if action[0] in TABLE_VERBS:
            self.match.play(action)
        else:
            self.match.take(action)

    def _word(self, seat: int, part: Word) -> None:
        """An offer or an answer that something else has overtaken on its way is over: nobody did
        anything wrong."""
        if part.word == "again":
            if not self.match.over or not part.more:
                raise Refused("word")
            self.again = (seat, part.more)
        elif part.word.endswith("?"):
            what = part.word[:-1]
            if not self.match.over and self.may_offer(what, part.number):
                self.offer, self.declined = Offer(what, seat, part.number), None
        else:
            self._answer(seat, part)

    def _answer(self, seat: int, part: Word) -> None:
        """Only to an offer of somebody else that still stands."""
        offer = self.offer
        what = part.word.removesuffix("-no")
        if offer is None or offer.seat == seat or (offer.what, offer.number) != (what, part.number):
            return
        self.offer = None
        if part.word.endswith("-no"):
            self.declined = offer
        elif what == "draw":
            self.match.play((DRAW,))
        else:
            self.match.cut(offer.number)
            self.rewound = len(self._done) + 1

    def may_offer(self, what: str, number: int) -> bool:
        """Whether a draw can be agreed now (`number`: of events), or the match go back to its first
        `number` events: never across chance."""
        events = self.match.events
        if what == "draw":
            return number == len(events) and (DRAW,) in table_options(self.match.state)
        return 0 <= number < len(events) and all(one.actor >= 0 for one in events[number:])

    # -- chance ------------------------------------------------------------------------------

    @property
    def at_chance(self) -> bool:
        return self.match.state.current_player() == CHANCE

    def owes(self, seat: int) -> bool:
        """Whether the game waits for a contribution of this seat's device."""
        return self.at_chance and len(self.given.get(seat, ())) <= self.nodes

    def _chance(self, seat: int, part: Chance) -> None:
        """Raises Refused for one that comes too early or is not the next link of its chain."""
        given = self.given.setdefault(seat, [])
        if not self.at_chance or part.node != self.nodes:
            raise Refused("ahead" if part.node >= self.nodes else "chance")
        if len(given) != part.node:
            raise Refused("chance")
        before = given[-1] if given else self.ends.get(seat, b"")
        if step(part.contribution) != before:
            raise Refused("chance")
        given.append(part.contribution)
        self._settle()

    def _settle(self) -> None:
        """Draws as long as every seat has contributed."""
        while self.at_chance:
            given = [self.given.get(seat, []) for seat in range(len(self.names))]
            if any(len(one) <= self.nodes for one in given):
                return
            drawn = outcome(self.match.state, [one[self.nodes] for one in given])
            self.match.take(drawn)
            self.nodes += 1

    @property
    def letters(self) -> int:
        """How many have been taken in."""
        return len(self._done)

    @property
    def events(self) -> list[Event]:
        """The log of the match, as the letters tell it."""
        return self.match.events
