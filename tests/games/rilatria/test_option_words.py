"""Cards and hints of Rilatria are true under all options (1.8, 7.9, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import Game
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.horoscope import TOKEN
from engine.games.rilatria.rules.reserve import VITALITY
from tests.games.option_words import untrue

STRIKE = "9/1h7/9/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
ONE_HELD = "9/1h7/9/9/9/9/9/7H1/9 1 N 6.3.0.2.0 6.3.1.2.1 - 5 6"


def costs(vitality: int) -> Callable[[Game], bool]:
    def true(game: Game) -> bool:
        state = game.state_from_text(STRIKE)
        before = state.reserves[1][VITALITY]
        state.apply(game.parse_action(state, "Te4xe5"))
        return bool(before - state.reserves[1][VITALITY] == vitality)

    return true


def tokens(left: int) -> Callable[[Game], bool]:
    """Return the test that so many tokens are in the deck while the opponent keeps one."""

    def true(game: Game) -> bool:
        outcomes = dict(game.state_from_text(ONE_HELD).chance_outcomes())
        return outcomes["deal", TOKEN] == left

    return true


FACTS = {
    "about.thing.heart": costs(2),
    "about.thing.heart.3": costs(3),
    "about.thing.token": tokens(2),
    "about.thing.token.shared": tokens(1),
}


def test_12_1_every_card_is_true_under_all_options() -> None:
    assert untrue(Rilatria, FACTS) == []
