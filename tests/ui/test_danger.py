"""Squares where the chosen piece could be attacked next turn: marked, named, without secrets."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import AnyGame, State
from engine.dev.common import play_on
from engine.games import load_game
from engine.games.twocities.rules.cards import THREES
from engine.games.twocities.rules.frames import MELEE, SHOOT, UNIT
from engine.games.twocities.rules.pieces import INDEX, NAMES
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.games.twocities.board import case
from tests.ui.fakes import FakeTable, play
from tests.ui.test_opponent import table
from tests.ui.test_threats import threats
from ui.table import danger

QUEEN = "3qk3/8/8/8/8/8/8/4K2R w - - 0 1"


def found(screen: FakeTable) -> dict[str, set[str]]:
    """Return the attackers' squares by goal."""
    threats(screen)
    return {goal: {one.square for one in by} for goal, by in danger.dangers(screen.table).items()}


def test_goals_in_reach_of_an_enemy_are_marked_and_by_whom_is_said() -> None:
    screen, _ = table((0, 3), QUEEN, "andarraya")
    assert "mark-danger" not in threats(screen)
    screen.press(aim("sq:h1"))
    assert found(screen) == {"h4": {"d8"}}
    assert threats(screen).count("mark-danger") == 1
    screen.table.state.hovered = aim("sq:h4")
    assert "mark-shot" in screen.slots()["hints"]
    by = says("danger.by").partition("{")[0]
    assert by in screen.slots()["notice"]
    assert by in screen.rest_parts()["cells"].nodes["h4"].attributes["aria-label"]
    assert by not in screen.rest_parts()["cells"].nodes["h5"].attributes["aria-label"]
    screen.table.state.hovered = aim("sq:h5")
    assert by not in screen.slots()["notice"]


def test_dangers_are_looked_for_a_moment_after_the_press() -> None:
    """No press waits for them, and one that comes before the moment drops the search."""
    screen, _ = table((0, 3), QUEEN, "andarraya")
    for target in ("sq:h1", "sq:h1", "sq:h1"):
        screen.press(aim(target))
        screen.app.page.delayed.clear()
        assert "mark-danger" not in screen.rest()["threats"]
    alarms = list(screen.app.page.delayed)
    screen.press(aim("sq:e1"))
    for alarm in alarms:
        alarm()
    assert screen.table.dangers is None


def test_dangers_can_be_switched_off() -> None:
    screen, _ = table((0, 3), QUEEN, "andarraya")
    screen.app.set_setting("threats", "off")
    screen.restyle()
    assert not found(play(screen, "sq:h1"))


@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez", "rilatria"])
def test_whoever_takes_next_turn_was_named(game_id: str) -> None:
    """Every capture that the rules allow against the moved piece is foreseen."""
    game, met = load_game(game_id)(), 0
    for seed in range(6):
        match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        rng = Random(seed)
        while not match.over and len(match.events) < 200:
            play_on(match, rng, 1)
            met += _foreseen(game, match.state)
    assert met > 5


def _foreseen(game: AnyGame, state: State) -> int:
    """Assert that `attacks` names each capture of the side to move; return how many there are."""
    met = 0
    pieces = {one.square for one in game.scene(state, state.current_player()).pieces}
    for action in state.legal_actions() if state.current_player() >= 0 else ():
        goal = game.path(state, action)[-1].removeprefix("sq:")
        if game.mark(state, action) == "capture" and goal in pieces:
            assert game.attacks(state, game.path(state, action)[0].removeprefix("sq:"), goal)
            met += 1
    return met


UNITS = [
    ("Pd4", "Ld7", "-", "-"),
    ("Pd4", "Ld8 Ah4 Cd7", "-", "-"),
    ("Pd4 Lc5 Ld1", "Ad7 Ch8 Af7", "d5,e6", "c6,f6"),
    ("Ld3 Le4", "Aa8 Lf4 Ae7", "d3,c6", "e4,b2"),
]


@pytest.mark.parametrize(("white", "black", "forests", "hills"), UNITS)
def test_units_that_can_go_and_attack_are_named(
    white: str, black: str, forests: str, hills: str
) -> None:
    """What `attacks` says is what a card without bonus lets each unit do."""
    game, start = load_game("twocities")(), case(white, black, forests, hills, side="b")
    told, done = set(), set()
    for piece in game.scene(start, 1).pieces:
        if piece.side == 1 and piece.glyph != "city":
            goals = [one.square for one in game.scene(start, 1).pieces if one.side == 0]
            told |= {
                (piece.square, goal) for goal in goals if game.attacks(start, piece.square, goal)
            }
            done |= {(piece.square, goal) for goal in _struck(start, piece.square)}
    assert told == done and told


def _struck(start: TwoCitiesState, origin: str) -> set[str]:
    """Return what a unit could fight or shoot once a three has activated it."""
    asked, done = load_game("twocities")().state_from_text(start.to_text()), set()
    asked.ask, asked.card, asked.left = UNIT, THREES[0], (INDEX[origin],)
    for action in asked.legal_actions():
        after = asked.clone()
        after.apply(action)
        if after.ask in (MELEE, SHOOT):
            done |= {NAMES[one[1]] for one in after.legal_actions() if one[0] in (MELEE, SHOOT)}
    return done


@pytest.mark.parametrize("seed", [0, 1])  # games of more than 240 events
def test_a_secret_rank_changes_no_mark(seed: int) -> None:
    """Games whose hidden pieces differ show the same dangers to the player who may not know."""
    match = Match(MatchConfig("stratego", {}, ("Ana", "Blas")), chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    play_on(match, rng, 240)  # 80 of them set up
    while match.state.frame() != "turn" and not match.over:
        play_on(match, rng, 1)
    viewer = match.state.current_player()
    seen, told = match.state.observation(viewer), []
    for number in range(3):
        truth = seen.determinize(viewer, Random(number))
        screen, _ = table((0, 0), truth.to_text(), "stratego")
        if screen.session.curtain is not None:
            screen.press(aim("btn:reveal"))
        marks: list[str] = [threats(screen)]
        for target in [one for one in screen.table.selection.starts() if one.square]:
            screen.table.selection.clear()
            screen.press(target)
            marks.append(threats(screen) + str(sorted(danger.words(screen.table).items())))
        told.append(marks)
    assert told[0] == told[1] == told[2] and len(told[0]) > 1
    assert any("mark-" in one for one in told[0])
