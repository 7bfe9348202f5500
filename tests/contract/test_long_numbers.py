"""Numbers of thousands of digits in position texts: Python refuses to convert them."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import BadPosition
from engine.games import REGISTRY
from tests.fixtures.matches import random_match

LONG = "9" * 6000


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("events", [4, 12, 90])
def test_a_number_too_long_for_python_is_a_bad_position(game: str, events: int) -> None:
    match = random_match(game, 2, events)
    text = match.state.to_text()
    for found in re.finditer("[0-9]+", text):
        for number in (LONG, found[0] + LONG):
            with pytest.raises(BadPosition):
                match.game.state_from_text(text[: found.start()] + number + text[found.end() :])
