"""Table screen with Cotadrez: everything a player does, without a browser."""

from __future__ import annotations

import re

import pytest

from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import (
    FakeController,
    FakeTable,
    marked,
    match_of,
    new_match,
    play,
    set_table,
    table,
    whole,
    written,
)
from ui.render import board as drawn
from ui.table import board
from ui.words.frame import resting

STEPS = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
MARCH = "9r/10/10/1eH7/10/1H8/10/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
FIGHT = "9/1h7/1bt6/9/4b1j2/4T4/4B1L2/6TH1/9 1 L 4.4.1.2.1 5.4.1.3.0 - 5 6"
PIERCE = "9r/2l7/1h8/B9/1h8/10/10/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
SIEGE = "T9/9l/10/3H1D3E/10/10/10/10/10/R9 S S e2f3,e8f9 - - REEPB - E 20.5.0"

Controller = FakeController  # tests/e2e knows it by this name


def shown(screen: FakeTable) -> str:
    """Return everything that a screen writes to the document."""
    words = [screen.title(), whole(screen), screen.fragment()]
    return "".join([*words, *screen.attributes().values()])


def deployed(lang: str = "es") -> FakeTable:
    screen = table(lang=lang)
    play(screen, "act:random", "act:ready", "btn:reveal", "act:random", "act:ready")
    return screen


# -- playing -------------------------------------------------------------------------------------


def test_two_presses_play_and_announce_a_move() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    assert screen.attributes()["data-player"] == "1"
    said = screen.app.said[-1]
    assert "c7" in said and "Hc7" not in said and "Blas" in said


def test_the_next_targets_are_marked_by_kind() -> None:
    screen = play(table(PIERCE), "sq:a7")
    marks = board.next_marks(screen.table)
    assert marks[aim("sq:a8")] == "move" and marks[aim("sq:b8")] == "fire"
    assert "mark-fire" in screen.slots()["targets"] and "mark-shot" in screen.slots()["targets"]


def test_the_ring_of_a_capture_leaves_the_outline_of_its_piece_in_sight() -> None:
    """Regression test: over a shield the ring hid the corners, and it looked like a disc."""
    screen = set_table(new_match("rilatria", FIGHT))
    slots = play(screen, "sq:e4").slots()
    assert slots["marks"].count("mark-capture") == 1 and "mark-capture" not in slots["targets"]
    assert "mark-move" in slots["targets"]
    layers = drawn.skeleton(screen.table.scene.board, "")
    assert layers.index("layer-marks") < layers.index("layer-pieces")


def test_cancel_takes_the_place_of_undo_and_moves_no_button() -> None:
    """Regression test: it stood above the shop, which moved down below the bar."""
    screen = table(STEPS, "en")

    def tools() -> list[str]:
        return re.findall(r'data-target="(act:\w+)"', written(screen)["tools"])

    before, choices = tools(), written(screen)["choices"]
    play(screen, "sq:d7")
    assert tools() == ["act:back" if one == "act:undo" else one for one in before]
    assert written(screen)["choices"] == choices and "Cancel" in written(screen)["tools"]
    play(screen, "act:back")
    assert tools() == before and not screen.table.selection.prefix


def test_a_drag_plays_like_two_presses() -> None:
    screen = table(STEPS)
    assert screen.grab(aim("sq:d7"))
    screen.drop(aim("sq:c7"))
    assert screen.attributes()["data-player"] == "1"


def test_a_drag_that_ends_off_the_board_puts_the_piece_back() -> None:
    screen = table(STEPS)
    assert screen.grab(aim("sq:d7")) and not screen.grab(aim("sq:a5"))
    screen.grab(aim("sq:d7"))
    screen.drop(aim(""))
    assert screen.table.selection.prefix == () and screen.attributes()["data-player"] == "0"


def test_a_forced_march_can_be_finished_with_a_visible_button() -> None:
    screen = play(table(MARCH), "sq:b5", "sq:b6")
    assert screen.attributes()["data-player"] == "0"
    assert 'data-target="btn:stop"' in written(screen)["choices"]
    play(screen, "btn:stop")
    assert screen.attributes()["data-player"] == "1"


