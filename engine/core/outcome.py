"""Result of a finished game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

UNPROVED = "unproved"  # reason of an end by a board that was not proved (engine/far/fold.py)
UNPROVED_TAG = "Unproved"  # its tag in a match; the value is the key of the side that lost


@dataclass(frozen=True, slots=True)
class Outcome:
    """One return per player (sum 0) and the rulebook's word for the reason."""

    returns: tuple[float, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        best = max(self.returns)
        return self.returns.index(best) if best > 0 else None

    @property
    def score(self) -> str:
        """Result of a two-player game: `1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == 0 else "0-1"


def won_by(player: int, reason: str, players: int = 2) -> Outcome:
    lost = -1.0 / (players - 1)
    return Outcome(tuple(1.0 if p == player else lost for p in range(players)), reason)


def drawn(reason: str, players: int = 2) -> Outcome:
    return Outcome((0.0,) * players, reason)


def unproved_player(tags: Mapping[str, str], sides: Sequence[str]) -> int | None:
    """Return the player who lost because the board was not proved; None: no tag says so."""
    lost = tags.get(UNPROVED_TAG)
    return sides.index(lost) if lost in sides and len(sides) == 2 else None
