"""How a finished game of two ended for a player: won, drawn or lost; and counts of that."""

from __future__ import annotations

from typing import NamedTuple

WON, LOST, DRAWN = "won", "lost", "drawn"
DRAW = "1/2-1/2"
WINS = ("1-0", "0-1")  # the score when the player of this number wins


def ended(score: str, player: int) -> str:
    """Return WON, LOST or DRAWN by a player; "" for a score of another kind or no player."""
    if score == DRAW:
        return DRAWN
    if score not in WINS or player not in (0, 1):
        return ""
    return WON if WINS[player] == score else LOST


class Results(NamedTuple):
    """Won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return sum(self)

    def plus(self, how: str) -> Results:
        """Return the results with one more game; `how` it ended."""
        return Results(
            self.won + (how == WON), self.drawn + (how == DRAWN), self.lost + (how == LOST)
        )

    def and_those(self, other: Results) -> Results:
        return Results(*(one + more for one, more in zip(self, other, strict=True)))
