"""Each reason of `explain` in Cotadrez names what really forbids (2.2 to 4.17)."""

from __future__ import annotations

import pytest

from engine.games.cotadrez.game import Cotadrez
from tests.fixtures.sampled import sampled
from tests.games.claims import Refusal, disproved, refusals
from tests.games.cotadrez.claims import CLAIMS
from tests.games.cotadrez.table import ctn, state
from tests.games.cotadrez.walks import walk

MARCHING = "9r/10/10/1eH7/1H2D5/10/10/10/10/R9 S&b5b6 S e2f3,e8f9 - - - - - 8.3.0"


def why(text: str, first: str, second: str, **options: str) -> tuple[str, str]:
    """Return key and clause of the reason against the second press."""
    position = state(text, **options)
    found = position.game.explain(position, (f"sq:{first}", f"sq:{second}"))
    assert found is not None
    return found.key.removeprefix("explain."), found.clause


def test_4_6_only_a_rabble_moves_in_the_second_step_of_a_march() -> None:
    assert why(MARCHING, "c7", "e6") == ("other_rabble", "4.6")
    assert why(MARCHING, "e6", "e7") == ("other_rabble", "4.6")


def test_3_5_a_unit_at_the_corner_is_next_to_the_lancer() -> None:
    text = ctn("Rj1 La2 Hb3 Hd2", "Rj10")
    assert why(text, "a2", "b3", relevo="4") == ("relay_straight", "3.5")
    assert why(text, "a2", "d2", relevo="4") == ("relay_far", "3.5")


def test_3_19_a_shooter_is_not_told_of_a_unit_before_a_square_it_cannot_enter() -> None:
    text = ctn("Ra1 Ac3 Hd4", "Rj10")
    assert why(text, "c3", "e5") != ("blocked_unit", "3.20")
    scorpion = ctn("Ra1 Bc3 Hd4", "Rj10")
    assert why(scorpion, "c3", "e5") == ("too_far", "3.19")


def first(text: str, *presses: str) -> tuple[str, str]:
    """Return key and clause of the reason against the last press."""
    position = state(text)
    found = position.game.explain(position, presses)
    assert found is not None
    return found.key.removeprefix("explain."), found.clause


def test_3_5_a_lancer_that_could_relay_is_not_shut_in() -> None:
    assert first(ctn("Rj1 La1 Ha2 Cb1", "Ra10 Ej9"), "sq:a1") == ("answer_check", "4.4")


def test_3_5_two_lancers_are_told_of_lancers_and_others_of_the_king() -> None:
    assert why(ctn("Ra1 Ld4 Le4", "Rj10"), "d4", "e4") == ("relay_lancers", "3.5")
    assert why(ctn("Ra1 Lb5 Cb6", "Rj10 Ea9"), "b5", "b6") == ("king_attacked", "4.4")


def test_1_8_a_ring_square_under_water_is_not_called_outside_the_ring() -> None:
    text = ctn("Ra1", "Rj10", forts="c3d4,e8f9", res=("D", ""))
    assert first(text, "kind:dragon", "sq:c5") == ("not_land", "1.8")


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
        position.apply(position.game.parse_action(position, moves))
    found = position.game.explain(position, path)
    assert found is not None
    one = Refusal(position, path, found)
    assert one.reason == reason and CLAIMS[reason].holds(one)


def test_3_10_an_elephant_that_the_king_helps_to_attack_could_be_taken_but_for_the_check() -> None:
    text = (
        "10/10/10/10/10/10/Ll1cAhP1E1/Ht3BT1r1/AcH2Ea1Cp/lCleDA2e1 N S d2e3,f7g8"
        " a5,a10,c5,d9,f10,j1 RPLLH A DPCBAHH C 61.2.1"
    )
    position = state(text, water="estanques", refuerzos="si")
    found = position.game.explain(position, ("sq:j2",))
    assert found is not None
    one = Refusal(position, ("sq:j2",), found)
    assert one.reason == "answer_check" and CLAIMS["answer_check"].holds(one)


def test_2_13_what_the_other_deploys_is_told_to_be_in_the_fog() -> None:
    position = Cotadrez({}).initial_state()
    position.apply(position.legal_actions()[0])
    seen = position.observation(1)
    found = seen.game.explain(seen, ("sq:a1",))
    assert found is not None
    one = Refusal(seen, ("sq:a1",), found)
    assert (one.reason, found.clause) == ("fog", "2.13") and CLAIMS["fog"].holds(one)


def test_4_5_a_button_before_a_unit_asks_for_a_unit() -> None:
    assert first(ctn("Ra1 Hd4", "Rj10 Hj9"), "opt:first") == ("choose_first", "4.5")


def test_5_12_nothing_can_be_chosen_after_the_end() -> None:
    position = state(ctn("Ra1 Hd4", "Rj10 Hj9"))
    position.apply(("resign", 0))
    found = position.game.explain(position, ("sq:d4",))
    assert found is not None and (found.key, found.clause) == ("explain.over", "5.12")


RUNS = [pytest.param(400, 52), pytest.param(2000, 53)]


@pytest.mark.parametrize(("presses", "seed"), sampled(RUNS))
def test_every_reason_is_the_one_that_forbids(presses: int, seed: int) -> None:
    counts, false = disproved(CLAIMS, refusals(Cotadrez, walk, seed, presses))
    assert not false
    assert counts.total() >= presses and len(counts) > 30
