"""Contract rule 13: `Game.draws` and `Game.card_played` describe the game's own deck and hands."""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, UNKNOWN, AnyGame, Event, State
from engine.dev.common import is_table, viewers
from engine.dev.walks import RuleBroken, require
from engine.match.match import Match


class DeckBook:
    """Deck and hands as two devices keep them (engine/far), from `Game.draws` and `card_played`."""

    def __init__(self, seats: int) -> None:
        self.deck: set[int] = set()
        self.hands: list[set[int]] = [set() for _ in range(seats)]

    def draw(self, game: AnyGame, state: State, event: Event) -> None:
        """Check a draw, and that everybody knows it; `state` is the one before it."""
        drawn = game.draws(state)
        assert drawn is not None
        require(game.info.has_deck, 13, "a draw, and the info has no deck", state)
        outcomes = sorted(action for action, _ in state.chance_outcomes())
        made = [(drawn.verb, card) for card in drawn.cards]
        require(made == outcomes, 13, f"a draw of {drawn} with outcomes {outcomes}", state)
        fresh = not self.deck
        self.deck = self.deck or set(drawn.cards)
        require(self.deck == set(drawn.cards), 13, f"the deck holds {self.deck}", state)
        for viewer in viewers(game):
            seen = game.draws(state.observation(viewer))
            require(seen is not None and seen[:2] == drawn[:2], 13, "draws differ", state)
            assert seen is not None
            require(set(seen.cards) >= self.deck, 13, f"{viewer} does not know the deck", state)
            require(not fresh or seen == drawn, 13, f"{viewer} cannot make the deck", state)
            told = game.redact(state, event, viewer)
            knows = event if viewer == drawn.seat else Event(CHANCE, (drawn.verb, UNKNOWN))
            require(told == knows, 13, f"{viewer} is told {told}", state)
        self.deck.remove(event.action[1])
        self.hands[drawn.seat].add(event.action[1])


def rule_13(match: Match, rng: Random, samples: int) -> None:
    """Check that a deck kept from `draws` and `card_played` alone is the game's own: a draw takes a
    card of it, its receiver alone is told which, a new deck is made of what everybody knows, and
    only cards in hand are played."""
    game, state = match.game, match.start.clone()
    book = DeckBook(len(game.sides))
    for event in match.events:
        card = None if is_table(event.action) else game.card_played(event)
        if event.actor == CHANCE and game.draws(state) is not None:
            book.draw(game, state, event)
        elif game.draws(state) is not None:
            raise RuleBroken(13, f"a draw that {event.actor} decides", state)
        elif card is not None:
            require(card in book.hands[event.actor], 13, f"{card} is not in the hand", state)
            book.hands[event.actor].remove(card)
            told = {game.redact(state, event, viewer) for viewer in viewers(game)}
            require(told == {event}, 13, f"a played card is told as {told}", state)
        state.apply(event.action)
