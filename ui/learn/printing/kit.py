"""What a game needs on paper, from its `table/printing.json`. Data only.

pieces   number of pieces of each glyph per side; by default those of the start position
terrain  what each side places besides: `kind` of region, which is its glyph too, `squares` of the
         board that it fills when drawn there, `copies`
decks    number of decks
cards    each kind of card: `glyph`, `name` and `about` (catalogue keys, `about` may be empty),
         and `signs`, the text in the corner of each card of this kind
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from engine.core.contract import SPECTATOR, AnyGame
from engine.games import game_text


class PrintedCard(NamedTuple):
    """A kind of card, with the sign of each copy."""

    glyph: str
    name: str
    about: str
    signs: tuple[str, ...]


class PrintedTerrain(NamedTuple):
    """A building or terrain that each side places; `squares`: an example of what it fills."""

    kind: str
    squares: tuple[str, ...]
    copies: int


class PrintedKit(NamedTuple):
    pieces: Mapping[str, int]
    terrain: tuple[PrintedTerrain, ...] = ()
    decks: int = 0
    cards: tuple[PrintedCard, ...] = ()


def kit(game: AnyGame) -> PrintedKit:
    """Return what has to be printed to play a game on paper."""
    found = json.loads(game_text(game.info.id, "printing.json") or "{}")
    cards = tuple(
        PrintedCard(one["glyph"], one["name"], one["about"], tuple(one["signs"]))
        for one in found.get("cards", ())
    )
    terrain = tuple(
        PrintedTerrain(one["kind"], tuple(one["squares"]), one["copies"])
        for one in found.get("terrain", ())
    )
    pieces = found.get("pieces") or _at_start(game)
    return PrintedKit(pieces, terrain, found.get("decks", 0), cards)


def _at_start(game: AnyGame) -> Mapping[str, int]:
    scene = game.scene(game.initial_state().observation(SPECTATOR), SPECTATOR)
    return Counter(piece.glyph for piece in scene.pieces if piece.side == 0)
