"""A piece of a battle by what is known of it."""

from __future__ import annotations

from typing import NamedTuple

Dealt = tuple[tuple[int, float], ...]  # (type, chance), no chance 0


class Figure(NamedTuple):
    """`kind` is HIDDEN where chances are more than one. `dealt` is what it may be, `outlook` what
    the others take it for."""

    side: int
    kind: int
    dealt: Dealt
    outlook: Dealt
    seen: bool
    moved: bool
    skill: bool
