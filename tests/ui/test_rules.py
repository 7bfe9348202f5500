"""The rulebook screen."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY, game_text
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, asked_of, play, whole
from ui.learn.rulebook import RulesScreen, rulebook
from ui.words.html import Html, el
from ui.words.i18n import LANGUAGES
from ui.words.markdown import clause_anchor, clauses_of


def open_book(
    game: str = "cotadrez", lang: str = "en", clause: str = ""
) -> tuple[RulesScreen, FakeApp]:
    app = FakeApp(lang)
    return RulesScreen(app, FakeController(), game, clause), app


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY)
def test_every_rulebook_is_shown_with_all_its_clauses(game: str, lang: str) -> None:
    screen, _ = open_book(game, lang)
    markup = whole(screen)
    clauses = clauses_of(rulebook(game, lang))
    assert clauses and markup.count('id="clause-') == len(set(clauses)) == len(clauses)
    for clause in clauses:
        assert f'id="{clause_anchor(clause)}"' in markup
    assert "**" not in markup


def test_a_clause_is_highlighted_and_scrolled_to() -> None:
    screen, app = open_book(clause="C20")
    assert 'id="clause-C20" class="rule chosen"' in whole(screen)
    assert screen.fragment() == "#rules=cotadrez&clause=C20"
    screen.shown()
    play(screen, "clause:C4", "section:2")
    assert app.page.handed == [
        ("scroll", "clause-C20"),
        ("scroll", "clause-C4"),
        ("scroll", "section-2"),
    ]


def test_what_to_press_stands_at_the_end_of_the_first_page() -> None:
    screen, _ = open_book()
    first, end, rest = screen.book.parts(screen.page())
    assert "Press a unit" in end and "act:learn" in end and end.endswith("</div>")
    assert "Press a unit" not in first + rest and first + end + rest == screen.page().body


def test_positions_of_a_rulebook_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(game: object, position: str, words: object) -> Html:
        drawn.append(position)
        return el("i", None, "board")

    monkeypatch.setattr("ui.learn.rulebook.picture", draw)
    screen, _ = open_book()
    markup = whole(screen)
    assert drawn and markup.count("<i>board</i>") == len(drawn)


@pytest.mark.parametrize("game", REGISTRY)
def test_only_the_position_of_an_example_is_drawn_and_not_its_checks(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(game: object, position: str, words: object) -> Html:
        drawn.append(position)
        return el("i", None, "board")

    monkeypatch.setattr("ui.learn.rulebook.picture", draw)
    markup = whole(open_book(game)[0])
    shown = "```position" in (game_text(game, "rules.en.md") or "")
    assert bool(drawn) is shown and not any("\n" in position for position in drawn)
    assert not any(f"\n{key}: " in markup or f">{key}: " in markup for key in ("yes", "no", "do"))


def test_a_rulebook_leads_back_home_and_to_the_settings() -> None:
    screen, _ = open_book()
    screen.press(aim("act:back"))
    assert screen.key("Escape", aim(""))
    assert not screen.key("a", aim(""))
    play(screen, "act:home", "act:settings")
    assert asked_of(screen.controller) == [("back",), ("back",), ("home",), ("settings",)]


def test_a_missing_rulebook_is_empty() -> None:
    assert rulebook("cotadrez", "xx") == ""


def test_the_rulebook_of_an_unknown_game_raises_an_error() -> None:
    with pytest.raises(KeyError):
        open_book("chess")
