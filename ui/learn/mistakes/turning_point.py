"""The turning point of a won game: after it the loser never came back.

It is either the loser's own turn, or what dice, coins or cards brought. Where the search does not
settle it, or a deeper one disagrees, there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE, TABLE_VERBS
from engine.search.analysis import NODES, Verdict
from ui.learn.mistakes.decisions import Past, PastDecision
from ui.learn.mistakes.judged_game import JudgedTurn

DEEPER = 4 * NODES  # nodes of the search that must agree
OPEN, LOST = 0.4, 0.3  # the loser's chances: still in the game, and losing
LEAST = 0.15  # what the turning point costs him
AGREED = 0.05  # how far the deeper search may be from `OPEN` and `LOST`


class ChancesAt(NamedTuple):
    """Where chances are read: at a decision, with its best action, or else with the one played."""

    decision: PastDecision
    best: bool


class TurningPoint(NamedTuple):
    """What happened in the events from `at` to `until`. `luck`: chance decided, not the loser's
    turn. `before`, `after`: the loser's chances, 0…1, and where they are read; at the end of the
    game they are 0."""

    at: int
    until: int
    luck: bool
    before: float
    after: float
    readings: tuple[ChancesAt, ...]


def winner_of(past: Past) -> int | None:
    """Return who won a game of two players; None for any other end, or without a proved board."""
    outcome = past.match.outcome()
    two = len(past.game.sides) == 2 and past.match.unproved is None
    return outcome.winner if outcome is not None and two else None


def search_back(past: Past, turns: Sequence[JudgedTurn]) -> TurningPoint | bool:
    """Return the turning point among the last turns of a game, judged without a gap.

    True: there is none. False: it lies further back, if anywhere.
    """
    winner = winner_of(past)
    if winner is None:
        return True
    after, then = 0.0, None  # the loser's chances later on, and the judged turn there
    for one in reversed(turns):
        own = one.seat != winner
        best, left = (one.best, one.left) if own else (1 - one.best, 1 - one.left)
        first, last = _readings(one)
        if left >= OPEN:
            until = len(past.match.events) if then is None else then.at
            readings = (last,) if then is None else (last, _readings(then)[0])
            point = TurningPoint(one.at, until, True, left, after, readings)
        elif best >= OPEN:
            luck = not own or one.loss < LEAST
            point = TurningPoint(one.at, one.last + 1, luck, best, left, (first, last))
        else:
            after, then = max(best, left), one
            continue
        chance = not point.luck or _chance_in(past, point)
        clear = point.after <= LOST and point.before - point.after >= LEAST
        return point if one.settled and chance and clear else True
    return False


def _readings(one: JudgedTurn) -> tuple[ChancesAt, ChancesAt]:
    """Return where the chances before and after a turn are read."""
    first, last = (PastDecision(one.seat, at, one.turn) for at in (one.at, one.last))
    return ChancesAt(first, True), ChancesAt(last, False)


def _chance_in(past: Past, point: TurningPoint) -> bool:
    """Return whether chance had a part in it. Secrets make the chances of two players no measure
    of what it brought."""
    events = past.match.events[point.at : point.until]
    if events[-1].action[0] in TABLE_VERBS:  # somebody gave up, or both agreed
        return False
    return not past.game.info.has_secrets and any(event.actor == CHANCE for event in events)


def confirmed(
    past: Past, point: TurningPoint, verdicts: Mapping[PastDecision, Verdict | None]
) -> TurningPoint | None:
    """Return the turning point with the chances of a deeper search; None if that disagrees.

    `verdicts`: on the decisions of `readings`.
    """
    winner, values = winner_of(past), []
    for decision, best in point.readings:
        verdict = verdicts[decision]
        if verdict is None:
            return None
        value = verdict.best if best else verdict.played
        values.append(1 - value if decision.seat == winner else value)
    before, after = values[0], values[1] if len(values) > 1 else 0.0
    agrees = before >= OPEN - AGREED and after <= LOST + AGREED and before - after >= LEAST
    return point._replace(before=before, after=after) if agrees else None
