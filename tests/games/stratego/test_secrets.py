"""Nothing a player may not know reaches him: observation, scene, log, record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import Event
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.state import StrategoState
from engine.games.stratego.view_writer import write_view
from engine.match.match import Match, MatchConfig
from tests.games.stratego.helpers import swapped

VARIANTS: list[dict[str, Any]] = [
    {},
    {"blind_combat": True},
    {"hidden_captures": True},
    {"blind_combat": True, "hidden_captures": True},
    {"desertion": True, "rescue_rear": 2, "promotion_courage": {"types": "all"}},
    {"players": 3, "hidden_captures": True},
    {"players": 4, "blind_combat": True, "relay": True},
]


def _battle(options: dict[str, Any], seed: int) -> Match:
    game = Stratego({"no_capture_limit": 30, **options})
    match = Match(MatchConfig("stratego", dict(game.options)), game=game)
    return play_on(match, Random(seed), 45 * game.players + 60)


@pytest.mark.parametrize("options", VARIANTS)
def test_6_1_6_6_a_changed_secret_changes_nothing_that_is_seen(options: dict[str, Any]) -> None:
    match = _battle(options, 7)
    game = match.game
    compared = 0
    for count in range(20, len(match.events), 9):
        state = match.state_at(count)
        assert isinstance(state, StrategoState)
        if state.result is not None or state.setting_up:
            continue
        for viewer in range(len(game.sides)):
            other = next(swapped(state, viewer), None)
            if other is None:
                continue
            one, two = state.observation(viewer), other.observation(viewer)
            assert one.to_text() == two.to_text() and one.key() == two.key()
            assert repr(game.scene(one, viewer)) == repr(game.scene(two, viewer))
            assert state.prompt(viewer) == other.prompt(viewer)
            compared += 1
    assert compared


@pytest.mark.parametrize("options", VARIANTS)
def test_6_6_a_view_is_the_fold_of_what_was_told(options: dict[str, Any]) -> None:
    match = _battle(options, 11)
    game = match.game
    for viewer in range(-1, len(game.sides)):
        state, known = match.start.clone(), match.start.observation(viewer)
        for event in match.events:
            told = game.redact(state, event, viewer)
            state.apply(event.action)
            if told is not None:
                known.apply(told.action)
        assert known.to_text() == state.observation(viewer).to_text()


def test_6_5_nobody_hears_of_cells_being_placed() -> None:
    game = Stratego({})
    state = game.initial_state()
    assert game.redact(state, Event(0, ("put", 1)), 1) is None
    assert game.redact(state, Event(0, ("put", 1)), -1) is None
    state.apply(("put", 2))
    assert state.observation(1).to_text().endswith("place:?")
    assert state.observation(0).to_text().endswith("place:1")


def test_records_of_views_hide_what_was_hidden() -> None:
    match = _battle({"blind_combat": True, "hidden_captures": True}, 3)
    game = match.game
    assert isinstance(game, Stratego)
    if match.over:
        return
    text = write_view(game, match.to_record(), 1)
    body = text.split("\n\n", 1)[1]
    for token in body.split():
        if ":" in token and "~" not in token:
            assert "?" in token
