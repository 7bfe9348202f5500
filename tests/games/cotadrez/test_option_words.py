"""Cards, goals and hints of Cotadrez are true under all options (3.5, 3.14, 4.7, 4.13 to 4.19)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import AnyGame
from engine.games.cotadrez.game import Cotadrez
from tests.games.answers import goal_of
from tests.games.cotadrez.table import ctn, decisions, turns
from tests.games.option_words import untrue


def legal(game: AnyGame, text: str, action: str) -> bool:
    state = game.state_from_text(text)
    assert state.game is game
    return action in turns(state)


def relays(corner: bool) -> Callable[[AnyGame], bool]:
    """Return the test that a Lancer relays a unit beside it, and one at its corner or not."""
    text = ctn("Ra1 Ld5 Hd6 Ce6 Le5", "Rj10")

    def true(game: AnyGame) -> bool:
        beside, across = legal(game, text, "Ld5=Hd6"), legal(game, text, "Ld5=Ce6")
        return beside and across == corner and not legal(game, text, "Ld5=Le5")

    return true


def pierces(gap: bool) -> Callable[[AnyGame], bool]:
    """Return the test that a bolt hits the next square's unit, and one behind a gap or not; never
    one behind an Elephant."""
    near = ctn("Ra1 Bd4", "Rj10 He5 Lf6")
    far = ctn("Ra1 Bd4", "Rj10 He5 Lg7")
    thick = ctn("Ra1 Bd4 Ha5 Le4", "Rj10 Ee5 Lf6")

    def true(game: AnyGame) -> bool:
        first, both = legal(game, near, "Bd4xe5"), legal(game, near, "Bd4xe5xf6")
        behind = legal(game, far, "Bd4xe5xg7")
        return first and both and behind == gap and not legal(game, thick, "Bd4xe5xf6")

    return true


def reinforces(may: bool) -> Callable[[AnyGame], bool]:
    text = ctn("Ra1", "Rj10", res=("H", ""))
    return lambda game: legal(game, text, "rHd1") == may


FACTS = {
    "about.piece.lancer": relays(corner=True),
    "about.piece.lancer.4": relays(corner=False),
    "about.piece.scorpion": pierces(gap=True),
    "about.piece.scorpion.contigua": pierces(gap=False),
    "about.region.ring": reinforces(may=True),
    "about.region.ring.no": reinforces(may=False),
}


def test_7_2_every_card_is_true_under_all_options() -> None:
    assert untrue(Cotadrez, FACTS) == []


def test_4_13_a_siege_of_a_king_on_the_board_frees_and_takes_but_does_not_win() -> None:
    game = Cotadrez({"water": "lagos"})
    text = ctn("Ra1 Hd7 Le7", "Rj10", res=("", "PB"), dun=("", "A"))
    state = game.state_from_text(text)
    assert goal_of(state).key == "goal.mate"
    (siege,) = decisions(state, "mA")
    state.apply(game.parse_action(state, siege))
    assert state.reserves[0][8] == 1 and ("decline",) in state.legal_actions()
    state.apply(("decline",))
    assert sum(state.dungeons[0]) == 2 and state.outcome() is None
