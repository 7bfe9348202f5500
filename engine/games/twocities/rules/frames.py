"""Names of the frames (rulebook, section 3): each is a question to one decider."""

from __future__ import annotations

LINE, FORESTS, HILLS, DEAL, CARD = "line", "forests", "hills", "deal", "card"
PLACE, REMOVE, UNIT, MELEE, SHOOT = "place", "remove", "unit", "melee", "shoot"
EVADE, EVADEDIE, ROLL, PROTECT, FALL = "evade", "evadedie", "roll", "protect", "fall"
OUTDIE, DRAWING, OVER = "outdie", "draw", "over"

SETUP = (LINE, FORESTS, HILLS, DEAL)
FRAMES = (
    *SETUP, CARD, PLACE, REMOVE, UNIT, MELEE, SHOOT,
    EVADE, EVADEDIE, ROLL, PROTECT, FALL, OUTDIE, DRAWING,
)  # fmt: skip
CHANCES = frozenset((*SETUP, EVADEDIE, ROLL, OUTDIE, DRAWING))
DEFENDERS = frozenset((EVADE, PROTECT, FALL))
PENDING = DEFENDERS | {EVADEDIE, ROLL}  # an attack is not resolved yet

LOUD = -1  # value of `calm` once the current turn has had a hit or a purchase
CALM_LIMIT = 100
GUARDS = "hrn"  # answers to PROTECT, by number
