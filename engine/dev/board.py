"""Draw a scene as text for a terminal; cells of any shape, placed by rank and centre."""

from __future__ import annotations

from engine.core.look import Look
from engine.core.scene import Area, Piece, Scene, Square
from engine.dev.common import words
from engine.games import game_look

CELL = 3  # terminal columns per unit of x
BUILDING = 4  # most squares of a building; larger regions are territories


def draw(game_id: str, scene: Scene) -> str:
    """Return the board with piece letters (second side in lower case), areas and status."""
    lines = _board(scene, game_look(game_id))
    lines += [_area(game_id, area) for area in scene.areas]
    lines += [words(game_id, message) for message in scene.status]
    return "\n".join(lines)


def _board(scene: Scene, look: Look) -> list[str]:
    standing = {piece.square: piece for piece in scene.pieces}
    buildings = [region for region in scene.regions if len(region.squares) <= BUILDING]
    notes = {square: "#" for region in buildings for square in region.squares}
    rows: dict[int, dict[int, str]] = {}
    columns: dict[str, int] = {}
    for square in scene.board.squares:
        file, rank = square.name[0], int(square.name[1:])
        column = round(square.x * CELL)
        columns[file] = min(column, columns.get(file, column))
        piece = standing.get(square.name)
        empty = notes.get(square.name) or _ground(square, look)
        rows.setdefault(rank, {})[column] = _letter(piece) if piece else empty
    lines = [f"{rank:>3} {_spread(rows[rank])}" for rank in sorted(rows, reverse=True)]
    lines.append("    " + _spread({column: file for file, column in columns.items()}))
    return lines


def _ground(square: Square, look: Look) -> str:
    """Return the sign of an empty square: `≈` for grounds that join their neighbours, such as
    water."""
    grounds = (look.grounds.get(style) for style in square.styles)
    return "≈" if any(ground and ground.joined for ground in grounds) else "·"


def _spread(letters: dict[int, str]) -> str:
    """Join letters at their columns."""
    return "".join(letters.get(column, " ") for column in range(max(letters) + 1))


def _letter(piece: Piece) -> str:
    if piece.hidden or not piece.letter:
        return "?" if piece.side != 1 else "¿"
    return piece.letter[:1].lower() if piece.side == 1 else piece.letter[:1].upper()


def _area(game_id: str, area: Area) -> str:
    shown = []
    for item in area.items:
        count = f"×{item.count}" if item.count != 1 else ""
        value = f" {item.value}" if item.value >= 0 else ""
        shown.append(f"{words(game_id, item.label)}{value}{count}")
    return f"{words(game_id, area.title)}: {', '.join(shown) or '-'}"
