"""A text with several games: one of them is chosen, wherever texts are opened."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.steps import finish
from engine.dev.common import play_on
from engine.games import REGISTRY, load_game
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.ui.fakes import Opened, opened
from ui.learn.editor.screen import EditorScreen
from ui.learn.study.choice import MOST, GameChoice
from ui.learn.study.listing import StudiesScreen
from ui.learn.study.screen import StudyScreen
from ui.shell import text_kinds

ONE = '[White "Ana"]\n[Black "Luis"]\n[Date "2025.12.01"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
TWO = "[White “Eva”]\n[Black “Leo”]\n\n1. d4 {a comment\n[White “nobody”] } d5 *\n"
BOTH = f"{ONE}\n{TWO}"


def chosen(app: Opened, number: int) -> Opened:
    assert isinstance(app.dialog, GameChoice)
    app.press(f"act:game:{number}")
    assert app.dialog is None
    return app


@pytest.mark.parametrize(
    "text", [BOTH, BOTH.replace("\n", "\r\n"), "> " + BOTH.replace("\n", "\n> ")]
)
def test_several_games_are_told_apart_by_their_tags(text: str) -> None:
    games = finish(text_kinds.games_in(text))
    plain = TWO.replace("“Eva”", '"Eva"').replace("“Leo”", '"Leo"')
    assert [one.split() for one in games] == [ONE.split(), plain.split()]


def test_home_lets_one_of_several_games_be_chosen() -> None:
    app = opened()
    app.paste(BOTH)
    shown = app.view.layouts["dialog"]
    assert says("games_in_text.about", "es", n=2) in shown
    assert "1. Ana – Luis · 2025.12.01 · 1-0" in shown and "2. Eva – Leo<" in shown
    assert "nobody" not in shown
    chosen(app, 1)
    assert present(present(app.home.offered).found).config.names == ("Ana", "Luis")


def test_studies_let_one_of_several_games_be_chosen() -> None:
    app = opened("#study")
    app.field("studies-text", BOTH)
    app.press("act:read")
    assert isinstance(app.screen, StudiesScreen)
    chosen(app, 2)
    assert isinstance(app.screen, StudyScreen)
    assert app.screen.cursor.chapter.config.names == ("Eva", "Leo")


@pytest.mark.parametrize("game", REGISTRY)
def test_records_of_each_game_are_told_apart_and_one_alone_is_not_split(game: str) -> None:
    for seed in range(6):
        options = load_game(game).random_options(Random(seed)) if seed % 2 else {}
        match = play_on(Match(MatchConfig(game, options)), Random(seed), 60)
        text = record.write(match)
        assert finish(text_kinds.games_in(text)) == []
        games = finish(text_kinds.games_in(f"{text}\n{text}"))
        assert [record.read(one).events for one in games] == [match.events] * 2


def test_a_choice_closed_or_out_of_range_opens_nothing() -> None:
    app = opened()
    app.paste(BOTH)
    for number in ("0", "3", "x", ""):
        app.press(f"act:game:{number}")
        assert isinstance(app.dialog, GameChoice)
    app.close()
    assert app.screen.name == "home"


def test_a_very_long_list_says_how_much_of_it_is_shown() -> None:
    app = opened()
    app.controller.read(ONE * (MOST + 2), lambda work: None)
    assert says("games_in_text.first", "es", n=MOST) in app.view.layouts["dialog"]
    assert app.view.layouts["dialog"].count("act:game:") == MOST


def test_a_text_of_many_braces_and_tags_is_split_in_one_pass() -> None:
    rng = Random(1)
    parts = ['[White "a"]\n', "{", "}", "1. e4\n", "[", "\n", '[X "', "%x\n"]
    for _ in range(200):
        text = "".join(rng.choice(parts) for _ in range(300))
        games = finish(text_kinds.games_in(text))
        assert not games or "".join(games) == text


def test_the_editor_lets_one_of_several_games_be_chosen() -> None:
    """Of the chosen game it takes the last position."""
    app = opened("#edit=andarraya")
    app.paste(BOTH)
    chosen(app, 2)
    assert isinstance(app.screen, EditorScreen)
    assert app.screen.draft.text().startswith("rnbqkbnr/ppp1pppp/8/3p4/3P4/")


def test_a_dropped_file_lets_one_of_several_games_be_chosen() -> None:
    app = opened("#settings")
    app.controller.take_file(BOTH)
    chosen(app, 1)
    assert present(present(app.home.offered).found).config.names == ("Ana", "Luis")
