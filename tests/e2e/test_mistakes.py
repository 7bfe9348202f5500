"""Review of a player's mistakes: found by the worker, shown, stored and tried again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import load_game
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, screenshot, target

WORKER_MS = 60_000  # includes its start on a busy machine


def fools_mate() -> str:
    match = Match(MatchConfig("andarraya"))
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        match.play(load_game("andarraya")({}).parse_action(match.state, text))
    return codec.encode(match)


@pytest.mark.shared
def test_mistakes_are_found_shown_stored_and_tried_again(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    press(page, "act:mistakes:go")
    first = target(page, "act:mistakes:see:0:0")
    first.wait_for(timeout=WORKER_MS)
    assert "Jugaste: " in page.locator(".mistake-played").first.inner_text()
    assert "Terminado" in page.locator("#live").inner_text()
    first.focus()
    page.keyboard.press("Enter")
    page.locator(".fx-played").wait_for(state="attached")
    assert page.locator(".fx-better").count() == 1
    assert first.get_attribute("aria-pressed") == "true"
    screenshot(page, "mistakes")
    page.reload()
    target(page, "act:mistakes:see:0:0").wait_for(
        timeout=WORKER_MS
    )  # from storage, without a new search
    press(page, "act:mistakes:see:0:0")
    press(page, "act:mistakes:again:0:0")
    page.locator('main[data-outcome=""][data-player="0"]').wait_for()
    assert "Partida nueva desde el turno 2" in page.locator("[data-slot=notice]").inner_text()
