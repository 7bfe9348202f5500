"""What can be edited of a position of Andarraya (rulebook, 7.1 to 7.12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.editing import PositionEditor, Sheet, Tool
from engine.core.fields import NONE
from engine.core.texts import Message
from engine.games.andarraya.rules.pieces import GLYPHS, KINDS, LETTERS, MARKS
from engine.games.andarraya.table.scene import piece_label
from engine.games.andarraya.text.position import PASSED, POSITION


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


def _mark(word: str) -> Message:
    square = {"A": "a", "E": "e", "H": "h"}[word.upper()] + ("1" if word.isupper() else "8")
    key = "piece.king" if word in "Ee" else "piece.rook"
    return Message("editor.on", piece=Message(key), square=square)


EDITOR = AndarrayaEditor
