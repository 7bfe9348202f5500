"""Statistics of the finished games in which a single person at this device played one opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.info import GameInfo
from engine.core.options import non_default, normalize
from ui.home.mine.query import ending
from ui.saves.opponents import RANKED, level_of_opponent
from ui.saves.results import DRAWN, LOST, WON, Results
from ui.saves.store import Summary

FIRST = 1000.0  # rating before the first game
STEP, LOWEST = 200, 600  # rating of the computer at level 1, and how much each level adds
FACTOR = 32.0  # how far a game moves the rating
POINTS = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}


class Streaks(NamedTuple):
    """Games won in a row: now and at most."""

    now: int
    best: int


def counted(
    games: Iterable[Summary], unproved: Callable[[str], bool] = lambda key: False
) -> list[Summary]:
    """Return the games that count, oldest first. `unproved`: whether board or cards of a game with
    another device are still to be opened, so that its result is not proved."""
    good = [one for one in games if ending(one) in POINTS and one.mine >= 0 and not one.view]
    good = [one for one in good if not (one.far and unproved(one.id))]
    return sorted(good, key=lambda one: (one.updated, one.id))


def tallies(games: Sequence[Summary], key: Callable[[Summary], str]) -> dict[str, Results]:
    """Return the results by `key`, most played first; games whose key is empty do not count."""
    found: dict[str, Results] = {}
    for one in games:
        if name := key(one):
            found[name] = found.get(name, Results()).plus(ending(one))
    return dict(sorted(found.items(), key=lambda item: (-item[1].played, item[0])))


def preset_of(info: GameInfo, options: Mapping[str, Any]) -> str:
    """Return the id of the preset with these options; "" if there is none."""
    given = non_default(info.options, dict(options))
    for preset in info.presets:
        if given == non_default(info.options, normalize(info.options, preset.options)):
            return preset.id
    return ""


def streaks(games: Sequence[Summary]) -> Streaks:
    now = best = 0
    for one in games:
        now = now + 1 if ending(one) == WON else 0
        best = max(best, now)
    return Streaks(now, best)


def ratings(games: Sequence[Summary]) -> list[float]:
    """Return the Elo rating after each game against a computer at a level from 1 to 5."""
    rating, found = FIRST, []
    for one in games:
        level = level_of_opponent(one)
        if level in RANKED:
            other = LOWEST + STEP * (level - 1)
            expected = 1 / (1 + 10 ** ((other - rating) / 400))
            rating += FACTOR * (POINTS[ending(one)] - expected)
            found.append(rating)
    return found
