"""Rules that were chosen: a link carries them, the screen names them, the form takes a row."""

from __future__ import annotations

import pytest

from engine.dev.common import catalogue
from tests.ui.fakes import opened
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
        assert (str(app.table.table.game.options[option]) == value) is shown
        assert (named in heading.slots(app.table.table)["goal"]) is shown


def test_a_starting_row_is_chosen_letter_by_letter() -> None:
    app = opened("")
    app.press("act:game:twocities")
    for index, letter in ((2, "T"), *((n, one) for n, one in enumerate("LLTCC---") if n != 2)):
        app.field(f"row:setup:{index}", letter)
    app.press("act:start", "btn:reveal")
    assert app.table.table.game.options["setup"] == "LLTCC---"
    assert len(app.table.table.scene.pieces) == 10
