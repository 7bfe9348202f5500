"""Weights of Stratego in points: the highest rank is worth about 10.

They are used by `belief/worths.py`, `battle/forces.py`, `battle/plans.py` and `races/races.py`;
`Model.value` in `battle/model.py` says what a battle comes to with them.

Fitted by: hand. A fit by `tune` for the small army (400 games, seed 16) scored 59 % and then 38.5 %
in 100 games each; its weaker pull alone 61.5, 47 and, with all 40 pieces, 33 %: rejected.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # By how many different higher ranks are left on the board: a colonel is worth a marshal when
    # no side has anything higher.
    "rank 1": 10.0,
    "rank 2": 7.2,
    "rank 3": 5.0,
    "rank 4": 3.5,
    "rank 5": 2.5,
    "rank 6": 1.8,
    "rank 7": 1.4,
    "rank 8": 1.2,
    "rank 9": 1.0,
    # Factor of a rank where no other side has a piece of this rank or above.
    "alone": 1.2,
    # A spy while others have a marshal, afterwards, and one that beats every rank.
    "spy": 2.4,
    "idle spy": 0.6,
    "licensed spy": 4.0,
    # A miner's minimum, and its addition per enemy bomb for each own miner; a bomb, and one that
    # can move (`grenades`).
    "miner": 1.2,
    "miner by bombs": 0.55,
    "bomb": 1.3,
    "grenade": 2.5,
    # Share of a piece's value that is lost when it becomes known.
    "secret": 0.18,
    # An empty cell next to the own flag while others have a scout.
    "bare": -6.0,
    # Share of an attack's gain for standing next to the target, and the value to its owner of an
    # enemy piece next to the own flag; both fade with each step.
    "pull": 0.3,
    "alarm": 3.0,
}
