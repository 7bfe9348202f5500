"""Exercises, and the file `table/exercises.json` a game keeps them in: JSON, one exercise per line.

A position is the observation of the player to move, as position text, so it reveals nothing hidden.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass, field
from typing import Any

from engine.core.errors import AsedioError

FILE = "exercises.json"
# A forced win; a forced loss avoided; nothing lost; something won; best on average.
GOALS = WIN, SAVE, HOLD, GAIN, BEST = "win", "save", "hold", "gain", "best"


class BadExercises(AsedioError):
    """A file of exercises that cannot be read."""

    default_code = "bad_exercises"


@dataclass(frozen=True, slots=True)
class Exercise:
    """Position with exactly one good first step; with proofs of ANY_ORDER, exactly one step that
    every good turn contains.

    `solution`: that step; `line`: best play after it (empty if it depends on chance or secrets).
    `goal`: one of GOALS; `turns`: own turns to a forced win. `theme`: key `exercise.theme.<theme>`.
    `value`: of the solution for the player to move, −1…1, beyond 1 for a forced win; every other
    step, or turn without it, is worth at least `margin` less in a search of `depth` plies. `odds`:
    in how many of 100 cases no other step is better with hidden information (`odds.py`); 100: a
    win in every case, or nothing hidden."""

    position: str
    solution: str
    line: tuple[str, ...]
    goal: str
    turns: int
    theme: str
    rating: int
    value: float
    margin: float
    depth: int
    odds: int = 100

    @property
    def id(self) -> str:
        """Return an id that depends on the position only, not on the place in the file."""
        return f"{zlib.crc32(self.position.encode()):08x}"


@dataclass(frozen=True, slots=True)
class Collection:
    """Exercises of one game, easy ones first. `made`: the command that found them; `proof`: one
    of `engine.search.exercises.proof.KINDS`; `margin`: the smallest of their margins."""

    game: str
    made: str
    proof: str
    margin: float
    exercises: tuple[Exercise, ...]
    options: dict[str, Any] = field(default_factory=dict)


def write(collection: Collection) -> str:
    head = {
        "game": collection.game,
        "made": collection.made,
        "proof": collection.proof,
        "margin": collection.margin,
        "options": collection.options,
    }
    rows = [_dump(list(astuple(exercise))) for exercise in collection.exercises]
    return f'{_dump(head)[:-1]},"exercises":[\n' + ",\n".join(rows) + "\n]}\n"


def read(text: str | None) -> Collection:
    """Parse a file of exercises. Raises BadExercises, also for None."""
    try:
        found = json.loads(text or "")
        rows = [Exercise(row[0], row[1], tuple(row[2]), *row[3:]) for row in found["exercises"]]
        return Collection(
            found["game"], found["made"], found["proof"], found["margin"], tuple(rows),
            found["options"],
        )  # fmt: skip
    except (ValueError, TypeError, KeyError, IndexError) as why:
        raise BadExercises(f"no exercises: {why}") from None


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
