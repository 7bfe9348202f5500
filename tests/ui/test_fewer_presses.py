"""Presses that are not needed: a press on an enemy attacks, a turn without a choice passes."""

from __future__ import annotations

from random import Random

from engine.dev.common import play_on
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.games.twocities.board import position
from tests.ui.fakes import FakeTable, match_of, play
from tests.ui.test_opponent import slots, table
from ui.input.selection import Selection

HAND = " 2s,As,4h/?,?,? - - 5.0.0.0 card"


def twocities(white: str, black: str) -> FakeTable:
    return table((0, 3), position(white, black) + HAND, "twocities")[0]


def test_a_press_on_an_enemy_attacks_it_from_where_the_unit_stands() -> None:
    screen = twocities("Cg4 Lh1", "Lg5 Pa7")
    play(screen, "card:2s", "btn:play", "sq:g4")
    assert "mark-capture" in slots(screen)
    before = screen.session.count
    screen.press(aim("sq:g5"))
    verbs = [event.action[0] for event in match_of(screen.session).events[before:]]
    assert verbs[:2] == ["move", "melee"]


def test_a_press_on_an_enemy_asks_where_attacks_are_confirmed() -> None:
    screen = twocities("Cg4 Lh1", "Lg5 Pa7")
    screen.app.set_setting("confirm", "always")
    play(screen, "card:2s", "btn:play", "sq:g4", "sq:g5")
    held = present(screen.table.unplayed)
    assert held.action[0] == "melee"
    assert match_of(screen.session).events[-1].action[0] == "move"


def test_every_shortcut_is_legal_and_leaves_the_paths_prefix_free() -> None:
    """In random games the actions of each shortcut are legal, and it is no path's beginning."""
    met = 0
    for seed in range(4):
        match = Match(MatchConfig("twocities", {}, ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        rng = Random(seed)
        while not match.over and len(match.events) < 300:
            state, game = match.state, match.game
            short = game.shortcuts(state)
            paths = [path for action in state.legal_actions() for path in game.paths(state, action)]
            walk = Selection([*paths, *(path for path, _ in short)])
            assert len(set(walk.paths)) == len(walk.paths)
            for path, actions in short:
                assert all(path[: len(one)] != one and one[: len(path)] != path for one in paths)
                after = state.clone()
                for action in actions:
                    assert action in after.legal_actions()
                    after.apply(action)
                met += 1
            play_on(match, rng, 1)
    assert met > 20


def test_a_unit_that_is_the_only_one_left_is_chosen() -> None:
    screen = twocities("Cg4 La1", "La8 Pb8")
    play(screen, "card:As", "btn:play")
    chosen = screen.table.selection.prefix
    assert len(chosen) == 1 and "mark-select" in slots(screen)


def passing() -> FakeTable:
    """Return a table of Rilatria whose player has only the end of the turn left."""
    for seed in range(20):
        match = Match(MatchConfig("rilatria", {}, ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        rng = Random(seed)
        while not match.over and len(match.events) < 200:
            if match.state.current_player() == 0 and match.state.legal_actions() == [("end",)]:
                return table((0, 3), match.state.to_text(), "rilatria")[0]
            play_on(match, rng, 1)
    raise AssertionError("no such turn")


def later(screen: FakeTable) -> None:
    """Let all alarms of the page ring."""
    for ring in tuple(screen.app.page.delayed):
        ring()


def test_a_turn_with_nothing_left_to_decide_passes_after_a_sentence() -> None:
    screen = passing()
    assert says("passing.soon") in slots(screen) and screen.session.decider == 0
    later(screen)
    assert [event.action for event in match_of(screen.session).events].count(("end",)) == 1
    assert screen.session.decider == 1
    count = screen.session.count
    later(screen)  # a late second alarm
    assert screen.session.count == count


def test_it_waits_where_that_is_wished_and_when_the_table_is_left() -> None:
    screen = passing()
    screen.leave()
    later(screen)
    assert screen.session.decider == 0
    screen = passing()
    screen.app.set_setting("passes", "off")
    later(screen)
    assert screen.session.decider == 0
