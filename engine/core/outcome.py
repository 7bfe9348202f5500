"""Result of a finished game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """One return per player (sum 0) and the rule sheet's word for the reason."""

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
