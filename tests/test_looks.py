"""A game's look is in its own folder, and the page knows nothing of any game."""

from __future__ import annotations

import ast
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.core.contract import SPECTATOR, TABLE_VERBS
from engine.core.look import PAGE
from engine.core.scene import MARKS, Scene
from engine.core.telling import KINDS
from engine.dev.common import open_game, random_options
from engine.dev.vendor import SHAPES, clean_body
from engine.dev.walks import random_walk
from engine.games import REGISTRY, game_look, game_text
from engine.match.match import Match, MatchConfig
from ui.words.i18n import LANGUAGES

ROOT = Path(__file__).parents[1]
SEEDS = range(3)
LOOKED_AT = 12  # sampled states per walk
BUTTON = "btn:"
# Words of a game that the page also uses, with their meaning there.
SHARED = dict.fromkeys(KINDS, "a kind of happening") | {
    "answer": "what is said to an offer",
    "attack": "a mark: what is threatened",
    "call": "an English word",
    "card": "an area's item; a box of the page",
    "choose": "the form that asks which of several games to open",
    "dark": "the chequer; a light of the system",
    "dice": "an area",
    "die": "an area's item",
    "end": "a place in a list; the end of a generated part",
    "fire": "a mark: a shot",
    "hide": "an offer of a stranger that is wanted no more",
    "light": "the chequer; a light of the system",
    "move": "a mark; a line of the log",
    "no": "an English word",
    "open": "what is done with a saved game, and with a dialog",
    "place": "a mark: something may be put there",
    "play": "the table's mode; part of an address",
    "put": "what is done with a piece of a set-up",
    "ready": "the end of a set-up; a performance mark",
    "reveal": "the button of the curtain",
    "roll": "what a study leaves to chance",
    "relay": "a mailbox for letters of far tables",
    "show": "the pack of pictures for others",
    "square": "a shape of boards",
    "step": "the keys that walk through a game",
    "yes": "an English word",
    "zone": "a mark: where something may be placed",
}


@cache
def seen(game_id: str) -> tuple[frozenset[str], tuple[Scene, ...]]:
    """Return the verbs and buttons of a few complete games, and some of their scenes."""
    words: set[str] = set()
    scenes: list[Scene] = []
    for seed in SEEDS:
        rng = Random(f"look {game_id} {seed}")
        game = open_game(game_id, random_options(game_id, rng) if seed else {})
        names = ("Ana", "Luis", "Eva", "Paz")[: len(game.sides)]
        match = random_walk(Match(MatchConfig(game_id, dict(game.options), names), game=game), rng)
        words.update(event.action[0] for event in match.events)
        for number in range(0, len(match.events), len(match.events) // LOOKED_AT + 1):
            state = match.state_at(number)
            scenes.append(game.scene(state.observation(SPECTATOR), SPECTATOR))
            if state.current_player() >= 0:
                for action in state.legal_actions():
                    words.add(action[0])
                    presses = game.path(state, action)
                    words.update(p[len(BUTTON) :] for p in presses if p.startswith(BUTTON))
    return frozenset(words - {*TABLE_VERBS}), tuple(scenes)


def styles(game_id: str) -> set[str]:
    _, scenes = seen(game_id)
    return {style for scene in scenes for square in scene.board.squares for style in square.styles}


def kinds(game_id: str) -> set[str]:
    _, scenes = seen(game_id)
    return {region.kind for scene in scenes for region in scene.regions}


# -- the page knows no game ----------------------------------------------------------------------


def code_words(text: str) -> Iterator[str]:
    """Yield the words in the strings of a source, except docstrings."""
    tree = ast.parse(text)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from re.findall(r"[a-z0-9]+", node.value)


@cache
def page_words() -> dict[str, list[str]]:
    """Return the files of the page by word: code, catalogue keys, style sheets."""
    found: dict[str, list[str]] = {}
    said: list[tuple[Path, Iterator[str] | list[str]]] = []
    for path in sorted((ROOT / "ui").rglob("*.py")):
        said.append((path, code_words(path.read_text("utf-8"))))
    for path in sorted((ROOT / "ui/locale").glob("*.json")):
        said.append((path, re.findall(r"[a-z0-9]+", " ".join(json.loads(path.read_text("utf-8"))))))
    for path in sorted([*(ROOT / "static/css").glob("*.css"), *(ROOT / "ui").rglob("*.css")]):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        said.append((path, re.findall(r"[a-z0-9]+", text)))
    for path, words in said:
        for word in words:
            where = found.setdefault(word, [])
            if path.name not in where:
                where.append(path.name)
    return found


@pytest.mark.parametrize("game_id", REGISTRY)
def test_page_mentions_no_id_verb_button_or_terrain_of_a_game(game_id: str) -> None:
    look = game_look(game_id)
    own = {game_id, *seen(game_id)[0], *styles(game_id), *kinds(game_id)}
    own |= {*look.grounds, *look.regions}
    words = {part for word in own for part in re.findall(r"[a-z0-9]+", word)}
    assert game_id in words and len(words) > 3
    known = {word: page_words()[word] for word in words if word in page_words()}
    found = {word: files for word, files in known.items() if word not in SHARED}
    assert found == {}, "take it out of the page, or, where it means something else there, say so"


def test_every_shared_word_still_occurs_in_the_page() -> None:
    assert [word for word in SHARED if word not in page_words()] == []
    assert {"zone", "attack"} <= {*MARKS} & {*SHARED}


# -- what a look says ----------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_kind_of_region_has_a_form(game_id: str) -> None:
    assert kinds(game_id) <= set(game_look(game_id).regions)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_drawn_ground_has_a_name(game_id: str) -> None:
    """The name is for players who cannot see the drawing."""
    for lang in LANGUAGES:
        words = json.loads(game_text(game_id, f"locale/{lang}.json") or "{}")
        for style in game_look(game_id).grounds:
            assert f"terrain.{style}" in words, (lang, style)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_drawings_contain_only_shapes(game_id: str) -> None:
    for style, ground in game_look(game_id).grounds.items():
        where = f"{game_id}: {style}"
        if not ground.drawing:
            continue
        assert clean_body(ground.drawing, where)  # raises for anything else
        for element in ET.fromstring(f"<g>{ground.drawing}</g>"):
            assert element.tag in SHAPES and "style" not in element.attrib, where
            assert element.get("class") in ("solid", "stroke"), where


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_game_overrides_only_side_and_board_colours(game_id: str) -> None:
    sheet = (ROOT / "static/css/theme.css").read_text("utf-8")
    taken = set(re.findall(r"--([a-z0-9-]+):", sheet))
    names = {name for colours in game_look(game_id).colours.values() for name in colours}
    assert {name for name in names & taken if not PAGE.fullmatch(name)} == set()
