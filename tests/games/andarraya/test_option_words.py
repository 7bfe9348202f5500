"""Cards, goals and hints of Andarraya are true under all options (2.3, 2.6, 2.7, 5.3, 6.1–6.4)."""

from __future__ import annotations

import pytest

from engine.core.contract import AnyGame
from engine.dev.common import catalogue
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.state import AndarrayaState
from tests.games.answers import ended
from tests.games.option_words import Fact, untrue

QUEENS = "3qk3/8/8/8/8/8/8/3QK3 w - - 20 11"
KING = "4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11"
POOR = "8/P3k3/8/8/8/8/8/4K3 w - - 20 11"
RICH = "8/P3k3/8/8/8/8/8/3QK3 w - - 20 11"


def moves(game: AnyGame, text: str) -> set[str]:
    state = game.state_from_text(text)
    return {game.log_text(state, [a]).rstrip("+#") for a in state.legal_actions()}


def fact(text: str, among: str, legal: str) -> Fact:
    """Return the test that of the moves `among` exactly these are legal."""
    return lambda game: moves(game, text) & set(among.split()) == set(legal.split())


def both(one: Fact, two: Fact) -> Fact:
    return lambda game: one(game) and two(game)


LEAPS, LAST = "Ke2 Ke3 Ke4 Ke7 O-O", "a8 a8=Q a8=R a8=B a8=N"
FREE = "a8=Q a8=R a8=B a8=N"
FACTS = {
    "about.piece.queen": fact(QUEENS, "Qxd8 Qd7", "Qd7"),
    "about.piece.queen.yes": fact(QUEENS, "Qxd8 Qd7", "Qd7 Qxd8"),
    "about.piece.king": fact(KING, LEAPS, "Ke2 Ke3 O-O"),
    "about.piece.king.none": fact(KING, LEAPS, "Ke2 O-O"),
    "about.piece.king.any": fact(KING, LEAPS, "Ke2 Ke3 Ke4 O-O"),
    "about.piece.pawn": both(fact(POOR, LAST, "a8=Q"), fact(RICH, LAST, "a8")),
    "about.piece.pawn.choice_if_queen": both(fact(POOR, LAST, "a8=Q"), fact(RICH, LAST, FREE)),
    "about.piece.pawn.free": both(fact(POOR, LAST, FREE), fact(RICH, LAST, FREE)),
    "about.badge.unmoved": lambda game: bool(moves(game, KING) & {"Ke3"}),
    "about.badge.unmoved.none": lambda game: not moves(game, KING) & {"Ke3"},
}


def test_6_5_every_card_is_true_under_all_options() -> None:
    assert untrue(Andarraya, FACTS) == []


@pytest.mark.parametrize("lang", ["en", "es"])
def test_6_4_the_limit_gives_black_one_move_less(lang: str) -> None:
    game = Andarraya()
    assert (game.limit + 1) // 2 == 51 and game.limit // 2 == 50
    label = catalogue("andarraya", lang).text("option.move_counter.total")
    assert "51" in label and "50" in label


@pytest.mark.parametrize("counter", [0, 1, 57, 99])
def test_5_4_the_goal_of_the_long_game_counts_the_moves_of_each_side(counter: int) -> None:
    game = Andarraya({"move_counter": "reset"})
    turn = "wb"[counter % 2]
    state = game.state_from_text(f"k7/8/8/8/8/8/8/K6R {turn} - - {counter} 60")
    said = game.goal(state, 0).params
    played = _played_until_the_draw(state)
    assert (said["white"], said["black"]) == played


def _played_until_the_draw(state: AndarrayaState) -> tuple[int, int]:
    """Move kings and rook to and fro until the counter ends the game; count the moves."""
    played = [0, 0]
    while state.outcome() is None:
        side = state.current_player()
        quiet = [a for a in state.legal_actions() if not state.board[1] >> a[2] & 1]
        best = next(a for a in quiet if _goes_on(state, a))
        state.apply(best)
        played[side] += 1
    assert ended(state).reason == "counter"
    return played[0], played[1]


def _goes_on(state: AndarrayaState, action: tuple[object, ...]) -> bool:
    new = state.clone()
    new.apply(action)
    outcome = new.outcome()
    return outcome is None or outcome.reason == "counter"
