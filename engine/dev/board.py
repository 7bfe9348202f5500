"""A scene as text for a terminal. Works for squares and hexagons alike: cells by their centres."""

from __future__ import annotations

from engine.core.scene import Area, Piece, Scene
from engine.dev.common import words

CELL = 3  # columns of the terminal per unit of x
BUILDING = 4  # squares of a region that is a thing; larger ones are territories


def draw(game_id: str, scene: Scene) -> str:
    """Board with piece letters (second side in lower case), areas, status."""
    lines = _board(scene)
    lines += [_area(game_id, area) for area in scene.areas]
    lines += [words(game_id, message) for message in scene.status]
    return "\n".join(lines)


def _board(scene: Scene) -> list[str]:
    standing = {piece.square: piece for piece in scene.pieces}
    buildings = [region for region in scene.regions if len(region.squares) <= BUILDING]
    notes = {square: "#" for region in buildings for square in region.squares}
    rows: dict[float, dict[int, str]] = {}
    names: dict[float, str] = {}
    for square in scene.board.squares:
        column = round(square.x * CELL)
        piece = standing.get(square.name)
        empty = notes.get(square.name) or ("≈" if "water" in square.styles else "·")
        rows.setdefault(square.y, {})[column] = _letter(piece) if piece else empty
        names[square.y] = square.name.lstrip("abcdefghijklmnopqrstuvwxyz")
    lines = []
    for y in sorted(rows, reverse=True):
        width = max(rows[y]) + 1
        cells = "".join(rows[y].get(column, " ") for column in range(width))
        lines.append(f"{names[y]:>3} {cells}")
    lines.append("    " + (" " * (CELL - 1)).join(scene.board.files))
    return lines


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
