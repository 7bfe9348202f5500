"""What can be edited of a position of Cotadrez (rulebook, 6.19 to 6.26)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.contract import State
from engine.core.editing import EditField, PositionEditor, Sheet, Tool
from engine.core.fields import TextField
from engine.core.scene import Region
from engine.core.texts import Message
from engine.games.cotadrez.rules.pieces import (
    FORTRESS,
    GLYPHS,
    HALVES,
    INDEX,
    LETTERS,
    MOUNTAIN,
    UNITS,
    half_of_row,
)
from engine.games.cotadrez.table.scene import fortress_regions, unit_label, unit_name
from engine.games.cotadrez.text.position import POSITION, fort_text

# The usual battle to begin with: both armies complete, on squares that are land on every map.
START = (
    "talerdelab/hcpl2apch/c8h/10/10/10/10/C8H/HCPL2APCH/TALERDELAB S S e2f3,e8f9 - - - - - 0.0.0"
)
BAGS = ("reserveS", "reserveN", "dungeonS", "dungeonN")


class CotadrezEditor(PositionEditor):
    shown = ("side", "j1", *BAGS, "turns", "quiet", "passes")
    position = POSITION

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        units = tuple(
            Tool(word, unit_label(half, kind), GLYPHS[kind], LETTERS[kind], half, word)
            for half in (0, 1)
            for kind in UNITS
            for word in [LETTERS[kind].lower() if half else LETTERS[kind]]
        )
        hill = Tool("mountain", unit_name(MOUNTAIN), "mountain", "M", ground="mountains")
        fort = Tool("fortress", unit_name(FORTRESS), "fortress", "F", ground="forts")
        return (*units, hill, fort)

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        halves = tuple(Message(f"editor.half.{half}") for half in HALVES)
        units = tuple(unit_name(kind) for kind in UNITS)
        return {"side": halves, "j1": halves, **dict.fromkeys(BAGS, units)}

    def form(self, field: TextField) -> EditField:
        """Return a field; a dungeon holds units of the other half."""
        shown = super().form(field)
        if field.name not in BAGS:
            return shown
        half = HALVES.index(field.name[-1])
        return shown._replace(side=1 - half if field.name.startswith("dungeon") else half)

    def start(self) -> Sheet:
        return self.sheet(self.game.state_from_text(START))

    def empty(self) -> Sheet:
        """Return the board without units and mountains; there is no position without fortresses."""
        return super().empty().with_value("forts", self.start().value("forts"))

    def can_edit(self, state: State) -> bool:
        return bool(state.battle)  # type: ignore[attr-defined]

    # -- ground ------------------------------------------------------------------------------

    def toggle_ground(self, sheet: Sheet, field: str, square: str) -> Sheet:
        """Add or remove a mountain, or put the fortress of a half with its south-west corner on the
        square."""
        if field != "forts":
            return super().toggle_ground(sheet, field, square)
        anchor = INDEX[square]
        if not (1 <= anchor % 10 <= 7 and 1 <= anchor // 10 <= 7):
            return sheet  # its ring would leave the board
        forts = list(sheet.squares(field))
        forts[half_of_row(anchor // 10)] = fort_text(anchor)
        return sheet.with_value(field, ",".join(forts))

    def clear(self, sheet: Sheet, square: str) -> Sheet:
        if not self._standing_on(sheet, square) and square not in sheet.squares("mountains"):
            return sheet
        return super().clear(sheet, square)

    def _standing_on(self, sheet: Sheet, square: str) -> str:
        cell = self.cell(square)
        return sheet.cells[cell] if cell >= 0 else ""

    def _anchors(self, sheet: Sheet) -> list[int]:
        corners = [name[: 3 if name[1:3] == "10" else 2] for name in sheet.squares("forts")]
        return [INDEX[corner] for corner in corners]

    def regions(self, sheet: Sheet) -> tuple[Region, ...]:
        hills = tuple(
            Region("mountain", (square,), -1, "mountain", unit_name(MOUNTAIN))
            for square in sheet.squares("mountains")
            if square in INDEX
        )
        forts = (fortress_regions(anchor, half) for half, anchor in enumerate(self._anchors(sheet)))
        return (*(region for pair in forts for region in pair), *hills)


EDITOR = CotadrezEditor
