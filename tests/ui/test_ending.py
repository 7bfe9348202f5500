"""The end of a game shown over the board, and the card of its result."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.dev.common import play_on
from engine.games import game_look
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable, match_of, play, written
from tests.ui.test_around import at
from ui.session.throws import counted

EVENTS = {"cotadrez": 240, "stratego": 120, "andarraya": 20, "rilatria": 60, "twocities": 60}


def playing(game: str) -> FakeTable:
    """Return a table in mid-game whose player to decide may resign."""
    for events in range(EVENTS[game], EVENTS[game] + 20):
        screen = at(game, events)
        if ("resign", screen.session.decider) in match_of(screen.session).state.table_actions():
            return screen
    raise AssertionError(game)


def ended(game: str) -> tuple[FakeTable, int]:
    """Return a table whose player to move has just resigned, and the side that has lost."""
    screen = playing(game)
    loser = screen.session.decider
    play(screen, "act:resign", "act:resign-yes")
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
    play(screen, "act:log-prev", "act:log-last")
    assert "ending" not in screen.rest()["shown"]


def test_a_drawn_game_ends_with_a_figure_of_each_side() -> None:
    screen = playing("andarraya")
    play(screen, "act:draw", "act:draw-yes")
    assert present(screen.session.outcome()).winner is None
    cast = re.findall(r'class="piece side(\d) (\w+)"', screen.rest()["shown"])
    assert cast == [("0", "actor"), ("1", "actor")] and "ending-rest" in screen.rest()["shown"]


def test_the_result_offers_rematch_mistakes_and_picture_in_this_order() -> None:
    screen, _ = ended("andarraya")
    card = written(screen)["result"]
    buttons = re.findall(r'data-target="act:([a-z:]+)"', card)
    assert buttons == ["rematch", "replay", "mistakes:go", "share", "home"]


def test_the_winner_is_named_in_his_colour_and_the_end_can_be_watched_again() -> None:
    screen, loser = ended("twocities")
    card = written(screen)["result"]
    assert f'class="token side{1 - loser}"' in card.partition("</h2>")[0]
    screen.press(aim("act:log-prev"))
    assert "ending" not in screen.rest()["shown"]
    screen.press(aim("act:replay"))
    assert screen.session.live and "ending-" in screen.rest()["shown"]


def test_who_plays_alone_without_a_name_is_you_in_strip_and_result() -> None:
    screen = at("andarraya", 20, names=("", ""), seats=(0, 3))
    assert screen.session.levels == (0, 3)
    strips = screen.rest()["below"], screen.rest()["above"]
    assert [f"· {says('strip.you')}<" in one for one in strips] == [True, False]
    screen.session.resign(1)
    assert says("table.result.you") in written(screen)["result"]
    named = at("andarraya", 20, names=("Ana", ""), seats=(0, 3))
    assert f"· {says('strip.you')}<" not in named.rest()["below"]
    together = at("andarraya", 20, names=("", ""))
    assert f"· {says('strip.you')}<" not in together.rest()["below"]


@pytest.mark.parametrize("game_id", ["twocities", "rilatria"])
def test_what_was_thrown_is_counted_from_the_events(game_id: str) -> None:
    """A second count, from the numbers in the events alone."""
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(2))
    match.begin()
    play_on(match, Random(2), 700)
    got, expected = [0, 0], [0.0, 0.0]
    call = attacker = 0
    melee = False
    for event in match.events:
        verb, *numbers = event.action
        if event.actor >= 0:
            attacker = event.actor if verb in ("melee", "shoot", "call") else attacker
            melee = verb == "melee" if verb in ("melee", "shoot") else melee
            call = numbers[0] if verb == "call" else call
        elif verb == "coin":
            got[attacker] += numbers[0] == call
            expected[attacker] += 0.5
        elif verb == "dice":
            got[attacker] += len([one for one in numbers if one <= 1 + melee])
            expected[attacker] += len(numbers) * (1 + melee) / 6
    (row,) = counted(match, 0)
    assert [row.got.get(side, 0) for side in (0, 1)] == got and any(got)
    assert [row.expected.get(side, 0.0) for side in (0, 1)] == pytest.approx(expected)


def test_the_result_shows_what_was_thrown() -> None:
    screen, _ = ended("twocities")
    (row,) = counted(screen.session.finished(), screen.session.viewer)
    card = written(screen)["result"]
    for side in (0, 1):
        assert f"<b>{row.got.get(side, 0)}</b> ({row.expected.get(side, 0.0):.1f})" in card
