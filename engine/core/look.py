"""Reader of a game's `look.json`: glyphs, colours and board style. Data only; the page draws it.

    glyphs    the drawing of a piece, card or button: the name of an icon of game-icons.net, or an
              object with `icon` or an own drawing as `body`, and a `viewBox`
              (engine/dev/vendor.py builds the game's sprite from these)
    source    by glyph, the glyph shown instead when the player chooses the original pieces of the
              game's source, if those differ
    colours   custom properties by light: `day`, `night` (only what differs from `day`) and
              `contrast`. `side0` to `side3`, each with `-edge` and `-ink`, colour the sides
              (by default the page's own colours); `square-light`, `square-dark` and `board-edge`
              colour the board. Other names are the game's own, for its grounds; they need a value
              in `day` and in `contrast`
    texture   the material of the board: strokes in a square of `texture_size` units (by default
              200, two squares of the board), tiled over the board
    grounds   by style of a square: `fill` its colour, `drawing` shapes around the origin in a
              square of 100 units (their class says how they are painted: `solid` or
              `stroke`), `ink` the colour of the drawing, `joined` if neighbouring squares merge
              into one area with rounded corners
    regions   by kind of a region, how it is drawn: one of REGION_FORMS
    ending    how a game ends for the side that has lost it: what happens (`how`, one of ENDINGS) to
              which of its `glyph`s; if it is led away, between two of the winner's `guard`
    sample    pieces that a preview shows: the letter of each by its glyph
    standing  true if the pieces stand on the board without a plate, filled with their side's
              colour and outlined with its ink; only for glyphs whose fill says whose they are

Every part is optional.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TILE, WIDEST_TILE = 200, 2000  # units of a texture
LIGHTS = ("day", "night", "contrast")
REGION_FORMS = (
    "frontier",  # a tint, and a dotted line along its border
    "area",  # a tint with an edge
    "outline",  # a dashed line around it
    "walls",  # a wall with battlements, and its glyph inside
    "glyph",  # its glyph alone
)
PARTS = (
    "glyphs",
    "source",
    "colours",
    "grounds",
    "regions",
    "texture",
    "standing",
    "ending",
    "sample",
    "texture_size",
)
ENDINGS = (
    "topple",  # it falls over
    "burn",  # it burns down
    "led",  # it is led away between two guards
)
PAGE = re.compile(r"side[0-3](-edge|-ink)?|square-(light|dark)|board-edge")
NAME = re.compile(r"[a-z][a-z0-9_-]*")
# A single CSS colour: no character that could end the declaration.
COLOUR = re.compile(r"[#\w\s(),.%-]+")


class BadLook(ValueError):
    """An unusable look.json; the text says what to fix."""


@dataclass(frozen=True, slots=True)
class SquareStyle:
    """Style of a kind of square. Empty strings: painted like any other square, no drawing."""

    fill: str = ""
    drawing: str = ""
    ink: str = ""
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """End of a game as it is shown. `guard`: only if the loser is led away."""

    how: str
    glyph: str
    guard: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The look of one game. Compared by identity, so that drawings made from it can be cached."""

    game_id: str
    colours: Mapping[str, Mapping[str, str]]
    grounds: Mapping[str, SquareStyle]
    regions: Mapping[str, str]
    texture: str = ""
    source: Mapping[str, str] = field(default_factory=dict)
    standing: bool = False
    ending: Ending | None = None
    sample: Mapping[str, str] = field(default_factory=dict)
    texture_size: int = TILE


def read_look(game_id: str, data: Mapping[str, Any]) -> Look:
    """Parse the content of a look.json. Raises BadLook."""
    wrong = [name for name in data if name not in PARTS]
    if wrong:
        raise BadLook(f"{game_id}: no part of a look: {', '.join(wrong)}")
    grounds = {name: _ground(game_id, name, one) for name, one in data.get("grounds", {}).items()}
    regions = dict(data.get("regions", {}))
    for kind, form in regions.items():
        _check(form in REGION_FORMS, game_id, f"region {kind}: {form} is no form of a region")
    colours, texture = _colours(game_id, data.get("colours", {})), data.get("texture", "")
    _check(isinstance(texture, str), game_id, "the texture is no drawing")
    size = data.get("texture_size", TILE)
    fine = type(size) is int and 0 < size <= WIDEST_TILE
    _check(fine, game_id, f"texture_size: {size!r} is no number of units")
    standing = data.get("standing", False)
    _check(isinstance(standing, bool), game_id, "standing is true or false")
    glyphs, source = data.get("glyphs", {}), dict(data.get("source", {}))
    for name in (*source, *source.values()):
        _check(name in glyphs, game_id, f"source: {name} is no glyph")
    sample = dict(data.get("sample", {}))
    for name in sample:
        _check(name in glyphs, game_id, f"sample: {name} is no glyph")
    ending = _ending(game_id, data["ending"], glyphs) if "ending" in data else None
    return Look(game_id, colours, grounds, regions, texture, source, standing, ending, sample, size)


def _check(holds: bool, game_id: str, words: str) -> None:
    if not holds:
        raise BadLook(f"{game_id}: {words}")


def _colours(game_id: str, given: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    found = {light: dict(given.get(light, {})) for light in LIGHTS}
    _check(set(given) <= set(LIGHTS), game_id, f"lights are {', '.join(LIGHTS)}")
    for light, colours in found.items():
        for name, colour in colours.items():
            fine = NAME.fullmatch(name) and COLOUR.fullmatch(colour)
            _check(bool(fine), game_id, f"{light}: {name}: {colour!r} is no colour")
            known = name in found["day"] and (PAGE.fullmatch(name) or name in found["contrast"])
            own = PAGE.fullmatch(name) and light == "contrast"
            _check(bool(known or own), game_id, f"{name} has a value in {light} only")
    return found


def _ending(game_id: str, data: Mapping[str, Any], glyphs: Mapping[str, Any]) -> Ending:
    try:
        ending = Ending(**data)
    except TypeError as error:
        raise BadLook(f"{game_id}: ending: {error}") from None
    _check(ending.how in ENDINGS, game_id, f"ending: {ending.how} is no way to end")
    led = ending.how == "led"
    for glyph in (ending.glyph, *((ending.guard,) if led else ())):
        _check(glyph in glyphs, game_id, f"ending: {glyph} is no glyph")
    _check(led or not ending.guard, game_id, "ending: only who is led away has a guard")
    return ending


def _ground(game_id: str, name: str, data: Mapping[str, Any]) -> SquareStyle:
    try:
        ground = SquareStyle(**data)
    except TypeError as error:
        raise BadLook(f"{game_id}: ground {name}: {error}") from None
    _check(bool(NAME.fullmatch(name)), game_id, f"ground {name} is no name")
    for colour in (ground.fill, ground.ink):
        fine = not colour or COLOUR.fullmatch(colour)
        _check(bool(fine), game_id, f"ground {name}: {colour!r} is no colour")
    return ground
