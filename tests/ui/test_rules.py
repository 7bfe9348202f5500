"""The rulebook screen, and the home page written into index.html."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY
from tests.ui.fakes import FakeApp, FakeDesk, whole
from ui.dev import prerender
from ui.html import Html, el
from ui.i18n import LANGUAGES
from ui.markdown import clause_anchor, clauses_of
from ui.screens.rules import RulesScreen, rulebook


def open_book(game: str = "cotadrez", lang: str = "en", clause: str = "", **more: object):  # type: ignore[no-untyped-def]
    desk = FakeDesk()
    screen = RulesScreen(FakeApp(lang), desk, game, clause, **more)  # type: ignore[arg-type]
    return screen, desk


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY)
def test_every_rulebook_is_shown_with_all_its_clauses(game: str, lang: str) -> None:
    screen, _ = open_book(game, lang)
    markup = whole(screen)
    clauses = clauses_of(rulebook(game, lang))
    assert len(clauses) > 20
    for clause in clauses:
        assert f'id="{clause_anchor(clause)}"' in markup
    assert "**" not in markup


def test_a_clause_is_pointed_out_and_gone_to() -> None:
    screen, desk = open_book(clause="C20")
    assert 'id="clause-C20" class="rule chosen"' in whole(screen)
    assert screen.fragment() == "#rules=cotadrez&clause=C20"
    screen.shown()
    screen.press("clause:C4")
    screen.press("section:2")
    assert desk.asked == [
        ("scroll", "clause-C20"),
        ("scroll", "clause-C4"),
        ("scroll", "section-2"),
    ]


def test_positions_are_drawn() -> None:
    drawn = []

    def draw(game: object, position: str, words: object) -> Html:
        drawn.append(position)
        return el("i", None, "board")

    screen, _ = open_book(draw=draw)
    markup = whole(screen)
    assert drawn and markup.count("<i>board</i>") == len(drawn)


def test_the_way_back() -> None:
    screen, desk = open_book()
    screen.press("act:back")
    assert screen.key("Escape", "")
    assert not screen.key("a", "")
    screen.press("act:home")
    screen.press("act:settings")
    assert desk.asked == [("back",), ("back",), ("home",), ("settings",)]


def test_a_missing_rulebook_is_said() -> None:
    assert rulebook("cotadrez", "xx") == ""


def test_a_game_nobody_registered() -> None:
    with pytest.raises(KeyError):
        open_book("chess")


def test_index_html_holds_the_current_home_page() -> None:
    assert prerender.main(["--check"]) == 0, "run: python -m ui.dev.prerender --write"
