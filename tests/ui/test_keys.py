"""Keyboard commands at a table, and what they announce."""

from __future__ import annotations

import pytest

from engine.core.texts import Message
from engine.games import REGISTRY
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, written
from tests.ui.test_table import SIEGE, STEPS, Controller, play, table
from tests.ui.test_telling import of_game
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session
from ui.table import keys
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES, I18n
from ui.words.targets import Target


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_a_letter_of_its_own(lang: str):
    words = I18n(lang)
    letters = [words.t(f"keys.{one.name}") for one in keys.KEYS]
    assert all(len(letter) == 1 and letter.islower() for letter in letters)
    assert len(set(letters)) == len(letters)


def test_the_key_dialog_has_a_working_button_for_every_command():
    screen = table(SIEGE)
    dialog = keys.KeysDialog(screen.table)
    for one in keys.KEYS:
        assert f'data-target="key:{one.name}"' in dialog.layout()
    dialog.press(aim("key:board"))
    assert screen.app.closed == 1
    assert screen.key("t", aim(""))
    first, second = screen.app.view.focused
    assert first == second


def test_zen_mode_is_switched_by_key_and_button_and_ended_by_escape():
    screen = table(SIEGE)
    assert screen.attributes()["data-zen"] == "off" and not screen.key("Escape", aim(""))
    assert screen.key("z", aim("")) and screen.attributes()["data-zen"] == "on"
    assert screen.key("z", aim("")) and screen.attributes()["data-zen"] == "off"
    assert 'data-target="act:zen"' in written(screen)["tools"]
    play(screen, "act:zen")
    assert screen.attributes()["data-zen"] == "on"
    assert any("zen-end" in one for one in screen.app.view.focused)  # the button it was is gone
    assert 'data-target="act:zen"' in screen.layout()
    assert screen.key("Escape", aim("")) and screen.attributes()["data-zen"] == "off"


def test_escape_closes_the_rest_of_the_tools_so_that_the_next_press_opens_it():
    screen = play(table(SIEGE), "act:more")
    assert screen.attributes()["data-more"] == "on"
    assert screen.key("Escape", aim("")) and screen.attributes()["data-more"] == "off"
    assert play(screen, "act:more").attributes()["data-more"] == "on"


def test_escape_lets_go_of_a_piece_before_it_ends_zen_mode():
    screen = play(table(STEPS), "act:zen", "sq:d7")
    assert screen.key("Escape", aim("")) and screen.attributes()["data-zen"] == "on"
    assert screen.key("Escape", aim("")) and screen.attributes()["data-zen"] == "off"


def test_escape_ends_zen_mode_although_a_move_has_just_been_told():
    screen = play(table(STEPS), "act:zen", "sq:d7", "sq:c7")
    assert screen.table.state.telling
    assert screen.key("Escape", aim("")) and screen.attributes()["data-zen"] == "off"


def test_zen_mode_is_not_stored_and_not_offered_in_lessons():
    screen = play(table(STEPS), "act:zen")
    again = TableScreen(screen.app, Controller(), screen.session)  # type: ignore[arg-type]
    assert again.attributes()["data-zen"] == "off"
    again.table.task = True
    again.key("z", aim(""))
    assert again.attributes()["data-zen"] == "off"
    assert 'data-target="act:zen"' not in written(again)["tools"]


def test_letters_can_be_turned_off_and_are_then_not_listed():
    screen = table(SIEGE)
    screen.app.set_setting("keys", "off")
    assert not screen.key("t", aim(""))
    assert "<kbd>t</kbd>" not in keys.KeysDialog(screen.table).layout()


def test_arrows_move_through_the_log_which_is_one_tab_stop():
    screen = play(table(STEPS), "sq:d7", "sq:d8", "sq:j10", "sq:j9", "sq:d8", "sq:d7")
    log = screen.rest()["log"] + screen.rest()["feed"]
    assert log.count("data-target") > 1 == log.count('tabindex="0"')
    turns = screen.session.log()
    assert screen.key("ArrowLeft", aim(f"look:{turns[-1].number}"))
    assert screen.app.view.focused[-1] == f"look:{turns[-2].number}"
    assert screen.key("Home", aim(f"look:{turns[-1].number}"))
    assert screen.app.view.focused[-1] == f"look:{turns[0].number}"


def heard(screen: TableScreen) -> list[str]:
    """Return all announcements of a table, requested on every square."""
    screen.app.said.clear()
    screen.table.state.hovered = aim("")
    for name in ("phase", "last", "pieces", "reserve", "lines"):
        assert screen.key(screen.table.voice.t(f"keys.{name}"), aim(""))
    for square in screen.table.scene.board.squares:
        screen.table.state.hovered = aim(f"sq:{square.name}")
        for name in ("lines", "attackers"):
            assert screen.key(screen.table.voice.t(f"keys.{name}"), aim(""))
    return list(screen.app.said)


def test_pieces_lines_attackers_and_reserve_are_announced():
    screen = table(SIEGE, "en")
    said = "\n".join(heard(screen))
    assert "Dragon, red and gold: f7." in said
    assert "Ana’s reserve: empty." in said
    assert says("hear.no_square") in said
    screen.table.state.hovered = aim("sq:i7")
    screen.key("l", aim(""))
    assert "left: f7, Dragon, red and gold" in screen.app.said[-1]
    screen.table.state.hovered = aim("sq:g7")
    screen.key("a", aim(""))
    assert "f7, Dragon" in screen.app.said[-1]