def test_the_table_asks_whether_to_pierce_if_both_are_possible() -> None:
    screen = play(table(PIERCE), "sq:a7", "sq:b8")
    choices = screen.slots()["asked"]
    assert 'data-target="opt:first"' in choices and 'data-target="opt:pierce"' in choices
    play(screen, "opt:pierce")
    assert match_of(screen.session).state.to_text().split()[0].startswith("9r/10/10/B9")


def test_a_siege_is_executed_by_pressing_any_square_of_the_fortress() -> None:
    screen = table(SIEGE)
    assert "mark-storm" in screen.slots()["targets"]
    play(screen, "sq:f9")
    assert screen.attributes()["data-player"] == "1"


def test_a_piece_of_the_reserve_enters_from_its_chip() -> None:
    screen = table("9r/10/10/10/10/10/10/10/10/R9 S S e2f3,e8f9 - D - - - 8.0.0")
    play(screen, "kind:dragon", "sq:g4")
    assert screen.attributes()["data-player"] == "1"


# -- refusals ------------------------------------------------------------------------------------


def test_a_refused_target_shows_the_reason_and_its_clause() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:a5")
    notice = screen.slots()["notice"]
    assert "§" in notice and 'data-target="act:rules:' in notice
    assert screen.table.selection.prefix == (aim("sq:d7"),)  # nothing else has changed


def test_the_last_word_of_a_refusal_and_its_clause_stay_on_one_line() -> None:
    notice = play(table(STEPS), "sq:d7", "sq:a5").slots()["notice"]
    kept = notice.split('<span class="unparted">')[1]
    assert re.match(r"\S{1,8} <button[^>]*>§ [\d.]+</button></span>", kept)


@pytest.mark.parametrize(
    ("sentence", "free", "kept"),
    [("The ram is missing.", "The ram is ", "missing."), ("W" * 40, "W" * 32, "W" * 8)],
)
def test_a_clause_is_joined_to_at_most_eight_letters_of_the_last_word(
    sentence: str, free: str, kept: str
) -> None:
    before, held = resting(lambda key, **params: key, sentence, "3.1").split("<span")
    assert before == free and held.startswith(f' class="unparted">{kept} <button')


def test_the_clause_opens_in_the_rulebook() -> None:
    screen = table(STEPS)
    screen.press(aim("act:rules:3.19"))
    assert screen.controller.asked[-1] == ("rules", "cotadrez", "3.19")


def test_a_refusal_disappears_with_the_next_press() -> None:
    screen = play(table(STEPS), "sq:a5", "sq:d7")
    assert screen.slots()["notice"] == ""


def test_escape_steps_back() -> None:
    screen = play(table(STEPS), "sq:d7")
    assert screen.key("Escape", aim("sq:d7")) and screen.table.selection.prefix == ()
    assert not screen.key("Escape", aim("sq:d7"))


def test_arrows_move_the_focus() -> None:
    screen = table(STEPS)
    assert screen.key("ArrowUp", aim("sq:d7")) and screen.app.view.focused == ["sq:d8"]
    assert screen.key("Home", aim("sq:d7")) and screen.key("End", aim("sq:d7"))
    assert screen.app.view.focused[1:] == ["sq:a7", "sq:j7"]


# -- typed notation ------------------------------------------------------------------------------


def test_typed_notation_plays_the_same_game() -> None:
    screen = table(STEPS)
    screen.field("notation", "Hc7 Pb8c10")
    screen.press(aim("act:enter"))
    assert len(match_of(screen.session).events) >= 2 and screen.table.state.attempt == 1


def test_a_mistyped_move_is_explained_and_nothing_is_played() -> None:
    screen = table(STEPS)
    screen.field("notation", "Hc7 zz9")
    screen.press(aim("act:enter"))
    assert match_of(screen.session).events == [] and screen.table.state.notice is not None
    assert screen.table.state.typed == "Hc7 zz9"


# -- looking back, undo, end ---------------------------------------------------------------------


