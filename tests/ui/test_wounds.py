"""Wounds are seen: cracks, a burst where the end is near, reserves as vessels that fill."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.scene import Item, Scene
from engine.dev.common import play_on
from engine.games import load_game
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.table.explain import refusal
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.games.twocities.board import case
from tests.ui.test_around import at
from ui.render.areas import AreaWriter
from ui.render.pieces import drawn, piece_inner
from ui.table import unavailable
from ui.words.i18n import I18n


def inner(state: TwoCitiesState, square: str) -> str:
    """Return the markup of the piece on a square."""
    pieces = {one.square: one for one in TwoCities().scene(state, 0).pieces}
    return str(piece_inner("twocities", drawn(pieces[square])))


def test_each_hit_is_a_crack() -> None:
    state = case("Pd4 Le4:1 Cf4:2", "Td8:3")
    marks = [inner(state, square).partition('class="cracks"')[2] for square in ("d4", "e4", "f4")]
    counts = [one.partition("/>")[0].count("M") for one in marks]
    assert counts == [0, 1, 2]


@pytest.mark.parametrize(("hits", "shouts"), [(0, False), (2, False), (3, True), (4, True)])
def test_a_city_about_to_fall_shouts_on_the_board_and_beside_it(hits: int, shouts: bool) -> None:
    state = case("Pd4", f"Td8:{hits}")
    assert ("peril" in inner(state, "d8")) is shouts
    (city,) = [item for item in _tracks(TwoCities().scene(state, 0)) if item.glyph == "city"][1:]
    assert (city.state == "low") is shouts


def _tracks(scene: Scene) -> list[Item]:
    return [item for area in scene.areas if area.kind == "track" for item in area.items]


def test_little_vitality_shouts_in_words_too() -> None:
    """It does exactly at 2 or less, whatever has happened to it this turn."""
    words, met = I18n("en", "rilatria"), set()
    for seed in range(5):
        match = Match(MatchConfig("rilatria", {}, ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        rng = Random(seed)
        while not match.over and len(match.events) < 300:
            play_on(match, rng, 1)
            state = match.state.clone()
            assert isinstance(state, RilatriaState)
            state.reserves[0][0] = rng.randint(1, 6)
            scene = match.game.scene(state, 0)
            for area in scene.areas:
                if area.kind == "track":
                    vitality = area.items[0]
                    assert (vitality.state == "low") is (vitality.value <= 2)
                    met.add(vitality.state)
                    if vitality.state == "low":
                        said = AreaWriter("rilatria", words.message).words(area)
                        assert says("table.value.low") in said
    assert "low" in met


def test_a_strip_shows_how_full_each_vessel_is() -> None:
    screen = at("rilatria", 60)
    strip, near = screen.rest()["below"], screen.table.near()
    (area,) = [one for one in screen.table.scene.areas if one.kind == "track" and one.side == near]
    for item in area.items:
        assert f"--fill:{item.value / item.maximum:.2f}" in strip


def test_a_blocked_sacrifice_says_the_reason_that_the_rules_have() -> None:
    """Beside the board as when it is typed: too little honour, a last vitality, full money."""
    game, met = load_game("rilatria")(), set()
    match = Match(MatchConfig("rilatria", {}, ("Ana", "Blas")), chance.seeded(1))
    match.begin()
    rng = Random(1)
    while match.state.frame() != "free":
        play_on(match, rng, 1)
    for honour, vitality, money in ((3, 5, 0), (4, 1, 0), (6, 5, 6), (4, 2, 5)):
        state = match.state.clone()
        assert isinstance(state, RilatriaState)
        state.reserves[state.side][:4] = bytes((vitality, honour, 2, money))
        turn = next(area for area in game.scene(state, state.side).areas if area.kind == "budget")
        item = turn.items[-1]
        legal = ("sacrifice",) in state.legal_actions()
        assert (item.state == "blocked") is not legal
        if not legal:
            assert item.note is not None
            refused = refusal(state, ("sacrifice",))
            told = item.note.key.rpartition(".")[2]
            assert refused.key == f"explain.sacrifice_{told}"
            met.add(told)
    assert met == {"honour", "death", "full"}


def test_a_grey_undo_says_why_before_and_when_it_is_pressed() -> None:
    screen = at("stratego", 120)
    words = unavailable.words(screen.table, "undo")
    assert words and f'title="{words}"' in screen.rest()["tools"]


def test_what_a_tab_shows_is_brought_into_view() -> None:
    """Regression test: on a phone the press on *Reserves* showed nothing above the bar."""
    screen = at("rilatria", 60)
    screen.press(aim("act:tab:sides"))
    assert ("show", ".pane-sides .area") in screen.app.page.handed
