"""What can be edited of a position of Rilatria (rulebook, 9.1 to 9.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from engine.core.editing import Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.fields import Position
from engine.core.scene import Mark, Region, Scene
from engine.core.texts import Message, player_name
from engine.games.rilatria.rules.pieces import GLYPHS, KINDS, LETTERS
from engine.games.rilatria.rules.reserve import WORDS
from engine.games.rilatria.rules.state import CALL, DEAL, FREE, SETUP
from engine.games.rilatria.table.areas import unit_name
from engine.games.rilatria.text.position import position_of

PLAYERS = "12"


class RilatriaEditor(PositionEditor):
    shown = (
        *("side", "phase"),
        *(f"{word}{player}" for player in PLAYERS for word in WORDS),
        *("marks", "quiet", "round", "hurt"),
    )

    @property
    def position(self) -> Position:
        return position_of(self.game.options)

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

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        sides = tuple(Message(f"side.j{player}") for player in PLAYERS)
        return {
            "side": sides,
            "phase": tuple(Message(f"editor.phase.{one}") for one in (FREE, CALL, DEAL)),
            "marks": tuple(Message(f"editor.mark.{at}") for at in range(4)),
            "hurt": sides,
        }

    def label(self, name: str) -> Message:
        word, player = name[:-1], name[-1]
        if word not in WORDS:
            return super().label(name)
        what, who = Message(f"reserve.{word}"), Message(f"side.j{player}")
        return Message("editor.value", what=what, who=who)

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.phase != SETUP))

    def regions(self, sheet: Sheet) -> tuple[Region, ...]:
        """Return no regions: recruits are marked."""
        return ()

    def scene(self, sheet: Sheet, fault: Fault | None = None) -> Scene:
        plain, recruits = super().scene(sheet, fault), sheet.squares("recruits")
        mark = Mark("note", recruits, label=Message("editor.recruit"))
        return replace(plain, marks=(*plain.marks, mark)) if recruits else plain


EDITOR = RilatriaEditor
