"""What waits on home: the picture and the words of a game, and which games are kept at all."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.core.contract import SPECTATOR
from engine.games import REGISTRY, game_look, load_game
from engine.match.match import MatchConfig
from tests.fixtures.says import says
from tests.ui.fakes import opened
from ui.home.resume_card import progress
from ui.render.miniature import picture, picture_of, read_picture
from ui.saves.entries import PREFIX, key_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store


def games(storage: MemoryStorage) -> list[str]:
    return [key for key in storage.entries if key.startswith((PREFIX + "game:", PREFIX + "event:"))]


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("way", ["computer", "together"])
def test_a_game_left_without_a_decision_is_neither_listed_nor_stored(game: str, way: str) -> None:
    storage = MemoryStorage()
    app = opened("", storage)
    app.press(f"act:{way}:{game}")
    assert app.screen.name == "table" and games(storage)
    app.press("act:home")
    assert games(storage) == []
    assert app.view.slots["waiting"] == "" and "act:continue" not in app.view.slots["saved"]


def test_a_game_left_by_closing_the_tab_is_not_listed_and_goes_with_the_next_visit() -> None:
    storage = MemoryStorage()
    opened("#new=twocities", storage)
    assert len(Store(storage).games()) == 1
    app = opened("", storage)
    assert "act:continue" not in app.view.slots["saved"] + app.view.slots["waiting"]
    assert games(storage) == []


def test_a_game_with_a_decision_stays_until_it_is_taken_back() -> None:
    storage = MemoryStorage()
    app = opened("#new=andarraya", storage)
    app.press("sq:e2", "sq:e4", "act:home")
    [one] = Store(storage).games()
    assert one.decided and f"act:continue:{one.id}" in app.view.slots["waiting"]
    app.press(f"act:continue:{one.id}", "act:undo", "act:home")
    assert games(storage) == []


def test_the_time_of_the_game_that_waits_has_no_dot_at_its_end() -> None:
    """Regression test: the link to the other games went into the next line, the dot stayed."""
    storage = MemoryStorage()
    for _ in range(2):
        app = opened("#new=andarraya", storage)
        app.press("sq:e2", "sq:e4", "act:home")
    line = app.view.slots["waiting"].split('class="soft"')[1]
    assert "act:saved" in line and "·" not in line


def test_a_game_with_a_set_up_begun_stays() -> None:
    storage = MemoryStorage()
    app = opened("#new=stratego", storage)
    app.press("act:random", "act:home")
    assert [one.decided for one in Store(storage).games()] == [True]


def test_chance_alone_is_no_decision() -> None:
    storage = MemoryStorage()
    opened("#new=twocities", storage)
    [one] = Store(storage).games()
    assert not one.decided


def test_the_strip_says_against_whom_whose_turn_and_which() -> None:
    storage = MemoryStorage()
    app = opened("#new=andarraya", storage)
    app.set_setting("lang", "en")
    app.press("sq:e2", "sq:e4", "act:home")
    strip = app.view.slots["waiting"]
    assert "White – Black · Black to move, turn 1" in strip
    [one] = Store(storage).games()
    assert storage.entries[key_of("sight", one.id)]
    assert strip.count("<use") == 32  # the picture of the position, not the cover


def test_lists_count_turns_and_no_decisions_of_the_set_up() -> None:
    storage = MemoryStorage()
    app = opened("#new=rilatria", storage)
    app.set_setting("lang", "en")
    words, store = app.words("rilatria"), Store(storage)
    for side in range(2):
        app.press("act:random")
        [one] = Store(storage).games()
        assert progress(words, store, one) == "", side
        app.press("act:ready")
    [one] = Store(storage).games()
    assert one.events > 3 and progress(words, store, one) in ("", "turn 1")
    app.press("act:home")
    assert not re.search(r"\d moves?\b", app.view.slots["saved"])
    for raw in ("", "[]", "{}", '{"row": -1}', '{"row": true}', '{"row": "9"}'):
        storage.set(key_of("sight", one.id), raw)
        assert progress(words, store, one) == ""
    storage.set(key_of("sight", one.id), '{"row": 7}')
    assert progress(words, store, one) == "turn 7"


def test_the_strip_counts_the_other_games_in_progress() -> None:
    storage = MemoryStorage()
    for _ in range(3):
        app = opened("#new=andarraya", storage)
        app.press("sq:e2", "sq:e4")
    app = opened("", storage)
    app.set_setting("lang", "en")
    assert says("home.waiting.more", n=2) in app.view.slots["waiting"]


def test_on_a_shared_device_the_picture_shows_no_rank() -> None:
    storage = MemoryStorage()
    app = opened("#new=stratego", storage)
    for _ in range(2):
        app.press("act:random", "act:ready", "btn:reveal")
    app.press("act:home")
    [one] = Store(storage).games()
    sight = json.loads(storage.entries[key_of("sight", one.id)])
    assert len(sight["picture"]["pieces"]) == 80
    assert {piece[1] for piece in sight["picture"]["pieces"]} == {""}


@pytest.mark.parametrize("game", REGISTRY)
def test_a_picture_is_read_as_it_was_stored(game: str) -> None:
    rules = load_game(game)({})
    scene = rules.scene(rules.initial_state().observation(SPECTATOR), SPECTATOR)
    found = picture_of(scene, False, game_look(game))
    assert read_picture(json.loads(json.dumps(found))) == found
    assert found.get("standing", False) == game_look(game).standing == (game == "andarraya")


@pytest.mark.parametrize(
    "part",
    [
        {"w": 0}, {"w": "8"}, {"h": 10**9}, {"h": True}, {"last": '"/><script>'}, {"last": 3},
        {"cells": [["url(javascript:x)", "M0 0z"]]}, {"cells": [["red", '"><b>']]},
        {"cells": [["red"]]}, {"cells": "M0"}, {"cells": [["#fff", "M0"]] * 500},
        {"pieces": [[0, '"><b>', 1, 1]]}, {"pieces": [[9, "king", 1, 1]]},
        {"pieces": [[0, "king", 1.5, 1]]}, {"pieces": [[0, "king", 1]]},
        {"pieces": [["0", "king", 1, 1]]},
        {"walls": [[0, "castle", 1, 1, 1]]}, {"walls": None}, {"standing": "yes"},
    ],
)  # fmt: skip
def test_a_stored_picture_of_another_shape_is_refused(part: dict[str, Any]) -> None:
    good = {"w": 800, "h": 800, "cells": [], "last": "", "walls": [], "pieces": [[0, "king", 5, 5]]}
    assert read_picture(good) == good and "<use" in picture("andarraya", good)
    assert read_picture({**good, **part}) is None


@pytest.mark.parametrize("raw", ["", "{", "[]", '{"row": -1, "who": 0}', '{"row": 1, "who": 99}'])
def test_without_a_readable_sight_the_strip_shows_the_cover(raw: str) -> None:
    storage = MemoryStorage()
    store = Store(storage)
    key = store.new_game(MatchConfig("andarraya"))
    store.save_draft(key, 0, (("pawn", "e2"),))
    storage.entries[key_of("sight", key)] = raw
    app = opened("", storage)
    assert "#cover-andarraya" in app.view.slots["waiting"]
