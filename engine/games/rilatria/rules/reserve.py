"""The reserve of a player and the treaties that change it (rulebook, sections 1, 5, 7).

A reserve is a bytearray of five: vitality, honour, luck, money, tokens. Values are clamped to 0…6;
every change is returned as a `ReserveStep`, from which the page says what happened and why.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.rilatria.rules import horoscope

VITALITY, HONOUR, LUCK, MONEY, TOKENS = range(5)
NUMBERS = (VITALITY, HONOUR, LUCK, MONEY)
WORDS = ("vitality", "honour", "luck", "money", "tokens")
START = bytes((6, 4, 1, 2, 0))
HIGH, TOP = 4, 6  # a treaty applies from HIGH on; TOP is the maximum, where its gain doubles
MAX_TOKENS = 2
KNOWN = 4096  # size of each cache below
BOUNTY = 1  # honour won by a kill, and lost by the owner of a killed assassin
# Whether honour restores vitality, or why it does not (option `mend`): the player has lost a piece
# or sacrificed since the last turn began; from round DUSK on nobody's does.
MENDS, RESTS, ENDED = range(3)
DUSK = 26


class Shift(NamedTuple):
    """Change of the value with index `what`: `by` after clamping, `meant` before."""

    what: int
    by: int
    meant: int


class ReserveStep(NamedTuple):
    """One cause and its changes to one side's reserve. `cause`: a treaty or an action; `detail`:
    further numbers for the sentence, such as the card or the kind of piece."""

    cause: str
    side: int
    changes: tuple[Shift, ...]
    detail: tuple[int, ...] = ()


def shift(reserve: bytearray, index: int, by: int) -> Shift:
    """Change a characteristic in place, clamped to 0…6, and return the change."""
    before = reserve[index]
    reserve[index] = max(0, min(TOP, before + by))
    return Shift(index, reserve[index] - before, by)


def honour_treaty(reserve: bytearray, side: int, mending: int = MENDS) -> ReserveStep | None:
    """Apply treaty 1: high honour raises vitality (by 2 at the maximum, by nothing unless it
    MENDS) and lowers luck. None if honour is too low."""
    honour = reserve[HONOUR]
    if honour < HIGH:
        return None
    healed = shift(reserve, VITALITY, 0 if mending else 2 if honour == TOP else 1)
    changes = (healed, shift(reserve, LUCK, -1))
    return ReserveStep("honour", side, changes, (honour, mending) if mending else (honour,))


def luck_treaty(reserve: bytearray, side: int) -> ReserveStep | None:
    """Apply treaty 2a: high luck brings money (2 at the maximum); a coin toss must follow. None if
    luck is too low."""
    luck = reserve[LUCK]
    if luck < HIGH:
        return None
    return ReserveStep("luck", side, (shift(reserve, MONEY, 2 if luck == TOP else 1),), (luck,))


def coin_treaty(reserve: bytearray, side: int, call: int, face: int) -> ReserveStep:
    """Apply treaty 2b: a right call gains one vitality, a wrong one loses one."""
    change = shift(reserve, VITALITY, 1 if call == face else -1)
    return ReserveStep("coin", side, (change,), (call, face))


def money_treaty(reserve: bytearray, side: int) -> ReserveStep | None:
    """Apply treaty 3: high money costs one honour. None if money is too low."""
    money = reserve[MONEY]
    if money < HIGH:
        return None
    return ReserveStep("money", side, (shift(reserve, HONOUR, -1),), (money,))


@lru_cache(maxsize=KNOWN)
def opened(
    values: bytes, side: int, mending: int = MENDS
) -> tuple[bytes, tuple[ReserveStep, ...], bool]:
    """Return (reserve after the treaties that begin a turn, their steps, whether a coin is due).
    The coin precedes the money treaty. Cached: a search meets few different reserves."""
    own = bytearray(values)
    honour, luck = honour_treaty(own, side, mending), luck_treaty(own, side)
    money = None if luck else money_treaty(own, side)
    steps = tuple(step for step in (honour, luck, money) if step is not None)
    return bytes(own), steps, luck is not None


@lru_cache(maxsize=KNOWN)
def carded(values: bytes, side: int, card: int) -> tuple[bytes, ReserveStep]:
    """Return (reserve after choosing a card or the purse, the step)."""
    own = bytearray(values)
    if card == horoscope.TOKEN:
        own[TOKENS] += 1
        change = Shift(TOKENS, 1, 1)
    else:
        change = shift(own, horoscope.characteristic(card), horoscope.value(card))
    return bytes(own), ReserveStep("card", side, (change,), (card,))


def may_sacrifice(reserve: bytearray) -> bool:
    """Return whether a sacrifice is allowed (section 7): high honour, and the exchange of vitality
    for money is possible in full and not fatal."""
    return reserve[HONOUR] >= HIGH and reserve[VITALITY] >= 2 and reserve[MONEY] < TOP
