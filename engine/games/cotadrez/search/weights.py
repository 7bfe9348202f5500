"""What is valued in Cotadrez, and why, in points: two for a Rabble's half.

The numbers are what `search/evaluate.py` counts with; nothing else is in them but what stands here.
Fitted by: hand.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Units on the board. The King's worth is the game.
    "dragon": 20.0,
    "elephant": 12.0,
    "heavy_cavalry": 8.0,
    "light_cavalry": 7.0,
    "trebuchet": 10.0,
    "scorpion": 9.0,
    "archer": 5.0,
    "lancer": 4.0,
    "rabble": 4.0,
    # Where they stand: each square a unit could reach on an empty board, each step it is nearer to
    # the enemy ring, and to the enemy King from six steps on; an own unit within two steps of its
    # King, or of the enemy's.
    "reach": 0.09,
    "near": 0.12,
    "hunt": 0.1,
    "guard": 0.15,
    # A King on the board can be mated.
    "exposed": 1.8,
    # The share of its worth that a unit in the Reserve has, while it may still enter, and where the
    # rules let it no more.
    "waiting": 0.85,
    "stranded": 0.05,
    # What a siege puts at risk, as shares of the Reserve: one besieger, two whose turn it is not,
    # two who may execute. A hidden King adds this much to the Reserve, divided by the squares he
    # could come out to and one: with none of them an execution is his death. And a siege is worth
    # something whatever it wins, for the ring is theirs.
    "besieger": 0.08,
    "threatened": 0.3,
    "due": 0.75,
    "hidden": 16.0,
    "alert": 2.5,
    # Whose turn it is.
    "tempo": 0.6,
}
