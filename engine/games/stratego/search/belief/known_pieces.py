"""Figures: pieces of a battle by what is known of them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.games.stratego.rules.position import StrategoRules
from engine.games.stratego.rules.tables import ByCell, CompiledOptions
from engine.games.stratego.search.belief.type_values import Appraisal

Dealt = tuple[tuple[int, float], ...]  # (type, chance), chances above 0


class Figure(NamedTuple):
    """A piece by what is known of it. `kind`: the type, HIDDEN where several are possible. `dealt`:
    what it may be. `outlook`: what the other sides take it for."""

    side: int
    kind: int
    dealt: Dealt
    outlook: Dealt
    seen: bool
    moved: bool
    skill: bool


class Roster(Protocol):
    """The figures of a battle by number, as `battle.forces` makes them; plans and races read it.

    `board`: numbers by cell, 0 for empty. `sides`, `walks`, `mobile`: owner, rays and whether it
    may be able to move, by number; `walks` is None for what stands still. `me`: the side that
    thinks. `stale`: 0…1, how long nothing has been taken.
    """

    me: int
    game: StrategoRules
    appraisal: Appraisal
    tables: CompiledOptions
    board: list[int]
    figures: list[Figure]
    sides: list[int]
    walks: list[ByCell | None]
    mobile: list[bool]
    stale: float

    def hope(self, attacker: int, defender: int) -> float: ...

    def survival(self, attacker: int, defender: int) -> float: ...

    def moved(self, number: int) -> int: ...
