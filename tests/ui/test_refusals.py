"""Every refusal has a sentence in both languages, and all its placeholders are filled."""

from __future__ import annotations

import json
import re
import string
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.core.fields import Position, Special, TextField
from engine.games import REGISTRY, game_text
from engine.games.rilatria.rules.state import FRAMES as RILATRIA_FRAMES
from engine.games.twocities.rules.faults import CLAUSES as FAULTS
from tests.ui.spoken import HOLE, Said, said_in
from ui.words.i18n import LANGUAGES, I18n

ROOT = Path(__file__).parents[2]
REFUSED = ("error.", "bad_position.", "record.", "link.", "save.", "open.", "view.")
ANSWERS = ("stand", "desert", "promotion", "rescue")

# Computed keys of refusals, and the words that fill their holes.
FILLED: dict[tuple[str, str], tuple[str, ...]] = {
    ("rilatria", "error.phase.{}"): tuple(RILATRIA_FRAMES.values()),
    ("stratego", "error.no_{}"): ANSWERS,
    ("stratego", "error.value.{}"): ("types", "agile", "rising", "army", "board", "cells"),
    ("stratego", "error.{}"): tuple(f"x{number}" for number in range(1, 13)),
    ("twocities", "error.{}"): tuple(FAULTS),
}

# Keys used with a token by a reader that also takes whole messages.
ABOUT_A_TOKEN = {"rilatria": ("error.no_game", "error.setup_phase", "error.tag")}


@cache
def of_game(game: str) -> dict[str, list[frozenset[str] | None]]:
    """Return the keys of refusals of a game as its sources have them."""
    return refusals(game, said_in(sorted((ROOT / "engine/games" / game).rglob("*.py"))))


def refusals(game: str, said: Said) -> dict[str, list[frozenset[str] | None]]:
    """Return the keys of refusals of a game, with the holes of computed keys filled in."""
    found: dict[str, list[frozenset[str] | None]] = {}
    for key, given in said.keys.items():
        if not key.startswith(REFUSED):
            continue
        if HOLE in key:
            for word in FILLED[game, key]:
                found.setdefault(key.replace(HOLE, word), []).extend(given)
        else:
            found.setdefault(key, []).extend(given)
    for why in refused_positions(game):
        found.setdefault(f"bad_position.{why}", []).append(None)
    for key in ABOUT_A_TOKEN.get(game, ()):
        found.setdefault(key, []).append(frozenset({"token"}))
    return found


def refused_positions(game: str) -> set[str]:
    """Return why positions of a game are refused: by its fields, and by what reads their values."""
    if find_spec(f"engine.games.{game}.text") is None:
        return set()  # a game on the kit: its refusals are `error.position_field`
    module = import_module(f"engine.games.{game}.text.position")
    positions = [one for one in vars(module).values() if isinstance(one, Position)]
    fields = [field for position in positions for field in position.fields]
    folder = ROOT / "engine/games" / game / "text"
    text = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
    named = re.findall(r'BadField\(\s*(?:f?")?([^",)]+)"?(?:,\s*"(\w+)"|,\s*(why))?', text)
    named += [("", why, "") for why in re.findall(r'^ +\("(\w+)", ', text, re.MULTILINE)]
    known = ("deployment", *(field.name for field in fields))
    found = {why or name for name, why, other in named if why or (not other and name in known)}
    for field in fields:
        for part in (field, *own_parts(field)):
            if not isinstance(part, Special):
                found |= {part.why, getattr(part, "twice", part.why)}
    return found | {position.count for position in positions}


def own_parts(field: TextField) -> list[TextField]:
    """Return the parts of a field that are refused by another word than its own name."""
    return [part for part in field.parts() if part.why != part.name]


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def gaps(words: I18n, found: dict[str, list[frozenset[str] | None]]) -> list[str]:
    """Describe the keys without a sentence, and the placeholders that no parameter fills."""
    out = []
    for key, said in sorted(found.items()):
        if not words.has(key):
            out.append(f"{words.lang} {words.game_id}: no sentence {key}")
            continue
        need = places(words._words.template(key))
        for given in said:
            if given is not None and need - given:
                out.append(f"{words.lang} {words.game_id}: {key} lacks {sorted(need - given)}")
    return out


@cache
def shared() -> dict[str, list[frozenset[str] | None]]:
    """Return the keys of refusals used by the readers for all games and by the page."""
    files = [path for part in ("core", "match") for path in (ROOT / "engine" / part).glob("*.py")]
    said = said_in([*files, ROOT / "ui/session/share.py", ROOT / "ui/shell/controller.py"])
    found = {key: given for key, given in said.keys.items() if key.startswith(REFUSED)}
    for kind in ("link", "save"):  # used by engine/match/validation.py for both
        for what in ("damaged", "version", "game", "rules", "options", "start", "too_long"):
            found[f"{kind}.{what}"] = [None]
    return {key: given for key, given in found.items() if HOLE not in key}


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_of_a_game_has_a_complete_sentence(game: str, lang: str) -> None:
    found = of_game(game)
    own = json.loads(game_text(game, f"locale/{lang}.json") or "{}")
    assert {key for key in own if key.startswith(REFUSED)} <= {*found, *shared()}
    assert gaps(I18n(lang, game), found) == []


@pytest.mark.parametrize("game", [None, *REGISTRY])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_shared_refusals_have_a_complete_sentence_in_every_game(
    game: str | None, lang: str
) -> None:
    """A game may have its own sentence for a shared key, with other placeholders."""
    assert len(shared()) > 25
    assert gaps(I18n(lang, game), shared()) == []
