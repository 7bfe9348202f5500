"""What can be edited of a position of Andarraya (rulebook, 7.1 to 7.12)."""

from __future__ import annotations

from functools import cached_property

from engine.core.editing import NONE, EditField, Fault, PositionEditor, Sheet, Tool
from engine.core.errors import BadPosition
from engine.core.texts import Message
from engine.games.andarraya.rules.pieces import GLYPHS, KINDS, LETTERS, MARKS
from engine.games.andarraya.table.scene import piece_label

MOST_PAWNS, MOST_PIECES = 8, 16
_FIRST = (("P", "1"), ("p", "8"))  # pawns cannot stand on their side's first rank


class AndarrayaEditor(PositionEditor):
    clause = "7.12"
    word = "[PNBRQKpnbrqk]"
    columns = ("side", "unmoved", "ep", "counter", "move")

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(
            Tool(word, piece_label(kind, side), GLYPHS[kind], LETTERS[kind], side, word)
            for side in (0, 1)
            for kind in reversed(KINDS)
            for word in [LETTERS[kind] if side == 0 else LETTERS[kind].lower()]
        )

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        sides = tuple(zip("wb", (Message("side.white"), Message("side.black")), strict=True))
        marks = tuple((word, _mark(word)) for word, *_ in MARKS)
        passed = [("-", Message("editor.none"))]
        passed += [(f"{f}{r}", Message("error.text", text=f"{f}{r}")) for r in "63" for f in FILES]
        return (
            EditField("side", "choice", Message("editor.side"), sides),
            EditField("unmoved", "set", Message("editor.unmoved"), marks),
            EditField("ep", "choice", Message("editor.ep"), tuple(passed)),
            EditField("counter", "number", Message("editor.counter")),
            EditField("move", "number", Message("editor.move")),
        )

    def empty(self) -> Sheet:
        """Return the start without pieces; no mark says that one of them has not moved."""
        return super().empty().with_value("unmoved", NONE)

    def explain(self, sheet: Sheet, why: BadPosition) -> Fault:
        found = super().explain(sheet, why)
        if why.field == "placement":
            return self._placement(sheet) or found
        if why.field == "side":
            kings = self.standing(sheet, "k" if sheet.value("side") == "w" else "K")
            return found._replace(message=Message("editor.bad.check"), squares=kings)
        if why.field == "ep":
            return found._replace(squares=(sheet.value("ep"),))
        if why.field == "unmoved":
            return found._replace(squares=self._unmoved(sheet))
        return found

    def _placement(self, sheet: Sheet) -> Fault | None:
        for side, letters in enumerate(("PNBRQK", "pnbrqk")):
            army = Message(f"army.{side}")
            kings = self.standing(sheet, letters[-1])
            pawns, pieces = self.standing(sheet, letters[0]), self.standing(sheet, *letters)
            if len(kings) != 1:
                return Fault(Message("editor.bad.kings", n=len(kings), army=army), kings, "board")
            if len(pawns) > MOST_PAWNS:
                return Fault(Message("editor.bad.pawns", n=len(pawns), army=army), pawns, "board")
            if len(pieces) > MOST_PIECES:
                many = Message("editor.bad.pieces", n=len(pieces), army=army)
                return Fault(many, pieces, "board")
            letter, rank = _FIRST[side]
            first = tuple(name for name in self.standing(sheet, letter) if name[1] == rank)
            if first:
                return Fault(Message("editor.bad.first_rank", army=army), first, "board")
        return None

    def _unmoved(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the squares of marked pieces that are not there."""
        marked = sheet.value("unmoved")
        found = []
        for word, square, kind in MARKS:
            letter = LETTERS[kind] if word.isupper() else LETTERS[kind].lower()
            name = self.names[square]
            if word in marked and name not in self.standing(sheet, letter):
                found.append(name)
        return tuple(found)


FILES = "abcdefgh"


def _mark(word: str) -> Message:
    square = {"A": "a", "E": "e", "H": "h"}[word.upper()] + ("1" if word.isupper() else "8")
    key = "piece.king" if word in "Ee" else "piece.rook"
    return Message("editor.on", piece=Message(key), square=square)


EDITOR = AndarrayaEditor
