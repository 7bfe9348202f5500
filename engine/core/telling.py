"""Happenings: what an event changes on the table, as a short list in a closed vocabulary.

`Game.tell` makes them once per event, from what the viewer knows before and after. Drawing,
sentences, sound, log and replay all use them. Each happening carries the changes it accounts for;
together they turn the scene before into the scene after, so that every change is reported and
nothing else is (contract rule 12).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from engine.core.actions import Event
from engine.core.scene import Item, Piece, Scene
from engine.core.texts import Message, player_name

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

# Areas that hold game material. The others only offer actions.
COUNTED = ("reserve", "captured", "dungeon", "track", "deck", "hand", "pile")

Key = tuple[str, ...]


class Face(NamedTuple):
    """Visible state of a piece."""

    square: str
    glyph: str
    side: int
    badges: tuple[tuple[str, str], ...]
    hidden: bool
    faded: bool


Value = Face | int


class Change(NamedTuple):
    """A change of a piece (by id), a building or a number in an area. None means absent."""

    key: Key
    before: Value | None
    after: Value | None


class Short(NamedTuple):
    """Short form of a happening in a list of steps: phrases instead of its sentence.

    `joins`: they continue the line of the happening before, so that a unit's move, attack and
    result are one line. Where they begin a line all the same, `alone` takes the place of the first
    phrase and names who acts. `always`: also where there is room for the sentence.
    """

    phrases: tuple[Message, ...] = ()
    joins: bool = False
    alone: Message | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happens.

    `words`: a sentence without notation; `squares`: where, in order; `shown`: items to display;
    `side`: the scene side that acts. An `aside` is drawn and sounded but has no sentence, because
    another one covers it. `opens`: it starts the next turn, after the event has ended one. `short`:
    its form in a list of steps, if not the sentence. `odds`: what the chances of a throw were.
    """

    kind: str
    words: Message
    changes: tuple[Change, ...] = ()
    squares: tuple[str, ...] = ()
    shown: tuple[Item, ...] = ()
    side: int = -1
    aside: bool = False
    opens: bool = False
    short: Short | None = None
    odds: Message | None = None

    def form(self, tight: bool = False) -> Short | None:
        """Return the form of this happening in a list of steps, `tight` if there is little room
        for it; None for its sentence."""
        return self.short if tight or (self.short is not None and self.short.always) else None


Telling = tuple[Happening, ...]
Picture = Mapping[Key, Value]


def said(telling: Iterable[Happening]) -> list[Message]:
    """Return the sentences of a telling, in order, without asides."""
    return [happening.words for happening in telling if not happening.aside]


def lines_of(telling: Iterable[Happening], tight: bool = False) -> list[list[Happening]]:
    """Return the happenings of each line of a list of steps, without asides. `tight`: in short
    forms; where these have no phrases, only dice are left, which are drawn. Listed one after the
    other they stay the same lines, also those of several tellings."""
    lines: list[list[Happening]] = []
    for happening in telling:
        short = happening.form(tight)
        if happening.aside or _says_nothing(happening, short):
            continue
        if short is not None and short.joins and lines:
            lines[-1].append(happening)
        else:
            lines.append([happening if short is None else replace(happening, short=_begun(short))])
    return lines


def _says_nothing(happening: Happening, short: Short | None) -> bool:
    silent = short is not None and not short.always and not short.phrases
    return silent and happening.kind != "dice"


def _begun(short: Short) -> Short:
    """Return a short form as the first of a line."""
    phrases = short.phrases if short.alone is None else (short.alone, *short.phrases[1:])
    return short._replace(phrases=phrases, joins=False, alone=None)


def picture(scene: Scene) -> dict[Key, Value]:
    """Return everything in a scene that happenings must account for, by key."""
    values: dict[Key, Value] = {}
    for piece in scene.pieces:
        values["piece", piece.id] = face(piece)
    for region in scene.regions:
        if region.glyph:
            values["building", region.kind, str(region.side), *region.squares] = 1
    for area in scene.areas:
        if area.kind in COUNTED:
            for item in area.items:
                key = item_key(area.id, item)
                number = item.value if item.value >= 0 else item.count
                before = values.get(key, 0)
                assert isinstance(before, int)
                values[key] = before + number
    return values


def face(piece: Piece) -> Face:
    badges = tuple((badge.kind, badge.text) for badge in piece.badges)
    return Face(piece.square, piece.glyph, piece.side, badges, piece.hidden, piece.faded)


def item_key(area: str, item: Item) -> Key:
    """Return the identity of an item in an area: glyph and letter, or its label if it has
    neither."""
    name = "" if item.glyph or item.letter else repr(item.label)
    return ("item", area, item.glyph, item.letter, str(item.side), name)


def fold(before: Picture, telling: Iterable[Happening]) -> dict[Key, Value]:
    """Apply a telling to a picture. Raises ValueError if a change does not start from the current
    value."""
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
    """Split a change into consecutive changes at the values `stages`: one tuple per step, empty
    where the value stays the same. There is one step more than `stages`."""
    values = (change.before, *stages, change.after)
    return tuple((Change(change.key, a, b),) if a != b else () for a, b in pairwise(values))


class Difference:
    """Changes between two scenes that no happening accounts for yet. A game takes out what it
    reports; `rest` reports the others."""

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
        """Remove and return the matching changes."""
        found = tuple(change for change in self._left.values() if wanted(change))
        for change in found:
            del self._left[change.key]
        return found

    def at(self, *squares: str) -> tuple[Change, ...]:
        """Take the changes of pieces and buildings that stood or stand on these squares."""
        wanted = frozenset(squares)
        return self.take(lambda change: bool(wanted.intersection(_where(change))))

    def piece(self, ident: str) -> tuple[Change, ...]:
        return self.take(lambda change: change.key == ("piece", ident))

    def numbers(self, *areas: str) -> tuple[Change, ...]:
        """Take the changes of numbers in these areas; by default in all."""
        return self.take(
            lambda change: change.key[0] == "item" and (not areas or change.key[1] in areas)
        )

    def label(self, change: Change) -> Message:
        """Return the name of a changed piece."""
        return self._pieces[change.key[1]].label

    def side_of(self, player: int) -> int:
        """Return a player's side in the scene."""
        seats = self.after.seats
        return seats[player] if seats and player >= 0 else player

    def rest(self, side: int = -1) -> Telling:
        """Take all remaining changes and return default happenings: one per piece that moves,
        appears, leaves or turns. Changed numbers join the last of them, or get a happening of their
        own."""
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


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class EventContext(ABC, Generic[S]):
    """One event with the viewer's observations `before` and `after`; `difference` between their
    scenes holds the changes not yet told. A game names its squares and the acting side."""

    difference: Difference
    before: S
    event: Event
    after: S

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Names of the squares by number."""

    @property
    def side(self) -> int:
        """Scene side of the actor."""
        return self.event.actor

    @property
    def who(self) -> Message:
        return player_name(self.event.actor)

    def at(self, *squares: int) -> tuple[Change, ...]:
        return self.difference.at(*(self.names[square] for square in squares))

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
        """Return a happening on these squares, done by the actor unless `side` names another."""
        names = tuple(self.names[square] for square in squares)
        doer = self.side if side is None else side
        return Happening(kind, words, changes, names, shown, doer, aside)


def _is_piece(change: Change) -> bool:
    return change.key[0] == "piece"


def _where(change: Change) -> tuple[str, ...]:
    if change.key[0] == "building":
        return change.key[3:]
    return tuple(v.square for v in (change.before, change.after) if isinstance(v, Face))
