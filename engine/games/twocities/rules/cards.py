"""The 24 cards (rulebook, section 2). A card is its index in ORDER; a set of cards is a mask."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.twocities.rules.pieces import ARCHERS, CAVALRY, HEAVY, LIGHT

ORDER = tuple("Ts Js Qs Ks 6s Jd Qd Kd Ah Ad As Ac 2h 2d 2s 2c 3h 3d 3s 3c 4h 4d 4s 4c".split())
NUMBER = {text: card for card, text in enumerate(ORDER)}
ALL = (1 << 24) - 1
WRATH, INFANTRY, RIDERS, RAIN, PHALANX = range(5)
SPECIALS = range(0, 5)
REINFORCEMENTS = range(5, 8)
ONES = range(8, 12)
TWOS = range(12, 16)
THREES = range(16, 20)
NOTHING = range(20, 24)

SPECIAL_MASK = 0b11111
REINFORCEMENT_MASK = 0b11100000
SECTOR_MASK = ALL ^ SPECIAL_MASK ^ REINFORCEMENT_MASK
BOUGHT = {5: LIGHT, 6: CAVALRY, 7: ARCHERS}  # unit bought by a reinforcement card

# Kinds that a special card activates; None: all.
ACTIVATES: dict[int, tuple[int, ...] | None] = {
    WRATH: None,
    INFANTRY: (LIGHT, HEAVY),
    RIDERS: (CAVALRY,),
    RAIN: (ARCHERS, CAVALRY),
    PHALANX: None,
}
CHARGE_MOVE = 3  # Js: move of L and P
MOVE_BONUS = {WRATH: 1, RIDERS: 1}
RANGE_BONUS = {WRATH: 1, RIDERS: 1}
RANGED_BONUS = {WRATH: 1, RIDERS: 1}
MELEE_BONUS = {WRATH: 1, INFANTRY: 1, RIDERS: 1, PHALANX: 2}
MANY = 99
QUOTA = {
    **{card: 1 for card in (*ONES, *NOTHING)},  # a 4 activates one only with the option `four`
    **{card: 2 for card in (*TWOS, *THREES)},
    WRATH: 3,
}  # number of units a card activates at most; other cards: all

# Word of each card in catalogue keys.
KIND_WORDS = (
    *("wrath", "infantry", "riders", "rain", "phalanx"),
    *("mercenary_light", "mercenary_cavalry", "mercenary_archers"),
    *("left1", "left1", "right1", "right1", "left2", "left2", "right2", "right2"),
    *("both",) * 4,
    *("nothing",) * 4,
)


def quota(card: int) -> int:
    return QUOTA.get(card, MANY)


def wants_left(card: int) -> bool:
    """Return whether an A or a 2 activates the left sector: red is left, black is right."""
    return ORDER[card][1] in "hd"


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
