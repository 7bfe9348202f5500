"""The match of a far table with its luck: contributions to chance, shared decks, what is opened,
and how the game has ended. Which letters bring all this is for `engine.far.fold.LetterFold`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core.contract import CHANCE, SPECTATOR, Event
from engine.core.hidden import CardDraw
from engine.far.chance import after, outcome, step
from engine.far.dealing import Dealing
from engine.far.deck import BadStep, Deck, computed
from engine.far.deckproof import Guilt, deck_guilt, draw_guilt, play_guilt, proof_work
from engine.far.group import Group, Product, cached
from engine.far.letter import SEATS, SEED, Chance, DeckStep, Letter, Open
from engine.far.story import DeviceMatch, Refused
from engine.far.terms import Terms
from engine.far.timing import TimeEnd
from engine.match.match import Match


@dataclass
class LuckFold:
    """Attributes are read-only for callers.

    `seat`: the one this device plays (SPECTATOR: none). `own`: its closed decisions, by number of
    the letter; those that are missing are read back from the letters with the `seed` of this seat.
    If that fails the device continues as a spectator (`lost`). `group`: for shared decks.
    `convicted`: what an opened seed has proved while the game went on, which ends it; `guilt`: the
    same, or what both seeds prove after the end, once `judge` has been called.
    """

    terms: Terms
    seat: int = SPECTATOR
    own: dict[int, Open] = field(default_factory=dict)
    group: Group | None = None
    seed: bytes = b""

    def __post_init__(self) -> None:
        self.lost = False
        self._cached = None if self.group is None else cached(self.group)
        self.ruling: TimeEnd | None = None  # how the game ended on time
        self._reset()

    def _reset(self) -> None:
        seat = SPECTATOR if self.lost else self.seat
        self.story = DeviceMatch(self.terms, seat, self.own)
        self.ends: dict[int, bytes] = {self.terms.seat: self.terms.chain}
        self.draws = 0  # settled draws
        self._place = 0  # node within the current draw
        self.given: dict[int, list[bytes]] = {}  # contributions by seat
        self.riding: list[Chance | DeckStep] = []  # own ones to send with the next letter
        self.dealing = Dealing(
            self.match.game, self.terms.id, self._cached, seat, self.seed, self.ends
        )
        self.guilt: Guilt | None = None
        self.convicted: Guilt | None = None
        self._judged: dict[int, int] = {}  # by deck, with how many opened seeds it was judged
        self._least = 0  # public events that no takeback may cross: a card was shown or drawn
        self.forfeit: int | None = None  # seat that lost on time where the rules have no such loss
        self.broken_off: TimeEnd | None = None  # the end whose answer breaks the game off
        self.abandoned: int | None = None  # seat that left a table without a clock
        self.conceded = False  # the loser by silence has accepted that
        self._settle()

    # -- how it stands -------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.story.match

    @property
    def event_count(self) -> int:
        """Number of publicly known events, as letters count them."""
        return self.story.event_count

    @property
    def events(self) -> list[Event]:
        """Log of the match as this device may know it."""
        return self.match.events

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or where it `stands`."""
        return self.match.over or self.stands or self.story.ended_by is not None

    @property
    def stands(self) -> bool:
        """Whether the game has ended while the match has not: by time where the rules allow no such
        loss, by breaking off or leaving, or by a proved cheat."""
        ends = self.forfeit, self.broken_off, self.abandoned, self.convicted, self.story.unproved
        return any(one is not None for one in ends)

    @property
    def opens(self) -> bool:
        """Whether secrets are opened now that the game is over: not if it was broken off or left,
        nor if it was lost by silence before the loser has accepted that."""
        return self.over and (self.ruling is None or self.conceded)

    @property
    def failed(self) -> int | None:
        """The seat that has not proved its board or cards, and so has lost: what it opened does not
        fit what it had committed to, shuffled or played."""
        unproved = self.story.unproved or self.guilt
        return None if unproved is None else unproved.seat

    @property
    def loser(self) -> int | None:
        """The seat that has lost, by the board, by time or by its own word; None: nobody yet."""
        outcome = self.match.outcome()
        if outcome is not None:
            return None if outcome.winner is None else 1 - outcome.winner
        return self.story.ended_by if self.forfeit is None else self.forfeit

    @property
    def unopened(self) -> list[int]:
        """The seats that have not opened the seeds of their cards after the end of the game."""
        return self.dealing.closed if self.over else []

    @property
    def closed(self) -> list[int]:
        """The seats that must open their board or cards before the result is proved: all but the
        loser's, whose board changes nothing."""
        ended = self.match.over or self.loser is not None
        if not ended or self.failed is not None:
            return []
        boards = range(SEATS) if self.story.singly else ()
        owing = {*self.unopened, *(seat for seat in boards if self.story.to_open(seat))}
        return sorted(owing - {self.loser})

    # -- chance --------------------------------------------------------------------------------

    @property
    def at_chance(self) -> bool:
        return self.match.state.current_player() == CHANCE

    @property
    def drawn(self) -> CardDraw | None:
        """The draw from a shared deck that is due now."""
        at_draw = self.at_chance and not self.stands
        return self.match.game.draws(self.match.state) if at_draw else None

    def owes(self, seat: int) -> bool:
        """Return whether the game waits for a chance contribution of this seat."""
        waits = self.at_chance and not self.story.shows and not self.stands and not self.drawn
        return waits and len(self.given.get(seat, ())) <= self.draws

    @property
    def owing(self) -> list[int]:
        """The seats whose devices owe a contribution, an opening or a step of a deck."""
        return [
            seat
            for seat in range(SEATS)
            if self.owes(seat) or self.story.to_open(seat) or self.dealing.owes(seat, self.drawn)
        ]

    def _chance(self, letter: Letter, part: Chance) -> None:
        """Accept a contribution. Raises Refused if early or not the next link of its chain."""
        if self._rides(letter.seat, part):
            return
        if self.stands or (self.over and part.draw == self.draws):
            return  # the game ended meanwhile
        given = self.given.setdefault(letter.seat, [])
        if not self.at_chance or part.draw != self.draws or self.drawn is not None:
            raise Refused("ahead" if part.draw >= self.draws else "chance")
        if len(given) != part.draw:
            raise Refused("chance")
        before = given[-1] if given else self.ends.get(letter.seat, b"")
        if step(part.contribution) != before:
            raise Refused("chance")
        given.append(part.contribution)
        self._settle()

    def _rides(self, seat: int, part: Chance | DeckStep) -> bool:
        """Return whether a part of this seat was applied before it was sent."""
        rides = seat == self.seat and part in self.riding
        if rides:
            self.riding.remove(part)
        return rides

    def foresee(self, part: Chance) -> bool:
        """Apply this seat's own contribution before it is sent, and return True, if it completes
        the draw and this seat decides next: one letter then carries both."""
        given = [list(self.given.get(seat, [])) for seat in range(SEATS)]
        given[self.seat].append(part.contribution)
        if any(len(one) <= self.draws for one in given):
            return False
        state = after(self.match.state, [one[self.draws] for one in given])
        if not self.dealing.comes_next(state):
            return False
        self.riding.append(part)
        self.given[self.seat] = given[self.seat]
        self._settle()
        return True

    def _settle(self) -> None:
        """Disclose opened decisions, then draw chance while every seat has contributed."""
        self.story.disclose()
        while self.at_chance:
            drawn = self.drawn
            if drawn is not None:
                if not self._deal(drawn):
                    return
                continue
            if self.story.shows:
                if not self.story.whole:
                    return
                self.story.settle(self.match.options_now()[0])
                continue
            given = [self.given.get(seat, []) for seat in range(SEATS)]
            if any(len(one) <= self.draws for one in given):
                return
            links = [one[self.draws] for one in given]
            self.story.settle(outcome(self.match.state, links, self._place))
            self._place += 1
        self.draws += self._place > 0
        self._place = 0

    # -- shared decks --------------------------------------------------------------------------

    def _deck(self, letter: Letter, part: DeckStep) -> None:
        """Accept a step of a shared deck. Raises Refused."""
        if not self._rides(letter.seat, part):
            self._take_step(letter.seat, part)

    def _take_step(self, seat: int, part: DeckStep) -> None:
        try:
            if part.what == SEED:
                self._open_seed(seat, part.items[0])
            elif not self.over:  # else it ended meanwhile
                for _ in self.dealing.take(seat, part, lambda: self.drawn):
                    self._settle()
        except BadStep as why:
            raise Refused(str(why)) from None

    def _deal(self, drawn: CardDraw) -> bool:
        """Settle the draw that is due; return False if it waits."""
        self.draws += self._place > 0
        self._place = 0
        self._least = self.event_count
        found = self.dealing.settle(self.match.state, drawn)
        if found is None:
            return False
        self.story.dealt = True
        self.story.settle(found)
        return True

    def foresee_keys(self) -> bool:
        """Release this seat's keys of the draws that are due before they are sent, and return True,
        if this seat decides after them: one letter then carries both."""
        drawn, state = self.drawn, self.match.state
        if drawn is None or not self.dealing.comes_next(state, drawn):
            return False
        for part in self.dealing.due(state, drawn):
            self._take_step(self.seat, part)
            self.riding.append(part)
        return True

    def deck_work(self) -> list[Product]:
        """Return the products that `deck_steps` needs, if they are many."""
        drawn = None if self.over else self.drawn
        return [] if drawn is None else self.dealing.work(drawn)

    def deck_steps(self) -> list[DeckStep]:
        """Return the steps of a shared deck that this device has to send now: passes and keys, or
        its seed when the game is over."""
        if self.over:
            return self.dealing.opening() if self.opens else []
        return [] if self.drawn is None else self.dealing.due(self.match.state, self.drawn)

    # -- what opened seeds prove ---------------------------------------------------------------

    def _open_seed(self, seat: int, seed: bytes) -> None:
        self.dealing.take_seed(seat, seed)
        if not self.over:
            self.guilt = self.convicted = draw_guilt(self.dealing, seat)

    @property
    def unjudged(self) -> Deck | None:
        """The next deck to judge; None: all are judged, or none can be."""
        if not self.over or self.guilt is not None:
            return None
        seeds = len(self.dealing.seeds)
        decks = (one for one in self.dealing.decks if self._judged.get(one.number, 0) < seeds)
        return next(decks, None)

    def proof_work(self) -> list[Product]:
        """Return the products that `judge` needs next."""
        deck = self.unjudged
        return [] if deck is None else proof_work(self.dealing, deck)

    def judge(self) -> bool:
        """Compute the next deck again from the opened seeds, and return True; when all are done,
        play the game again with the true hands. Return False if there was nothing to do."""
        deck, dealing = self.unjudged, self.dealing
        if deck is None:
            return False
        self.guilt = deck_guilt(dealing, deck)
        self._judged[deck.number] = len(dealing.seeds)
        if self.unjudged is None and self.guilt is None and not dealing.closed:
            self.guilt = play_guilt(dealing, self.match, self.terms.match())
        return True

    def judging(self) -> Iterator[None]:
        """Judge all decks, yielding after each product."""
        while (deck := self.unjudged) is not None:
            for one in proof_work(self.dealing, deck):
                computed(deck.group, [one])
                yield
            self.judge()
