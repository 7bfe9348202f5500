"""A position as a plain text diagram."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.look import Look
from engine.core.scene import Piece, Scene

UNKNOWN, EMPTY = "?", "."
NATURE, BUILT = "^", "#"  # drawings over squares: of no side, and of a side
GROUNDS = "~:+%"  # signs of a game's kinds of ground, in the order of its look
OTHER = "’"  # after pieces of the second side where letters alone do not tell the sides apart


def by_case(scene: Scene) -> bool:
    """Return whether capitals and small letters can tell the sides apart."""
    return all(piece.letter.isalpha() and not piece.hidden for piece in scene.pieces)


def ground_signs(scene: Scene, look: Look) -> dict[str, str]:
    """Return the sign of each kind of ground that the board has, by style of square."""
    there = {style for square in scene.board.squares for style in square.styles}
    return dict(zip((ground for ground in look.grounds if ground in there), GROUNDS, strict=False))


def text_diagram(scene: Scene, signs: Mapping[str, str], turned: bool = False) -> str:
    """Return the board in letters, with coordinates; of a board without squares, a list.

    `signs`: those of the ground, by style of square.

    Small letters, or the sign `OTHER`, mark the pieces of the second side.
    """
    letters = {piece.square: _letter(piece, by_case(scene)) for piece in scene.pieces}
    if scene.board.shape != "square":
        return "  ".join(f"{square} {letter}" for square, letter in sorted(letters.items()))
    return "\n".join(_rows(scene, letters, signs, turned))


def _letter(piece: Piece, case: bool) -> str:
    letter = UNKNOWN if piece.hidden else piece.letter
    if piece.side != 1:
        return letter
    return letter.lower() if case else letter + OTHER


def buildings(scene: Scene) -> dict[str, str]:
    """Return the signs of squares with something drawn over them that is no piece."""
    return {
        name: NATURE if region.side < 0 else BUILT
        for region in scene.regions
        if region.glyph
        for name in region.squares
    }


def _rows(
    scene: Scene, letters: Mapping[str, str], signs: Mapping[str, str], turned: bool
) -> list[str]:
    board, built = scene.board, buildings(scene)
    grounds = {square.name: square.styles for square in board.squares}
    wide = max((len(letter) for letter in letters.values()), default=1)
    files = list(reversed(board.files)) if turned else list(board.files)
    ranks = list(board.ranks) if turned else list(reversed(board.ranks))
    edge = max(map(len, ranks))

    def cell(name: str) -> str:
        if name not in grounds:
            return " "
        ground = next((signs[style] for style in grounds[name] if style in signs), EMPTY)
        return letters.get(name) or built.get(name, ground)

    rows = [
        f"{rank:>{edge}} " + " ".join(f"{cell(file + rank):<{wide}}" for file in files)
        for rank in ranks
    ]
    rows.append(" " * (edge + 1) + " ".join(f"{file:<{wide}}" for file in files))
    return [row.rstrip() for row in rows]
