"""What can be edited of a position of Stratego (rulebook, 7.9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from engine.core.contract import State
from engine.core.editing import NONE, EditField, Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.errors import BadPosition
from engine.core.rows import read_rows, write_rows
from engine.core.scene import Piece
from engine.core.texts import Message
from engine.games.stratego.reachable import army_clause, unreachable
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

SIGNS = {"'": "moved", "!": "shown", "+": "skill", "*": "rescuer"}
LAKE, VOID, SKILLED = "~", "#", "+"
LOST, MORE = "lost", "more"  # values by side: losses that were shown, and the rest of their text
_SHOWN = re.compile("[FBS2-9M]*")


class StrategoEditor(PositionEditor):
    clause = "7.9"
    clauses: ClassVar[Mapping[str, str]] = {
        "board": "1.1",
        "army": "5.7",
        "side": "4.3",
        "skips": "5.27",
        "quiet": "4.5",
        "actions": "4.6",
        "memory": "3.13",
        "removed": "6.4",
        "extras": "5.21",
        "question": "3.14",
    }
    word = r"[~#]|[rbgy][FBS2-9M?]'?!?\+?\*?"
    columns = ("side", "skips", "quiet", "actions", "memory", "removed", "extras")

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

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        army = self.game.tables.army  # type: ignore[attr-defined]
        sides = tuple((one, Message(f"side.{one}")) for one in COLOURS[: self._players])
        none = ((NONE, Message("editor.none")),)
        kinds = [kind for kind in TYPES if army[kind]]
        types = tuple((CODES[kind], type_name(kind)) for kind in kinds)
        most = tuple(army[kind] for kind in kinds)
        return (
            EditField("side", "choice", Message("editor.side"), sides),
            EditField("quiet", "number", Message("editor.quiet")),
            EditField("actions", "number", Message("editor.actions")),
            EditField("question", "choice", Message("editor.question"), none),
            *(
                EditField(
                    f"{LOST}{one}",
                    "bag",
                    Message("editor.removed", army=army_name(side)),
                    types,
                    side=side,
                    most=most,
                )
                for side, one in enumerate(SIDES[: self._players])
            ),
        )

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.asked == "turn"))

    def sheet(self, state: State) -> Sheet:
        first, *rest = state.to_text().split(" ")
        cells = read_rows(first, *self._size, self.word)
        return Sheet(tuple(cells), tuple(self.split(rest).items()))

    def text(self, sheet: Sheet) -> str:
        return " ".join([write_rows(sheet.cells, self._size[0]), *self.join(dict(sheet.values))])

    @property
    def _size(self) -> tuple[int, int]:
        grid = self.game.tables.grid  # type: ignore[attr-defined]
        return grid.cols, grid.rows

    def split(self, words: list[str]) -> dict[str, str]:
        """Return the values; those of the field of losses by side: the pieces that were shown, and
        the rest of its text."""
        question = words[7] if len(words) > 7 else NONE
        found = dict(zip(self.columns, words[:7], strict=True)) | {"question": question}
        parts = dict(part.split(":", 1) for part in found.pop("removed").split(";") if ":" in part)
        for one in SIDES[: self._players]:
            text = parts.get(one, "")
            shown = _SHOWN.match(text)[0]  # type: ignore[index]
            found |= {f"{LOST}{one}": shown or NONE, f"{MORE}{one}": text[len(shown) :]}
        return found

    def join(self, values: Mapping[str, str]) -> list[str]:
        texts = {
            one: values[f"{LOST}{one}"].replace(NONE, "") + values[f"{MORE}{one}"]
            for one in SIDES[: self._players]
        }
        removed = ";".join(f"{one}:{text}" for one, text in texts.items() if text)
        question = [] if values["question"] == NONE else [values["question"]]
        return [*super().join({**values, "removed": removed or NONE}), *question]

    # -- changes: earlier moves do not count after them ---------------------------------------

    def put(self, sheet: Sheet, tool: Tool, square: str) -> Sheet:
        return _forgetting(sheet, super().put(sheet, tool, square))

    def clear(self, sheet: Sheet, square: str) -> Sheet:
        return _forgetting(sheet, super().clear(sheet, square))

    def move(self, sheet: Sheet, start: str, goal: str) -> Sheet:
        return _forgetting(sheet, super().move(sheet, start, goal))

    def piece(self, square: str, word: str, tool: Tool | None) -> Piece:
        side = SIDES.index(word[0])
        kind = HIDDEN if word[1] == "?" else NUMBER[word[1]]
        flags = sum(bit for bit, sign in MARKS if sign in word[2:])
        return drawn_piece(f"{square}{word[:2]}", square, piece_of(side, kind), flags, True)

    def explain(self, sheet: Sheet, why: BadPosition) -> Fault:
        found = super().explain(sheet, why)
        inner = why.message.params.get("why")
        detail = str(inner.params.get("detail", "")) if isinstance(inner, Message) else ""
        if why.field == "army" and len(detail) == 2:
            there = tuple(
                name
                for name, word in zip(self.names, sheet.cells, strict=True)
                if word.startswith(detail)
            )
            return self._army(detail, there)
        if why.field == "board":
            wrong = tuple(
                name
                for name, word in zip(self.names, sheet.cells, strict=True)
                if word and word == detail
            )
            if detail[1:2] in ("F", "B") and SKILLED in detail:
                kind = type_name(NUMBER[detail[1]])
                return Fault(Message("editor.bad.skill", "5.20", type=kind), wrong, "board")
            return found._replace(squares=wrong or found.squares)
        return found

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        return unreachable(state)

    def _army(self, detail: str, there: tuple[str, ...]) -> Fault:
        side, army = SIDES.index(detail[0]), self.game.tables.army  # type: ignore[attr-defined]
        name, n = army_name(side), len(there)
        kind = NUMBER[detail[1]]
        clause = army_clause(self.game.options["army"])
        kinds = {"type": type_name(kind), "army": name}
        many = Message("editor.bad.army", clause, **kinds, n=n, most=army[kind])
        return Fault(many, there, "board")


def _forgetting(before: Sheet, after: Sheet) -> Sheet:
    """Return a changed sheet without the moves that count for repetition."""
    return after if after == before else after.with_value("memory", NONE)


EDITOR = StrategoEditor
