"""What can be edited of a position of Stratego (rulebook, 7.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.core.editing import EditField, Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.fields import NONE, Position, TextField
from engine.core.scene import Piece
from engine.core.texts import Message
from engine.games.stratego.reachable import unreachable
from engine.games.stratego.rules.pieces import (
    CODES,
    COLOURS,
    GLYPHS,
    HIDDEN,
    MARKS,
    NUMBER,
    SIDES,
    TYPES,
    piece_of,
)
from engine.games.stratego.table.scene import drawn_piece
from engine.games.stratego.table.words import army_name, type_name
from engine.games.stratego.text.position import LOST, fields_of

SIGNS = {"'": "moved", "!": "shown", "+": "skill", "*": "rescuer"}
LAKE, VOID, MOVED_SIGN = "~", "#", "'"


class StrategoEditor(PositionEditor):
    @property
    def shown(self) -> tuple[str, ...]:  # type: ignore[override]
        lost = (f"{LOST}{one}" for one in SIDES[: self._players])
        return ("side", "quiet", "actions", "question", *lost)

    @property
    def position(self) -> Position:
        return fields_of(self.game)  # type: ignore[arg-type]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self.game.tables.grid.names)  # type: ignore[attr-defined]

    @cached_property
    def fixed(self) -> frozenset[str]:
        return frozenset((LAKE, VOID))

    @property
    def _players(self) -> int:
        return len(self.game.sides)

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        army = self.game.tables.army  # type: ignore[attr-defined]
        pieces = tuple(
            Tool(word, label, GLYPHS[kind], CODES[kind], side, word)
            for side in range(self._players)
            for kind in reversed(TYPES)
            if army[kind]
            for word in [f"{SIDES[side]}{CODES[kind]}"]
            for label in [Message("piece.label", type=type_name(kind), army=army_name(side))]
        )
        marks = (Tool(SIGNS[sign], Message(f"mark.{SIGNS[sign]}"), sign=sign) for _, sign in MARKS)
        return (*pieces, *marks)

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        sides = tuple(Message(f"side.{one}") for one in COLOURS[: self._players])
        return {"side": sides, "question": (Message("editor.none"),)}

    def form(self, field: TextField) -> EditField:
        """Return a field; of the losses those types that an army has, and how many it has."""
        if not field.name.startswith(LOST):
            return super().form(field)
        army, side = self.game.tables.army, SIDES.index(field.name[-1])  # type: ignore[attr-defined]
        kinds = [kind for kind in TYPES if army[kind]]
        return EditField(
            field.name,
            field.kind,
            Message("editor.removed", army=army_name(side)),
            tuple((CODES[kind], type_name(kind)) for kind in kinds),
            side=side,
            most=tuple(army[kind] for kind in kinds),
        )

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.asked == "turn"))

    # -- changes: earlier moves do not count after them; a piece away from home has moved ------

    def put(self, sheet: Sheet, tool: Tool, square: str) -> Sheet:
        cell = self.cell(square)
        if cell >= 0 and tool.word and sheet.cells[cell] == self._placed(cell, tool.word):
            return self.clear(sheet, square)
        return self._marked(_forgetting(sheet, super().put(sheet, tool, square)))

    def clear(self, sheet: Sheet, square: str) -> Sheet:
        return _forgetting(sheet, super().clear(sheet, square))

    def move(self, sheet: Sheet, start: str, goal: str) -> Sheet:
        return self._marked(_forgetting(sheet, super().move(sheet, start, goal)))

    def _marked(self, sheet: Sheet) -> Sheet:
        return replace(sheet, cells=tuple(self._placed(*one) for one in enumerate(sheet.cells)))

    def _placed(self, cell: int, word: str) -> str:
        """Return a piece as it stands on a cell: outside its home zone it has moved if it can."""
        if word[:1] not in {*SIDES} or MOVED_SIGN in word:
            return word
        tables = self.game.tables  # type: ignore[attr-defined]
        away = cell not in tables.home_sets[SIDES.index(word[0])]
        can = NUMBER.get(word[1], HIDDEN) in {HIDDEN, *tables.movers}
        return self.signed(word, MOVED_SIGN) if away and can else word

    def piece(self, square: str, word: str, tool: Tool | None) -> Piece:
        side = SIDES.index(word[0])
        kind = HIDDEN if word[1] == "?" else NUMBER[word[1]]
        flags = sum(bit for bit, sign in MARKS if sign in word[2:])
        return drawn_piece(f"{square}{word[:2]}", square, piece_of(side, kind), flags, True)

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        return unreachable(state)


def _forgetting(before: Sheet, after: Sheet) -> Sheet:
    """Return a changed sheet without the moves that count for repetition."""
    return after if after == before else after.with_value("memory", NONE)


EDITOR = StrategoEditor
