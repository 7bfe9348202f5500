"""View model of the table: a game builds it from an observation, one renderer draws it.

Targets name what can be pressed: `sq:e4 card:1 kind:archer btn:pass opt:queen`. They are also the
steps of a path, `data-target` on the page and handles for tests.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.texts import Message

MARKS = (
    "last",  # squares of the last action
    "check",  # a king or hero in danger
    "alert",  # an announced danger near a piece
    "line",  # a line of fire or sight
    "reach",  # where the inspected piece can go
    "attack",  # what the inspected piece threatens
    "block",  # what blocks the inspected piece
    "guard",  # own pieces in its way, which it guards: not drawn
    "zone",  # where something may be placed
    "cannot",  # looks possible but is not; the clause says why
    "note",  # anything else worth a tint
)

# Side and height of a triangular cell, in cell units: enough for a piece with its badge.
TRIANGLE_SIDE, TRIANGLE_HEIGHT = 1.74, 1.506

ACTION_MARKS = ("move", "aim", "capture", "fire", "storm", "swap", "place", "special")


@dataclass(frozen=True, slots=True)
class Square:
    """A cell: name, centre in cell units (y grows upwards), styles and label. `down`: a triangle
    that points down."""

    name: str
    x: float
    y: float
    styles: tuple[str, ...] = ()
    label: Message | None = None
    down: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The board itself, without pieces. Built once and shared between scenes, so that a renderer
    sees by identity that it need not be drawn again."""

    shape: str  # "square" | "hex" | "triangle"
    cols: int
    rows: int
    squares: tuple[Square, ...]
    files: tuple[str, ...]
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """An area of several squares: a building, a ring, a home zone. The game's look says how its
    `kind` is drawn."""

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
    """A piece on the board. `id` stays the same while it moves, for animation, and reveals nothing
    hidden from the viewer. `letter` is its letter in the game's notation. `wounds`: the hits it has
    taken, drawn as cracks; `peril`: its end would lose the game, and is near."""

    id: str
    glyph: str
    side: int
    square: str
    letter: str
    label: Message
    badges: tuple[Badge, ...] = ()
    hidden: bool = False
    faded: bool = False
    wounds: int = 0
    peril: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    kind: str  # one of MARKS
    squares: tuple[str, ...]
    side: int = -1
    label: Message | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in an area; pressable if it has a `target`. `value` and `maximum` are for tracks;
    `code` is an extra sign on the piece, such as its rank."""

    glyph: str
    label: Message
    target: str = ""
    side: int = -1
    letter: str = ""
    count: int = 1
    value: int = -1
    maximum: int = -1
    note: Message | None = None
    state: str = ""  # "" | "spent" | "blocked" | "new" | "chosen" | "active" | "low": nearly lost
    code: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A place beside the board. `kind`: reserve, captured, hand, tray, deck, pile, track, dice,
    faces (of a die, from `value` to `maximum`, with their effects), note, shop (`value` is the
    price), budget (what a turn still offers). `brief`: not pressable, and short enough to be shown
    at the board's edge. `missing`: what the full armies had more; not shown in lessons and
    exercises, where nobody captured it."""

    id: str
    kind: str
    title: Message
    side: int = -1
    items: tuple[Item, ...] = ()
    empty: Message | None = None
    brief: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A button, shown while it is a possible next step of a path."""

    target: str
    label: Message
    tone: str = "plain"  # "plain" | "primary" | "danger"
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as one viewer may see it.

    `aliases` maps a pressed target to another (the four squares of a fortress to the one its paths
    name). `status` are sentences about the state (check, siege, counters). `seats` gives each
    player's side (colour, shape and place at the board) where it is not the player's own number.
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
        """Return all targets of the scene."""
        found = {f"sq:{square.name}" for square in self.board.squares}
        found.update(item.target for area in self.areas for item in area.items if item.target)
        found.update(choice.target for choice in self.choices)
        return found


@dataclass(frozen=True, slots=True)
class Series:
    """A chart: one value per state of a game, for one side. Series with the same label are drawn in
    one chart, from 0 to `top`."""

    label: Message
    side: int
    values: tuple[float, ...]
    top: float


def square_board(
    cols: int, rows: int, styles: dict[str, tuple[str, ...]], void: frozenset[str] = frozenset()
) -> Board:
    """Return a board of squares. `styles` by square name are added to `light` or `dark`."""
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
