"""Cards and hints of Rilatria are true under all options (1.8, 7.9, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import AnyGame
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.horoscope import TOKEN
from engine.games.rilatria.rules.reserve import VITALITY
from engine.games.rilatria.rules.state import RilatriaState
from tests.fixtures.words import play
from tests.games.option_words import untrue

STRIKE = "9/1h7/9/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
FIGHT = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 5.4.2.2.0 5.4.2.1.0 - 5 {}"
ONE_HELD = "9/1h7/9/9/9/9/9/7H1/9 1 N 6.3.0.2.0 6.3.1.2.1 - 5 6"


def position(game: AnyGame, text: str) -> RilatriaState:
    """Return a position; with the option `mend` nobody has lost anything yet (9.10)."""
    state = game.state_from_text(text if game.options["mend"] == "always" else f"{text} -")
    assert isinstance(state, RilatriaState)
    return state


def costs(vitality: int) -> Callable[[AnyGame], bool]:
    def true(game: AnyGame) -> bool:
        state = position(game, STRIKE)
        before = state.reserves[1][VITALITY]
        state.apply(game.parse_action(state, "Te4xe5"))
        return bool(before - state.reserves[1][VITALITY] == vitality)

    return true


def tokens(left: int) -> Callable[[AnyGame], bool]:
    """Return the test that so many tokens are in the deck while the opponent keeps one."""

    def true(game: AnyGame) -> bool:
        outcomes = dict(position(game, ONE_HELD).chance_outcomes())
        return outcomes["deal", TOKEN] == left

    return true


def heals(loss: bool, early: bool, late: bool) -> Callable[[AnyGame], bool]:
    """Return the test whether honour restores 1 vitality after a `loss`, and without one in round
    25 and later."""

    def true(game: AnyGame) -> bool:
        cost = game.options["blow"]
        return (
            _healed(game, "Te4xe6 ;", 6) == loss - cost
            and _healed(game, ";", 25) == early
            and _healed(game, ";", 26) == late
        )

    return true


def _healed(game: AnyGame, words: str, number: int) -> int:
    """Return how the vitality of Player 2 changes up to the start of that player's turn."""
    start = position(game, FIGHT.format(number))
    change: int = play(start, words).reserves[1][VITALITY] - start.reserves[1][VITALITY]
    return change


FACTS = {
    "about.thing.medal": heals(loss=True, early=True, late=True),
    "about.thing.medal.rest": heals(loss=False, early=True, late=True),
    "about.thing.medal.dusk": heals(loss=False, early=True, late=False),
    "about.thing.heart": costs(2),
    "about.thing.heart.3": costs(3),
    "about.thing.token": tokens(2),
    "about.thing.token.shared": tokens(1),
}


def test_12_1_every_card_is_true_under_all_options() -> None:
    assert untrue(Rilatria, FACTS) == []
