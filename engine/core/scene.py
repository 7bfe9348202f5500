"""What is on the table, as data: built by a game from an observation, drawn by one renderer.

Targets name what can be pressed: `sq:e4 card:1 kind:archer btn:pass opt:queen`.
The same words are steps of a path, `data-target` in the page and handles of the tests.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.texts import Message

MARKS = (
    "last",  # squares of the last action
    "check",  # a king or hero in danger
    "alert",  # a danger around what stands here, announced
    "line",  # a line of fire or sight
    "reach",  # where the looked-at piece can go
    "attack",  # what the looked-at piece threatens
    "block",  # what stops it
    "zone",  # where something may be placed
    "cannot",  # looks possible, is not: the clause says why
    "note",  # anything else worth a tint
)

# Side and height of a triangular cell, in units of one cell: a piece with its badge fits inside.
TRIANGLE_SIDE, TRIANGLE_HEIGHT = 1.74, 1.506

ACTION_MARKS = ("move", "capture", "fire", "storm", "swap", "place", "special")


@dataclass(frozen=True, slots=True)
class Square:
    """A cell: name, centre in units of one cell (y grows upwards), styles, words for it. `down`: a
    triangle that stands on a corner."""

    name: str
    x: float
    y: float
    styles: tuple[str, ...] = ()
    label: Message | None = None
    down: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The ground, which does not change with a move: built once and shared between scenes,
    so that a renderer can see by identity that nothing has to be drawn again."""

    shape: str  # "square" | "hex" | "triangle"
    cols: int
    rows: int
    squares: tuple[Square, ...]
    files: tuple[str, ...]
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Something that covers several squares: a building, a ring, a home zone. The game's look says
    how its `kind` is drawn."""

    kind: str
    squares: tuple[str, ...]
    side: int = -1
    glyph: str = ""
    label: Message | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """A small text on a piece: a rank, hits, "moved"."""

    kind: str
    text: str
    label: Message | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """`id` stays with the piece while it moves, so that it can be animated; it never tells more
    than the viewer knows. `letter` is the game's own notation letter."""

    id: str
    glyph: str
    side: int
    square: str
    letter: str
    label: Message
    badges: tuple[Badge, ...] = ()
    hidden: bool = False
    faded: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    kind: str  # one of MARKS
    squares: tuple[str, ...]
    side: int = -1
    label: Message | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in an area. With a `target` it can be pressed. `value`/`maximum` for tracks; `code`:
    what else stands on the piece, such as its rank."""

    glyph: str
    label: Message
    target: str = ""
    side: int = -1
    letter: str = ""
    count: int = 1
    value: int = -1
    maximum: int = -1
    note: Message | None = None
    state: str = ""  # "" | "spent" | "blocked" | "new" | "chosen" | "active"
    code: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A place beside the board. `kind`: reserve, captured, hand, tray, deck, pile, track, dice,
    faces (of a die, from `value` to `maximum`, and what they do); note, shop (`value` is the
    price), budget (what a turn still offers). `brief`: it is only to be looked at and short enough
    to lie at the board's edge."""

    id: str
    kind: str
    title: Message
    side: int = -1
    items: tuple[Item, ...] = ()
    empty: Message | None = None
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: shown while it is a possible next step of a path."""

    target: str
    label: Message
    tone: str = "plain"  # "plain" | "primary" | "danger"
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the table as `viewer` may see it.

    `aliases` sends a press on one target to another (the four squares of a fortress to the one
    its paths name). `status` are sentences about the state (check, siege, counters). `seats`: the
    side (colour, shape and place at the board) of each player, where it is not his own number.
    """

    board: Board
    pieces: tuple[Piece, ...] = ()
    regions: tuple[Region, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    choices: tuple[Choice, ...] = ()
    status: tuple[Message, ...] = ()
    aliases: dict[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()

    def targets(self) -> set[str]:
        """Everything that can be pressed in this scene."""
        found = {f"sq:{square.name}" for square in self.board.squares}
        found.update(item.target for area in self.areas for item in area.items if item.target)
        found.update(choice.target for choice in self.choices)
        return found


@dataclass(frozen=True, slots=True)
class Series:
    """A value over a game, one per state asked about: `label` says what it is, `side` whose. Series
    with the same label are drawn in one picture, from 0 to `top`."""

    label: Message
    side: int
    values: tuple[float, ...]
    top: float


def square_board(
    cols: int, rows: int, styles: dict[str, tuple[str, ...]], void: frozenset[str] = frozenset()
) -> Board:
    """A board of squares; `styles` by square name, on top of the chequer (`light`/`dark`)."""
    files = tuple("abcdefghijklmnop"[:cols])
    squares = []
    for rank in range(rows):
        for column, letter in enumerate(files):
            name = f"{letter}{rank + 1}"
            if name not in void:
                shade = "dark" if (column + rank) % 2 == 0 else "light"
                squares.append(Square(name, column, rank, (shade, *styles.get(name, ()))))
    return Board(
        "square", cols, rows, tuple(squares), files, tuple(str(r + 1) for r in range(rows))
    )
