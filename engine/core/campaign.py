"""Campaigns: the scenarios of a game, stored as data in its folder.

`table/campaign.json` holds `{"scenarios": [scenario, …]}`. A scenario:

    position   text, as the person who moves first knows it; without one the game begins as usual
    options    of the game
    level      of the computer's player
    goal       a task: `aim`, all of these checks (`engine.core.lessons.CHECKS`), `within` a number
               of own turns (0: any); or `hold`: a number of own turns to get through undefeated.
               Whoever wins the game has met any goal
    star       a task that is judged when the goal is met

Texts are in `table/locale/campaign.<lang>.json`: `<number>.title`, `.story`, `.goal` and `.star`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.core.contract import AnyGame, State
from engine.core.lessons import CHECKS, Aim, Attempt, met, names_of
from engine.core.options import Options

OPEN, WON, LOST = "open", "won", "lost"


@dataclass(frozen=True, slots=True)
class Assignment:
    """What has to be achieved. `within`: own turns it may take, 0: any number; `hold`: own turns
    to get through undefeated, instead of an aim."""

    aim: Aim = field(default_factory=dict)
    within: int = 0
    hold: int = 0

    def met(self, played: Played) -> bool:
        """Return whether it is achieved now."""
        if self.hold and played.turns < self.hold and not played.undefeated():
            return False
        in_time = not self.within or played.turns <= self.within
        return in_time and met(self.aim, played.attempt())


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position to play against the computer, with a goal and a second task, the star."""

    goal: Assignment
    star: Assignment
    level: int
    position: str = ""
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """How far a scenario has been played: observations of its person at its start and now, and how
    many own turns he has finished."""

    game: AnyGame
    viewer: int
    start: State
    now: State
    turns: int

    def attempt(self) -> Attempt:
        """Return what the checks of an aim look at."""
        return Attempt(self.game, self.viewer, self.start, self.now, (), ())

    def undefeated(self) -> bool:
        """Return whether the game is over and its person has not lost it."""
        outcome = self.now.outcome()
        return outcome is not None and outcome.winner in (None, self.viewer)


def verdict(scenario: Scenario, played: Played) -> str:
    """Return whether the goal is WON, LOST or still OPEN."""
    goal, outcome = scenario.goal, played.now.outcome()
    if goal.met(played) or (outcome is not None and outcome.winner == played.viewer):
        return WON
    spent = goal.within and played.turns >= goal.within
    return LOST if outcome is not None or spent else OPEN


def starred(scenario: Scenario, played: Played) -> bool:
    """Return whether the star is earned, too, when the goal is met."""
    return scenario.star.met(played)


def whole_start(game: AnyGame, scenario: Scenario, rng: Random) -> str | None:
    """Return the position that a try of a scenario begins at, with what its person cannot know
    drawn by `rng`; None for the game's own start."""
    if not scenario.position:
        return None
    seen = game.state_from_text(scenario.position)
    whole: State = seen.determinize(seen.current_player(), rng)
    return whole.to_text()


def read_campaign(data: Mapping[str, Any]) -> tuple[Scenario, ...]:
    """Parse a campaign.json. Raises KeyError, TypeError or ValueError if it is malformed."""
    return tuple(map(_scenario, data["scenarios"]))


def _scenario(data: Mapping[str, Any]) -> Scenario:
    own = dict(data)
    found = Scenario(goal=_task(own.pop("goal")), star=_task(own.pop("star")), **own)
    if found.level < 1 or not isinstance(found.position, str):
        raise ValueError(f"not a scenario: {data}")
    return found


def _task(data: Mapping[str, Any]) -> Assignment:
    task = Assignment(**data)
    unknown = set(names_of(task.aim)) - set(CHECKS)
    if unknown or not (task.aim or task.within or task.hold):
        raise ValueError(f"not a task: {dict(data)}")
    return task
