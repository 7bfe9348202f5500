"""Types of pieces, colours and armies (rulebook, sections 1 and 5).

A piece on the board is one byte: `owner << 4 | type`, type 1–12, 13 where the viewer does not know
it; 0 is an empty cell. Types are numbered in the order of every list of the game, F B S 2–9 M, so
that promotion is `+ 1` and the rank of a ranked type is `type − 2`.
"""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "yellow")
SIDES = "rbgy"

CODES = ".FBS23456789M?"
FLAG, BOMB, SPY, SCOUT, MINER, MARSHAL, HIDDEN = 1, 2, 3, 4, 5, 12, 13
TYPES = tuple(range(FLAG, HIDDEN))
RANKED = tuple(range(SPY, HIDDEN))
PROMOTABLE = RANKED[:-1]
NUMBER = {code: number for number, code in enumerate(CODES) if number}

GLYPHS = (
    "",
    "flag",
    "bomb",
    "spy",
    "scout",
    "miner",
    "sergeant",
    "lieutenant",
    "captain",
    "major",
    "colonel",
    "general",
    "marshal",
)
KINDS = {glyph: number for number, glyph in enumerate(GLYPHS) if number}

TRUTH = -9  # viewer of the full state
GROUP = HIDDEN + 1  # length of a list of counts by type

# Marks of a piece, in the order of the position text.
MOVED, REVEALED, SKILL, RESCUER = 1, 2, 4, 8
MARKS = ((MOVED, "'"), (REVEALED, "!"), (SKILL, "+"), (RESCUER, "*"))


KIND_BITS = 4  # a piece: the type in the low bits, the owner above them
KIND_MASK = (1 << KIND_BITS) - 1
COUNT_BITS = 8  # an identity: a running number in the low bits, the cell of entry above them
COUNT_MASK = (1 << COUNT_BITS) - 1


def piece_of(owner: int, kind: int) -> int:
    """Return the byte of a piece."""
    return owner << KIND_BITS | kind


def owner_of(piece: int) -> int:
    """Return the side whose piece it is; meaningless for an empty cell."""
    return piece >> KIND_BITS


def kind_of(piece: int) -> int:
    """Return the type of a piece: 0 for an empty cell, HIDDEN where it is not known."""
    return piece & KIND_MASK


def identity_of(cell: int, number: int = 0) -> int:
    """Return the identity of the piece that entered on `cell` after `number` others had."""
    return cell << COUNT_BITS | number


def entry_cell(identity: int) -> int:
    """Return the cell on which a piece entered the game."""
    return identity >> COUNT_BITS


def entry_number(identity: int) -> int:
    """Return how many pieces had entered on the same cell before."""
    return identity & COUNT_MASK


def rank(kind: int) -> int:
    """Return the rank of a type; 0 for flag and bomb."""
    return kind - 2 if kind >= SPY else 0


def army(text: str) -> tuple[int, ...]:
    """Return the counts by type from numbers in the order F B S 2 … M."""
    return (0, *map(int, text.split()), 0)


ARMIES = {
    "standard40": army("1 6 1 8 5 4 4 4 3 2 1 1"),
    "short32": army("1 5 1 5 4 3 3 3 3 2 1 1"),
    "army24": army("1 3 1 5 3 3 2 2 1 1 1 1"),
    "barrage8": army("1 1 1 2 1 0 0 0 0 0 1 1"),
}