def test_an_earlier_position_can_be_shown_and_left_again() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    play(screen, "act:log-prev")
    assert "looking-bar" in screen.slots()["looking"]
    play(screen, "sq:d7")
    assert screen.table.state.notice is not None and len(match_of(screen.session).events) == 1
    play(screen, "act:log-last")
    assert screen.slots()["looking"] == ""


def test_undo_is_offered_and_works() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    tools = screen.rest()["tools"]
    assert 'data-target="act:undo" aria-disabled' not in tools
    play(screen, "act:undo")
    assert match_of(screen.session).events == []
    assert 'data-target="act:undo" aria-disabled' in screen.rest()["tools"]


def test_resigning_asks_for_confirmation() -> None:
    screen = play(table(STEPS), "act:resign-yes")
    assert not match_of(screen.session).over
    play(screen, "act:resign", "act:no", "act:resign-yes")
    assert not match_of(screen.session).over
    play(screen, "act:resign", "act:resign-yes")
    assert screen.attributes()["data-outcome"] == "0-1"
    assert "Blas" in written(screen)["result"] and "act:rematch" in written(screen)["result"]


def test_a_draw_needs_the_agreement_of_the_opponent() -> None:
    screen = play(table(STEPS), "act:draw")
    assert "Blas" in written(screen)["choices"]
    play(screen, "act:draw-yes")
    assert screen.attributes()["data-outcome"] == "1/2-1/2"


def test_a_rematch_is_a_new_table_with_the_seats_swapped() -> None:
    screen = play(table(STEPS), "act:resign", "act:resign-yes", "act:rematch")
    asked, config = screen.controller.asked[-1]
    assert asked == "new" and config.names == ("Blas", "Ana")


def test_turning_the_board_reverses_rows_and_squares() -> None:
    screen = table(STEPS)
    before = screen.rest_parts()["cells"].frame
    play(screen, "act:turn")
    after = screen.rest_parts()["cells"].frame
    squares = [part for part in before if not part.startswith("<")]
    assert [part for part in after if not part.startswith("<")] == squares[::-1]
    rows = [part for part in before if part.startswith("<g")]
    assert [part for part in after if part.startswith("<g")] == rows[::-1]


# -- set-up and secrets --------------------------------------------------------------------------


def test_a_deployment_can_be_made_by_presses() -> None:
    screen = play(table(), "kind:fortress", "sq:e2", "kind:dragon", "sq:g4")
    play(screen, "kind:mountain", "sq:a1", "sq:a2", "sq:a3")
    assert screen.attributes()["data-mode"] == "setup"
    play(screen, "sq:f3")
    assert screen.attributes()["data-mode"] == "curtain"


def test_a_selected_chip_is_named_until_it_is_placed() -> None:
    """A chip is only a picture, and a touch screen has no hovering."""
    screen = play(table(), "kind:fortress", "sq:e2", "kind:dragon")
    screen.app.page.delayed[-1]()
    assert "Dragón" in screen.slots()["notice"]
    play(screen, "sq:g4")
    assert screen.slots()["notice"] == ""
    play(screen, "kind:lancer", "kind:lancer")  # put down again before it is named
    screen.app.page.delayed[-1]()
    assert screen.slots()["notice"] == ""


def test_a_unit_of_the_reserve_is_named_when_it_is_selected() -> None:
    screen = table(STEPS.replace("- - - - -", "- L - - -"))
    kind = next(one for one in screen.table.can() if one.kind == "kind")
    screen.press(kind)
    screen.app.page.delayed[-1]()
    assert 'class="notice named"' in screen.slots()["notice"]


def test_ending_the_deployment_too_early_is_refused_with_a_clause() -> None:
    screen = play(table(), "kind:fortress", "sq:e2", "kind:dragon", "sq:g4", "kind:dragon", "sq:e2")
    assert screen.table.state.notice is not None and screen.table.state.notice.clause


def test_the_board_is_turned_to_the_player_who_sets_up() -> None:
    screen = play(table(), "kind:fortress", "sq:e2")
    assert not screen.table.turned
    play(screen, "act:random", "act:ready", "btn:reveal")
    assert screen.table.turned


