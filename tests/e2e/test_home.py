"""Home, rulebook and dialogs in a real browser: start, accessibility, settings, saved games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from engine.games import REGISTRY
from tests.e2e.harness import (
    READY,
    Held,
    Servers,
    at_starts,
    boot,
    loaded,
    press,
    stored,
    target,
    wait_for_mark,
)
from tests.e2e.look import box
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    SMALL,
    WIDE,
    Size,
    not_wider_than_the_screen,
    settings,
    sized,
    violations_in_every_light,
)
from tests.fixtures.sampled import sampled
from tests.ui.test_packs import finished
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

PROGRAM = "**/pyodide.asm.wasm*"  # every way to start needs it
SEATS = """Object.keys(localStorage).filter(k => k.startsWith("asedio:table:"))
  .map(k => JSON.parse(localStorage.getItem(k)).seats)"""

COVERS = """{
  window.covers = [];
  const look = () => window.covers.push(document.documentElement.getAttribute("data-covers"));
  new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ["data-covers"] });
}"""


def test_home_rules_and_settings_are_accessible_in_every_theme(page: Page) -> None:
    settings(page, theme="day", motion="none")
    boot(page)
    assert violations_in_every_light(page) == {}
    press(page, "act:ways:cotadrez")
    page.wait_for_selector("dialog[open]")
    assert violations_in_every_light(page) == {}
    page.locator('dialog [data-target="act:game:cotadrez"]').click()
    page.wait_for_selector(".setup-form")
    assert violations_in_every_light(page) == {}
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    assert violations_in_every_light(page) == {}
    press(page, "act:settings")
    page.wait_for_selector("dialog[open]")
    assert violations_in_every_light(page) == {}


@pytest.mark.parametrize("size", sampled([SMALL, WIDE]))
@pytest.mark.moving
def test_nothing_moves_when_python_takes_over(page: Page, size: Size) -> None:
    sized(page, size)
    at_starts(page, COVERS)
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
    shown = "[...document.querySelectorAll('.game-card, h1')].filter(e => e.checkVisibility())"
    count = page.evaluate(f"(window.shown = {shown}).length")
    wait_for_mark(page, READY)
    assert page.evaluate(places) == before
    # Taken over as they are, not drawn again; of the other language nothing is left.
    assert count > len(REGISTRY) and page.evaluate("shown.every(e => e.isConnected)")
    assert page.locator(".game-card").count() == len(REGISTRY)
    # The covers are drawn after the first frame.
    assert page.evaluate("covers") == ["later", None]
    assert page.locator(".cover use").first.evaluate("one => one.checkVisibility()")
    assert not_wider_than_the_screen(page)


def test_what_is_typed_and_pressed_last_while_python_starts_is_done(page: Page) -> None:
    held = Held(page, PROGRAM)
    page.goto("./")
    target(page, "act:computer:andarraya").click()
    assert "Andarraya" in (page.locator("#boot-progress").text_content() or "")
    page.locator('[data-field="paste"]:visible').fill("1. e4 e5 2. Nf3 *")
    target(page, "act:open").click()
    assert "Abrir" in (page.locator("#boot-progress").text_content() or "")
    held.release()
    wait_for_mark(page, READY)
    target(page, "act:adopt").wait_for()


def test_caret_stays_in_place_when_python_takes_over(page: Page) -> None:
    held = Held(page, PROGRAM)
    page.goto("./")
    page.locator('[data-field="paste"]:visible').press_sequentially("1e4")
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
    held.release()
    wait_for_mark(page, READY)
    page.keyboard.type(". ")
    assert page.locator('[data-field="paste"]').input_value() == "1. e4"


@pytest.mark.shared
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
    expect(clause).to_be_in_viewport()
    assert page.locator(".rulebook svg.board").count() > 0
    press(page, "act:back")
    page.wait_for_selector("main[data-screen=home]")


@pytest.mark.shared
def test_screens_fit_a_phone_and_a_form_opened_there_is_in_view(page: Page) -> None:
    sized(page, SMALL)
    boot(page)
    assert not_wider_than_the_screen(page)
    press(page, "act:game:cotadrez")
    assert not_wider_than_the_screen(page)
    expect(page.locator('#app [data-target="act:rules"]')).to_be_in_viewport()
    expect(page.locator('#app [data-target="act:start"]')).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.activeElement.tagName") == "H2"
    press(page, "act:games")
    page.wait_for_function("document.activeElement.dataset.target === 'act:game:cotadrez'")
    press(page, "act:game:cotadrez")
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


def test_home_is_in_sight_and_a_game_one_press_away_two_on_a_phone(page: Page) -> None:
    """Five boards and what is below them; a game against the computer."""
    boot(page)
    for game in REGISTRY:
        for way in ("computer", "together", "learn", "game"):
            expect(target(page, f"act:{way}:{game}")).to_be_in_viewport(ratio=1)
        expect(page.locator(f".game-card[data-game={game}] .cover")).to_be_in_viewport(ratio=1)
    for name in ("act:day", "act:tables", "act:open", "act:file"):
        expect(target(page, name)).to_be_in_viewport(ratio=1)
    press(page, "act:computer:andarraya")
    page.wait_for_selector('main[data-screen=table][data-player="0"]')
    assert page.evaluate(SEATS) == [[0, 2]]
    press(page, "act:home")
    sized(page, PHONE)
    press(page, "act:ways:andarraya")
    for name in ("act:computer:andarraya", "act:together:andarraya", "act:away:andarraya"):
        expect(page.locator(f'dialog [data-target="{name}"]')).to_be_in_viewport(ratio=1)
        assert box(page, f'dialog [data-target="{name}"]').height >= 44  # a finger
    page.locator('dialog [data-target="act:level:4"]').click()
    page.locator('dialog [data-target="act:computer:andarraya"]').click()
    page.wait_for_selector("main[data-screen=table]")
    assert page.evaluate(SEATS) == [[0, 4]]


def test_blocked_storage_is_reported_and_a_game_can_still_start(page: Page) -> None:
    at_starts(
        page,
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})",
    )
    boot(page)
    assert "no deja guardar" in page.locator("#notice").inner_text()
    assert "no deja guardar" in page.locator('[data-slot="notices"]').inner_text()
    press(page, "act:together:cotadrez")
    page.wait_for_selector("main[data-screen=table]")


ABOUT = "main[data-screen=about]"


def test_credits_load_on_request_with_the_hosts_address_and_licences_as_plain_text(
    page: Page, server: Servers
) -> None:
    def filled(route: Route) -> None:
        answer = route.fetch()
        empty, text = '<meta name="asedio-contact" content="">', answer.text()
        assert empty in text
        route.fulfill(response=answer, body=text.replace(empty, empty[:-2] + 'a@example.org">'))

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route(server.url, filled)
    settings(page, theme="day", motion="none")
    boot(page)
    loaded(page)
    assert not [url for url in asked if "about" in url or "credits" in url]
    target(page, "act:about").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(ABOUT)
    assert page.locator(f"{ABOUT} a[href='mailto:a@example.org']").count() == 1
    links = page.eval_on_selector_all(f"{ABOUT} a[href$='.txt']", "all => all.map(one => one.href)")
    assert len(links) >= 8
    for address in links:
        answer = page.request.get(address)
        assert answer.ok and answer.headers["content-type"].startswith("text/plain"), address
    assert violations_in_every_light(page) == {}
    for size in (PHONE, ACROSS):
        sized(page, size)
        assert not_wider_than_the_screen(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("main[data-screen=home]")


def test_who_has_played_finds_the_challenge_on_home_and_can_begin_it(page: Page) -> None:
    disk = MemoryStorage({"asedio:home": "played"})  # home has another shape
    Store(disk).add(finished("andarraya", 1))
    settings(page, motion="none", theme="day", lang="en")
    stored(page, disk.entries)
    boot(page)
    expect(page.locator(".home.played")).to_be_visible()
    for game in REGISTRY:
        expect(target(page, f"act:computer:{game}")).to_be_in_viewport(ratio=1)
        expect(target(page, f"act:game:{game}")).to_be_in_viewport(ratio=1)
    assert page.locator(".home-week li").count() == 7
    press(page, "act:day")
    page.wait_for_selector("main[data-screen=table][data-challenge=open]")
    assert target(page, "act:challenge:again").is_visible()
    assert page.locator(".challenge-days .button").count() >= 29
    press(page, "act:challenge:leave")
    page.wait_for_selector("main[data-screen=home]")
    assert page.evaluate("localStorage.getItem('asedio:daily')") is None
