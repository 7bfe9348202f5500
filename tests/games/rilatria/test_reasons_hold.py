"""Each reason of `explain` in Rilatria names what really forbids (1.3 to 7.10)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.pieces import INDEX, RAM, RIDER
from engine.games.rilatria.rules.state import FREE, RilatriaState
from tests.fixtures.sampled import sampled
from tests.games.answers import refusal_of, why
from tests.games.claims import Refusal, disproved, refusals
from tests.games.rilatria.claims import CLAIMS, SACRIFICE
from tests.games.rilatria.table import START, at
from tests.games.rilatria.walks import walk

RUNS = [pytest.param(600, 52), pytest.param(2000, 53)]


@pytest.mark.parametrize(("presses", "seed"), sampled(RUNS))
def test_every_reason_is_the_one_that_forbids(presses: int, seed: int) -> None:
    counts, false = disproved(CLAIMS, refusals(Rilatria, walk, seed, presses))
    assert not false
    assert counts.total() >= presses and len(counts) > 18


@pytest.mark.parametrize(("games", "seed"), sampled([pytest.param(20, 52), pytest.param(60, 53)]))
def test_7_10_every_refused_sacrifice_names_what_it_lacks(games: int, seed: int) -> None:
    counts, false = disproved(SACRIFICE, _refused_sacrifices(games, seed))
    assert not false and len(counts) == len(SACRIFICE)


def _refused_sacrifices(games: int, seed: int) -> Iterator[Refusal]:
    rng = random.Random(seed)
    for _ in range(games):
        game = Rilatria(Rilatria.random_options(rng))
        for state in walk(game, rng):
            assert isinstance(state, RilatriaState)
            if state.phase == FREE:
                for one in (state, _sacrificed(state)):
                    if ("sacrifice",) not in one.legal_actions():
                        yield Refusal(one, (), game.why_not(one, ("sacrifice",)))


def _sacrificed(state: RilatriaState) -> RilatriaState:
    new = state.clone()
    if ("sacrifice",) in new.legal_actions():
        new.apply(("sacrifice",))
    return new


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("9/9/9/9/9/9/9/9/8H 1 D 6.4.1.2.0 6.4.1.2.0 - 0 1", "hero", "placed"),
        (START, "rider", "setup_only"),
        ("9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6", "hero", "hero_price"),
    ],
)
def test_3_1_7_4_kinds_that_no_list_offers_have_true_reasons_too(
    text: str, kind: str, reason: str
) -> None:
    state = at(text)
    path = (f"kind:{kind}", "sq:g1")
    one = Refusal(state, path, refusal_of(state, *path))
    assert one.reason == reason and CLAIMS[reason].holds(one)


@pytest.mark.parametrize(("phase", "clause"), [("P:c", "5.4"), ("N", "6.1")])
def test_5_4_6_1_while_chance_decides_the_reason_is_that_of_coin_or_cards(
    phase: str, clause: str
) -> None:
    state = at(f"9/1h7/9/9/9/9/9/7H1/9 1 {phase} 5.3.4.2.0 6.3.1.2.0 - 5 6")
    assert why(state, "sq:h2") == ("chance", clause)


def test_7_8_a_unit_bought_this_turn_is_not_said_to_attack_an_empty_square() -> None:
    state = at("9/1h7/2t6/9/9/9/6J2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 +g3 5 6")
    assert state.board[INDEX["g3"]] & 7 == RIDER != RAM
    assert why(state, "sq:g3", "sq:f5") == ("too_far", "2.1")
