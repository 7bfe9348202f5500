"""Cotadrez for two players in the browser: by clicks, by keyboard, and what the second sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page

from engine.core.contract import Action
from engine.dev.walks import first_events
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
from engine.match import codec, record
from tests.e2e.harness import (
    BOARD,
    ROOT,
    NewContext,
    boot,
    press,
    press_all,
    target,
    wait_for_mark,
)

pytestmark = pytest.mark.shared

RECORD = (ROOT / "tests" / "records" / "cotadrez" / "siege_and_mate.txt").read_text("utf-8")
COTADREZ = Cotadrez()
FIRST = "fortress:e2 king:e1 dragon:g4 elephant:d4 elephant:g2 light_cavalry:f4 trebuchet:d2"
FIRST += " rabble:d3 rabble:e4 mountain:a2 mountain:a3 mountain:a4"
SECOND = "fortress:e8 king:d10 dragon:d9 archer:g7 rabble:d7 rabble:g10"
SECOND += " mountain:j6 mountain:j7 mountain:j8"

POSITION = """() => [...document.querySelectorAll("[data-parts=pieces] [data-square]")]
  .map(piece => piece.dataset.square).sort().join(" ")"""


def table(page: Page) -> str:
    """Return the player to decide and the occupied squares, as one string."""
    root = page.locator("[data-player]").first
    return f"{root.get_attribute('data-player')} {page.evaluate(POSITION)}"


def outcome(page: Page) -> str:
    return page.locator("[data-outcome]").first.get_attribute("data-outcome") or ""


def place(page: Page, puts: Sequence[str]) -> None:
    """Place pieces from the tray on the board, each given as `kind:square`."""
    for put in puts:
        kind, square = put.split(":")
        press_all(page, (f"kind:{kind}", f"sq:{square}"))


def deploy(page: Page, setup: str) -> None:
    """Place a whole set-up, and end it with a click on the fortress."""
    place(page, setup.split())
    press(page, f"sq:{setup.split()[0].split(':')[1]}")


def deploy_both(page: Page) -> None:
    deploy(page, FIRST)
    press(page, "btn:reveal")
    deploy(page, SECOND)


def battle() -> Iterator[tuple[CotadrezState, Action]]:
    """Yield the decisions after the deployments of the recorded game, each with its state."""
    state = COTADREZ.initial_state()
    for event in Cotadrez.read_record(RECORD).events:
        if state.battle:
            yield state.clone(), event.action
        state.apply(event.action)


def after_set_ups(decisions: int = 0) -> str:
    """Return a link's fragment for the recorded game, this many decisions after the deployments."""
    match = record.read(RECORD)
    laid = len(match.events) - len(list(battle()))
    return f"g={codec.encode(first_events(match, laid + decisions))}"


def moves(count: int) -> list[tuple[str, ...]]:
    """Return the paths (presses) of the first `count` decisions of the recorded battle."""
    found = []
    for state, action in battle():
        found.append(COTADREZ.path(state, action))
        if len(found) == count:
            break
    return found


def squares(state: CotadrezState) -> str:
    names = sorted(piece.square for piece in COTADREZ.scene(state, 0).pieces)
    return f"{state.current_player()} {' '.join(names)}"


LATE = 16  # decisions before the siege


@pytest.mark.parametrize("linked", [LATE, pytest.param(0, marks=pytest.mark.soak)])
def test_game_with_siege_rescue_and_mate_can_be_played_by_clicks(page: Page, linked: int) -> None:
    """Play the recorded game; its beginning up to `linked` decisions comes by link, if any."""
    boot(page, after_set_ups(linked) if linked else "new=cotadrez")
    if not linked:
        deploy_both(page)
    for number, (state, action) in list(enumerate(battle()))[linked:]:
        if number == LATE + 2:
            reopen(page)
        assert table(page) == squares(state), f"before decision {number}"
        press_all(page, COTADREZ.path(state, action))
    assert outcome(page) == "1-0"


def reopen(page: Page) -> None:
    """Reload the page; if there is a curtain, check that it hides the pieces, and lift it."""
    page.reload()
    wait_for_mark(page, BOARD)
    if target(page, "btn:reveal").is_visible():
        assert page.locator("[data-square]").count() == 0
        press(page, "btn:reveal")


def second_players_document(page: Page, setup: str) -> str:
    """Return all that the page holds at the curtain and at J2's deployment, after J1's `setup`."""
    boot(page, "new=cotadrez")
    deploy(page, setup)
    curtain = document(page)
    assert page.locator("[data-square]").count() == 0
    press(page, "btn:reveal")
    target(page, "kind:fortress").wait_for()
    return curtain + document(page)


def document(page: Page) -> str:
    """Return the page's markup and title without the random name of the table."""
    fragment = page.evaluate("() => location.hash")
    assert re.fullmatch("#play=[0-9a-f]+", fragment)
    markup = page.evaluate("() => document.documentElement.outerHTML + document.title")
    return str(markup).replace(fragment[6:], "")


def test_second_players_page_does_not_depend_on_the_first_deployment(
    new_context: NewContext,
) -> None:
    pages = []
    few = "fortress:e2 rabble:d3 dragon:g4 mountain:a2 mountain:a3 mountain:a4"
    for setup in (few, "fortress:c3 rabble:b2 elephant:e2 mountain:h1 mountain:i1 mountain:j5"):
        pages.append(second_players_document(new_context().new_page(), setup))
    assert pages[0] == pages[1]


def test_game_can_be_started_and_played_by_keyboard_only(page: Page) -> None:
    """Place three pieces, then open the game after the deployments."""
    boot(page)
    focus(page, "act:game:cotadrez")
    page.keyboard.press("Enter")
    focus(page, "act:start")
    page.keyboard.press("Enter")
    target(page, "kind:fortress").wait_for()
    place_by_keyboard(page, FIRST.split()[:3])
    assert page.evaluate(POSITION) == "e1 g4"  # a fortress is no piece
    page.goto("about:blank")
    boot(page, after_set_ups())
    for state, action in list(battle())[:3]:
        for step in COTADREZ.path(state, action):
            walk(page, step[3:])
            page.keyboard.press("Enter")
    reached = list(battle())[3][0]
    assert table(page) == squares(reached)


def place_by_keyboard(page: Page, puts: Sequence[str]) -> None:
    for put in puts:
        kind, square = put.split(":")
        enter(page, f"kind:{kind}")
        walk(page, square)
        page.keyboard.press("Enter")


def focus(page: Page, name: str) -> None:
    """Press Tab until the target has the focus; fail after 80 presses."""
    page.locator("body").press("Tab")
    for _ in range(80):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached with Tab")


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement?.dataset.target || ''"))


def enter(page: Page, name: str) -> None:
    focus(page, name)
    page.keyboard.press("Enter")


def walk(page: Page, square: str) -> None:
    """Move the focus to a square by arrow keys, after reaching the board by Tab if needed."""
    if not focused(page).startswith("sq:"):
        for _ in range(80):
            page.keyboard.press("Tab")
            if focused(page).startswith("sq:"):
                break
    # J2 sees the board from the other side: try keys until the focus comes nearer.
    for _ in range(40):
        here = focused(page)[3:]
        if here == square:
            return
        for key in keys(here, square):
            page.keyboard.press(key)
            if distance(focused(page)[3:], square) < distance(here, square):
                break
    raise AssertionError(f"cannot walk to {square}")


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:]))


def keys(here: str, there: str) -> tuple[str, ...]:
    if here[0] != there[0]:
        return ("ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight")
    return ("ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp")
