"""Context of the happenings of one event: the viewer's observations before and after it."""

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


class StrategoTale(NamedTuple):
    """One event with the viewer's observations `before` and `after`; `difference` between their
    scenes holds the changes not yet told."""

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
        """Return the type on a cell before the event, as far as the viewer knows it."""
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
        """Return a happening on these cells, done by the actor unless `side` names another."""
        squares = tuple(self.name(cell) for cell in cells)
        whose_doing = self.event.actor if side is None else side
        return Happening(kind, words, changes, squares, shown, whose_doing, aside)


def the(kind: int) -> Message:
    """Return a type with its article inside a sentence; an unknown one is a hidden piece."""
    return Message(f"the.{glyph(kind)}")


def whose(kind: int, side: int) -> Message:
    """Return somebody's piece of a type as the subject of a sentence."""
    return Message(f"of.{glyph(kind)}", who=player_name(side))


def to_whose(kind: int, side: int) -> Message:
    """Return somebody's piece of a type as the object of a sentence."""
    return Message(f"to.{glyph(kind)}", who=player_name(side))


def glyph(kind: int) -> str:
    return GLYPHS[kind] if 0 < kind < HIDDEN else "unknown"
