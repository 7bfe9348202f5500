"""Home, rulebook and dialogs in a real browser: start, accessibility, settings, saved games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.harness import READY, ROOT, Held, boot, press, target, wait_for_mark

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


def settings(page: Page, **values: str) -> None:
    """Store settings before the page starts, as an earlier visit would have left them."""
    stored = json.dumps(json.dumps(values))
    page.add_init_script(f"localStorage.setItem('asedio:settings', {stored})")


def violations(page: Page, only: str = "") -> Any:
    """Return axe's violations, or only those of the rule `only`."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Path(AXE).read_text("utf-8"))
    return page.evaluate(AXE_RUN, only)


def violations_in_every_light(page: Page, only: str = "") -> dict[str, Any]:
    """Return the violations of each theme that has any; the page ends in the day theme."""
    found = {}
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found[theme] = violations(page, only)
    return {theme: wrong for theme, wrong in found.items() if wrong}


def not_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_home_rules_and_settings_are_accessible_in_every_theme(page: Page) -> None:
    settings(page, theme="day", motion="none")
    boot(page)
    assert violations_in_every_light(page) == {}
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    assert violations_in_every_light(page) == {}
    press(page, "act:settings")
    page.wait_for_selector("dialog[open]")
    assert violations_in_every_light(page) == {}


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_nothing_moves_when_python_takes_over(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("./")
    places = """() => [...document.querySelectorAll("[data-target], h1, h2, input[type=text]")]
      .filter(e => e.checkVisibility() && !e.closest("details"))
      .map(e => {
        const box = e.getBoundingClientRect();
        return [e.dataset.target || e.textContent, box.x, box.y, box.width, box.height];
      })"""
    page.evaluate("document.fonts.ready")
    before = page.evaluate(places)
    assert len(before) > 10
    wait_for_mark(page, READY)
    assert page.evaluate(places) == before
    assert not_wider_than_the_screen(page)


@pytest.mark.sources
def test_input_while_python_starts_is_kept(page: Page) -> None:
    held = Held(page, "**/pyscript.toml")
    page.goto("./")
    page.locator('[data-field="name0"]:visible').fill("Ana")
    page.locator('[data-field="name1"]:visible').fill("Blas")
    page.locator("summary:visible").click()
    target(page, "opt:water=seco").click()
    target(page, "act:start").click()
    assert "mesa" in (page.locator("#boot-progress").text_content() or "")
    held.release()
    wait_for_mark(page, READY)
    page.wait_for_selector("main[data-screen=table]")
    assert "Ana" in page.locator("main").inner_text()
    [head] = page.evaluate(
        """() => Object.keys(localStorage).filter(k => k.startsWith("asedio:game:"))
        .map(k => JSON.parse(localStorage.getItem(k)))"""
    )
    assert head["names"] == ["Ana", "Blas"]
    assert head["options"]["water"] == "seco"


def test_caret_stays_in_place_when_python_takes_over(page: Page) -> None:
    held = Held(page, "**/pyodide.asm.wasm*")  # every way to start needs it
    page.goto("./")
    page.locator('[data-field="name1"]:visible').press_sequentially("Blas")
    page.keyboard.press("Home")
    held.release()
    wait_for_mark(page, READY)
    page.keyboard.type("San ")
    assert page.locator('[data-field="name1"]').input_value() == "San Blas"


def test_page_uses_the_visitors_language_before_python_starts(new_context: NewContext) -> None:
    for locale, words in (("en-GB", "Lay the table"), ("es-MX", "Poner la mesa")):
        page = new_context(locale=locale).new_page()
        page.route("**/pyscript/core.js", lambda route: route.abort())
        page.goto("./")
        start = target(page, "act:start")
        assert (start.text_content() or "").strip() == words
        assert page.locator("h1:visible").count() == 1


def test_settings_apply_at_once_and_persist(page: Page) -> None:
    boot(page)
    press(page, "act:settings")
    press(page, "set:lang=en")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("dialog h2").text_content() == "Settings"
    press(page, "set:theme=night")
    assert page.evaluate("document.activeElement.closest('label').dataset.target") == (
        "set:theme=night"
    )
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "night"
    assert target(page, "act:settings").text_content() == "Settings"


def test_clause_can_be_opened_by_its_address(page: Page) -> None:
    page.goto("./#rules=cotadrez&clause=C20")
    wait_for_mark(page, READY)
    clause = page.locator("#clause-C20")
    assert "chosen" in (clause.get_attribute("class") or "")
    assert page.evaluate("document.activeElement.id") == "clause-C20"
    box = clause.bounding_box()
    assert box and 0 <= box["y"] < 800
    assert page.locator(".rulebook svg.board").count() > 0
    press(page, "act:back")
    page.wait_for_selector("main[data-screen=home]")


def test_pasted_text_that_is_no_game_is_reported(page: Page) -> None:
    boot(page)
    page.locator('[data-field="paste"]').fill("http://x/#g=AAAA <b>bold</b>")
    press(page, "act:open")
    problem = page.locator('[data-slot="problem"]')
    assert "dañado" in (problem.text_content() or "")


def test_saved_game_is_listed_and_deleted_after_confirmation(page: Page) -> None:
    boot(page)
    page.locator('[data-field="name0"]').fill("<i>Ana</i>")
    press(page, "act:start")
    page.wait_for_selector("main[data-screen=table]")
    press(page, "act:home")
    page.wait_for_selector("main[data-screen=home]")
    saved = page.locator('[data-slot="saved"]')
    assert "<i>Ana</i>" in saved.inner_text()
    page.locator('[data-target^="act:delete:"]').click()
    page.locator('[data-target^="act:delete-yes:"]').click()
    assert page.locator(".save").count() == 0
    left = "Object.keys(localStorage).filter(k => /asedio:(game|event)/.test(k)).length"
    assert page.evaluate(left) == 0


def test_screens_fit_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page)
    assert not_wider_than_the_screen(page)
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    assert not_wider_than_the_screen(page)
    press(page, "act:settings")
    assert not_wider_than_the_screen(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("dialog [data-target]")]
        .map(e => e.getBoundingClientRect()).filter(b => b.width < 24 || b.height < 24).length"""
    )
    assert small == 0
    press(page, "dialog:close")
    press(page, "act:home")
    press(page, "act:start")
    page.wait_for_selector("main[data-screen=table]")
    assert not_wider_than_the_screen(page)


def test_choosing_a_game_scrolls_to_its_form_only_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page)
    press(page, "act:game:stratego")
    page.wait_for_function("scrollY > 0")
    expect(page.locator('#app [data-target="act:rules"]')).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("scrollTo(0, 0)")
    press(page, "act:game:rilatria")
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == 0


def test_blocked_storage_is_reported_and_a_game_can_still_start(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})"
    )
    boot(page)
    assert "no deja guardar" in page.locator("#notice").inner_text()
    assert "no deja guardar" in page.locator('[data-slot="notices"]').inner_text()
    press(page, "act:start")
    page.wait_for_selector("main[data-screen=table]")
