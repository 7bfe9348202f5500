"""What can be edited of a position of Rilatria (rulebook, 9.1 to 9.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from engine.core.editing import NONE, EditField, Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.errors import BadPosition
from engine.core.scene import Mark, Region, Scene
from engine.core.texts import Message, player_name
from engine.games.rilatria.rules.pieces import GLYPHS, KINDS, LETTERS, LIMITS
from engine.games.rilatria.rules.reserve import WORDS
from engine.games.rilatria.rules.state import CALL, DEAL, FREE, SETUP
from engine.games.rilatria.table.areas import unit_name
from engine.games.rilatria.text.position import has_hurt

PLAYERS = "12"


class RilatriaEditor(PositionEditor):
    clause = "9.7"
    clauses: ClassVar[Mapping[str, str]] = {
        "setup": "9.8",
        "result": "9.9",
        "phase": "9.3",
        "hurt": "9.10",
    }
    word = "[HAJLTBhajltb]"
    columns = ("side", "phase", "reserve1", "reserve2", "marks", "quiet", "round")

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        units = tuple(
            Tool(word, label, GLYPHS[kind], LETTERS[kind], side, word)
            for side in (0, 1)
            for kind in KINDS
            for word in [LETTERS[kind].lower() if side else LETTERS[kind]]
            for label in [Message("piece.label", unit=unit_name(kind), who=player_name(side))]
        )
        return (*units, Tool("recruit", Message("editor.recruit"), ground="recruits"))

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        sides = tuple((word, Message(f"side.j{word}")) for word in PLAYERS)
        hurt = EditField("hurt", "set", Message("editor.hurt"), sides)
        phases = tuple((one, Message(f"editor.phase.{one}")) for one in (FREE, CALL, DEAL))
        marks = tuple((one, Message(f"editor.mark.{at}")) for at, one in enumerate("HU$x"))
        return (
            EditField("side", "choice", Message("editor.side"), sides),
            EditField("phase", "choice", Message("editor.phase"), phases),
            *(
                EditField(f"{word}{player}", "number", self._value(word, player))
                for player in PLAYERS
                for word in WORDS
            ),
            EditField("marks", "set", Message("editor.marks"), marks),
            EditField("quiet", "number", Message("editor.quiet")),
            EditField("round", "number", Message("editor.round")),
            *((hurt,) if has_hurt(self.game.options) else ()),
        )

    def _value(self, word: str, player: str) -> Message:
        return Message(
            "editor.value", what=Message(f"reserve.{word}"), who=Message(f"side.j{player}")
        )

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.phase != SETUP))

    def split(self, words: list[str]) -> dict[str, str]:
        columns = (*self.columns, "hurt") if has_hurt(self.game.options) else self.columns
        found = dict(zip(columns, words, strict=True))
        for player in PLAYERS:
            numbers = found.pop(f"reserve{player}").split(".")
            found |= {f"{word}{player}": one for word, one in zip(WORDS, numbers, strict=True)}
        marks, _, recruits = found["marks"].partition("+")
        return found | {"marks": marks or NONE, "recruits": recruits or NONE}

    def join(self, values: Mapping[str, str]) -> list[str]:
        reserves = {
            f"reserve{player}": ".".join(values[f"{word}{player}"] for word in WORDS)
            for player in PLAYERS
        }
        marks, recruits = values["marks"], values["recruits"]
        if recruits != NONE:
            marks = f"{marks.replace(NONE, '')}+{recruits}"
        hurt = [values["hurt"]] if "hurt" in values else []
        return [*super().join({**values, **reserves, "marks": marks}), *hurt]

    def regions(self, sheet: Sheet) -> tuple[Region, ...]:
        """Return no regions: recruits are marked."""
        return ()

    def scene(self, sheet: Sheet, fault: Fault | None = None) -> Scene:
        plain, recruits = super().scene(sheet, fault), sheet.squares("recruits")
        mark = Mark("note", recruits, label=Message("editor.recruit"))
        return replace(plain, marks=(*plain.marks, mark)) if recruits else plain

    def explain(self, sheet: Sheet, why: BadPosition) -> Fault:
        found = super().explain(sheet, why)
        if why.field == "limits":
            return self._limits(sheet) or found
        if why.field == "recruits":
            return found._replace(squares=sheet.squares("recruits"))
        if why.field == "hero":
            return found._replace(squares=self.standing(sheet, "H", "h"))
        return found

    def _limits(self, sheet: Sheet) -> Fault | None:
        for side in (0, 1):
            for kind in KINDS:
                word = LETTERS[kind].lower() if side else LETTERS[kind]
                there = self.standing(sheet, word)
                if len(there) > LIMITS[kind]:
                    army, unit = Message(f"army.{side}"), unit_name(kind)
                    most = LIMITS[kind]
                    many = Message(
                        "editor.bad.limits", unit=unit, army=army, n=len(there), most=most
                    )
                    return Fault(many, there, "board")
        return None


EDITOR = RilatriaEditor
