"""Hints in words: whole sentences with the piece's name, in every game and both languages."""

from __future__ import annotations

import pytest

from engine.core.texts import Catalog
from engine.games import REGISTRY
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import random_match
from tests.fixtures.says import says
from tests.fixtures.shipped import SHIPPED
from tests.ui.fakes import FakeTable, set_table
from ui.table import hints
from ui.table.opponent import Hint
from ui.words.i18n import LANGUAGES, page_words
from ui.words.targets import read_path

EVENTS = 80  # past the set-ups of every game
ROOK = "4k3/8/8/3p4/8/8/8/3RK3 w - - 20 11"


def at(lang: str, match: Match) -> FakeTable:
    screen = set_table(match, lang)
    if screen.session.curtain is not None:
        screen.session.reveal()
    return screen


def board(lang: str, start: str | None = None) -> FakeTable:
    return at(lang, Match(MatchConfig("andarraya", {}, ("Ana", "Blas"), start)))


def said(screen: FakeTable, path: tuple[str, ...], whole: bool, *why: tuple[str, str]) -> str:
    table = screen.table
    table.opponent().hint = hint = Hint(("none",), read_path(path), why)
    hint.whole = whole
    hints.tell_hint(table)
    assert table.state.notice is not None
    return table.voice.message(table.state.notice)


@pytest.mark.parametrize(
    ("lang", "piece", "move"),
    [
        (
            "es",
            says("computer.hint.piece", "es", what="la torre de d1"),
            "Prueba con la torre: d1 → d5. Captura el peón de d5 sin perder nada. Da jaque.",
        ),
        (
            "en",
            says("computer.hint.piece", what="the rook on d1"),
            "Try the rook: d1 → d5. It captures the pawn on d5 for free. It gives check.",
        ),
    ],
)
def test_a_hint_names_its_piece_with_an_article_and_ends_with_reasons(
    lang: str, piece: str, move: str
) -> None:
    screen = board(lang, ROOK)
    path = ("sq:d1", "sq:d5")
    assert said(screen, path, False) == piece
    assert said(screen, path, True, ("takes_free", "d5"), ("check", "")) == move


def test_two_things_with_the_same_reason_share_a_sentence() -> None:
    screen = board("en")
    why = (("threatens", "d7"), ("threatens", "f7"))
    told = said(screen, ("sq:d2", "sq:d4"), True, *why)
    assert told == "Try the pawn: d2 → d4. It threatens the pawn on d7 and the pawn on f7."


def test_buttons_stand_in_quotes_and_squares_are_pressed() -> None:
    screen = board("es")
    assert said(screen, ("sq:e4",), True) == "Pulsa e4."
    assert said(screen, ("sq:d2", "sq:d4", "opt:queen"), True).startswith(
        "Prueba con el peón: d2 → d4 → "
    )
    assert said(screen, ("btn:pass",), True) == says("computer.hint.only", "es", what="«pass»")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_piece_of_every_game_has_a_name_for_a_sentence(game_id: str, lang: str) -> None:
    articles = ("el ", "la ", "los ", "las ", "una ") if lang == "es" else ("the ", "a ")
    screen = at(lang, random_match(game_id, 7, EVENTS))
    pieces = screen.table.scene.pieces
    assert pieces
    for piece in pieces:
        noun = hints._noun(screen.table, piece.label)
        assert noun is not None, piece.label
        words = screen.table.voice.message(noun)
        assert words.startswith(articles) and "," not in words
        told = said(screen, (f"sq:{piece.square}", "sq:a1"), False)
        assert words in told and screen.table.voice.message(piece.label) not in told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", sorted(REGISTRY))
def test_every_reason_is_a_sentence_without_its_full_stop(game_id: str, lang: str) -> None:
    parts = ("computer.why.at", "computer.why.both", "computer.why.things")
    words = Catalog(*page_words(lang, game_id).layers)._all
    found = {key: text for key, text in words.items() if key.startswith("computer.why.")}
    assert len(found) > len(parts)
    assert [
        key
        for key, text in found.items()
        if key not in parts and (not text[0].isupper() or text.endswith("."))
    ] == []
