"""Stored mistakes of a finished game, so that it need not be judged twice.

    {"v": VERSION, "sum": checksum of the game, "seats": {"0": [[event, better, best, played, loss,
     lines], …]}, "turns": [[seat, event, turn, best, left, loss, settled], …],
     "moment": null or [event, end, luck, before, after]}

Chances are thousandths, `settled` and `luck` 0 or 1.

The stored text is not trusted: only what fits the game is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.contract import Action
from engine.search.analysis import Verdict
from engine.search.engine_server import as_action
from ui.learn.mistakes.decisions import MOST, Mistake, Past, decided
from ui.learn.mistakes.judged_game import JudgedTurn
from ui.learn.mistakes.turning_point import TurningPoint
from ui.saves.entries import dump, parse

VERSION = 5  # of the format and of the judging; other versions are judged again
MAX_CHARS, MAX_TURNS = 80_000, 2_000

Found = Mapping[int, Sequence[Mistake]]  # by seat


class Judgement(NamedTuple):
    """All that was found out about a game: the people's mistakes, every judged turn, and the
    turning point."""

    found: Found
    turns: Sequence[JudgedTurn]
    moment: TurningPoint | None = None


class Damaged(ValueError):
    """The stored text does not have the expected form."""


def write(past: Past, judgement: Judgement) -> str:
    found = judgement.found.items()
    seats = {str(seat): [_entry(one) for one in mistakes] for seat, mistakes in found}
    turns = [[*one[:3], *map(_thousandths, one[3:6]), int(one.settled)] for one in judgement.turns]
    point = judgement.moment
    moment = point and [
        *point[:2], int(point.luck), _thousandths(point.before), _thousandths(point.after)
    ]  # fmt: skip
    parts = {"seats": seats, "turns": turns, "moment": moment}
    return dump({"v": VERSION, "sum": past.stamp, **parts})


def read(past: Past, raw: str, seats: Sequence[int]) -> Judgement | None:
    """Return the stored mistakes of these seats, and the judged turns of all.

    None if they belong to another game, other seats or another version. Raises Damaged.
    """
    value = parse(raw) if len(raw) <= MAX_CHARS else None
    if not isinstance(value, dict) or not isinstance(value.get("seats"), dict):
        raise Damaged
    if value.get("v") != VERSION or value.get("sum") != past.stamp:
        return None
    if set(value["seats"]) != {str(seat) for seat in seats}:
        return None
    try:
        found = {seat: _mistakes(past, seat, value["seats"][str(seat)]) for seat in seats}
        moment = _moment(past, *value["moment"]) if value.get("moment") is not None else None
        return Judgement(found, _turns(past, value.get("turns")), moment)
    except (ValueError, TypeError, IndexError) as wrong:
        raise Damaged from wrong


def _entry(one: Mistake) -> list[Any]:
    better, best, played, lines = one.verdict
    figures = [_thousandths(figure) for figure in (best, played, one.loss)]
    return [one.at, better, *figures, lines]


def _thousandths(figure: float) -> int:
    return round(1000 * figure)


def _mistakes(past: Past, seat: int, value: Any) -> list[Mistake]:
    if not isinstance(value, list) or len(value) > MOST:
        raise Damaged
    return [_mistake(past, seat, *entry) for entry in value]


def _turns(past: Past, value: Any) -> list[JudgedTurn]:
    if not isinstance(value, list) or len(value) > MAX_TURNS:
        raise Damaged
    return [_turn(past, *entry) for entry in value]


def _turn(past: Past, seat: int, at: int, turn: int, *figures: int) -> JudgedTurn:
    best, left, loss, settled = figures
    if any(type(one) is not int or not 0 <= one <= 1000 for one in figures):
        raise Damaged
    events = past.match.events
    if any(type(one) is not int for one in (seat, at, turn)) or not 0 <= at < len(events):
        raise Damaged
    if events[at].actor != seat or not 0 < turn <= len(events) or settled > 1:
        raise Damaged
    return JudgedTurn(seat, at, turn, best / 1000, left / 1000, loss / 1000, bool(settled))


def _moment(past: Past, at: int, until: int, luck: int, *chances: int) -> TurningPoint:
    before, after = chances
    if any(type(one) is not int or not 0 <= one <= 1000 for one in chances):
        raise Damaged
    if any(type(one) is not int for one in (at, until)) or luck not in (0, 1):
        raise Damaged
    if not 0 <= at < until <= len(past.match.events):
        raise Damaged
    return TurningPoint(at, until, bool(luck), before / 1000, after / 1000, ())


def _mistake(
    past: Past, seat: int, at: int, better: Any, best: int, played: int, loss: int, lines: Any
) -> Mistake:
    figures = (best, played, loss)
    if any(type(one) is not int or not 0 <= one <= 100_000 for one in figures) or best > 1000:
        raise Damaged
    if type(at) is not int or not decided(past, seat, at, _action(better)):
        raise Damaged
    first, second = (tuple(map(_action, line)) for line in lines)
    verdict = Verdict(_action(better), best / 1000, played / 1000, (first, second))
    return Mistake(at, verdict, loss / 1000)


def _action(value: Any) -> Action:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Damaged
    action: Action = as_action(value)
    return action
