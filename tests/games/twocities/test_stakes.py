"""What an attack on a city or a siege can decide, said before it happens."""

from __future__ import annotations

import pytest

from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search.odds import siege
from engine.games.twocities.table.stakes import chance_of_hits
from tests.fixtures.words import play
from tests.games.twocities.board import position

REST = "{},4d,4s/Ah,Ad,As - - 3.0.0.0 card"


def status(state: TwoCitiesState) -> dict[str, Message]:
    """Return the status lines on what is at stake, by key."""
    found = TwoCities.scene(state, 0).status
    return {one.key: one for one in found if one.key.startswith(("status.city", "status.siege"))}


def attacked(hits: int, unit: str = "Pd7") -> TwoCitiesState:
    text = position(unit, f"Td8:{hits} La7", rest=REST.format("3h"))
    square = unit[1:]
    return play(TwoCities().state_from_text(text), f"play:3h move:{square}-{square}")


def test_7_1_a_melee_that_can_take_the_city_names_its_chance() -> None:
    state = attacked(3)
    assert state.ask == "melee"
    said = status(state)["status.city_falls"]
    assert said.params["n"] == 2 and said.params["percent"] == round(100 * siege((5,), 2))
    rolled = play(state, "melee:d8")
    assert rolled.ask == "roll" and status(rolled)["status.city_falls"] == said


def test_7_1_a_shot_that_can_take_the_city_names_its_chance() -> None:
    state = attacked(4, "Ad6")
    assert state.ask == "shoot"
    assert status(state)["status.city_falls"].params["percent"] == 31  # 1 − (5/6)²
    assert chance_of_hits(2, 1, False) == pytest.approx(1 - (5 / 6) ** 2)


def test_7_1_an_attack_that_cannot_take_the_city_says_nothing() -> None:
    assert not status(attacked(2, "Ad5"))  # three strength, two dice
    assert not status(attacked(0, "Ld7"))


def test_7_8_a_siege_says_what_it_will_cost() -> None:
    for hits, key in ((0, "status.siege"), (4, "status.siege.last")):
        for side in "wb":
            text = position("Ld7", f"Td8:{hits} La7", rest=REST.format("3h"), side=side)
            state = TwoCities({"siege": "yes"}).state_from_text(text)
            assert list(status(state)) == [key]
            assert not status(TwoCities().state_from_text(text))
    for lang in ("es", "en"):
        assert catalogue("twocities", lang).has("status.siege.last")
