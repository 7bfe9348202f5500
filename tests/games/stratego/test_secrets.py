"""Secrecy: no secret reaches a player by observation, scene, log or record."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.core.contract import RESIGN, UNKNOWN, Event
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.combat import WINS
from engine.games.stratego.rules.pieces import NUMBER
from engine.games.stratego.rules.state import StrategoState
from engine.match import savefile
from engine.match.match import Match, MatchConfig
from tests.games.stratego.helpers import position, swapped

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
def test_6_6_a_view_is_the_fold_of_redacted_events(options: dict[str, Any]) -> None:
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
        assert isinstance(known, StrategoState) and isinstance(state, StrategoState)
        assert known.deeds == state.deeds


def test_6_5_other_players_get_no_event_for_placed_cells() -> None:
    game = Stratego({})
    state = game.initial_state()
    assert game.redact(state, Event(0, ("put", 1)), 1) is None
    assert game.redact(state, Event(0, ("put", 1)), -1) is None
    state.apply(("put", 2))
    assert state.observation(1).to_text().endswith("place:?")
    assert state.observation(0).to_text().endswith("place:1")


def test_5_8_5_9_a_view_of_blind_fights_holds_no_hidden_type() -> None:
    """The file has both types of a fight only for a viewer who may know them."""
    match = _battle({"blind_combat": True, "hidden_captures": True}, 3)
    events = json.loads(savefile.dump_view(match, -1))["events"]
    parts = [part for event in events for part in event if isinstance(part, list)]
    fights = [part for part in parts if part[0] == "fight"]
    assert fights and all(a == d == UNKNOWN for _, _, a, d, _ in fights)


def test_s54_a_taken_flag_is_told_by_name() -> None:
    game, text = position(
        "rFd1 r4e1 bFc8 b4a8 gFd14 g4e14 yFn8 y4n7 r9d8",
        background="",
        players=4,
        hidden_captures=True,
    )
    match = Match(MatchConfig("stratego", dict(game.options), start=text))
    start = game.state_from_text(text)
    for action in [a for r in game.read_actions(start, "d8xc8") for a in r.actions]:
        match.play(action)
    view = savefile.load(savefile.dump_view(match, 2))
    assert view.state.to_text() == match.state.observation(2).to_text()
    assert ("fight", WINS, NUMBER["9"], UNKNOWN, 1) in view.events[-1].action


def test_s54_the_end_uncovers_everything() -> None:
    match = play_on(Match(MatchConfig("stratego", {"army": "barrage8"})), Random(5), 100)
    while not match.state.table_actions():
        match.play(match.options_now()[0])
    match.play((RESIGN, 1))
    for viewer in (-1, 0, 1):
        view = savefile.load(savefile.dump_view(match, viewer))
        assert view.state.to_text() == match.state.to_text()
        assert "?" in view.state_at(len(view.events) - 1).to_text()
