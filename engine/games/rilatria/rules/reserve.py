"""The reserve of a player and the treaties that move it (rule sheet, sections 1, 5, 7).

A reserve is a bytearray of five: vitality, honour, luck, money, tokens. Every change is clamped
to 0…6 and comes back as a `Step`, so that the page can say what happened and why.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.rilatria.rules import horoscope

VITALITY, HONOUR, LUCK, MONEY, TOKENS = range(5)
NUMBERS = (VITALITY, HONOUR, LUCK, MONEY)
WORDS = ("vitality", "honour", "luck", "money", "tokens")
START = bytes((6, 4, 1, 2, 0))
HIGH, TOP = 4, 6  # from where a treaty applies; the maximum, where its gain doubles
MAX_TOKENS = 2
KNOWN = 4096  # changes of reserves that are remembered
BOUNTY = 1  # honour of the killer, and of the owner of a killed assassin


class Shift(NamedTuple):
    """A change of one value: `by` what it really is, `meant` what it would be without a limit."""

    what: int
    by: int
    meant: int


class Step(NamedTuple):
    """One thing that happened to a reserve: `cause` names the treaty, `detail` is what else the
    sentence needs."""

    cause: str
    side: int
    changes: tuple[Shift, ...]
    detail: tuple[int, ...] = ()


def shift(reserve: bytearray, index: int, by: int) -> Shift:
    """Changes a characteristic, clamped."""
    before = reserve[index]
    reserve[index] = max(0, min(TOP, before + by))
    return Shift(index, reserve[index] - before, by)


def honour_treaty(reserve: bytearray, side: int) -> Step | None:
    """Step 1: honour heals and lowers luck; at the maximum the gain doubles."""
    honour = reserve[HONOUR]
    if honour < HIGH:
        return None
    healed = shift(reserve, VITALITY, 2 if honour == TOP else 1)
    return Step("honour", side, (healed, shift(reserve, LUCK, -1)), (honour,))


def luck_treaty(reserve: bytearray, side: int) -> Step | None:
    """Step 2a: luck brings money; at the maximum the gain doubles. A coin is due afterwards."""
    luck = reserve[LUCK]
    if luck < HIGH:
        return None
    return Step("luck", side, (shift(reserve, MONEY, 2 if luck == TOP else 1),), (luck,))


def coin_treaty(reserve: bytearray, side: int, call: int, face: int) -> Step:
    """Step 2b: a right call heals, a wrong one wounds."""
    change = shift(reserve, VITALITY, 1 if call == face else -1)
    return Step("coin", side, (change,), (call, face))


def money_treaty(reserve: bytearray, side: int) -> Step | None:
    """Step 3: money costs honour."""
    money = reserve[MONEY]
    if money < HIGH:
        return None
    return Step("money", side, (shift(reserve, HONOUR, -1),), (money,))


@lru_cache(maxsize=KNOWN)
def opened(values: bytes, side: int) -> tuple[bytes, tuple[Step, ...], bool]:
    """(a reserve after the treaties that begin a turn, what they did, whether a coin is due, which
    the money treaty waits for). A search begins turns with the same few reserves all the time."""
    own = bytearray(values)
    honour, luck = honour_treaty(own, side), luck_treaty(own, side)
    money = None if luck else money_treaty(own, side)
    steps = tuple(step for step in (honour, luck, money) if step is not None)
    return bytes(own), steps, luck is not None


@lru_cache(maxsize=KNOWN)
def carded(values: bytes, side: int, card: int) -> tuple[bytes, Step]:
    """(a reserve after the card chosen, what it did)."""
    own = bytearray(values)
    if card == horoscope.TOKEN:
        own[TOKENS] += 1
        change = Shift(TOKENS, 1, 1)
    else:
        change = shift(own, horoscope.characteristic(card), horoscope.value(card))
    return bytes(own), Step("card", side, (change,), (card,))


def may_sacrifice(reserve: bytearray) -> bool:
    """Section 7: an exchange that can be carried out in full and kills nobody."""
    return reserve[HONOUR] >= HIGH and reserve[VITALITY] >= 2 and reserve[MONEY] < TOP
