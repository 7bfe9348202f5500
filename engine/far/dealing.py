"""Shared decks of a far table as its letters give them, and the steps this device owes.

A deck is opened when a draw is due and the last one is used up. A draw waits for the key of the
seat that does not get the card. A card is played in the letter that also releases its receiver's
key, before the events. When the game is over, both seats open their seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE, UNKNOWN, Action, AnyGame, Event, State
from engine.core.hidden import CardDraw
from engine.far.chance import chain_end
from engine.far.deck import BadStep, Deck, computed
from engine.far.group import Group, Product
from engine.far.letter import KEYS, MAX_KEYS, SEED, DeckStep


class HandCard(NamedTuple):
    """Card dealt from a shared deck: its deck and position."""

    deck: int
    place: int


class Dealing:
    """Decks of one table. `seat`, `seed`: of this device, which knows its own cards (−1, empty: a
    spectator); `ends`: ends of the chance chains, by which opened seeds are checked.

    `hands`: by seat, cards that are drawn and not played; `shown`: of these, the ones that both
    keys show, with their card; `known`: all cards this device knows; `broken`: the position with no
    possible card: the other seat has shuffled falsely; `twice`: it holds a card that this device
    has drawn too.
    """

    def __init__(
        self, game: AnyGame, table: bytes, group: Group | None, seat: int, seed: bytes,
        ends: dict[int, bytes],
    ) -> None:  # fmt: skip
        self._game, self._table, self._group = game, table, group
        self._seat, self._seed, self._ends = seat, seed, ends
        self.decks: list[Deck] = []
        self.hands: list[list[HandCard]] = [[], []]
        self.shown: dict[HandCard, int] = {}
        self.known: dict[HandCard, int] = {}
        self.order: list[tuple[HandCard, int]] = []  # all draws, with their receivers
        self.seeds: dict[int, bytes] = {}
        self.broken: HandCard | None = None
        self.twice = False

    # -- draws ---------------------------------------------------------------------------------

    @property
    def _last(self) -> Deck | None:
        return self.decks[-1] if self.decks else None

    def _current(self, drawn: CardDraw) -> Deck:
        """Return the deck of a draw that is due, a new one if the last is used up."""
        deck = self._last
        if deck is None or len(deck.drawn) == deck.size:
            deck = self._new(drawn)
            self.decks.append(deck)
        return deck

    def _new(self, drawn: CardDraw) -> Deck:
        if self._group is None:
            raise ValueError("no group for a shared deck")
        number, name = len(self.decks), self._game.info.id
        return Deck(self._group, self._table, name, number, drawn.cards, drawn.seat)

    def settle(self, state: State, drawn: CardDraw) -> Action | None:
        """Return what the draw due at `state` gives, as this device sees it; None: it waits."""
        deck = self._current(drawn)
        place = len(deck.drawn)
        if not deck.ready or not deck.released(1 - drawn.seat, place):
            return None
        deck.drawn.append(drawn.seat)
        found = HandCard(deck.number, place)
        self.hands[drawn.seat].append(found)
        self.order.append((found, drawn.seat))
        if drawn.seat != self._seat or not self._seed:
            return drawn.verb, UNKNOWN
        card = deck.card(place, self._seat, deck.key(self._seat, self._seed, place))
        if card is None or card not in drawn.cards:
            self._break(found, card is not None)
            return drawn.verb, UNKNOWN
        self.known[found] = card
        return drawn.verb, card

    def _seen(self, at: HandCard, card: int) -> bool:
        """Return whether this device knows that another position of the same deck holds a card."""
        known = {**self.known, **self.shown}
        return any(one.deck == at.deck and known[one] == card for one in known if one != at)

    def _break(self, at: HandCard, twice: bool) -> None:
        if self.broken is None:
            self.broken, self.twice = at, twice

    # -- steps that arrive ---------------------------------------------------------------------

    def take(
        self, seat: int, part: DeckStep, drawn: Callable[[], CardDraw | None]
    ) -> Iterator[None]:
        """Take a pass, or keys one by one, yielding after each so that it can be settled. `drawn`:
        the draw that is due then. Raises BadStep."""
        if part.what != KEYS:
            self._take_pass(seat, part, drawn())
            yield
        for place, key in zip(part.places, part.items, strict=False):
            self._take_key(seat, drawn(), HandCard(part.deck, place), key)
            yield

    def _take_pass(self, seat: int, part: DeckStep, drawn: CardDraw | None) -> None:
        """Take a pass. Raises BadStep."""
        if drawn is None or part.deck != self._current(drawn).number:
            raise BadStep("pass")
        self._current(drawn).add(seat, part.what, part.items)

    def _take_key(self, seat: int, drawn: CardDraw | None, at: HandCard, key: bytes) -> None:
        """Take a seat's key: of the card that is due to the other seat, or of one in its own hand.
        Raises BadStep."""
        if at in self.hands[seat]:
            own = self.decks[at.deck]
            own.release(seat, at.place, key)
            card = own.card(at.place, seat)
            if card is None:
                raise BadStep("card")
            if self._seed and self._seen(at, card):
                self._break(at, True)
            self.shown[at] = card
            return
        due = None if drawn is None or drawn.seat == seat else self._current(drawn)
        if due is None or not due.ready or at != (due.number, len(due.drawn)):
            raise BadStep("ahead")
        due.release(seat, at.place, key)

    def take_seed(self, seat: int, seed: bytes) -> None:
        """Take an opened seed. Raises BadStep if it is not the one of this seat's chance chain."""
        if chain_end(seed) != self._ends.get(seat):
            raise BadStep("seed")
        self.seeds[seat] = seed

    # -- cards that are played -----------------------------------------------------------------

    def played(self, seat: int, actions: Sequence[Action]) -> list[HandCard] | None:
        """Return which shown cards of a hand these actions play; None if one is not shown."""
        free = [at for at in self.hands[seat] if at in self.shown]
        found = []
        for action in actions:
            card = self._game.card_played(Event(seat, action))
            if card is None:
                continue
            at = next((one for one in free if self.shown[one] == card), None)
            if at is None:
                return None
            free.remove(at)
            found.append(at)
        return found

    def later(self, actions: Sequence[Action]) -> int:
        """Return the number of actions after the last one that plays a card."""
        plays = [self._game.card_played(Event(0, action)) is not None for action in actions]
        return plays[::-1].index(True)

    def spend(self, seat: int, spent: Sequence[HandCard]) -> None:
        for at in spent:
            self.hands[seat].remove(at)

    # -- steps that are due --------------------------------------------------------------------

    def owes(self, seat: int, drawn: CardDraw | None) -> bool:
        """Return whether a draw waits for a pass or key of this seat."""
        if drawn is None:
            return False
        deck = self._current(drawn)
        return deck.shuffler == seat if not deck.ready else drawn.seat != seat

    def due(self, state: State, drawn: CardDraw) -> list[DeckStep]:
        """Return what this device owes to the draw due at `state`: a pass, after the last pass
        also the first keys, or keys."""
        deck, seat = self._current(drawn), self._seat
        if not self.owes(seat, drawn):
            return []
        if deck.ready:
            return [self._keys(deck, state)]
        steps = [self._pass(deck)]
        if len(deck.passes) == 3 and drawn.seat != seat:
            trial = self._new_trial(deck, steps[0])
            steps.append(self._keys(trial, state))
        return steps

    def work(self, drawn: CardDraw) -> list[Product]:
        """Return the products of the pass this device owes to the draw due, if it owes one."""
        deck = self._current(drawn)
        return deck.work(len(deck.passes), self._seed) if deck.shuffler == self._seat else []

    def _new_trial(self, deck: Deck, last: DeckStep) -> Deck:
        """Return a copy of a deck with its last pass."""
        trial = Deck(
            deck.group, self._table, self._game.info.id, deck.number, deck.cards, deck.first
        )
        for step, elements in enumerate((*deck.passes, last.items)):
            trial.add(trial.shuffler, step, elements)
        return trial

    def _pass(self, deck: Deck) -> DeckStep:
        step = len(deck.passes)
        return DeckStep(step, deck.number, computed(deck.group, deck.work(step, self._seed)))

    def _keys(self, deck: Deck, state: State) -> DeckStep:
        """Return the keys of all cards that the other seat draws in a row now."""
        first = len(deck.drawn)
        places = range(first, min(first + self.row(state), deck.size))
        keys = (deck.key(self._seat, self._seed, place) for place in places)
        return DeckStep(KEYS, deck.number, tuple(keys), tuple(places))

    def row(self, state: State) -> int:
        """Return how many cards the other seat draws in a row from here, at most MAX_KEYS."""
        state, count = state.clone(), 0
        while count < MAX_KEYS and state.current_player() == CHANCE:
            drawn = self._game.draws(state)
            if drawn is None or drawn.seat == self._seat:
                break
            state.apply((drawn.verb, UNKNOWN))
            count += 1
        return count

    def comes_next(self, state: State, drawn: CardDraw | None = None) -> bool:
        """Return whether this seat decides at `state`, or after draws that wait for nothing but
        its keys. `drawn`: such a draw must be due."""
        deck, row = self._last, 0
        if deck is not None and deck.ready:
            row = min(self.row(state), deck.size - len(deck.drawn))
        state = state.clone()
        for _ in range(row):
            due = self._game.draws(state)
            assert due is not None
            state.apply((due.verb, UNKNOWN))
        return state.current_player() == self._seat and (drawn is None or row > 0)

    def before(self, actions: Sequence[Action]) -> list[DeckStep]:
        """Return the keys that must precede these decisions of this seat in its letter: of the
        cards they play."""
        steps = []
        for action in actions:
            card = self._game.card_played(Event(self._seat, action))
            at = next((one for one in self.hands[self._seat] if self.known.get(one) == card), None)
            if card is not None and at is not None and at not in self.shown:
                key = self.decks[at.deck].key(self._seat, self._seed, at.place)
                steps.append(DeckStep(KEYS, at.deck, (key,), (at.place,)))
        return steps

    def behind(self, state: State) -> list[DeckStep]:
        """Return what this seat's letter should add if it leads to `state`: the first pass of a
        new deck from which this seat draws."""
        deck = self._next(state)
        return [] if deck is None else [self._pass(deck)]

    def work_behind(self, state: State) -> list[Product]:
        """Return the products of the pass that `behind` returns, if any."""
        deck = self._next(state)
        return [] if deck is None else deck.work(0, self._seed)

    def _next(self, state: State) -> Deck | None:
        """Return the new deck that `state` needs if this seat draws from it, else None."""
        drawn, deck = self._game.draws(state), self._last
        if drawn is None or drawn.seat != self._seat:
            return None
        used_up = deck is None or len(deck.drawn) == deck.size
        return self._new(drawn) if used_up else None

    def opening(self) -> list[DeckStep]:
        """Return what this device owes when the game is over: its seed, if it is not open yet."""
        owes = self._seat >= 0 and self.decks and self._seat not in self.seeds
        return [DeckStep(SEED, 0, (self._seed,))] if owes else []

    @property
    def key_count(self) -> int:
        return sum(deck.key_count for deck in self.decks)

    @property
    def steps(self) -> int:
        """Number of accepted passes, keys and seeds."""
        return sum(len(deck.passes) for deck in self.decks) + self.key_count + len(self.seeds)

    # -- at the end ----------------------------------------------------------------------------

    @property
    def closed(self) -> list[int]:
        """The seats whose seed is not open, if there is a deck."""
        return [seat for seat in self._ends if self.decks and seat not in self.seeds]

    def opened(self, at: HandCard, seat: int) -> int | None:
        """Return the card of a draw from the opened seed of its receiver; None if it holds none of
        the game."""
        deck = self.decks[at.deck]
        return deck.card(at.place, seat, deck.key(seat, self.seeds[seat], at.place))

    def dealt(self) -> list[int | None]:
        """Return all cards in the order of their draws, None where a position holds none. Both
        seeds must be open."""
        return [self.opened(at, seat) for at, seat in self.order]
