"""A position as a plain text diagram."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.scene import Piece, Scene

UNKNOWN, EMPTY = "?", "."
WATER = ("lake", "water")  # styles of squares drawn as "~"
OTHER = "’"  # after pieces of the second side where letters alone do not tell the sides apart


def by_case(scene: Scene) -> bool:
    """Return whether capitals and small letters can tell the sides apart."""
    return all(piece.letter.isalpha() and not piece.hidden for piece in scene.pieces)


def text_diagram(scene: Scene, turned: bool = False) -> str:
    """Return the board in letters, with coordinates; of a board without squares, a list.

    Small letters, or the sign `OTHER`, mark the pieces of the second side.
    """
    letters = {piece.square: _letter(piece, by_case(scene)) for piece in scene.pieces}
    if scene.board.shape != "square":
        return "  ".join(f"{square} {letter}" for square, letter in sorted(letters.items()))
    return "\n".join(_rows(scene, letters, turned))


def _letter(piece: Piece, case: bool) -> str:
    letter = UNKNOWN if piece.hidden else piece.letter
    if piece.side != 1:
        return letter
    return letter.lower() if case else letter + OTHER


def _rows(scene: Scene, letters: Mapping[str, str], turned: bool) -> list[str]:
    board = scene.board
    grounds = {one.name: one.styles for one in board.squares}
    wide = max((len(one) for one in letters.values()), default=1)
    files = list(reversed(board.files)) if turned else list(board.files)
    ranks = list(board.ranks) if turned else list(reversed(board.ranks))
    edge = max(map(len, ranks))

    def cell(name: str) -> str:
        if name not in grounds:
            return " "
        return letters.get(name) or ("~" if any(s in WATER for s in grounds[name]) else EMPTY)

    rows = [
        f"{rank:>{edge}} " + " ".join(f"{cell(file + rank):<{wide}}" for file in files)
        for rank in ranks
    ]
    rows.append(" " * (edge + 1) + " ".join(f"{file:<{wide}}" for file in files))
    return [row.rstrip() for row in rows]
