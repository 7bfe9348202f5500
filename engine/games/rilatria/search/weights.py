"""What is valued in Rilatria, and why, in points: about one for each point of vitality.

The numbers are what `search/evaluate.py` counts with; nothing else is in them but what stands here.
Fitted by: hand.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Pieces on the board. The hero's worth is the game. An assassin is worth more than what it
    # costs: a full army can get nothing else for its money, and the honour comes back.
    "assassin": 6.0,
    "rider": 2.6,
    "lancer": 1.9,
    "ram": 1.7,
    "barbarian": 1.1,
    # Vitality: a missing point, and the kill nearer to the end that it means; honour that heals
    # makes each of them worth less, by this share for each point healed a turn.
    "breath": 0.45,
    "life": 1.1,
    "heals": 0.3,
    # Honour by value: it heals from 4 on, twice at 6.
    "honour 1": 0.3,
    "honour 2": 0.7,
    "honour 3": 1.2,
    "honour 4": 2.2,
    "honour 5": 2.7,
    "honour 6": 3.2,
    # Money is worth what it buys: the first points little more than nothing yet.
    "money 1": 0.3,
    "money 2": 0.65,
    "money 3": 1.0,
    "money 4": 1.3,
    "money 5": 1.6,
    "money 6": 1.9,
    # Luck by point up to 4; a token, for the assassin.
    "luck": 0.05,
    "token": 0.25,
    # The coin that luck brings risks a life: with one point of vitality half of the games, else the
    # share of this that is left when it is divided by the vitality.
    "coin": 4.0,
    "coin later": 0.7,
    # The enemy hero: each step a unit is nearer to him, each square beside him that it strikes, and
    # the square of the number of units within three steps. An own unit that strikes beside the own.
    "near": 0.18,
    "ring": 0.3,
    "assault": 0.24,
    "guard": 0.06,
    # Whose turn it is, and of what could be taken: the share of an attacker's worth that is lost
    # where somebody strikes back, the best thing the other side could take a turn later, and the
    # second best, for rarely two can be saved.
    "tempo": 0.25,
    "back": 0.85,
    "first": 0.25,
    "second": 0.6,
    # A threat to the last vitality counts as a gain of this; others as what they win.
    "fatal": 5.0,
    # A hero who is struck, by how many ways out he has: none, one, more.
    "trapped": 4.0,
    "cornered": 1.2,
    "chased": 0.6,
}
