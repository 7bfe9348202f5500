"""House rules on the play screen: a link carries them, and they are named while they are on."""

from __future__ import annotations

import pytest

from engine.dev.common import catalogue
from tests.ui.test_app import opened
from ui.table import heading

LINKS = [
    ("rilatria", "mend", "dusk"),
    ("rilatria", "purse", "yes"),
    ("rilatria", "field", "near"),
    ("twocities", "four", "any"),
    ("twocities", "siege", "yes"),
    ("twocities", "city", "4"),
]


@pytest.mark.parametrize(("game", "option", "value"), LINKS)
def test_a_link_carries_a_house_rule_and_the_screen_names_it(
    game: str, option: str, value: str
) -> None:
    words = catalogue(game, "es")
    full = f"house.{option}.{value}"
    named = words.text(full) if words.has(full) else words.text(f"house.{option}", n=value)
    for link, shown in ((f"#new={game}&{option}={value}", True), (f"#new={game}", False)):
        app = opened(link)
        if game == "twocities":
            app.press("btn:reveal")  # White looks at his hand
        assert (str(app.screen.table.game.options[option]) == value) is shown
        assert (named in heading.slots(app.screen.table)["goal"]) is shown
