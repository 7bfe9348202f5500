"""Weights of the static evaluation of Rilatria, in points: one is about a point of vitality.

`search/evaluate.py` compiles them.
Fitted by: hand.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Units on the board. An assassin is worth more than its price: a full army has nothing else to
    # buy, and the honour that it costs comes back.
    "assassin": 6.0,
    "rider": 2.6,
    "lancer": 1.9,
    "ram": 1.7,
    "barbarian": 1.1,
    # Vitality: per missing point, and per hit fewer that the player can survive; `heals` reduces
    # both by this share for each point healed per turn.
    "breath": 0.45,
    "life": 1.1,
    "heals": 0.3,
    # Honour by value: it heals one vitality per turn from 4 on, two at 6.
    "honour 1": 0.3,
    "honour 2": 0.7,
    "honour 3": 1.2,
    "honour 4": 2.2,
    "honour 5": 2.7,
    "honour 6": 3.2,
    # Shares of these when a lost piece or a sacrifice keeps honour from healing, and from dusk on;
    # share of `heals` in the first case, while nothing is lost yet.
    "honour rest": 0.8,
    "honour dusk": 0.3,
    "heals rest": 0.6,
    # Money by value: worth what it buys, so the first points count little.
    "money 1": 0.3,
    "money 2": 0.65,
    "money 3": 1.0,
    "money 4": 1.3,
    "money 5": 1.6,
    "money 6": 1.9,
    # Per point of luck up to 4; per token (it buys the assassin).
    "luck": 0.05,
    "token": 0.25,
    # Cost of the coin that luck brings: with one point of vitality it loses half the games; with v
    # points the cost is `coin later` · 4 / v².
    "coin": 4.0,
    "coin later": 0.7,
    # Pressure on the enemy hero: per step a unit is nearer, per square on or beside him it attacks,
    # and times the squared number of units within three steps. `guard`: a unit covering its hero.
    "near": 0.18,
    "ring": 0.3,
    "assault": 0.24,
    "guard": 0.06,
    # Per own piece more than five in the home zone: a full one lets nobody be bought or flee.
    "crowd": 0.5,
    # The right to move; the share of an attacker's worth that counts as lost when it can be taken
    # back; the shares of the best and second-best piece that the enemy threatens (the second counts
    # more, because one move rarely saves two pieces).
    "tempo": 0.25,
    "back": 0.85,
    "first": 0.25,
    "second": 0.6,
    # Cap of a single threat, so that a threat to the last vitality counts as this many points.
    "fatal": 5.0,
    # An attacked hero, by the number of safe squares beside him: none, one, more.
    "trapped": 4.0,
    "cornered": 1.2,
    "chased": 0.6,
}
