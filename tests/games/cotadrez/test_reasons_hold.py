"""Reasons of `explain` that were false in Cotadrez: each names what really forbids (3.5 to 4.6)."""

from __future__ import annotations

from tests.games.cotadrez.table import ctn, state

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
