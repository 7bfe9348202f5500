"""Position texts that are opened at home, and texts of set-ups at a table."""

from __future__ import annotations

import pytest

from engine.core.texts import Message
from engine.games import REGISTRY, game_info, load_game
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.letters import write_letters
from engine.match.match import Match
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import opened
from ui.session import share
from ui.words.i18n import I18n


def letters_of(match: Match) -> str:
    state = match.state
    assert isinstance(state, StrategoState)
    return write_letters(state)


HUNDRED = letters_of(random_match("stratego", 5, 80))  # the set-ups are complete


@pytest.mark.parametrize("game_id", [one for one in REGISTRY if game_info(one).position])
def test_position_text_of_every_game_that_describes_its_form_is_opened(game_id: str) -> None:
    state = random_match(game_id, 5, 140).state
    match = share.read_text(f" {state.to_text()}\n")
    assert match.game.info.id == game_id and match.state.to_text() == state.to_text()


def test_hundred_letters_open_a_game_of_stratego() -> None:
    """Rulebook 7.12; they used to be taken for a damaged link."""
    match = share.read_text(HUNDRED)
    assert match.game.info.id == "stratego" and letters_of(match) == HUNDRED


def test_position_that_cannot_be_is_refused_as_a_position() -> None:
    with pytest.raises(share.Unreadable):
        share.read_text("B" * 100)


def test_own_pieces_in_a_hundred_letters_are_a_set_up() -> None:
    game = load_game("stratego")({})
    state = game.initial_state()
    draft = game.read_setup(state, HUNDRED)
    own = "".join(one if one in "ABCDEFGHIJKLM_" else "A" for one in HUNDRED)
    assert draft is not None and len(draft) == 40
    assert game.read_setup(state, own) == draft
    assert game.read_setup(state, own.replace("M", "A")) is None  # without the flag


@pytest.mark.parametrize(
    ("game_id", "text", "key"),
    [
        ("stratego", "6,BB,F;4 4 5", "table.setup.unknown"),
        ("stratego", "MMMM/FFFF", "table.setup.unreadable"),
        ("cotadrez", "Kd1 Qd8", "table.setup.unknown"),
    ],
)
def test_form_of_a_set_up_that_is_not_known_is_called_that(
    game_id: str, text: str, key: str
) -> None:
    app = opened(f"#new={game_id}")
    app.screen.press(aim("act:load"))  # nothing is typed
    app.screen.field("setup", text)
    app.screen.press(aim("act:load"))
    notice = present(app.table.table.state.notice)
    assert notice.key == key
    assert says(key)


def test_what_was_assumed_of_a_record_is_said_at_its_table() -> None:
    deployed = "rFe2f3 rDg4 rMa2 rMa3 rMa4\n// rFe8f9 rHd10 rMj6 rMj7 rMj8\n>>>\n1. Dg7 Hc10\n*\n"
    for tags in ("", '[Rules "water=seco"]\n\n'):
        app = opened("")
        app.press("act:game:cotadrez")
        app.paste(tags + deployed)
        app.page.slices()
        words = I18n("es", "cotadrez")
        said = words.message(Message("record.map", map=Message("option.water.lagos")))
        assert app.screen.name == "table" and (said in app.view.said) is (not tags)
