"""What happens between two pictures of the table: an event as a short list of happenings.

A game tells each event once (`Game.tell`), from what its viewer knows before and after it. Whatever
is drawn, said, sounded, written in the log or played again is made from this. A happening carries
the changes it accounts for; all of them together turn the picture before into the picture after,
so that nothing happens untold and nothing is told that did not happen (contract rule 12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from engine.core.scene import Item, Piece, Scene
from engine.core.texts import Message

KINDS = (
    "move",  # a piece goes to another square: `squares` from, over, to
    "place",  # a piece or building comes to the board
    "take",  # a piece leaves the board
    "turn",  # a piece shows another face: revealed, promoted, marked
    "shoot",  # something strikes from afar: `squares` from, to
    "fight",  # two sides meet: `shown` both, `state` of each "won", "lost" or "draw"
    "siege",  # a ring around something closes, holds, opens or is executed
    "dice",  # `shown`: each die, with what it does
    "coin",  # `shown`: what was called and what fell
    "card",  # cards are dealt, drawn, turned, played, discarded: `shown`
    "meter",  # a number changes for a reason
    "offer",  # a choice, a call, an offer, an answer
    "pass",  # nothing more is done: the turn passes
    "end",  # the game is over
)

# Areas that hold things of the game; the others say what may be done.
COUNTED = ("reserve", "captured", "dungeon", "track", "deck", "hand", "pile")

Key = tuple[str, ...]


class Face(NamedTuple):
    """A piece as it lies on the table."""

    square: str
    glyph: str
    side: int
    badges: tuple[tuple[str, str], ...]
    hidden: bool
    faded: bool


Value = Face | int


class Change(NamedTuple):
    """One thing that is different: a piece by its id, a building, a number in an area. None: it is
    not there."""

    key: Key
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happens. `words`: a sentence for people, without notation; `squares`: where,
    in order; `shown`: what is held up to be seen; `side`: whose doing, by scene side. An `aside` is
    drawn and sounded, and not said: a sentence beside it has said as much. `opens`: it begins the
    turn that follows the event, which has ended one."""

    kind: str
    words: Message
    changes: tuple[Change, ...] = ()
    squares: tuple[str, ...] = ()
    shown: tuple[Item, ...] = ()
    side: int = -1
    aside: bool = False
    opens: bool = False


Telling = tuple[Happening, ...]
Picture = Mapping[Key, Value]


def said(telling: Iterable[Happening]) -> list[Message]:
    """The sentences of a telling, in order."""
    return [one.words for one in telling if not one.aside]


def picture(scene: Scene) -> dict[Key, Value]:
    """Everything of a scene that happenings account for."""
    found: dict[Key, Value] = {}
    for piece in scene.pieces:
        found["piece", piece.id] = face(piece)
    for region in scene.regions:
        if region.glyph:
            found["building", region.kind, str(region.side), *region.squares] = 1
    for area in scene.areas:
        if area.kind in COUNTED:
            for item in area.items:
                key = item_key(area.id, item)
                number = item.value if item.value >= 0 else item.count
                before = found.get(key, 0)
                assert isinstance(before, int)
                found[key] = before + number
    return found


def face(piece: Piece) -> Face:
    badges = tuple((badge.kind, badge.text) for badge in piece.badges)
    return Face(piece.square, piece.glyph, piece.side, badges, piece.hidden, piece.faded)


def item_key(area: str, item: Item) -> Key:
    """What an item of an area is known by: drawing, letter, and its name where it has neither."""
    name = "" if item.glyph or item.letter else repr(item.label)
    return ("item", area, item.glyph, item.letter, str(item.side), name)


def fold(before: Picture, telling: Iterable[Happening]) -> dict[Key, Value]:
    """The picture after a telling. Raises ValueError for a change that begins with something that
    is not there."""
    now = dict(before)
    for happening in telling:
        for change in happening.changes:
            if now.get(change.key) != change.before:
                raise ValueError(f"{happening.kind}: {change} on {now.get(change.key)}")
            if change.after is None:
                del now[change.key]
            else:
                now[change.key] = change.after
    return now


