"""Weights of the static evaluation of Cotadrez, in points: a Rabble is worth four.

`search/evaluate.py` compiles them.
Fitted by: hand.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Units on the board.
    "dragon": 20.0,
    "elephant": 12.0,
    "heavy_cavalry": 8.0,
    "light_cavalry": 7.0,
    "trebuchet": 10.0,
    "scorpion": 9.0,
    "archer": 5.0,
    "lancer": 4.0,
    "rabble": 4.0,
    # Placement of a unit: per square it attacks on an empty board, per step nearer to the enemy
    # ring, per step nearer to the enemy King than six; within two steps of either King (`guard`).
    "reach": 0.09,
    "near": 0.12,
    "hunt": 0.1,
    "guard": 0.15,
    # Penalty for a King on the board, where he can be mated.
    "exposed": 1.8,
    # Share of its worth that a unit in the Reserve counts if the rules let it enter, and if not.
    "waiting": 0.85,
    "stranded": 0.05,
    # Risk by a siege, as a share of the Reserve: one besieger; two, but not their turn; two that
    # may execute. `hidden`: points that a hidden King adds to the Reserve, divided by 1 + his
    # exits. `alert`: points of a siege itself.
    "besieger": 0.08,
    "threatened": 0.3,
    "due": 0.75,
    "hidden": 16.0,
    "alert": 2.5,
    # The right to move.
    "tempo": 0.6,
}
