"""What can be edited of a position of Andarraya (rulebook, 7.1 to 7.12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.editing import Fault, PositionEditor, Sheet, Tool
from engine.core.fields import NONE
from engine.core.texts import Message
from engine.games.andarraya.rules.pieces import GLYPHS, KINDS, LETTERS, MARKS, PAWN, QUEEN
from engine.games.andarraya.table.scene import piece_label
from engine.games.andarraya.text.position import MOST_PAWNS, PASSED, POSITION

START = {"N": 2, "B": 2, "R": 2, "Q": 1}


class AndarrayaEditor(PositionEditor):
    shown = ("side", "unmoved", "ep", "counter", "move")
    position = POSITION

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(
            Tool(word, piece_label(kind, side), GLYPHS[kind], LETTERS[kind], side, word)
            for side in (0, 1)
            for kind in reversed(KINDS)
            for word in [LETTERS[kind] if side == 0 else LETTERS[kind].lower()]
        )

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        return {
            "side": (Message("side.white"), Message("side.black")),
            "unmoved": tuple(_mark(word) for word, *_ in MARKS),
            "ep": (Message("editor.none"), *(Message("error.text", text=one) for one in PASSED)),
        }

    def empty(self) -> Sheet:
        """Return the start without pieces; no mark says that one of them has not moved."""
        return super().empty().with_value("unmoved", NONE)

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        """Name pieces that can only have been pawns, but that no pawn can have become."""
        without, beside = self.game.promotions  # type: ignore[attr-defined]
        may = {LETTERS[kind] for kind in {*without, *beside} if kind}  # 0: it stays a pawn
        for side in (0, 1):
            army = [word.upper() if word.islower() == bool(side) else "" for word in sheet.cells]
            more = {kind: army.count(kind) - most for kind, most in START.items()}
            made = {kind for kind, n in more.items() if n > 0}
            pawns = MOST_PAWNS - army.count(LETTERS[PAWN])
            one_queen = "Q" in made and QUEEN not in beside
            if one_queen or made - may or sum(n for n in more.values() if n > 0) > pawns:
                there = [name for name, word in zip(self.names, army, strict=True) if word in made]
                clause = "4.3" if may == {"Q"} else "6.3"
                message = Message("editor.bad.promoted", clause, army=Message(f"army.{side}"))
                return Fault(message, tuple(there), "placement")
        return None


def _mark(word: str) -> Message:
    square = {"A": "a", "E": "e", "H": "h"}[word.upper()] + ("1" if word.isupper() else "8")
    key = "piece.king" if word in "Ee" else "piece.rook"
    return Message("editor.on", piece=Message(key), square=square)


EDITOR = AndarrayaEditor
