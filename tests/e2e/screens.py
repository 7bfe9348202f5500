"""Screens for tests: their settings, the ways to them, windows to look at them in, and axe."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from engine.dev.common import play_on
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, STARTED, boot, press, stored
from tests.e2e.keeper import wear
from ui.session.share import Exports

Size = tuple[int, int]
WIDE, PHONE, SMALL, ACROSS = (1280, 800), (390, 844), (360, 640), (844, 390)
WINDOWS = (WIDE, PHONE, SMALL, ACROSS)

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# All rules for WCAG 2.2 AA, axe's best practices, and two rules that are off by default.
AXE_RUN = """async only => {
  const rules = {"label-content-name-mismatch": {enabled: true}, "target-size": {enabled: true}};
  const runOnly = only ? {type: "rule", values: [only]} : undefined;
  const options = {resultTypes: ["violations"], ...(only ? {runOnly} : {rules})};
  const found = await axe.run(document, options);
  return found.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html.slice(0, 160))]);
}"""
THEMES = ("night", "contrast", "day")
EVENTS = {"cotadrez": 240, "stratego": 120}  # until both sides have set up and met
# Puts entries into the storage of the page.
FILL = "entries => Object.entries(entries).forEach(([key, raw]) => localStorage.setItem(key, raw))"


def settings(page: Page, **values: str) -> None:
    """Store settings before the page starts, as an earlier visit would have left them.

    On a page that stays open they are chosen.
    """
    if STARTED.get(page) is not None:
        wear(page, values)
        return
    stored(page, {"asedio:settings": json.dumps(values)})


def sized(page: Page, size: Size) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


# -- accessibility -------------------------------------------------------------------------------


def violations(page: Page, only: str = "") -> list[Any]:
    """Return axe's violations, or only those of the rule `only`."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Path(AXE).read_text("utf-8"))
    found: list[Any] = page.evaluate(AXE_RUN, only)
    return found


def violations_in_every_light(page: Page, only: str = "") -> dict[str, list[Any]]:
    """Return the violations of each theme that has any; the page ends in the day theme."""
    found = {}
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found[theme] = violations(page, only)
    return {theme: wrong for theme, wrong in found.items() if wrong}


def not_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# -- ways to a screen ----------------------------------------------------------------------------


def goto(page: Page, fragment: str) -> None:
    """Change the fragment of the open page, given without its `#`; clear the mark of its board."""
    page.evaluate("performance.clearMarks('asedio:board')")
    page.evaluate("fragment => { location.hash = fragment }", fragment)


def home(page: Page) -> None:
    """Lead the open page home by its address."""
    goto(page, "")
    page.wait_for_selector("main[data-screen=home]")


def middle(game: str) -> Match:
    """Return a match in mid-game, the same one every time."""
    match = Match(MatchConfig(game, {}, ("Ana", "Blas")))
    match.begin()
    return play_on(match, Random(5), EVENTS.get(game, 60))


def paste(page: Page, match: Match) -> None:
    """Paste a match at home, where the page is."""
    page.locator('[data-field="paste"]').fill(Exports(match).save_text())
    press(page, "act:open")
    page.wait_for_selector("main[data-screen=table]")


def lift(page: Page) -> None:
    """Lift the curtain if there is one."""
    if page.locator("[data-curtain]").count():
        press(page, "btn:reveal")


def open_middle(page: Page, game: str) -> None:
    boot(page)
    open_there(page, middle(game))


def open_there(page: Page, match: Match) -> None:
    """Open a match from home with nothing under the pointer."""
    paste(page, match)
    lift(page)
    page.wait_for_selector(".cell")
    page.mouse.move(0, 0)  # or the page would describe what lies there
