"""House rules on the play screen: a link carries them, and they are named while they are on."""

from __future__ import annotations

import pytest

from engine.dev.common import catalogue
from tests.ui.test_app import opened

LINKS = [
    ("rilatria", "mend", "dusk"),
    ("rilatria", "purse", "yes"),
    ("rilatria", "field", "near"),
]


@pytest.mark.parametrize(("game", "option", "value"), LINKS)
def test_a_link_carries_a_house_rule_and_the_screen_names_it(
    game: str, option: str, value: str
) -> None:
    named = catalogue(game, "es").text(f"house.{option}.{value}")
    for link, shown in ((f"#new={game}&{option}={value}", True), (f"#new={game}", False)):
        app = opened(link)
        assert (str(app.screen.table.game.options[option]) == value) is shown
        assert (named in app.view.slots["goal"]) is shown
