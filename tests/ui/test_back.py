"""Back closes the view above a screen: a dialog, or a game's sheet at home."""

from __future__ import annotations

import re

import pytest

from tests.ui.fakes import Opened, opened
from ui.shell.fetching import About

CREDITS = '{"version": "0", "drawings": [], "parts": []}'


def back(app: Opened) -> Opened:
    """Press the browser's Back."""
    app.page.back()
    app.layers.popped()
    return app


def test_back_closes_a_games_sheet() -> None:
    app = opened()
    app.press("act:game:stratego")
    back(app)
    assert not app.home.opened and app.page.past == []


def test_back_closes_the_settings_and_then_the_sheet_below() -> None:
    app = opened()
    app.press("act:game:stratego", "act:settings")
    back(app)
    assert app.dialog is None and app.home.opened
    assert not back(app).home.opened and app.page.past == []


def test_back_closes_a_dialog_over_a_table() -> None:
    app = opened()
    app.press("act:computer:cotadrez")
    table, address = app.screen, app.page.now
    app.press("act:share")
    back(app)
    assert (app.dialog, app.screen, app.page.now) == (None, table, address)
    assert back(app).screen.name == "home"


def test_entry_of_a_view_that_was_closed_serves_the_next_one() -> None:
    app = opened()
    app.press("act:settings", "dialog:close")
    before = list(app.page.past)
    app.press("act:settings")
    assert app.page.past == before
    assert back(app).dialog is None and app.page.past == []


def test_back_skips_the_entry_of_a_view_that_was_closed() -> None:
    app = opened()
    app.press("act:computer:cotadrez", "act:share", "dialog:close")
    back(app)
    assert app.page.past == [] and app.page.now == ""


def test_back_from_a_table_leads_to_home_and_no_further() -> None:
    app = opened()
    app.press("act:game:stratego", "act:start")
    assert back(app).screen.name == "home"


def view(app: Opened) -> tuple[str, str, int]:
    """Return what is on the page: screen, dialog, views of the screen."""
    screen, dialog = app.screen, app.dialog
    return type(screen).__name__, type(dialog).__name__, screen.layers()


def arrived(place: str) -> Opened:
    app = opened()
    app.page.told = About(CREDITS, "./about/", "", "")
    app.route(place)
    app.page.slices()
    return app


@pytest.mark.parametrize("place", ["", "#games", "#study", "#learn=andarraya"])
def test_back_undoes_every_press_that_shows_another_view(place: str) -> None:
    app = arrived(place)
    shown = f"{app.view.layouts}{app.view.slots}"
    changed = 0
    for target in sorted(set(re.findall(r'data-target="((?:act|clause):[^"]+)"', shown))):
        app = arrived(place)
        before = view(app)
        app.press(target)
        app.page.slices()
        assert not app.page.reports, target
        if view(app) != before:
            changed += 1
            assert app.page.past or target == "act:home", target
            assert view(back(app)) == before or target == "act:home", target
    assert changed > 1
