"""What can be edited of a position of Cotadrez (rulebook, 6.19 to 6.26)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from engine.core.contract import State
from engine.core.editing import NONE, EditField, Fault, PositionEditor, Sheet, Tool
from engine.core.errors import BadPosition
from engine.core.scene import Region
from engine.core.texts import Message
from engine.games.cotadrez.rules.pieces import (
    ARMY,
    FORTRESS,
    GLYPHS,
    HALVES,
    INDEX,
    KING,
    LETTERS,
    MOUNTAIN,
    UNITS,
    fortress_squares,
    half_of_row,
)
from engine.games.cotadrez.table.scene import fortress_regions, unit_label, unit_name
from engine.games.cotadrez.text.position import fort_text

# The usual battle to begin with: both armies complete, on squares that are land on every map.
START = (
    "talerdelab/hcpl2apch/c8h/10/10/10/10/C8H/HCPL2APCH/TALERDELAB S S e2f3,e8f9 - - - - - 0.0.0"
)
BAGS = ("reserveS", "reserveN", "dungeonS", "dungeonN")


class CotadrezEditor(PositionEditor):
    clause = "6.26"
    clauses: ClassVar[Mapping[str, str]] = {
        "side": "6.20",
        "j1": "6.21",
        "counters": "6.23",
        **dict.fromkeys(BAGS, "6.22"),
    }
    word = "[RDEPCTBALHrdepctbalh]"
    columns = ("side", "j1", "forts", "mountains", *BAGS)

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

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        halves = tuple((half, Message(f"editor.half.{half}")) for half in HALVES)
        counters = ("turns", "quiet", "passes")
        return (
            EditField("side", "choice", Message("editor.side"), halves),
            EditField("j1", "choice", Message("editor.j1"), halves),
            *(self._bag(name) for name in BAGS),
            *(EditField(name, "number", Message(f"editor.{name}")) for name in counters),
        )

    def _bag(self, name: str) -> EditField:
        half = HALVES.index(name[-1])
        owner = 1 - half if name.startswith("dungeon") else half
        units = tuple((LETTERS[kind], unit_name(kind)) for kind in UNITS)
        return EditField(name, "bag", Message(f"editor.{name}"), units, side=owner)

    def start(self) -> Sheet:
        return self.sheet(self.game.state_from_text(START))

    def empty(self) -> Sheet:
        """Return the board without units and mountains; there is no position without fortresses."""
        return super().empty().with_value("forts", self.start().value("forts"))

    def can_edit(self, state: State) -> bool:
        return bool(state.battle)  # type: ignore[attr-defined]

    def split(self, words: list[str]) -> dict[str, str]:
        *first, counters = words
        numbers = (*counters.split("."), "")
        found = dict(zip(self.columns, first, strict=True))
        return found | dict(zip(("turns", "quiet", "passes", "third"), numbers, strict=False))

    def join(self, values: Mapping[str, str]) -> list[str]:
        counters = [values[name] for name in ("turns", "quiet", "passes")]
        if values["third"]:
            counters.append(values["third"])
        return [*super().join(values), ".".join(counters)]

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

    # -- what is wrong -----------------------------------------------------------------------

    def explain(self, sheet: Sheet, why: BadPosition) -> Fault:
        found = super().explain(sheet, why)
        if why.field == "army":
            return self._army(sheet) or found
        if why.field == "check":
            king = "R" if sheet.value("side")[0] == "N" else "r"
            return found._replace(squares=self.standing(sheet, king), field="side")
        if why.field == "mountains":
            return found._replace(squares=sheet.squares("mountains"))
        if why.field == "forts":
            squares = [s for anchor in self._anchors(sheet) for s in fortress_squares(anchor)]
            return found._replace(squares=tuple(self.names[square] for square in squares))
        return found

    def _army(self, sheet: Sheet) -> Fault | None:
        for half, letter in enumerate("SN"):
            other = "NS"[half]
            for kind in UNITS:
                word = LETTERS[kind].lower() if half else LETTERS[kind]
                there = self.standing(sheet, word)
                beside = sheet.value(f"reserve{letter}") + sheet.value(f"dungeon{other}")
                number = len(there) + beside.replace(NONE, "").count(LETTERS[kind])
                unit, army = unit_name(kind), Message(f"army.{half}")
                if kind == KING and number != 1:
                    return Fault(Message("editor.bad.king", army=army, n=number), there, "board")
                if number > ARMY[kind]:
                    many = Message(
                        "editor.bad.army", unit=unit, army=army, n=number, most=ARMY[kind]
                    )
                    return Fault(many, there, "board")
        return None


EDITOR = CotadrezEditor
