"""Guesses about unknown pieces: noted, drawn for their owner alone, kept, and sent to nobody."""

from __future__ import annotations

import json

import pytest

from engine.dev.common import catalogue
from engine.match import codec, savefile
from engine.search.engine_server import MOVE
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeController, FakeTable, match_of, play
from tests.ui.test_opponent import table
from ui.learn.study.notes import keep_note, note_on
from ui.saves.guesses import GUESS, LONGEST, MOST, guesses_on, keep_guess
from ui.saves.storage import MemoryStorage
from ui.session.session import Session

SET_UP = ("act:random", "act:ready", "btn:reveal", "act:random", "act:ready", "btn:reveal")


def battle(seats: tuple[int, ...] = (0, 0)) -> FakeTable:
    """Return a Stratego table with both armies set up at random; Red is seated."""
    screen, _ = table(seats, game_id="stratego", names=("Ana", "Blas"))
    for target in SET_UP:
        screen.press(aim(target))
    assert screen.session.viewer == 0 and screen.table.mode == "play"
    return screen


def unknown(screen: FakeTable) -> str:
    """Return the square of an unknown piece of the other side."""
    return next(piece.square for piece in screen.table.scene.pieces if piece.hidden)


def note(screen: FakeTable, square: str, sign: str) -> None:
    assert screen.look_up(aim(f"sq:{square}")) and screen.app.dialog is not None
    screen.app.dialog.press(aim(f"act:guess:{sign}"))


def step(screen: FakeTable) -> None:
    """Move a piece of the seated player to an empty square."""
    actions = screen.session.observation().legal_actions()
    screen.session.play([min(action for action in actions if action[0] == "move")])


def badges(screen: FakeTable) -> list[str]:
    return [
        badge.text
        for piece in screen.table.scene.pieces
        for badge in piece.badges
        if badge.kind == "guess"
    ]


def test_a_guess_stands_on_the_piece_and_in_its_name() -> None:
    screen = battle()
    square = unknown(screen)
    note(screen, square, "B")
    assert badges(screen) == ["B?"] and screen.app.dialog is None
    bomb = catalogue("stratego").text("type.bomb")
    assert says("guess.badge", what=bomb) in screen.table.names().of(square)
    note(screen, square, "S")
    assert badges(screen) == ["S?"]
    note(screen, square, "S")
    assert badges(screen) == []


def test_a_sign_of_ones_own_can_be_typed() -> None:
    screen = battle()
    assert screen.look_up(aim(f"sq:{unknown(screen)}")) and screen.app.dialog is not None
    screen.app.dialog.field("guess", "≤6")
    assert badges(screen) == ["≤6?"]
    screen.app.dialog.field("guess", " \u200b ")
    assert badges(screen) == []


def test_only_unknown_pieces_of_others_can_be_guessed() -> None:
    screen = battle()
    own = next(piece.square for piece in screen.table.scene.pieces if not piece.hidden)
    for square, offered in ((unknown(screen), True), (own, False)):
        assert screen.look_up(aim(f"sq:{square}")) and screen.app.dialog is not None
        assert ("act:guess" in screen.app.dialog.layout()) == offered


def test_a_guess_goes_with_its_piece_and_outlives_a_reload() -> None:
    screen = battle()
    session = screen.session
    ident = next(p.id for p in screen.table.scene.pieces if p.hidden and p.square == "a10")
    screen.table.guesses.note(ident, "M")
    step(screen)
    same = Session(match_of(session), session.store, session.key)
    again = play(FakeTable(screen.app, FakeController(), same), "btn:reveal")
    assert again.session.viewer == 1 and badges(again) == []
    step(again)
    again.press(aim("btn:reveal"))
    assert again.session.viewer == 0 and badges(again) == ["M?"]
    assert guesses_on(session.store.storage, session.key, 0) == {ident: "M"}


def test_nobody_else_and_no_engine_is_told_a_guess() -> None:
    """It is in no link, file or question to the computer, nor on the other player's page."""
    screen = battle()
    before = (codec.encode(match_of(screen.session)), savefile.dump(match_of(screen.session)))
    asked = screen.session.question(1, 3, 0, MOVE)
    note(screen, unknown(screen), "F")
    assert (
        codec.encode(match_of(screen.session)),
        savefile.dump(match_of(screen.session)),
    ) == before
    assert screen.session.question(1, 3, 0, MOVE) == asked
    step(screen)
    assert screen.table.mode == "curtain"
    screen.press(aim("btn:reveal"))
    assert screen.session.viewer == 1 and badges(screen) == []


def test_guesses_go_with_their_game() -> None:
    screen = battle()
    note(screen, unknown(screen), "F")
    storage, key = screen.session.store.storage, screen.session.key
    assert storage.keys(f"{GUESS}{key}:")
    screen.session.store.delete(key)
    assert not storage.keys(GUESS)


def test_a_game_whose_deletion_is_undone_has_its_guesses_and_notes_again() -> None:
    screen = battle()
    note(screen, unknown(screen), "F")
    store, key = screen.session.store, screen.session.key
    keep_note(store.storage, key, 0, "The left side is strong.")
    before = guesses_on(store.storage, key, 0)
    store.put_back(key, store.take_out(key))
    assert before and guesses_on(store.storage, key, 0) == before
    assert note_on(store.storage, key, 0) == "The left side is strong."


@pytest.mark.parametrize(
    "stored",
    ["", "[", "[]", "7", '{"a": 5}', '{"a": "\\u200b"}', "[" * 5000, '{"a": ""}'],
)
def test_what_cannot_be_read_is_no_guess(stored: str) -> None:
    storage = MemoryStorage()
    storage.set(f"{GUESS}g:0", stored)
    assert guesses_on(storage, "g", 0) == {}
    keep_guess(storage, "g", 0, "p", "B")
    assert guesses_on(storage, "g", 0) == {"p": "B"}


def test_signs_and_their_number_are_bounded() -> None:
    storage = MemoryStorage()
    storage.set(f"{GUESS}g:0", json.dumps({str(n): "x" * 50 for n in range(5000)}))
    found = guesses_on(storage, "g", 0)
    assert len(found) == MOST and {len(sign) for sign in found.values()} == {LONGEST}
    keep_guess(storage, "g", 0, "new", "B")
    assert len(guesses_on(storage, "g", 0)) == MOST
