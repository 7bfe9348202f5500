"""The offer of sounds: one line in the first game, once."""

from __future__ import annotations

import pytest

from engine.match.match import MatchConfig
from tests.fixtures.says import says
from tests.ui.fakes import STEPS, play, table, written
from ui.table.sounds import OFFERED


def test_sounds_are_offered_after_the_first_move() -> None:
    screen = table(STEPS, lang="en")
    assert written(screen)["sounds"] == ""
    play(screen, "sq:d7", "sq:c7")
    line = written(screen)["sounds"]
    assert says("sounds.yes") in line and says("sounds.no") in line


def test_the_offer_goes_after_the_first_turns() -> None:
    screen = table(STEPS)
    for turn in range(OFFERED + 1):
        assert (written(screen)["sounds"] == "") == (turn == 0)
        path = screen.table.selection.paths[0]
        play(screen, *(str(target) for target in path))
    assert len(screen.session.log()) == OFFERED + 1 and written(screen)["sounds"] == ""


@pytest.mark.parametrize(("answer", "sound"), [("on", "on"), ("off", "off")])
def test_an_answer_ends_the_offer_for_good(answer: str, sound: str) -> None:
    screen = play(table(STEPS, lang="en"), "sq:d7", "sq:c7", f"act:sounds:{answer}")
    assert screen.app.settings.sound == sound and written(screen)["sounds"] == ""
    screen.app.set_setting("sound", "off")
    screen.restyle()
    play(screen, "sq:j10", "sq:j9")
    assert written(screen)["sounds"] == ""


def test_they_are_not_offered_in_a_second_game_or_when_on() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    screen.app.settings = screen.app.settings.with_value("sound", "on")
    screen.restyle()
    assert written(screen)["sounds"] == ""
    screen = table(STEPS)
    screen.app.store.new_game(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    screen.restyle()
    play(screen, "sq:d7", "sq:c7")
    assert written(screen)["sounds"] == ""


def test_lessons_and_finished_games_offer_none() -> None:
    screen = table(STEPS)
    screen.table.task = True
    screen.restyle()
    play(screen, "sq:d7", "sq:c7")
    assert written(screen)["sounds"] == ""
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    screen.session.resign(1)
    assert written(screen)["sounds"] == ""