@pytest.mark.parametrize("lang", ["es", "en"])
def test_behind_the_curtain_nothing_secret_reaches_the_page(lang: str) -> None:
    screen = table(lang=lang)
    play(screen, "kind:fortress", "sq:c2", "act:random", "act:ready")
    everything = shown(screen) + screen.app.said[-1]
    for piece in ("king", "dragon", "Drag", "sq:", "look:", "rF", "Fortaleza", "c2d3"):
        assert piece not in everything.replace("data-drag", "").replace("act:", "")
    assert "Blas" in everything


def test_the_second_player_sees_nothing_of_the_first_deployment() -> None:
    screen = play(table(), "kind:fortress", "sq:c2", "kind:dragon", "sq:b1")
    play(screen, "act:random", "act:ready", "btn:reveal")
    everything = shown(screen)
    assert "side0" not in marked(screen)
    assert "r-walls" not in everything and "sD1" not in everything


def test_the_number_of_placements_is_secret_too() -> None:
    pages = []
    for units in (("kind:dragon", "sq:g4"), ("kind:dragon", "sq:g4", "kind:king", "sq:e1")):
        screen = play(table(), "kind:fortress", "sq:e2", *units)
        play(screen, "kind:mountain", "sq:a1", "sq:a2", "sq:a3", "act:ready", "btn:reveal")
        pages.append(shown(screen).replace(screen.session.key, ""))
    assert pages[0] == pages[1]


def test_behind_the_curtain_nothing_else_can_be_pressed() -> None:
    screen = play(table(), "act:random", "act:ready")
    play(screen, "sq:e4", "look:0", "act:share", "act:save")
    assert screen.controller.asked == [] and screen.attributes()["data-mode"] == "curtain"
    assert not screen.grab(aim("sq:e4")) and not screen.key("ArrowUp", aim("sq:e4"))


def test_after_both_deployments_the_first_player_begins() -> None:
    screen = deployed()
    assert screen.attributes()["data-mode"] == "play"
    assert screen.attributes()["data-player"] == "0"
    assert "Ana" in written(screen)["say"]


def test_saving_a_game_names_the_downloaded_file() -> None:
    screen = play(table(STEPS), "act:save")
    assert screen.controller.asked[-1][0] == "save"
    assert screen.table.voice.t("share.saved", name="game.json") in written(screen)["notice"]


# -- words ---------------------------------------------------------------------------------------


def test_names_are_escaped_and_keep_their_braces() -> None:
    screen = table(STEPS, names=("<b>Ana</b>", "{who}"))
    everything = shown(screen).replace(screen.title(), "")  # the title is plain text
    assert "<b>Ana" not in everything and "&lt;b&gt;Ana" in everything and "{who}" in everything


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_key_is_shown_instead_of_a_sentence(lang: str) -> None:
    for screen in (table(lang=lang), deployed(lang), table(SIEGE, lang)):
        text = shown(screen)
        assert "table." not in text.replace("data-", "") and "prompt." not in text


def test_cells_say_what_pressing_does() -> None:
    screen = table(STEPS, "en")
    cells = screen.rest_parts()["cells"].nodes
    assert says("table.press.select") in cells["d7"].attributes["aria-label"]
    play(screen, "sq:d7")
    cells = screen.rest_parts()["cells"].nodes
    assert says("table.press.move") in cells["c7"].attributes["aria-label"]
    assert cells["d7"].attributes["aria-selected"] == "true"


def test_hovering_over_a_piece_shows_its_reach() -> None:
    screen = table(STEPS)
    assert screen.hover(aim("sq:f4")) and "mark-reach" in screen.slots()["hints"]
    assert not screen.hover(aim("sq:f4"))
    screen.hover(aim(""))
    assert screen.slots()["hints"] == ""


def test_an_unchanged_screen_is_not_drawn_again() -> None:
    screen = table(STEPS)
    first, second = written(screen), written(screen)
    assert all(first[name] is second[name] for name in first)
    assert screen.rest_parts()["cells"] is screen.rest_parts()["cells"]
