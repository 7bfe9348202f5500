"""An event of Stratego while it is told: what the viewer knew before and knows after it."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Event
from engine.core.scene import Item
from engine.core.telling import Change, Difference, Happening
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.pieces import (
    GLYPHS,
    HIDDEN,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState


class Tale(NamedTuple):
    """`before` and `after` are observations of the one who is told; `difference` between their
    scenes holds what is still to be told."""

    difference: Difference
    before: StrategoState
    event: Event
    after: StrategoState

    @property
    def who(self) -> Message:
        return player_name(self.event.actor)

    def name(self, cell: int) -> str:
        return self.before.game.tables.grid.names[cell]

    def kind(self, cell: int) -> int:
        """Type on a cell before the event, as far as the viewer knows it."""
        return kind_of(self.before.board[cell])

    def owner(self, cell: int) -> int:
        return owner_of(self.before.board[cell])

    def at(self, *cells: int) -> tuple[Change, ...]:
        return self.difference.at(*(self.name(cell) for cell in cells))

    def say(
        self,
        kind: str,
        words: Message,
        *cells: int,
        changes: tuple[Change, ...] = (),
        shown: tuple[Item, ...] = (),
        side: int | None = None,
        aside: bool = False,
    ) -> Happening:
        """A happening on these cells, the doing of the actor unless `side` says whose."""
        squares = tuple(self.name(cell) for cell in cells)
        whose_doing = self.event.actor if side is None else side
        return Happening(kind, words, changes, squares, shown, whose_doing, aside)


def the(kind: int) -> Message:
    """A type with its article, in the middle of a sentence; an unknown one is a hidden piece."""
    return Message(f"the.{glyph(kind)}")


def whose(kind: int, side: int) -> Message:
    """Somebody's piece of a type, as the one that does something."""
    return Message(f"of.{glyph(kind)}", who=player_name(side))


def to_whose(kind: int, side: int) -> Message:
    """The same as the one to whom it is done."""
    return Message(f"to.{glyph(kind)}", who=player_name(side))


def glyph(kind: int) -> str:
    return GLYPHS[kind] if 0 < kind < HIDDEN else "unknown"
