"""A Tale of Two Cities says how many dice a shot throws, and why: before it and beside the dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.dev.walks import first_events
from engine.match import codec, record
from tests.fixtures.says import game_says
from tests.ui.fakes import opened
from ui.shell.app import App

GOLDEN = Path(__file__).parents[1] / "records" / "twocities" / "golden.txt"


def test_dice_are_announced_before_the_throw_and_shown_after_it() -> None:
    match = record.read(GOLDEN.read_text("utf-8"))
    asked = [n for n in range(len(match.events)) if match.state_at(n).frame() == "unit"]
    app = opened(f"#g={codec.encode(first_events(match, asked[2]))}")
    why = game_says("twocities", "dice.moved", "es")
    app.press("sq:d2")
    app.hover("sq:d6")
    assert why in shown(app, "notice")
    app.press("sq:d6")
    assert why in shown(app, "say")
    app.press("sq:d8")
    assert "items-dice" in shown(app) and why in shown(app)


def shown(app: App, slot: str = "") -> str:
    """Return what a slot of the page shows, or all of them."""
    view: Any = app.view  # the recording stand-in
    return str(view.slots[slot]) if slot else " ".join(map(str, view.slots.values()))
