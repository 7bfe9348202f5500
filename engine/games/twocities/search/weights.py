"""What is valued in A Tale of Two Cities, and why, in points: a unit is worth some five of them.

The numbers are what `search/evaluate.py` counts with; nothing else is in them but what stands here.
Fitted by: hand. Cards, sectors, city, ground and heavy infantry began as a fit to 249 games it had
played itself, by no command that is kept; heavy infantry beside a city, -8.6 then, was set by hand:
as strong (59 of 120 games), and where all later fits draw it to. Of what `tune` found before (500
games, seed 1600, `--credit 0.7`) all weights won 44 of 100 games and those alone 48: not kept.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    # Units with all their strength.
    "light": 5.0,
    "heavy": 6.0,
    "archers": 4.5,
    "cavalry": 6.5,
    # The share of its worth that a unit has left, by the strength it had and the strength left: the
    # first hit costs little, the last one the unit.
    "3 of 4": 0.85,
    "2 of 4": 0.66,
    "1 of 4": 0.42,
    "2 of 3": 0.78,
    "1 of 3": 0.5,
    # The city by strength left.
    "city 1": 10.0,
    "city 2": 17.0,
    "city 3": 20.0,
    "city 4": 22.5,
    "city 5": 25.0,
    # A step nearer to the enemy city.
    "step light": 0.35,
    "step heavy": 0.25,
    "step archers": 0.37,
    "step cavalry": 0.12,
    # Cards to keep: specials wait for their day, what moves two units is worth more than what moves
    # one, idle ones only fill the hand.
    "wrath": 0.5,
    "infantry": 2.0,
    "riders": 1.2,
    "rain": 1.0,
    "phalanx": 1.35,
    "two units": 0.25,
    "idle": -1.05,
    # Where nobody stands in a sector half the cards are of no use.
    "empty sector": -3.9,
    # The own city: a die that may be thrown at it next turn; for each hit it has taken such a die,
    # and an enemy within four squares.
    "city die": -0.55,
    "city die hurt": -0.5,
    "besieger hurt": -0.6,
    # A unit in a forest; one that cannot shoot on a hill.
    "forest": 0.57,
    "hill": -1.0,
    # Heavy infantry two to five squares from the enemy city, whence it comes to bear; beside it
    # `answer` already counts its dice, and counts them too high.
    "heavy near": 1.1,
    "heavy beside": -3.0,
    # How much of what who moves next may hope for is believed, and of what the other may, whose
    # board will have changed by then.
    "answer": 1.2,
    "later": 0.75,
}