def stratego(order: int) -> TableScreen:
    """Open Stratego for Red after both set-ups; `order` (0 or -1) selects Blue's pieces."""
    config = MatchConfig("stratego", {}, ("Ana", "Blas"))
    match = Match(config, sampler=chance.seeded(1))
    while getattr(match.state, "asked", "") == "place":
        options = match.options_now()
        match.play(options[order if match.state.current_player() else 0])
    app = FakeApp("en", Store(MemoryStorage()))
    app.view.sprite = lambda game_id: None  # type: ignore[attr-defined]
    session = Session(match, app.store, app.store.new_game(config))
    return play(TableScreen(app, Controller(), session), "btn:reveal")  # type: ignore[arg-type]


def test_hidden_pieces_do_not_change_the_announcements():
    one, other = stratego(0), stratego(-1)
    assert one.session.viewer == other.session.viewer == 0
    assert one.session.exports().save_text() != other.session.exports().save_text()
    assert heard(one) == heard(other)


@pytest.mark.parametrize("game", REGISTRY)
def test_announcements_of_every_game_are_readable(game: str):
    config = MatchConfig(game, {}, ("Ana", "Blas"))
    app = FakeApp("es", Store(MemoryStorage()))
    app.view.sprite = lambda game_id: None  # type: ignore[attr-defined]
    match = Match(config, sampler=chance.seeded(1))
    match.begin()
    for _ in range(20):
        if not match.over:  # a short game
            match.play(match.options_now()[0])
    session = Session(match, app.store, app.store.new_game(config))
    screen = TableScreen(app, Controller(), session)  # type: ignore[arg-type]
    if session.curtain is not None:
        play(screen, "btn:reveal")
    assert all(words and "{" not in words and "hear." not in words for words in heard(screen))


def chess(lang: str, letters: str) -> TableScreen:
    config = MatchConfig("andarraya", {}, ("Ana", "Blas"))
    app = FakeApp(lang, Store(MemoryStorage()))
    app.view.sprite = lambda game_id: None  # type: ignore[attr-defined]
    app.set_setting("letters", letters)
    session = Session(Match(config, chance.seeded(1)), app.store, app.store.new_game(config))
    return TableScreen(app, Controller(), session)  # type: ignore[arg-type]


@pytest.mark.parametrize("letters", ["own", "international"])
def test_moves_can_be_typed_in_spanish_and_are_shown_as_set(letters: str):
    screen = chess("es", letters)
    screen.app.set_setting("log", "notation")
    screen.restyle()
    for typed in ("Pe4", "e5", "Cf3", "Nc6", "Ab5"):
        screen.field("notation", typed)
        screen.press(aim("act:enter"))
    log = screen.rest()["log"]
    assert screen.session.count == 5
    assert ("Cf3" in log and "Ab5" in log) == (letters == "own")
    assert ("Nf3" in log and "Bb5" in log) == (letters == "international")
    assert "Nf3" in screen.session.exports().record_text()


@pytest.mark.parametrize(
    "typed", ["E4 ", "e2–e4", "ｅ４", "e4!", "e2 e4", "e2-e4", "E2E4", "1. e4"]
)
def test_typed_moves_are_cleaned_as_records_are(typed: str):
    """Spaces, capitals, dashes, full-width letters and annotations."""
    screen = chess("en", "international")
    screen.field("notation", typed)
    screen.press(aim("act:enter"))
    assert screen.session.exports().record_text().split()[-3:] == ["1.", "e4", "*"]


def test_a_number_without_a_move_asks_for_one():
    screen = chess("en", "international")
    screen.field("notation", "1.")
    screen.press(aim("act:enter"))
    assert screen.table.state.notice == Message("table.notation.empty")


def test_a_typed_move_that_means_nothing_is_refused_as_typed():
    screen = chess("en", "international")
    screen.field("notation", "E9")
    screen.press(aim("act:enter"))
    assert screen.session.count == 0 and "E9" in str(screen.table.state.notice)


def test_an_ambiguous_letter_is_read_as_it_is_shown():
    """R is the rook in English and the king in Spanish."""
    for letters, played in (("international", "Rg1"), ("own", "Ke2")):
        screen = chess("es", letters)
        for typed in ("e4", "e5", "Nf3", "Nc6", "Re2" if letters == "own" else "Rg1"):
            screen.field("notation", typed)
            screen.press(aim("act:enter"))
        assert screen.session.count == 5
        assert played in screen.session.exports().record_text()


def begun(game: str) -> tuple[TableScreen, Target]:
    """Return a table whose player may move, and the first piece that can go."""
    for events in (*range(12, 24), *range(80, 90)):
        screen = of_game(game, events, 3)
        screen.session.reveal()
        for one in screen.table.selection.starts() if screen.table.plan is None else ():
            if one.square:
                return screen, one
    raise AssertionError("no move")


@pytest.mark.parametrize("how", ["Escape", "again", "act:back"])
@pytest.mark.parametrize("game", ["stratego", "rilatria"])
def test_a_chosen_piece_can_be_put_down(game: str, how: str):
    screen, piece = begun(game)
    screen.press(piece)
    assert screen.table.selection.prefix == (piece,)
    if how == "Escape":
        assert screen.key("Escape", piece)
    else:
        screen.press(piece if how == "again" else aim(how))
    assert not screen.table.selection.prefix
