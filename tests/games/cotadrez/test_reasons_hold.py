"""Each reason of `explain` in Cotadrez names what really forbids (2.2 to 4.17)."""

from __future__ import annotations

import pytest

from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.answers import game_of, refusal_of, why
from tests.games.claims import Refusal, disproved, refusals
from tests.games.cotadrez.claims import CLAIMS
from tests.games.cotadrez.table import ctn, state
from tests.games.cotadrez.walks import walk

MARCHING = "9r/10/10/1eH7/1H2D5/10/10/10/10/R9 S&b5b6 S e2f3,e8f9 - - - - - 8.3.0"


BEFORE = ctn("Rj1 La2 Hb3 Hd2", "Rj10")
RING = ctn("Ra1", "Rj10", forts="c3d4,e8f9", res=("D", ""))

# A position, the presses of which the last one is refused, reason and clause.
REASONS: dict[str, tuple[CotadrezState, str, str]] = {
    "4_6 only a rabble moves in the second step of a march": (
        state(MARCHING), "sq:c7 sq:e6", "other_rabble 4.6"
    ),
    "4_6 and no other unit": (state(MARCHING), "sq:e6 sq:e7", "other_rabble 4.6"),
    "3_5 a unit at the corner is next to the lancer": (
        state(BEFORE, relevo="4"), "sq:a2 sq:b3", "relay_straight 3.5"
    ),
    "3_5 a unit farther away is not": (
        state(BEFORE, relevo="4"), "sq:a2 sq:d2", "relay_far 3.5"
    ),
    "3_19 an archer is not told of a unit before a square it cannot enter": (
        state(ctn("Ra1 Ac3 Hd4", "Rj10")), "sq:c3 sq:e5", "too_far 3.19"
    ),
    "3_19 nor is a scorpion": (
        state(ctn("Ra1 Bc3 Hd4", "Rj10")), "sq:c3 sq:e5", "too_far 3.19"
    ),
    "3_5 a lancer that could relay is not shut in": (
        state(ctn("Rj1 La1 Ha2 Cb1", "Ra10 Ej9")), "sq:a1", "answer_check 4.4"
    ),
    "3_5 two lancers": (
        state(ctn("Ra1 Ld4 Le4", "Rj10")), "sq:d4 sq:e4", "relay_lancers 3.5"
    ),
    "4_4 a relay that leaves the king attacked": (
        state(ctn("Ra1 Lb5 Cb6", "Rj10 Ea9")), "sq:b5 sq:b6", "king_attacked 4.4"
    ),
    "1_8 a ring square under water": (state(RING), "kind:dragon sq:c5", "not_land 1.8"),
    "4_5 a button before a unit": (
        state(ctn("Ra1 Hd4", "Rj10 Hj9")), "opt:first", "choose_first 4.5"
    ),
    "5_12 nothing after the end": (
        play(state(ctn("Ra1 Hd4", "Rj10 Hj9")), "0-1"), "sq:d4", "over 5.12"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REASONS)
def test_a_refused_press_is_told_of_the_rule_that_forbids_it(name: str) -> None:
    position, presses, told = REASONS[name]
    assert why(position, *presses.split()) == tuple(told.split())


SHUT = ctn(
    "Rb7 Hd7 He7",
    "Rj1 Ld8 Ld9 Ad10 Pg7 Pf7 Cg8 Cg9 Ce10 Af10 Ag10",
    res=("", "DH"),
    dun=("", "H"),
)


@pytest.mark.parametrize(
    ("text", "moves", "path", "reason"),
    [
        ("*", "", ("kind:king", "sq:a1"), "fortress_first"),
        (ctn("Rj1 Hj2 Hi3", "Ra10 Ej9"), "Hj2i2 &", ("sq:a1",), "march_check"),
        (SHUT, "mH", ("kind:dragon",), "saving_checks_all"),
        (ctn("Rh1 Td1", "Rd10", counters="0.0.0"), "", ("sq:d1", "sq:d10"), "king_capture"),
        (ctn("Ra1 Bd4", "Rj10 He5 Lf6"), "", ("sq:d4", "sq:f6"), "pierce_first"),
    ],
)
def test_rare_reasons_hold_too(text: str, moves: str, path: tuple[str, ...], reason: str) -> None:
    position = state(text)
    if moves:
        position.apply(game_of(position).parse_action(position, moves))
    one = Refusal(position, path, refusal_of(position, *path))
    assert one.reason == reason and CLAIMS[reason].holds(one)


def test_3_10_an_elephant_that_the_king_helps_to_attack_could_be_taken_but_for_the_check() -> None:
    text = (
        "10/10/10/10/10/10/Ll1cAhP1E1/Ht3BT1r1/AcH2Ea1Cp/lCleDA2e1 N S d2e3,f7g8"
        " a5,a10,c5,d9,f10,j1 RPLLH A DPCBAHH C 61.2.1"
    )
    position = state(text, water="estanques", refuerzos="si")
    found = game_of(position).explain(position, ("sq:j2",))
    assert found is not None
    one = Refusal(position, ("sq:j2",), found)
    assert one.reason == "answer_check" and CLAIMS["answer_check"].holds(one)


def test_2_13_what_the_other_deploys_is_told_to_be_in_the_fog() -> None:
    position = Cotadrez({}).initial_state()
    position.apply(position.legal_actions()[0])
    seen = position.observation(1)
    assert why(seen, "sq:a1") == ("fog", "2.13")
    assert CLAIMS["fog"].holds(Refusal(seen, ("sq:a1",), refusal_of(seen, "sq:a1")))


RUNS = [pytest.param(400, 52), pytest.param(2000, 53)]


@pytest.mark.parametrize(("presses", "seed"), sampled(RUNS))
def test_every_reason_is_the_one_that_forbids(presses: int, seed: int) -> None:
    counts, false = disproved(CLAIMS, refusals(Cotadrez, walk, seed, presses))
    assert not false
    assert counts.total() >= presses and len(counts) > 30
