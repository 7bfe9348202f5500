"""Which side of the board is at the bottom, and what a rematch says about the sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.games import load_game
from engine.match.match import MatchConfig
from engine.match.view import View
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeTable, look_on, match_of, new_match, play, set_table
from ui.session.rematch import rematch, who_sits_where
from ui.session.share import Exports, read_text
from ui.table.facing import SEVERAL, below
from ui.table.voice import Voice


def table(
    game_id: str, seats: tuple[int, ...] = (), facing: str = "turn", **options: str
) -> FakeTable:
    app = FakeApp("en")
    app.set_setting("facing", facing)
    return set_table(new_match(game_id, names=(), options=options), app=app, levels=seats)


def test_a_single_person_has_his_side_at_the_bottom() -> None:
    assert below(1, -1, 0, turns=False) == below(1, 0, 0, turns=True) == 1
    assert below(-1, -1, 1, turns=True) == 0  # only computers play


def test_with_several_persons_the_setting_decides() -> None:
    assert below(SEVERAL, 1, 1, turns=True) == 1
    assert below(SEVERAL, 1, 1, turns=False) == 0
    assert below(SEVERAL, -1, 1, turns=True) == 1  # the curtain is down and player 1 decides
    assert below(SEVERAL, -1, -1, turns=True) == 0


@pytest.mark.parametrize("facing", ["turn", "keep"])
@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez", "rilatria", "stratego"])
def test_a_single_person_never_plays_from_the_top(game_id: str, facing: str) -> None:
    assert not table(game_id, (0, 2), facing).table.turned
    assert table(game_id, (2, 0), facing).table.turned


def test_the_option_for_the_first_side_decides_whose_board_is_turned() -> None:
    usual, other = load_game("stratego")({}), load_game("stratego")({"p1_side": "blue"})
    assert (usual.turned(0), usual.turned(1)) == (False, True)
    assert (other.turned(0), other.turned(1)) == (True, False)


def test_for_two_at_one_device_the_board_turns_in_play() -> None:
    screen = table("andarraya")
    assert not screen.table.turned
    play(screen, "sq:e2", "sq:e4")
    if screen.session.decider == 0:
        screen.session.play([match_of(screen.session).options_now()[0]])
    assert screen.session.decider == 1 and screen.table.turned


def test_a_move_is_painted_before_the_board_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = table("andarraya")
    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr(screen.app, "afterwards", waiting.append)
    play(screen, "sq:e2", "sq:e4")
    painted = screen.slots()["ground"]
    assert screen.session.decider == 1 and not screen.table.turned
    for act in waiting:
        act()
    assert screen.table.turned and screen.slots()["ground"] != painted


def test_the_board_is_turned_once_the_curtain_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = table("stratego")
    for _ in range(2):
        play(screen, "act:random", "act:ready", "btn:reveal")
    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr(screen.app, "afterwards", waiting.append)
    seen = screen.session.observation()
    for target in screen.session.game.path(seen, sorted(seen.legal_actions())[0]):
        screen.press(aim(target))
    assert screen.table.mode == "curtain"
    for act in waiting:
        act()
    screen.press(aim("btn:reveal"))
    assert screen.table.turned


def test_the_setting_keep_holds_in_the_set_up_too() -> None:
    screen = table("stratego", facing="keep")
    play(screen, "act:random", "act:ready", "btn:reveal")
    assert screen.session.viewer == 1 and screen.table.mode == "setup" and not screen.table.turned


def test_own_areas_lie_at_the_own_edge() -> None:
    assert table("rilatria", (2, 0)).table.near() == 1
    assert table("rilatria", (0, 2)).table.near() == 0


def test_the_screen_lists_its_areas_but_none_behind_the_curtain() -> None:
    assert "track" in table("rilatria").attributes()["data-areas"].split()
    screen = table("stratego")
    play(screen, "act:random", "act:ready")
    assert screen.attributes()["data-areas"] == ""


def test_the_turn_button_works_with_the_setting_keep() -> None:
    screen = table("rilatria", facing="keep")
    screen.press(aim("act:turn"))
    assert screen.table.turned and screen.table.near() == 1


def test_a_view_is_shown_from_its_players_side() -> None:
    view = read_text(Exports(new_match("stratego", names=()), 1).view_text())
    assert isinstance(view, View) and look_on(view).table.turned


# -- after a rematch ----------------------------------------------------------------------------


def said(names: tuple[str, ...], seats: tuple[int, ...] = (), lang: str = "en") -> str:
    config = rematch(MatchConfig("stratego", names=names), 2)
    message = who_sits_where(config, ("red", "blue"), seats)
    return Voice(lang, "stratego", config.names, seats).message(message)


def test_a_rematch_swaps_the_seats() -> None:
    config = MatchConfig("cotadrez", {"water": "seco"}, ("Ana", "Blas"))
    again = rematch(config, 2)
    assert again.names == ("Blas", "Ana") and again.options == {"water": "seco"}
    assert rematch(MatchConfig("cotadrez", names=("Ana",)), 2).names == ("", "Ana")
    assert rematch(MatchConfig("cotadrez"), 2).names == ()


def test_a_rematch_says_who_has_which_side() -> None:
    assert said(("Ana", "Blas")) == says("table.rematch.now", all="Blas: Red; Ana: Blue")
    assert said((), (3, 0)) == says("table.rematch.now", all="Moreau: Red; You: Blue")
    assert said((), (3, 0), "es") == says("table.rematch.now", "es", all="Moreau: Rojo; Tú: Azul")
    assert "The player who had Blue: Red; The player who had Red: Blue" in said(())


def test_the_rematch_notice_stays_until_a_press() -> None:
    screen = table("andarraya")
    config = screen.session.config
    screen.table.state.greeting = who_sits_where(config, ("white", "black"), ())
    assert says("table.rematch.before", side="Black") in screen.slots()["notice"]
    screen.table.state.fresh()  # a computer has moved
    assert says("table.rematch.before", side="Black") in screen.slots()["notice"]
    screen.press(aim("sq:e2"))
    assert says("table.rematch.before", side="Black") not in screen.slots()["notice"]
