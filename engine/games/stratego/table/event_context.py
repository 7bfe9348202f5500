"""Context of the happenings of one event: the viewer's observations before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.telling import EventContext
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.pieces import (
    GLYPHS,
    HIDDEN,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState


class StrategoTale(EventContext[StrategoState]):
    """Event of Stratego."""

    @property
    def names(self) -> Sequence[str]:
        return self.before.game.tables.grid.names

    def name(self, cell: int) -> str:
        return self.names[cell]

    def kind(self, cell: int) -> int:
        """Return the type on a cell before the event, as far as the viewer knows it."""
        return kind_of(self.before.board[cell])

    def owner(self, cell: int) -> int:
        return owner_of(self.before.board[cell])


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
