"""What is valued in Stratego, and why, in points: the highest rank is worth about 10.

The numbers are what `search/worths.py`, `search/forces.py`, `search/guard.py` and `search/plans.py`
count with. What a battle comes to with them is told in `Model.value` (`search/model.py`).
Fitted by: hand. What `tune` found for the small army (400 games, seed 16) scored 59 and then 38.5 %
of 100 games each; of it a weaker pull alone 61.5, 47 and, with all 40 pieces, 33 %: not kept.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Ranks by how many different ones above them are left on the board: a colonel is worth a
    # marshal when nobody has anything higher.
    "rank 1": 10.0,
    "rank 2": 7.2,
    "rank 3": 5.0,
    "rank 4": 3.5,
    "rank 5": 2.5,
    "rank 6": 1.8,
    "rank 7": 1.4,
    "rank 8": 1.2,
    "rank 9": 1.0,
    # By how much more where nobody else has a piece of this rank or above.
    "alone": 1.2,
    # A spy while others have a marshal, afterwards, and one who may take every rank.
    "spy": 2.4,
    "idle spy": 0.6,
    "licensed spy": 4.0,
    # A miner at least, and more for each bomb that others have for each of one's own; a bomb that
    # stands, and one that may be thrown.
    "miner": 1.2,
    "miner by bombs": 0.55,
    "bomb": 1.3,
    "grenade": 2.5,
    # The share of a piece's worth that lies in not being known.
    "secret": 0.18,
    # An empty cell next to the own flag, as long as others have a scout.
    "bare": -6.0,
    # The share of what an attack would gain that lies in standing beside it, and what another's
    # piece next to the own flag is worth to its owner: both fade step by step.
    "pull": 0.3,
    "alarm": 3.0,
}
