"""Premoves: chosen while others think, played when the turn comes, known to nobody before."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.far.world import Device, relays, two
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS, FakeApp, FakeTable, match_of, written
from tests.ui.test_opponent import table
from ui.input.selection import Selection
from ui.shell.dialogs import SettingsDialog
from ui.table import background, premove
from ui.table.haptics import OWN_MS, TURN_MS
from ui.table.table import Table


def waiting(**more: Any) -> FakeTable:
    """Return a table where the computer thinks about its answer to e4."""
    screen, _ = table((0, 2), game_id="andarraya", names=("Ana", ""), **more)
    return press(screen, "sq:e2", "sq:e4")


def press(screen: FakeTable, *targets: str) -> FakeTable:
    for target in targets:
        screen.press(aim(target))
    return screen


def action(screen: FakeTable, move: str) -> Action:
    session = screen.session
    state, wanted = match_of(session).state, (f"sq:{move[:2]}", f"sq:{move[2:]}")
    return next(one for one in state.legal_actions() if session.game.path(state, one) == wanted)


def answer(screen: FakeTable, move: str) -> FakeTable:
    """Let the computer move."""
    screen.session.play([action(screen, move)])
    background.moved(screen.table)
    return screen


def moves(screen: FakeTable) -> list[str]:
    return [turn.text for turn in screen.session.log()]


def stored(screen: FakeTable) -> dict[str, str | None]:
    storage = screen.app.store.storage
    return {key: storage.get(key) for key in storage.keys("")}


# -- choosing ------------------------------------------------------------------------------------


def test_two_presses_choose_a_move_that_is_neither_played_nor_stored() -> None:
    screen = press(waiting(), "sq:g1")
    before = (screen.session.count, stored(screen))
    assert "mark-reach" in screen.slots()["targets"] and "Chosen" in screen.app.said[-1]
    press(screen, "sq:f3")
    assert (screen.session.count, stored(screen)) == before
    assert (
        "mark-premove" in screen.slots()["targets"] and "way-premove" in screen.slots()["targets"]
    )
    assert "f3" in screen.app.said[-1] and screen.table.opponent().waiting is not None
    cells = screen.rest_parts()["cells"].nodes
    chosen = [name for name, one in cells.items() if one.attributes["aria-selected"] == "true"]
    assert sorted(chosen) == ["f3", "g1"]


def test_it_is_played_at_once_when_the_turn_comes() -> None:
    screen = answer(press(waiting(), "sq:g1", "sq:f3"), "e7e5")
    assert screen.session.count == 3 and screen.session.decider == 1
    assert not screen.table.state.premove and "premove" not in screen.slots()["targets"]
    said = " ".join(screen.app.said[-2:])
    assert "e5" in said and "f3" in said  # both moves are told


def test_it_is_not_asked_about_again() -> None:
    screen = waiting()
    screen.app.settings = replace(screen.app.settings, confirm="always")
    answer(press(screen, "sq:g1", "sq:f3"), "e7e5")
    assert screen.session.count == 3 and screen.table.unplayed is None


def test_one_that_is_not_legal_is_dropped_with_a_sentence() -> None:
    screen = answer(press(waiting(), "sq:e4", "sq:e5"), "e7e5")
    assert screen.session.count == 2 and not screen.table.state.premove
    assert wording("premove.off") in screen.slots()["notice"]
    assert wording("premove.off") in screen.app.said[-1]


def test_a_piece_chosen_alone_is_selected_when_the_turn_comes() -> None:
    screen = answer(press(waiting(), "sq:g1"), "e7e5")
    assert screen.session.count == 2 and screen.slots()["notice"] == ""
    assert screen.table.selection.prefix == (aim("sq:g1"),)


def test_an_own_piece_in_the_way_can_be_defended() -> None:
    """Its square is a goal although it is occupied: it may be captured before the turn comes."""
    screen = press(waiting(), "sq:f1", "sq:g2")
    assert screen.table.state.premove.path == (aim("sq:f1"), aim("sq:g2"))


@pytest.mark.parametrize("how", ["sq:a5", "sq:g1", "sq:f3"])
def test_a_press_elsewhere_or_on_it_again_cancels_it(how: str) -> None:
    screen = press(waiting(), "sq:g1", "sq:f3", how)
    assert not screen.table.state.premove and screen.app.said[-1] == says("premove.cancelled")
    assert screen.table.opponent().waiting is not None
    answer(screen, "e7e5")
    assert screen.session.count == 2


def test_another_own_piece_is_chosen_instead() -> None:
    screen = press(waiting(), "sq:g1", "sq:f3", "sq:d2")
    assert screen.table.state.premove.path == (aim("sq:d2"),)


def test_escape_and_the_right_button_cancel_it() -> None:
    screen = press(waiting(), "sq:g1", "sq:f3")
    assert screen.key("Escape", aim("")) and not screen.table.state.premove
    press(screen, "sq:g1", "sq:f3")
    assert screen.sketch(aim("sq:a3"), aim("sq:a3"), 0, True) and not screen.table.state.premove
    assert screen.slots()["sketch"] == ""  # and draw nothing
    screen.sketch(aim("sq:a3"), aim("sq:a3"), 0, True)
    assert screen.slots()["sketch"] != ""


def test_a_drag_chooses_it_and_one_off_the_board_cancels_it() -> None:
    screen = waiting()
    assert screen.grab(aim("sq:g1"))
    screen.drop(aim("sq:f3"))
    assert screen.table.state.premove.path == (aim("sq:g1"), aim("sq:f3"))
    assert screen.grab(aim("sq:b1"))
    screen.put_back()
    assert screen.table.state.premove.path == (aim("sq:g1"), aim("sq:f3"))
    assert screen.grab(aim("sq:b1"))
    screen.drop(aim(""))
    assert not screen.table.state.premove and not screen.grab(aim("sq:e7"))


def test_presses_on_other_squares_still_hurry_the_computer() -> None:
    screen = waiting()
    press(screen, "sq:a5")
    assert screen.table.opponent()._hurried
    assert not screen.table.state.premove


# -- when it stands ------------------------------------------------------------------------------


def test_a_takeback_drops_it() -> None:
    screen = press(waiting(), "sq:g1", "sq:f3", "act:undo")
    assert screen.session.count == 0 and not screen.table.state.premove


def test_looking_back_and_the_end_drop_it() -> None:
    screen = press(waiting(), "sq:g1", "sq:f3", "act:log-first")
    assert not screen.table.state.premove
    screen = press(waiting(), "sq:g1", "sq:f3", "act:resign", "act:resign-yes")
    assert screen.session.over and not screen.table.state.premove


def test_it_can_be_switched_off() -> None:
    screen = waiting()
    screen.app.settings = replace(screen.app.settings, premove="off")
    press(screen, "sq:g1", "sq:f3")
    assert not screen.table.state.premove and screen.rest_parts()["cells"].nodes


@pytest.mark.parametrize(("game", "can"), [("andarraya", True), ("rilatria", False)])
def test_games_with_dice_or_cards_have_none(game: str, can: bool) -> None:
    """Their turns begin with something that nobody can foresee."""
    match, rng = Match(MatchConfig(game, {}), chance.seeded(1)), Random(1)
    match.begin()
    while match.state.turn_index() < 9 or match.state.current_player():
        match.play(rng.choice(match.options_now()))
    screen, _ = table((2, 0), match.state.to_text(), game, names=("", "Ana"))
    squares = [one.square for one in screen.table.scene.pieces if one.side == 1]
    assert any(premove.goals(screen.table, aim(f"sq:{one}")) for one in squares)
    chosen = []
    for square in squares:
        press(screen, f"sq:{square}")
        chosen.append(bool(screen.table.state.premove))
    assert any(chosen) == can


def test_lessons_and_exercises_have_none() -> None:
    screen = waiting()
    screen.table.task = True
    assert not press(screen, "sq:g1").table.state.premove


def test_a_piece_that_would_play_at_once_is_not_pressed_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = press(waiting(), "sq:g1")
    screen.session.play([action(screen, "e7e5")])
    monkeypatch.setattr(Table, "selection", Selection([("sq:g1",)]))
    monkeypatch.setattr(Table, "ways", [(action(screen, "g1f3"),)])
    assert not premove.due(screen.table) and screen.session.count == 2


def test_who_only_watches_computers_has_none() -> None:
    screen, _ = table((1, 2), STEPS, options={"water": "lagos"}, names=("", ""))
    press(screen, *[f"sq:{one.square}" for one in screen.table.scene.pieces])
    assert not screen.table.state.premove


def test_nothing_can_be_chosen_before_the_other_player_is_there() -> None:
    ana = Device(relays())
    ana.invite(1)
    assert ana.table.session.agreed.suspended and premove.own(ana.table) == frozenset()


def test_people_at_one_device_have_none() -> None:
    screen, _ = table((0, 0), game_id="andarraya", names=("Ana", "Blas"))
    press(screen, "sq:e2", "sq:e4", "sq:g1", "sq:f3")
    assert not screen.table.state.premove


# -- far away ------------------------------------------------------------------------------------


def test_a_far_premove_is_not_sent_or_stored_before_the_turn() -> None:
    ana, blas = two()
    ana.play("e2e4").settle()
    blas.settle()
    ana.press("sq:g1").settle()
    before = (dict(ana.entries), list(ana.sent), dict(blas.entries))
    ana.press("sq:f3").settle()
    blas.settle()
    assert ana.table.state.premove and len(blas.events) == 1
    assert (dict(ana.entries), list(ana.sent), dict(blas.entries)) == before
    blas.play("e7e5").settle()
    ana.settle()
    blas.settle()
    assert len(ana.events) == len(blas.events) == 3 and not ana.table.state.premove


# -- vibration -----------------------------------------------------------------------------------


def test_a_phone_vibrates_for_the_own_move_and_when_the_turn_comes() -> None:
    screen = waiting()
    shaken = screen.app.page.shaken
    assert shaken == [OWN_MS]
    background.moved(screen.table)  # it has not finished its turn
    assert shaken == [OWN_MS]
    answer(screen, "e7e5")
    assert shaken == [OWN_MS, TURN_MS]
    answer(press(screen, "sq:g1", "sq:f3", "sq:b1", "sq:c3"), "b8c6")
    assert shaken == [OWN_MS, TURN_MS, OWN_MS, OWN_MS]  # the premove needs no call
    screen.app.settings = replace(screen.app.settings, haptics="off")
    answer(screen, "g8f6")
    press(screen, "sq:d2", "sq:d3")
    assert len(shaken) == 4


def test_the_setting_is_offered_where_something_can_vibrate() -> None:
    app = FakeApp("en")
    assert "set:haptics=off" in SettingsDialog(app).layout()
    app.page.vibrates = False
    assert "set:haptics" not in SettingsDialog(app).layout()


def test_presses_that_play_nothing_do_not_vibrate() -> None:
    screen, _ = table((0, 2), game_id="andarraya", names=("Ana", ""))
    press(screen, "sq:e2", "sq:d5", "act:turn")
    assert screen.app.page.shaken == [] and written(screen)
