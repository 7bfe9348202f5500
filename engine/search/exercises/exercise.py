"""One exercise, and the file a game keeps its exercises in.

A position is what the player to decide knows, as the game's own position text: where something is
hidden nobody can read it here. The file is JSON, one exercise a line, and lies on the game's table
as `exercises.json`.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass, field
from typing import Any

from engine.core.errors import AsedioError

FILE = "exercises.json"
# A win by force; the end put off; nothing lost; something won; more than all else on average.
GOALS = WIN, SAVE, HOLD, GAIN, BEST = "win", "save", "hold", "gain", "best"


class BadExercises(AsedioError):
    """A file of exercises that cannot be read."""

    default_code = "bad_exercises"


@dataclass(frozen=True, slots=True)
class Exercise:
    """`solution` is the only good first step, `line` what follows when both sides go on well
    (empty where luck or secrets decide that). `goal`: one of GOALS, `turns` own turns to a forced
    win. `theme`: a key of a word, `exercise.theme.<theme>`. `value` is what the solution is worth
    to whoever decides, −1…1 and beyond for a forced win; every other step is worth `margin` less
    or still less, both as seen `depth` plies deep. `odds`: in how many of 100 cases the solution
    holds where something is hidden (`engine.search.exercises.odds`); 100: in every one."""

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
        """Stays the same when exercises are added or left out."""
        return f"{zlib.crc32(self.position.encode()):08x}"


@dataclass(frozen=True, slots=True)
class Collection:
    """The exercises of one game, easy ones first. `made`: the command that found them; `proof`:
    one of `engine.search.exercises.proof.KINDS`; `margin`: the least of all margins."""

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
    rows = [_dump(list(astuple(one))) for one in collection.exercises]
    return f'{_dump(head)[:-1]},"exercises":[\n' + ",\n".join(rows) + "\n]}\n"


def read(text: str | None) -> Collection:
    """Raises BadExercises."""
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
