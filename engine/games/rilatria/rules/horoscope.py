"""The horoscope deck: a public multiset of 35 cards (rulebook, sections 1, 6, 8).

A card is a number in deck order, so that sorted chance outcomes follow that order:
0–3 honour 1–4, 4–7 luck 1–4, 8–11 money 1–4, 12 token.
"""

from __future__ import annotations

TOKEN = 12
SUITS = "hsd"
CARDS = tuple(f"{value}{suit}" for suit in SUITS for value in (1, 2, 3, 4)) + ("F",)
PURSE = 13  # the choice of the option `purse`; no card: it is never drawn
CHOICES = (*CARDS, "+")  # notation of everything that can be chosen
CODES = {name: card for card, name in enumerate(CARDS)}
COPIES = (4, 3, 3, 1) * 3 + (2,)
DRAWN = 3  # cards of one draw


def characteristic(card: int) -> int:
    """Return the reserve index that a number card or the purse raises: honour 1, luck 2,
    money 3."""
    return 3 if card == PURSE else 1 + card // 4


def value(card: int) -> int:
    """Return how much a number card adds, 1…4, or the purse."""
    return 1 if card == PURSE else card % 4 + 1


def left(held: int, drawn: tuple[int, ...]) -> list[int]:
    """Return how many copies of each card are left, without `held` tokens and the `drawn`
    cards."""
    copies = list(COPIES)
    copies[TOKEN] -= held
    for card in drawn:
        copies[card] -= 1
    return copies
