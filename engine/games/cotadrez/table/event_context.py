"""Context of an event while its happenings are built, and words for units."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.telling import Change, EventContext
from engine.core.texts import Message, player_name
from engine.games.cotadrez.rules.pieces import GLYPHS, LETTERS, NAMES
from engine.games.cotadrez.rules.state import CotadrezState


class CotadrezTale(EventContext[CotadrezState]):
    """Event of Cotadrez; its sides are halves of the board."""

    @property
    def names(self) -> Sequence[str]:
        return NAMES

    @property
    def side(self) -> int:
        return self.difference.side_of(self.event.actor)

    def of(self, half: int) -> Message:
        """Return the name of the player of a half (battle only)."""
        return player_name(self.after.player_of(half))

    def kind(self, square: int) -> int:
        return self.before.board[square] & 15

    def stock(self, area: str, half: int) -> tuple[Change, ...]:
        """Take the changes of a half's "reserve" or "dungeon"."""
        return self.difference.numbers(f"{area}{half}")


def is_kind(change: Change, kind: int) -> bool:
    """Return whether a changed count of an area is that of this kind."""
    return change.key[3] == LETTERS[kind]


def the(kind: int) -> Message:
    """Return the name of a kind with its definite article, for use inside a sentence."""
    return Message(f"the.{GLYPHS[kind]}")


def to(kind: int) -> Message:
    """Return the name of a kind with its article as the object of a sentence."""
    return Message(f"to.{GLYPHS[kind]}")


def listed(kinds: Sequence[int]) -> Message:
    """Return a list of units by kind: "a king, 2 elephants and an archer". Needs at least one."""
    order = sorted(set(kinds))
    groups = [Message(f"units.{GLYPHS[kind]}", n=kinds.count(kind)) for kind in order]
    words = groups.pop()
    for place, group in enumerate(reversed(groups)):
        words = Message("list.more" if place else "list.end", first=group, rest=words)
    return words
