"""Context of an event while its happenings are built, and words for units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import Event
from engine.core.scene import Item
from engine.core.telling import Change, Difference, Happening
from engine.core.texts import Message, player_name
from engine.games.cotadrez.rules.pieces import GLYPHS, LETTERS, NAMES
from engine.games.cotadrez.rules.state import CotadrezState


class CotadrezTale(NamedTuple):
    """An event with the viewer's observations before and after it. `difference`: the changes
    between their scenes that no happening has taken yet."""

    difference: Difference
    before: CotadrezState
    event: Event
    after: CotadrezState

    @property
    def who(self) -> Message:
        return player_name(self.event.actor)

    @property
    def half(self) -> int:
        """The half of the actor."""
        return self.difference.side_of(self.event.actor)

    def of(self, half: int) -> Message:
        """Return the name of the player of a half (battle only)."""
        return player_name(self.after.player_of(half))

    def kind(self, square: int) -> int:
        return self.before.board[square] & 15

    def at(self, *squares: int) -> tuple[Change, ...]:
        return self.difference.at(*(NAMES[square] for square in squares))

    def stock(self, area: str, half: int) -> tuple[Change, ...]:
        """Take the changes of a half's "reserve" or "dungeon"."""
        return self.difference.numbers(f"{area}{half}")

    def say(
        self,
        kind: str,
        words: Message,
        *squares: int,
        changes: tuple[Change, ...] = (),
        shown: tuple[Item, ...] = (),
        side: int | None = None,
        aside: bool = False,
    ) -> Happening:
        """Return a happening on these squares; `side`: the half that does it, by default the
        actor's."""
        names = tuple(NAMES[square] for square in squares)
        doer = self.half if side is None else side
        return Happening(kind, words, changes, names, shown, doer, aside)


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
