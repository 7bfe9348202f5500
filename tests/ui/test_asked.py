"""Questions asked at a square, thumbnails of set-ups, and piece sets."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY, game_look
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable, new_match, play, set_table, table, written
from tests.ui.test_table import SIEGE
from ui.render.pieces import figure, icon
from ui.table import square_question

PAWN = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
RELAY = "9r/10/10/10/10/10/10/10/1L8/R9 S S e2f3,e8f9 - - - - - 8.0.0"
LEAP = "4k3/8/8/8/8/8/8/4K2R w EHe - 0 1"


def of(game_id: str, start: str | None = None, **options: str) -> FakeTable:
    return set_table(new_match(game_id, start, options=options))


def test_a_promotion_is_chosen_at_its_square() -> None:
    screen = play(of("andarraya", PAWN, promotion="free"), "sq:a7")
    assert screen.slots()["asked"] == ""
    panel = play(screen, "sq:a8").slots()["asked"]
    assert [panel.count(f"opt:{kind}") for kind in ("queen", "rook", "bishop", "knight")] == [1] * 4
    assert panel.count("data-autofocus") == 1
    assert "Queen" in panel and "piece side0" in panel
    assert "opt:" not in written(screen)["choices"] and "act:back" in written(screen)["tools"]
    play(screen, "act:back")
    assert screen.slots()["asked"] == ""
    play(screen, "sq:a8", "opt:knight")
    assert "a8=N" in screen.session.log()[-1].text


@pytest.mark.parametrize(("turns", "above"), [(False, False), (True, True)])
def test_the_question_opens_towards_the_middle_of_the_board(turns: bool, above: bool) -> None:
    screen = of("andarraya", PAWN, promotion="free")
    if turns:
        play(screen, "act:turn")
    panel = play(screen, "sq:a7", "sq:a8").slots()["asked"]
    assert ('class="asked above"' in panel) == above
    x, y = (float(panel.split(f"--{name}:")[1].split(";")[0]) for name in "xy")
    assert (x > 0.5) == turns and (y > 0.5) == turns and min(x, y) > 0 and max(x, y) < 1


def test_a_swap_is_asked_about_at_its_square_by_words_alone() -> None:
    """Regression test: the only answer was a button in the far panel."""
    screen = play(of("cotadrez", RELAY), "sq:b2", "sq:a1")
    panel = screen.slots()["asked"]
    assert panel.count('class="answer"') == 1 and 'data-target="btn:relay"' in panel
    assert "<svg" not in panel and "btn:relay" not in written(screen)["choices"]
    play(screen, "btn:relay")
    assert screen.session.count == 1


def test_questions_without_pieces_are_asked_beside_the_board() -> None:
    screen = play(table(SIEGE), "sq:d7")
    assert square_question.answers(screen.table) == [] and screen.slots()["asked"] == ""


def test_selecting_the_king_names_its_leap() -> None:
    screen = play(of("andarraya", LEAP), "sq:e1")
    assert not screen.slots()["hints"]  # words on the board would cover squares
    assert "leap" in screen.slots()["notice"]
    assert not play(screen, "sq:e1", "sq:h1").slots()["notice"]


# -- thumbnails of set-ups ----------------------------------------------------------------------


def test_every_named_set_up_has_a_thumbnail() -> None:
    screen = of("stratego")
    library = written(screen)["library"]
    named = screen.table.game.setups(screen.session.observation())
    assert library.count('class="thumbnail side0"') == len(named) > 10
    assert library.count("<text") == 40 * len(named)
    assert library.count(">10</text>") == len(named)  # one marshal each
    play(screen, "act:named:storm")
    assert written(screen)["library"].count("<text") == 40 * len(named)  # all of them placed


def test_the_second_player_sees_thumbnails_turned_and_in_his_colours() -> None:
    screen = play(of("stratego"), "act:named:storm")
    first = written(screen)["library"]
    play(screen, "act:ready", "btn:reveal")
    second = written(screen)["library"]
    assert "thumbnail side1" in second and second != first


def test_there_are_no_thumbnails_without_named_set_ups() -> None:
    assert "thumbnail" not in written(table())["library"]


def test_hovering_previews_the_held_piece_on_all_its_squares() -> None:
    screen = play(table(), "kind:fortress")
    assert screen.slots()["hints"] == ""
    assert screen.hover(aim("sq:e3"))
    ghost = screen.slots()["hints"]
    assert "to-be" in ghost and "battlements" in ghost and "r-outline" in ghost  # walls and ring
    assert screen.hover(aim("sq:a1")) and screen.slots()["hints"] == ""  # too near to the edge
    play(screen, "sq:e3", "kind:lancer")
    screen.hover(aim("sq:e5"))
    assert screen.slots()["hints"].count("<use") == 1
    play(screen, "sq:e5")
    assert screen.slots()["hints"] == ""  # it is placed now


# -- piece sets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_source_pieces_are_a_second_set_where_a_game_has_them(game_id: str) -> None:
    source = game_look(game_id).source
    assert bool(source) == (game_id == "twocities")
    for glyph, other in source.items():
        for drawn in (figure(game_id, glyph, "", 0), icon(game_id, glyph, "", 0)):
            assert f'of-page" href="#{game_id}-{glyph}"' in drawn
            assert f'of-source" href="#{game_id}-{other}"' in drawn
