"""The end of a game shown over the board, and the card of its result."""

from __future__ import annotations

import re

import pytest

from engine.games import game_look
from tests.fixtures.targets import aim
from tests.ui.fakes import written
from tests.ui.test_around import at
from ui.table.screen import TableScreen

EVENTS = {"cotadrez": 240, "stratego": 120, "andarraya": 20, "rilatria": 60, "twocities": 60}


def playing(game: str) -> TableScreen:
    """Return a table in mid-game whose player to decide may resign."""
    for events in range(EVENTS[game], EVENTS[game] + 20):
        screen = at(game, events)
        if ("resign", screen.session.decider) in screen.session._match.state.table_actions():
            return screen
    raise AssertionError(game)


def ended(game: str) -> tuple[TableScreen, int]:
    """Return a table whose player to move has just resigned, and the side that has lost."""
    screen = playing(game)
    loser = screen.session.decider
    screen.press(aim("act:resign"))
    screen.press(aim("act:resign-yes"))
    seats = screen.table.scene.seats
    assert screen.session.over
    return screen, seats[loser] if seats else loser


@pytest.mark.parametrize("game", EVENTS)
def test_an_end_shows_what_the_loser_loses_in_the_games_own_form(game: str) -> None:
    screen, loser = ended(game)
    shown, look = screen.rest()["shown"], game_look(game).ending
    assert look is not None and f"ending-{look.how}" in shown and 'aria-hidden="true"' in shown
    cast = re.findall(r'class="piece side(\d) (\w+)"', shown)
    assert (str(loser), "actor") in cast and f"#{game}-{look.glyph}" in shown
    guards = [(str(1 - loser), "guard")] * 2 if look.how == "led" else []
    assert [one for one in cast if one[1] == "guard"] == guards


def test_the_next_input_ends_it_and_it_is_not_shown_again() -> None:
    screen, _ = ended("andarraya")
    screen.press(aim("sq:e4"))
    assert "ending" not in screen.rest()["shown"]
    screen.press(aim("act:log-prev"))
    screen.press(aim("act:log-last"))
    assert "ending" not in screen.rest()["shown"]


def test_a_drawn_game_ends_with_a_figure_of_each_side() -> None:
    screen = playing("andarraya")
    screen.press(aim("act:draw"))
    screen.press(aim("act:draw-yes"))
    assert screen.session.outcome() is not None and screen.session.outcome().winner is None
    cast = re.findall(r'class="piece side(\d) (\w+)"', screen.rest()["shown"])
    assert cast == [("0", "actor"), ("1", "actor")] and "ending-rest" in screen.rest()["shown"]


def test_the_result_offers_rematch_mistakes_and_picture_in_this_order() -> None:
    screen, _ = ended("andarraya")
    card = written(screen)["result"]
    buttons = re.findall(r'data-target="act:([a-z:]+)"', card)
    assert buttons == ["rematch", "mistakes:go", "share", "home"]
