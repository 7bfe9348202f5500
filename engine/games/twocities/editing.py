"""What can be edited of a position of A Tale of Two Cities (rulebook, 9.8 to 9.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from engine.core.editing import EditField, Fault, PositionEditor, Sheet, Tool, past_setup
from engine.core.errors import BadPosition
from engine.core.scene import Piece, Region, Scene
from engine.core.texts import Message
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import CARD
from engine.games.twocities.rules.pieces import (
    CITY,
    HOME,
    INDEX,
    KINDS,
    LETTERS,
    MAX_PIECES,
    STRENGTH,
    UNITS,
    WORDS,
    bits,
    code,
)
from engine.games.twocities.table.scene import ground_board, strength_badges
from engine.games.twocities.table.sentences import card_word, piece_label, unit_name

HIT = "'"
PLACES = {"forests": "1.9", "hills": "1.9", "hands": "2.2", "discards": "2.8", "removed": "2.8"}
HANDS, COUNTERS = ("hand0", "hand1"), ("number", "calm", "bought0", "bought1")


class TwoCitiesEditor(PositionEditor):
    clause = "9.5"
    clauses: ClassVar[Mapping[str, str]] = {
        "board": "9.4",
        "counters": "9.10",
        "state": "9.8",
        **PLACES,
    }
    word = "[LPACTlpact]'*"
    columns = ("side", "forests", "hills", "hands", "discards", "removed", "counters", "state")

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")

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

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        sides = (("w", Message("side.white")), ("b", Message("side.black")))
        four = self.game.options["four"] == "any"
        deck = tuple((one, _card(number, four)) for number, one in enumerate(cards.ORDER))
        lists = (*HANDS, "discards", "removed")
        return (
            EditField("side", "choice", Message("editor.side"), sides),
            EditField(
                "state", "choice", Message("editor.state"), ((CARD, Message("editor.card")),)
            ),
            *(EditField(name, "number", Message(f"editor.{name}")) for name in COUNTERS),
            *(EditField(name, "set", Message(f"editor.{name}"), deck, ",") for name in lists),
        )

    def start(self) -> Sheet:
        return self.sheet(past_setup(self.game, lambda state: state.ask == CARD))

    def split(self, words: list[str]) -> dict[str, str]:
        found = dict(zip(self.columns, words, strict=True))
        hands = zip(HANDS, found.pop("hands").split("/"), strict=True)
        counters = zip(COUNTERS, found.pop("counters").split("."), strict=True)
        return found | dict(hands) | dict(counters)

    def join(self, values: Mapping[str, str]) -> list[str]:
        hands = "/".join(values[name] for name in HANDS)
        counters = ".".join(values[name] for name in COUNTERS)
        return super().join({**values, "hands": hands, "counters": counters})

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

    def explain(self, sheet: Sheet, why: BadPosition) -> Fault:
        found = super().explain(sheet, why)
        if why.field == "board":
            return self._board(sheet) or found
        if why.field in ("forests", "hills"):
            return found._replace(squares=sheet.squares(why.field))
        return found

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        gone = state.removed & cards.REINFORCEMENT_MASK == cards.REINFORCEMENT_MASK
        if state.ask == CARD and gone and not state.units(0) and not state.units(1):
            return Fault(Message("editor.bad.exhausted", "7.4"), (), "board")
        return None

    def _board(self, sheet: Sheet) -> Fault | None:
        for side in (0, 1):
            letters = LETTERS[1:].lower() if side else LETTERS[1:]
            army = Message(f"army.{side}")
            mine = [
                (name, word)
                for name, word in zip(self.names, sheet.cells, strict=True)
                if word and word[0] in letters
            ]
            cities = tuple(name for name, word in mine if word[0] in "Tt")
            if len(cities) != 1 or int(cities[0][1]) != HOME[side] + 1 or cities[0][0] in "ah":
                return Fault(Message("editor.bad.city", "1.8", army=army), cities, "board")
            units = tuple(name for name, word in mine if word[0] not in "Tt")
            if len(units) > MAX_PIECES:
                many = Message("editor.bad.units", "6.3", army=army, n=len(units), most=MAX_PIECES)
                return Fault(many, units, "board")
        return None


def _card(number: int, any_four: bool) -> Message:
    name = Message(f"card.{card_word(number, any_four)}")
    return Message("card.label", code=cards.ORDER[number], name=name)


EDITOR = TwoCitiesEditor
