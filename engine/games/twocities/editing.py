"""What can be edited of a position of A Tale of Two Cities (rulebook, 9.8 to 9.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.core.editing import Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.scene import Piece, Region, Scene
from engine.core.texts import Message
from engine.games.twocities.reachable import unreachable
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import CARD
from engine.games.twocities.rules.pieces import (
    CITY,
    INDEX,
    KINDS,
    LETTERS,
    STRENGTH,
    UNITS,
    WORDS,
    bits,
    code,
)
from engine.games.twocities.table.scene import ground_board, strength_badges
from engine.games.twocities.table.sentences import card_word, piece_label, unit_name
from engine.games.twocities.text.position import POSITION

HIT = "'"
HANDS, COUNTERS = ("hand0", "hand1"), ("number", "calm", "bought0", "bought1")


class TwoCitiesEditor(PositionEditor):
    shown = ("side", "state", *COUNTERS, *HANDS, "discards", "removed")
    position = POSITION

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        units = tuple(
            Tool(word, label, WORDS[kind], LETTERS[kind], side, word)
            for side in (0, 1)
            for kind in (CITY, *UNITS)
            for word in [LETTERS[kind].lower() if side else LETTERS[kind]]
            for label in [
                Message("editor.unit", unit=unit_name(kind), army=Message(f"army.{side}"))
            ]
        )
        return (
            *units,
            Tool("forest", Message("terrain.forest"), ground="forests"),
            Tool("hill", Message("terrain.hill"), ground="hills"),
            Tool("hit", Message("editor.hit"), sign=HIT),
        )

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        four = self.game.options["four"] == "any"
        deck = tuple(_card(number, four) for number in range(len(cards.ORDER)))
        return {
            "side": (Message("side.white"), Message("side.black")),
            "state": (Message("editor.card"),),
            **dict.fromkeys((*HANDS, "discards", "removed"), deck),
        }

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.ask == CARD))

    def signed(self, word: str, sign: str) -> str:
        """Return the word with one more hit; unhurt after the last that the unit survives."""
        hits = word.count(HIT) + 1
        kind = KINDS[word[0].upper()]
        return word[0] + HIT * (hits if hits < self._strength(kind) else 0)

    def _strength(self, kind: int) -> int:
        return int(self.game.options["city"]) if kind == CITY else STRENGTH[kind]

    # -- what is drawn -----------------------------------------------------------------------

    def scene(self, sheet: Sheet, fault: Fault | None = None) -> Scene:
        ground = (bits(INDEX[s] for s in sheet.squares(name)) for name in ("forests", "hills"))
        return replace(super().scene(sheet, fault), board=ground_board(*ground))

    def regions(self, sheet: Sheet) -> tuple[Region, ...]:
        """Return no regions: the board's squares show the ground."""
        return ()

    def piece(self, square: str, word: str, tool: Tool | None) -> Piece:
        plain = super().piece(square, word, tool)
        kind, hits = KINDS[word[0].upper()], word.count(HIT)
        strength = self._strength(kind)
        label = piece_label(code(word[0].islower(), kind), hits, strength)
        return replace(plain, label=label, badges=strength_badges(kind, hits, strength))

    # -- what is wrong -----------------------------------------------------------------------

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        return unreachable(state)


def _card(number: int, any_four: bool) -> Message:
    name = Message(f"card.{card_word(number, any_four)}")
    return Message("card.label", code=cards.ORDER[number], name=name)


EDITOR = TwoCitiesEditor
