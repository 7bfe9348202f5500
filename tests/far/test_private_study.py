"""A running far game as a private study: its player's own knowledge, kept here, without engine."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import SPECTATOR
from engine.match.match import Match, MatchConfig
from engine.match.opened import opened
from tests.far.test_stratego_page import BARRAGE, decide, seated, turn
from tests.far.world import Device, two
from tests.fixtures.says import says
from ui.learn.study.private import drawn_position
from ui.learn.study.screen import StudyScreen

SECRET_THOUGHT = "his knight is a ghost"


def thinking(device: Device) -> StudyScreen:
    """Press the button at the table; return the study."""
    assert says("far.think") in device.panel
    device.press("act:study")
    screen = device.app.screen
    assert isinstance(screen, StudyScreen)
    return screen


def back(device: Device) -> Device:
    return device.press("act:study:game").settle().settle()  # the table, then its letters


def begun() -> tuple[Device, Device]:
    ana, blas = two()
    ana.play("e2e4").settle()
    blas.settle().play("e7e5").settle()
    ana.settle()
    return ana, blas


def fought() -> tuple[Device, Device]:
    """Return two devices in the middle of a game of Stratego."""
    ana, blas = seated(BARRAGE)
    for device in (ana, blas):
        device.press("act:random", "act:ready").settle()
    rng = Random(5)
    for _ in range(6):
        decide(turn(ana, blas), rng)
        ana.settle(), blas.settle()
    return ana, blas


def test_variations_stay_with_the_game_and_the_moves_played_meanwhile_become_the_main_line() -> (
    None
):
    ana, blas = begun()
    screen = thinking(ana)
    assert len(screen.cursor.chapter.line(screen.cursor.node)) == 2
    ana.play("d2d4")  # a variation, not a move of the game
    ana.app.field("study-comment", SECRET_THOUGHT)
    back(ana)
    assert len(ana.events) == 2
    ana.play("g1f3").settle()
    blas.settle().play("b8c6").settle()
    ana.settle()
    chapter = thinking(ana).cursor.chapter
    back(ana)
    assert chapter.events(chapter.end()) == ana.events and len(ana.events) == 4
    thought = [one for one in chapter.nodes.values() if one.note.comment == SECRET_THOUGHT]
    assert [one.depth for one in thought] == [3] and chapter.end() != thought[0].id
    assert len(ana.app.store.storage.keys("asedio:study:")) == 1


def test_nothing_of_a_private_study_is_sent() -> None:
    ana, blas = begun()
    thinking(ana)
    before = list(ana.sent)
    ana.play("d2d4")
    ana.app.field("study-comment", SECRET_THOUGHT)
    ana.settle()
    assert ana.sent == before
    back(ana)
    assert SECRET_THOUGHT in ana.stored() and SECRET_THOUGHT not in blas.stored()


def test_the_engine_stays_off_until_the_game_is_over() -> None:
    ana, blas = begun()  # too short for its boards to be known as those of a running game
    thinking(ana)
    ana.press("act:engine:go")
    assert says("engine.playing") in str(ana.app.view.slots)  # type: ignore[attr-defined]
    back(ana)
    ana.press("act:resign", "act:resign-yes").settle()
    blas.settle()
    ana.press("act:study")
    ana.press("act:engine:go")
    assert says("engine.playing") not in str(ana.app.view.slots)  # type: ignore[attr-defined]


def test_after_the_game_the_private_study_is_its_study() -> None:
    ana, blas = begun()
    thinking(ana)
    ana.play("d2d4")
    back(ana)
    blas.press("act:resign", "act:resign-yes").settle()
    ana.settle().press("act:study")
    screen = ana.app.screen
    assert isinstance(screen, StudyScreen)
    chapter = screen.cursor.chapter
    assert len(chapter.nodes[chapter.main_line()[1]].children) == 2  # the resignation and d4
    assert len(ana.app.store.storage.keys("asedio:study:")) == 1


def test_in_a_game_with_secrets_what_is_unknown_is_drawn_from_what_the_player_may_know() -> None:
    ana, blas = fought()
    mine = ana.table.session.agreed.mine
    seen = ana.table.session.observation()
    truth = blas.table.session.observation()
    screen = thinking(ana)
    start = screen.cursor.chapter.start
    assert start.observation(mine).to_text() == seen.to_text()
    assert "?" not in start.to_text()
    assert start.observation(1 - mine).to_text() != truth.to_text()  # by lot, not from the letters
    back(ana)
    again = thinking(ana)  # nothing was played since
    assert len(again.study.chapters) == 1
    assert again.cursor.chapter.start.to_text() == start.to_text()


def test_the_lot_follows_the_players_own_guesses() -> None:
    match, rng = Match(MatchConfig("stratego", {"army": "barrage8"})), Random(3)
    match.begin()
    unknown = None
    while unknown is None:
        match.take(rng.choice(match.options_now()))
        seen = match.game.scene(match.state.observation(0), 0)
        unknown = next((one for one in seen.pieces if one.hidden), None)
    for sign in ("F", "2", "M"):
        state = drawn_position(match, 0, {unknown.id: sign}, Random(1))
        pieces = match.game.scene(opened(state), 0).pieces
        assert next(one.letter for one in pieces if one.id == unknown.id) == sign


@pytest.mark.parametrize("who", ["spectator", "loser"])
def test_only_a_player_thinks_at_the_table(who: str) -> None:
    ana, _ = begun()
    if who == "loser":
        ana.press("act:resign", "act:resign-yes").settle()
        assert says("far.think") not in ana.panel
        return
    ana.side.session.agreed.mine = SPECTATOR
    ana.press("act:study")
    assert not isinstance(ana.app.screen, StudyScreen)
