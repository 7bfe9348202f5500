"""The hundred letters of the classic board (rulebook 7.12): who is offered them, and reading them
back."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.__main__ import main
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.letters import write_letters
from engine.match import savefile
from engine.match.match import Match, MatchConfig
from tests.fixtures.targets import aim
from tests.games.answers import game_of
from tests.games.stratego.helpers import state_of
from tests.ui.fakes import FakeApp, FakeController, whole
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.session.share import Exports
from ui.shell.dialogs import ShareDialog

RED, BLUE = "BCDEFGHIJKLM", "NOPQRSTUVWXY"
HOME = 41  # events of a set-up of the classic board: its cells and `ready`


def match_of(seed: int, length: int) -> Match:
    game = Stratego({"no_capture_limit": 8})
    match = Match(MatchConfig("stratego", dict(game.options), game.sides), game=game)
    return play_on(match, Random(seed), length)


def sides_of(text: str) -> tuple[int, int]:
    """Return how many letters are red's and how many blue's."""
    return sum(text.count(one) for one in RED), sum(text.count(one) for one in BLUE)


def dialog(match: Match, viewer: int, controller: FakeController | None = None) -> ShareDialog:
    app: Any = FakeApp("en", Store(MemoryStorage()))
    sharing: Any = controller or FakeController()
    return ShareDialog(app, Exports(match, viewer), "http://x/", sharing)


def test_7_12_the_classic_board_is_written_in_a_hundred_letters() -> None:
    state = state_of("r5e5 bMe6")
    letters = write_letters(state)
    assert len(letters) == 100 and letters[0] == "M" and letters.count("_") == 8
    assert state.game.state_from_text(letters).to_text() == state.to_text()
    assert {letters[state.game.tables.grid.index[c]] for c in ("e5", "e6")} == {"G", "X"}


def test_7_12_after_the_end_all_are_offered_letters_of_the_last_board() -> None:
    match = match_of(2, 600)
    state = match.state
    assert match.over and isinstance(state, StrategoState)
    for viewer in (-1, 0, 1):
        text = share.Exports(match, viewer).other_texts()["letters"]
        again = match.game.state_from_text(text)
        assert isinstance(again, StrategoState) and again.board == state.board
        controller = FakeController()
        open_dialog = dialog(match, viewer, controller)
        assert text in str(whole(open_dialog))
        open_dialog.press(aim("share:text:letters"))
        assert [one[:2] for one in controller.asked] == [("copy", text)]


@pytest.mark.parametrize("length", [HOME, 2 * HOME - 1])
def test_7_12_in_the_set_up_each_player_is_offered_only_his_army(length: int) -> None:
    """Red has finished; Blue has not begun, or only `ready` is missing."""
    one, two = match_of(1, length), match_of(7, length)
    for viewer, mine in ((0, (40, 0)), (1, (0, 40 if length > HOME else 0))):
        text = share.Exports(one, viewer).other_texts().get("letters", "")
        assert sides_of(text) == mine
        if text:
            again = one.game.state_from_text(text)
            seen = one.state.observation(viewer)
            assert isinstance(again, StrategoState) and isinstance(seen, StrategoState)
            assert again.board == seen.board
    assert "letters" not in share.Exports(one, -1).other_texts()
    assert share.Exports(one, 0).other_texts() != share.Exports(two, 0).other_texts()


def test_7_12_6_5_a_player_with_hidden_enemy_pieces_is_offered_no_letters() -> None:
    match = match_of(4, 2 * HOME + 6)
    for viewer in (-1, 0, 1):
        assert share.Exports(match, viewer).other_texts() == {}
        assert "share:text" not in whole(dialog(match, viewer))
    controller = FakeController()
    dialog(match, 0, controller).press(aim("share:text:letters"))
    assert controller.asked == []


def test_7_12_6_2_a_player_who_knows_every_piece_is_offered_letters() -> None:
    """Blue's pieces have all been revealed, Red's have not."""
    state = state_of("r5e5", background="rFa1 r4j1 bF!j10 b4!a10")
    red, blue = (game_of(state).other_texts(state.observation(viewer)) for viewer in (0, 1))
    assert sides_of(red["letters"]) == (3, 2) and blue == {}


def test_7_12_letters_are_for_the_classic_board() -> None:
    state = state_of("r5e5", background="rFa1 bFh8 b4a8", board="small8")
    assert game_of(state).other_texts(state) == {}
    empty = Stratego({}).initial_state()
    assert game_of(empty).other_texts(empty) == {}


def test_7_12_the_command_line_prints_letters_for_one_viewer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "game.json"
    source.write_text(savefile.dump(match_of(4, 2 * HOME + 2)), "utf-8")
    assert main(["replay", str(source), "--text", "letters"]) == 0
    whole = capsys.readouterr().out.strip()
    assert len(whole) == 100 and sides_of(whole) == (40, 40)
    assert main(["replay", str(source), "--text", "letters", "--as", "0"]) == 2
    assert capsys.readouterr().out.startswith("error no_text")
    assert main(["replay", str(source), "--text", "letters", "--as", "0", "--to", str(HOME)]) == 0
    assert sides_of(capsys.readouterr().out.strip()) == (40, 0)
