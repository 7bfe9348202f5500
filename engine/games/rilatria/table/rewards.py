"""What a horoscope card is good for: the effect on its value, and what that value brings or how
much of it is still missing."""

from __future__ import annotations

from engine.core.texts import Message
from engine.games.rilatria.rules import horoscope, reserve
from engine.games.rilatria.rules.horoscope import TOKEN
from engine.games.rilatria.rules.pieces import GLYPHS, PRICES, UNITS
from engine.games.rilatria.rules.reserve import (
    ENDED,
    HIGH,
    HONOUR,
    LUCK,
    MONEY,
    TOKENS,
    TOP,
    VITALITY,
    WORDS,
)
from engine.games.rilatria.rules.state import RilatriaState


def card_effect(values: bytearray, card: int) -> Message:
    """Return what choosing the card would do to this reserve."""
    if card == TOKEN:
        return Message("effect.token")
    index, after = horoscope.characteristic(card), _after(values, card)
    if after == values[index]:
        return Message("effect.none", what=Message(f"reserve.{WORDS[index]}"))
    return Message("effect.some", before=values[index], after=after)


def card_reward(state: RilatriaState, card: int) -> Message:
    """Return the effect of a card for the mover, and what it brings."""
    values = state.reserves[state.side]
    effect = card_effect(values, card)
    if effect.key != "effect.some":
        return effect
    index, after = horoscope.characteristic(card), _after(values, card)
    if index == MONEY:
        brings = _bought(state, values[MONEY], after)
    else:
        # The honour treaty comes first and takes one luck.
        tax = index == LUCK and values[HONOUR] >= HIGH
        brings = _next_turn("heals" if index == HONOUR else "pays", after - tax)
        if index == HONOUR:
            brings = _healed(state, after) or brings
    return effect if brings is None else Message("effect.brings", effect=effect, brings=brings)


def _after(values: bytearray, card: int) -> int:
    """Return the card's value in a reserve after choosing it."""
    copy, index = bytearray(values), horoscope.characteristic(card)
    reserve.shift(copy, index, horoscope.value(card))
    return copy[index]


def _next_turn(treaty: str, value: int) -> Message | None:
    """Return what a treaty gives at the start of the next turn, or how much is missing for it."""
    if value >= HIGH:
        return Message(f"reward.{treaty}", gain=2 if value == TOP else 1)
    return Message(f"reward.{treaty}.short", n=HIGH - value)


def _healed(state: RilatriaState, honour: int) -> Message | None:
    """Return what honour brings where it is not simply vitality next turn; None otherwise."""
    if state.mending(state.side, state.round + 1) == ENDED:
        return Message("reward.heals.dusk")
    if honour < HIGH:
        return None
    if state.reserves[state.side][VITALITY] == TOP:
        return Message("reward.heals.full")
    if state.game.mend == "always":
        return None
    return Message("reward.heals.rest", gain=2 if honour == TOP else 1)


def _bought(state: RilatriaState, before: int, after: int) -> Message | None:
    """Return the most expensive unit that the money newly pays for, or how much is missing for the
    cheapest one; None if neither says anything new."""
    if all(state.board[square] for square in state.game.zones[state.side]):
        return None
    tokens = state.reserves[state.side][TOKENS]
    open_to = [kind for kind in UNITS if state.below_limit(kind)]
    open_to = [kind for kind in open_to if PRICES[kind] < TOP or tokens]  # the assassin costs one
    prices = {PRICES[kind]: kind for kind in open_to}
    if new := [price for price in prices if before < price <= after]:
        return Message("reward.buys", unit=Message(f"a.{GLYPHS[prices[max(new)]]}"))
    if prices and after < min(prices):
        cheapest = Message(f"a.{GLYPHS[prices[min(prices)]]}")
        return Message("reward.buys.short", n=min(prices) - after, unit=cheapest)
    return None