def through(change: Change, *stages: Value | None) -> tuple[tuple[Change, ...], ...]:
    """A change in steps: what goes with each of them, nothing where it stays as it was. One more
    step than `stages`, the last one to where the change ends."""
    values = (change.before, *stages, change.after)
    return tuple((Change(change.key, a, b),) if a != b else () for a, b in pairwise(values))


class Difference:
    """What is different between two scenes, to be told away: whatever a game asks for is taken
    out, and `rest` tells what nobody has asked for."""

    def __init__(self, before: Scene, after: Scene) -> None:
        self.before, self.after = before, after
        old, new = picture(before), picture(after)
        self._left = {
            key: Change(key, old.get(key), new.get(key))
            for key in [*old, *(key for key in new if key not in old)]
            if old.get(key) != new.get(key)
        }
        self._pieces = {piece.id: piece for piece in (*before.pieces, *after.pieces)}

    def __iter__(self) -> Iterator[Change]:
        return iter(tuple(self._left.values()))

    def take(self, wanted: Callable[[Change], bool]) -> tuple[Change, ...]:
        """The changes that fit, taken out."""
        found = tuple(change for change in self._left.values() if wanted(change))
        for change in found:
            del self._left[change.key]
        return found

    def at(self, *squares: str) -> tuple[Change, ...]:
        """Whatever happened to pieces and buildings that stood or stand on these squares."""
        wanted = frozenset(squares)
        return self.take(lambda change: bool(wanted.intersection(_where(change))))

    def piece(self, ident: str) -> tuple[Change, ...]:
        return self.take(lambda change: change.key == ("piece", ident))

    def numbers(self, *areas: str) -> tuple[Change, ...]:
        """What changed in these areas; without any, in all."""
        return self.take(
            lambda change: change.key[0] == "item" and (not areas or change.key[1] in areas)
        )

    def label(self, change: Change) -> Message:
        """What a piece that changed is called."""
        return self._pieces[change.key[1]].label

    def side_of(self, player: int) -> int:
        """The side of the scene that a player has."""
        seats = self.after.seats
        return seats[player] if seats and player >= 0 else player

    def rest(self, side: int = -1) -> Telling:
        """Pieces that go, come, leave and turn, one sentence each; numbers are joined to the last
        of them, or to a happening of their own."""
        told = [self._told(change, side) for change in self.take(_is_piece)]
        others = self.take(lambda change: True)
        if not others:
            return tuple(told)
        if told:
            last = told.pop()
            changes = last.changes + others
            told.append(
                Happening(last.kind, last.words, changes, last.squares, last.shown, last.side)
            )
        else:
            told.append(Happening("meter", Message("tell.changed"), others, side=side))
        return tuple(told)

    def _told(self, change: Change, side: int) -> Happening:
        what = self.label(change)
        old, new = change.before, change.after
        if isinstance(old, Face) and isinstance(new, Face):
            if old.square != new.square:
                words = Message("tell.move", what=what, start=old.square, goal=new.square)
                return Happening("move", words, (change,), (old.square, new.square), side=side)
            words = Message("tell.turn", what=what, goal=new.square)
            return Happening("turn", words, (change,), (new.square,), side=side)
        if isinstance(new, Face):
            words = Message("tell.place", what=what, goal=new.square)
            return Happening("place", words, (change,), (new.square,), side=side)
        assert isinstance(old, Face)
        words = Message("tell.take", what=what, goal=old.square)
        return Happening("take", words, (change,), (old.square,), side=side)


def _is_piece(change: Change) -> bool:
    return change.key[0] == "piece"


def _where(change: Change) -> tuple[str, ...]:
    if change.key[0] == "building":
        return change.key[3:]
    return tuple(v.square for v in (change.before, change.after) if isinstance(v, Face))
