"""The position editor of a game on the kit, made from the fields that it declares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.editing import PositionEditor, Sheet, Tool, past_setup
from engine.core.fields import Position, TextField
from engine.core.texts import Message
from engine.kit.plain import PlainGame, side_of


class PlainEditor(PositionEditor):
    """Editor with a tool for each kind of piece and a form for each field with a choice of words or
    a number. Fields of a title's own need a label, `editor.<name>` in the catalogue."""

    game: PlainGame[Any]

    @property
    def position(self) -> Position:
        return self.game.position

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        kinds, letters = self.game.kinds, self.game.letters
        found = []
        for cell, word in enumerate(self.game.words):
            if word:
                letter, side = letters[(cell - 1) // 2], side_of(cell)
                kind = kinds[letter]
                found.append(Tool(word, self.game.label(kind, side), kind, letter, side, word))
        return tuple(sorted(found, key=lambda tool: tool.side))

    @property
    def shown(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(name for name, field in self.position.parts().items() if field.kind != "text")

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        return {name: self._words(field) for name, field in self.position.parts().items()}

    def _words(self, field: TextField) -> tuple[Message, ...]:
        sides = self.game.sides
        return tuple(
            Message(f"side.{word}") if word in sides else Message("error.text", text=word)
            for word in field.words
        )

    def label(self, name: str) -> Message:
        return self.game.field_label(name)

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: bool(state.is_set_up())))
