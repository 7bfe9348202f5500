"""Confirming a move: shown on the board, played by a second press, known to nobody before."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.match.match import Match
from tests.far.world import two
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeTable, match_of, new_match, play, set_table, whole, written
from ui.shell.settings import Settings
from ui.table import background, board

STEPS = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
MARCH = "9r/10/10/1eH7/10/1H8/10/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"


def table(
    game: str = "cotadrez", start: str | None = STEPS, wanted: str = "always", seed: int = 1,
    **options: str,
) -> FakeTable:  # fmt: skip
    options = options or ({"water": "lagos"} if game == "cotadrez" else {})
    return asking(new_match(game, start, seed=seed, options=options), wanted)


def asking(match: Match, wanted: str = "always") -> FakeTable:
    """Return a table whose player wants to confirm moves."""
    app = FakeApp("en")
    app.settings = replace(app.settings, confirm=wanted)
    return set_table(match, app=app)


def waiting(**more: Any) -> FakeTable:
    return play(table(**more), "sq:d7", "sq:c7")


def stored(screen: FakeTable) -> dict[str, str | None]:
    storage = screen.app.store.storage
    return {key: storage.get(key) for key in storage.keys("")}


def standing(screen: FakeTable) -> dict[str, str]:
    """Return the class of the piece drawn on each square."""
    nodes = screen.parts()["pieces"].nodes.values()
    return {one.attributes["data-square"]: one.attributes["class"] for one in nodes}


# -- what waits ----------------------------------------------------------------------------------


def test_a_chosen_move_stands_on_the_board_and_is_not_played() -> None:
    screen = play(table(), "sq:d7")
    before = (screen.session.count, stored(screen))
    play(screen, "sq:c7")
    assert (screen.session.count, stored(screen)) == before
    drawn = standing(screen)
    assert "unplayed" in drawn["c7"].split() and "d7" not in drawn
    assert "mark-unplayed" in screen.slots()["targets"]
    choices = written(screen)["choices"]
    assert 'data-target="act:confirm"' in choices and 'data-target="act:cancel"' in choices
    assert "data-autofocus" in choices.split("act:confirm")[1].split(">")[0]  # for Enter
    assert wording("confirm.said") in screen.app.said[-1] and "c7" in screen.app.said[-1]


@pytest.mark.parametrize("answer", ["act:confirm", "sq:c7"])
def test_the_button_or_a_second_press_on_the_square_plays_it(answer: str) -> None:
    screen = play(waiting(), answer)
    assert screen.session.count == 1 and screen.session.decider == 1
    assert "unplayed" not in whole(screen)
    assert screen.app.view.focused == ["sq:c7"]  # the button it was on is gone


def test_enter_plays_it_wherever_the_focus_is() -> None:
    screen = waiting()
    assert screen.key("Enter", aim("")) and screen.session.count == 1
    assert not screen.key("Enter", aim(""))


@pytest.mark.parametrize("answer", ["act:cancel", "sq:a5", "sq:d7", "look:0", "act:undo"])
def test_any_other_press_takes_it_off_the_board(answer: str) -> None:
    screen = play(waiting(), answer)
    assert screen.session.count == 0 and screen.table.unplayed is None
    assert "unplayed" not in whole(screen) and standing(screen)["d7"]
    assert screen.app.said[-1] == says("confirm.cancelled")
    assert screen.slots()["notice"] == ""  # the press did nothing else


def test_escape_takes_it_off_the_board() -> None:
    screen = waiting()
    assert screen.key("Escape", aim("")) and screen.table.unplayed is None
    assert screen.session.count == 0 and not screen.key("Escape", aim(""))


def test_what_only_changes_the_view_leaves_it_waiting() -> None:
    screen = play(waiting(), "act:turn", "act:more", "act:tab:sides", "about:named")
    assert screen.table.unplayed is not None and standing(screen)["c7"]


def test_another_command_cancels_it_and_does_its_work() -> None:
    screen = play(waiting(), "act:resign")
    assert screen.table.unplayed is None and screen.table.state.question == "resign"
    play(screen, "act:resign-yes")
    assert screen.session.over and screen.session.count == 1


def test_a_drag_asks_like_two_presses_and_cannot_go_on_from_there() -> None:
    screen = table()
    assert screen.grab(aim("sq:d7"))
    screen.drop(aim("sq:c7"))
    assert screen.table.unplayed is not None and not screen.grab(aim("sq:f4"))
    play(screen, "act:confirm")
    assert screen.session.count == 1


def test_only_the_goal_is_marked_as_a_square_to_press() -> None:
    screen = waiting()
    cells = screen.rest_parts()["cells"].nodes
    can = [name for name, node in cells.items() if "can" in node.attributes["class"].split()]
    assert can == ["c7"] and wording("confirm.press") in cells["c7"].attributes["aria-label"]
    assert board.next_marks(screen.table) == {} and screen.table.can() == {}


def test_reach_and_hints_are_not_drawn_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = waiting()
    screen.hover(aim("sq:f4"))
    assert screen.slots()["hints"] == ""
    hint = SimpleNamespace(whole=True, path=(aim("sq:d7"), aim("sq:c7")))
    monkeypatch.setattr(screen.table, "computer", SimpleNamespace(hint=hint))
    assert screen.table.hinted() == ()
    screen.table.state.unplayed = None
    assert screen.table.hinted() == hint.path


def test_a_move_that_no_longer_fits_the_position_is_not_played() -> None:
    screen = waiting()
    screen.session.play(screen.table.ways[0])  # by another way
    assert screen.table.unplayed is None
    play(screen, "act:confirm")
    assert screen.session.count == 1
    screen = waiting()
    screen.session.agreed.suspended = True
    assert screen.table.unplayed is None


def test_a_move_at_another_device_ends_it_for_good() -> None:
    screen = waiting()
    background.moved_elsewhere(screen.table)
    assert screen.table.state.unplayed is None


# -- what is asked about -------------------------------------------------------------------------


def test_steps_that_can_be_undone_are_not_asked_about() -> None:
    screen = play(table(start=MARCH), "sq:b5", "sq:b6")
    assert screen.session.count == 1 and screen.session.decider == 0  # the forced march goes on
    play(screen, "btn:stop")  # a button that says what it does
    assert screen.session.count == 2 and screen.session.decider == 1


def test_exactly_the_binding_decisions_are_asked_about() -> None:
    """In Two Cities orders are steps of a turn, until a card or a die answers one of them."""
    screen, rng, asked = table("twocities", None), Random(2), 0
    session = screen.session
    for _ in range(150):
        if session.curtain is not None:
            play(screen, "btn:reveal")
            continue
        player, before = session.decider, session.count
        single = [number for number, way in enumerate(screen.table.ways) if len(way) == 1]
        path = screen.table.selection.paths[rng.choice(single)]
        for target in path:
            screen.press(target)
        held = screen.table.unplayed is not None
        if held:
            assert session.count == before
            play(screen, "act:confirm")
        later = match_of(session).events[before:]
        binding = session.decider != player or any(one.actor < 0 for one in later)
        assert later and held == (binding and path[-1].kind != "btn"), path
        asked += held
    assert asked > 9


@pytest.mark.parametrize(("wanted", "asks"), [("never", False), ("far", False), ("always", True)])
def test_the_setting_decides_at_this_device(wanted: str, asks: bool) -> None:
    assert (waiting(wanted=wanted).table.unplayed is not None) == asks


def test_lessons_and_exercises_never_ask() -> None:
    screen = table()
    screen.table.task = True
    assert play(screen, "sq:d7", "sq:c7").table.unplayed is None


# -- what others learn ---------------------------------------------------------------------------


def test_a_far_move_is_not_stored_or_sent_before_it_is_confirmed() -> None:
    ana, blas = two()
    ana.app.settings = Settings(lang="en")  # the default
    ana.press("sq:e2").settle()
    before = (dict(ana.entries), list(ana.sent), list(blas.entries.items()))
    ana.press("sq:e4").settle()
    blas.settle()
    assert ana.table.unplayed is not None
    assert (dict(ana.entries), list(ana.sent), list(blas.entries.items())) == before
    assert ana.events == blas.events == []
    ana.press("act:confirm").settle()
    blas.settle()
    assert len(ana.events) == len(blas.events) == 1


def attacking() -> FakeTable:
    """Open Stratego where Red can attack a piece that he does not know."""
    match, rng = new_match("stratego"), Random(3)
    while match.state.current_player() or all(one[0] != "attack" for one in match.options_now()):
        match.play(rng.choice(match.options_now()))
    return play(asking(match), "btn:reveal")


def test_an_unplayed_attack_discloses_nothing_of_what_it_meets() -> None:
    screen = attacking()
    known = {one.square: (one.label, one.hidden) for one in screen.session.scene().pieces}
    walk, actions = screen.table.selection, [way[0] for way in screen.table.ways]
    attacks = [walk.paths[at] for at, action in enumerate(actions) if action[0] == "attack"]
    assert attacks and any(known[path[1].name][1] for path in attacks)
    for path in attacks:
        screen.press(path[0])
        before = stored(screen)
        screen.press(path[1])
        held = present(screen.table.unplayed)
        assert stored(screen) == before
        others = [one for one in held.scene.pieces if one.side == 1]
        assert all(known[one.square] == (one.label, one.hidden) for one in others)
        play(screen, "act:cancel")
