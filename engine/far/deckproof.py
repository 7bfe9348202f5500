"""What opened seeds prove of a shared deck: a false shuffle, or a play that no true hand allowed.

With both seeds every pass is computed again and the game is played again with the true hands. With
one seed the draws of its seat are opened: if all its own passes are true and a draw holds no card
of the game, or one that was drawn before, the other seat has shuffled falsely. Whoever is found
guilty has lost, whatever the moves came to.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import CHANCE, TABLE_VERBS, Event
from engine.far.dealing import Dealing, HandCard
from engine.far.deck import Deck
from engine.far.group import Product
from engine.far.letter import SEATS
from engine.match.match import Match, sorted_options


class Guilt(NamedTuple):
    """Proof against a seat. `kind`: `pass` (number: of the pass from 0), `foreign` or `twice`
    (number: of the position), `illegal` (number: of the event from 1)."""

    seat: int
    kind: str
    number: int
    deck: int = 0


def proof_work(dealing: Dealing, deck: Deck) -> list[Product]:
    """Return the products that `deck_guilt` needs."""
    seeds = dealing.seeds
    work = [
        one
        for seat, seed in seeds.items()
        for step in deck.steps(seat)
        for one in deck.work(step, seed)
    ]
    return work + [
        deck.uncovering(at.place, seat, deck.key(seat, seeds[seat], at.place))
        for at, seat in dealing.order
        if at.deck == deck.number and seat in seeds
    ]


def deck_guilt(dealing: Dealing, deck: Deck) -> Guilt | None:
    """Return what the opened seeds prove of one deck."""
    seeds = dealing.seeds.items()
    faults = [(step, seat) for seat, seed in seeds for step in deck.faults(seat, seed)]
    for step, seat in sorted(faults):
        return Guilt(seat, "pass", step, deck.number)
    return _bad_draw(dealing, deck)


def draw_guilt(dealing: Dealing, seat: int) -> Guilt | None:
    """Return the false shuffle that a seat proves by opening its seed while the game goes on."""
    for deck in dealing.decks:
        found = _bad_draw(dealing, deck)
        if found is not None and not deck.faults(seat, dealing.seeds[seat]):
            return found
    return None


def _bad_draw(dealing: Dealing, deck: Deck) -> Guilt | None:
    """Return the first draw with an impossible card. All passes of opened seeds must be true: then
    the seat whose seed is closed is guilty."""
    closed = [seat for seat in range(SEATS) if seat not in dealing.seeds]
    seen: set[int] = set()
    for at, seat in dealing.order:
        if at.deck != deck.number or len(closed) != 1:
            continue
        card = _opened(dealing, at, seat)
        if card is None and seat not in closed:
            return Guilt(closed[0], "foreign", at.place, deck.number)
        if card in seen:
            return Guilt(closed[0], "twice", at.place, deck.number)
        seen |= set() if card is None else {card}
    return None


def _opened(dealing: Dealing, at: HandCard, seat: int) -> int | None:
    if seat in dealing.seeds:
        return dealing.opened(at, seat)
    return dealing.shown.get(at)


def play_guilt(dealing: Dealing, told: Match, truth: Match) -> Guilt | None:
    """Play the events of `told` in `truth` with the true hands; return the first decision that they
    do not allow. Both seeds must be open and all passes true."""
    cards, game = iter(dealing.dealt()), truth.game
    for number, event in enumerate(told.events, 1):
        if number <= len(truth.events):
            continue  # the start of the table
        drawn = game.draws(truth.state)
        if event.actor == CHANCE and drawn is not None:
            event = Event(CHANCE, (drawn.verb, next(cards)))
        elif event.actor >= 0 and event.action[0] not in TABLE_VERBS:
            if event.action not in sorted_options(truth.state):
                return Guilt(event.actor, "illegal", number)
        truth.play(event.action)
    return None
