"""A whole game as the judge sees it: what each turn lost, accuracy, and the turns that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import exp, fsum
from typing import NamedTuple

from engine.search.analysis import MISTAKE_LOSS, Verdict
from ui.learn.mistakes.decisions import PastDecision, kinder

FORCED = 0.995  # winning chances of a forced win
SETTLED = 0.15  # a value is settled if the following turns confirm it up to this much
DECIDED = 3  # turns named as those that decided the game
# Marks by what a turn lost, in winning chances; the usual signs of annotated games.
MARKS = ((0.30, "??"), (0.15, "?"), (MISTAKE_LOSS, "?!"))
# Accuracy of a turn that lost x %: SCALE · e^(−STEEP · x) − SHIFT, as on lichess.
SCALE, STEEP, SHIFT = 103.1668, 0.04354, 3.1669


class JudgedTurn(NamedTuple):
    """One turn of one player: event of its first judged decision, number in his log, winning
    chances (his own, 0…1) with the best decision and after the turn, and what it lost. `settled`:
    what followed in the game confirms the search; else there is no verdict on the turn. `last`:
    event of the last judged decision, 0 if it is not known."""

    seat: int
    at: int
    turn: int
    best: float
    left: float
    loss: float
    settled: bool = True
    last: int = 0

    @property
    def mark(self) -> str:
        """Return `?!`, `?`, `??`, or "" for a turn that lost little."""
        return next((mark for least, mark in MARKS if self.loss >= least), "")

    @property
    def accuracy(self) -> float:
        """Return how close the turn came to the best one, 0…100."""
        return min(max(SCALE * exp(-STEEP * 100 * self.loss) - SHIFT, 0.0), 100.0)


def judged_turns(
    verdicts: Mapping[PastDecision, Verdict | None], open_game: bool
) -> list[JudgedTurn]:
    """Return the judged turns in the order of the game.

    `open_game`: without luck or secrets, so that the search of the next turn must find what this
    turn left; if it does not, the value was not settled.
    """
    found = []
    ordered = sorted(verdicts.items(), key=lambda one: one[0].at)
    for (seat, turn), group in groupby(ordered, key=lambda one: (one[0].seat, one[0].turn)):
        judged = list(kinder(group))
        if judged:
            loss = sum(verdict.loss for _, verdict in judged)
            (at, first), (last, end) = judged[0], judged[-1]
            whole = min(loss, 1.0)
            found.append(JudgedTurn(seat, at, turn, first.best, end.played, whole, last=last))
    return _looking_back(found) if open_game else found


def _looking_back(turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """Correct what each turn left, from the end of the game backwards: it is what the next player
    had, who could at least play as he did. A forced win is proved; any other great difference
    leaves the turn without a verdict."""
    found = list(turns)
    for index in range(len(found) - 2, -1, -1):
        one, after = found[index : index + 2]
        had = max(after.best, after.left)
        left = had if after.seat == one.seat else 1 - had
        if left >= FORCED:
            one = one._replace(left=1.0, loss=0.0)
        elif left <= 1 - FORCED and one.left > 0:
            loss = min(one.loss + one.left, max(one.best, one.loss))
            one = one._replace(left=0.0, loss=loss)
        elif abs(left - one.left) > SETTLED:
            one = one._replace(left=left, loss=0.0, settled=False)
        found[index] = one
    return found


def accuracy(turns: Sequence[JudgedTurn], seat: int) -> int | None:
    """Return the mean accuracy of a player's turns in percent; None without judged turns."""
    own = [one.accuracy for one in turns if one.seat == seat and one.settled]
    return round(fsum(own) / len(own)) if own else None


def decisive(turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """Return the turns that lost most, at most `DECIDED`, in the order of the game."""
    worst = sorted(turns, key=lambda one: (-one.loss, one.at))[:DECIDED]
    return sorted((one for one in worst if one.mark), key=lambda one: one.at)
