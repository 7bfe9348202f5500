"""Faces of the computer: who each level is, at home and at a table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, FakeTable, whole
from tests.ui.test_opponent import table
from ui.home.game_sheet import WaysDialog
from ui.home.screen import HomeScreen
from ui.words.faces import described, portrait, said
from ui.words.i18n import LANGUAGES, I18n
from ui.words.names import COMPUTERS, computer

FACED = ("andarraya", "cotadrez", "rilatria", "stratego", "twocities")  # faces are optional
MOST = 90  # characters of a sentence or a phrase
PARTS = ("", ".about", ".hello", ".bye")


def seated(seats: tuple[int, ...], lang: str = "en") -> FakeTable:
    screen, _ = table(seats, None, "andarraya", names=("", ""))
    screen.app.set_setting("lang", lang)
    screen.restyle()
    return screen


@pytest.mark.parametrize("game", FACED)
def test_every_level_is_somebody_in_both_languages(game: str) -> None:
    found = {lang: I18n(lang, game) for lang in LANGUAGES}
    for part in PARTS:
        keys = [f"face.{level}{part}" for level in COMPUTERS]
        for words in found.values():
            texts = [words.t(key) for key in keys if words.has(key)]
            assert len(set(texts)) == len(COMPUTERS), (part, texts)
            assert all(len(one) <= MOST for one in texts)
    names = [[words.t(f"face.{level}") for level in COMPUTERS] for words in found.values()]
    assert names[0] == names[1]  # a name is not translated


def test_every_level_has_its_own_portrait_and_a_person_none() -> None:
    drawn = [portrait(level) for level in COMPUTERS]
    assert len(set(drawn)) == len(COMPUTERS)
    assert all('class="portrait"' in one and 'aria-hidden="true"' in one for one in drawn)
    assert portrait(0) == ""


@pytest.mark.parametrize("game", FACED)
def test_the_sheet_of_a_game_shows_its_eight_faces(game: str) -> None:
    app = FakeApp()
    sheet = WaysDialog(HomeScreen(app, FakeController()), game)
    words, markup = I18n("en", game), sheet.layout()
    assert markup.count('<svg class="portrait"') == len(COMPUTERS)
    for level in COMPUTERS:
        assert f">{words.t(f'face.{level}')}<" in markup
        sheet.press(aim(f"act:level:{level}"))
        shown = sheet.slots()["level"]
        assert shown == described(words, level) and portrait(level) in shown
        for key in (f"face.{level}.about", f"computer.level.{level}.about"):
            assert words.t(key).partition("’")[0] in shown


def test_the_form_shows_the_chosen_face_and_names_all() -> None:
    screen = HomeScreen(FakeApp(), FakeController())
    screen.press(aim("act:game:stratego"))
    screen.field("seat1", "7")
    markup = whole(screen)
    assert "Kolya (reckless)</option>" in markup and "Moreau (3, captain)</option>" in markup
    assert portrait(7) in markup and "A hussar." in markup and portrait(6) not in markup


def test_a_game_without_faces_has_just_a_computer() -> None:
    words = I18n("en")
    assert computer(words, (0, 2), 1) == "Computer"
    assert computer(words, (1, 2), 1) == "Computer 2"
    assert "portrait" not in described(words, 2) and says("computer.level.2") in described(words, 2)
    assert said(words.has, (0, 2), "hello") is None


def test_the_table_names_the_computer_after_its_face() -> None:
    assert [computer(I18n("es", "andarraya"), (0, 2), n) for n in (0, 1)] == ["", "Nuria"]
    assert computer(I18n("es", "andarraya"), (2, 3), 1) == "Damián"
    assert computer(I18n("es", "andarraya"), (2, 2), 1) == "Nuria II"


def test_the_strip_has_the_portrait_and_another_level_another_face() -> None:
    screen = seated((0, 2))
    assert portrait(2) in whole(screen) and "<b>Nuria</b>" in whole(screen)
    screen.field("level1", "7")
    markup = whole(screen)
    assert "<b>Bruno</b>" in markup and portrait(7) in markup and portrait(2) not in markup


@pytest.mark.parametrize(
    ("lang", "hello", "bye"),
    [
        ("en", "Nuria: “I have six stops. Shall we?”", "Nuria: “My stop! Good game.”"),
        ("es", "Nuria: «Me quedan seis paradas.", "Nuria: «¡Mi parada! Buena partida.»"),
    ],
)
def test_the_computer_greets_until_the_first_press_and_says_goodbye(
    lang: str, hello: str, bye: str
) -> None:
    screen = seated((0, 2), lang)
    assert hello in whole(screen) and bye not in whole(screen)
    screen.press(aim("sq:e2"))
    assert hello not in whole(screen)
    screen.session.resign(0)
    assert bye in whole(screen)


@pytest.mark.parametrize("seats", [(0, 0), (2, 3)])
def test_nobody_speaks_without_one_computer_among_people(seats: Any) -> None:
    screen = seated(seats)
    assert screen.table.state.greeting is None
    screen.session.resign(0)
    assert screen.session.over and "result-says" not in whole(screen)


def test_a_game_that_goes_on_has_no_greeting() -> None:
    screen = seated((0, 2))
    screen.session.play([screen.session.observation().legal_actions()[0]])
    again = FakeTable(screen.app, screen.controller, screen.session)
    assert again.table.state.greeting is None
