"""Redraw the pictures of the README, each a moment found in random games.

.venv/bin/python -m tests.bench.pictures [NAME …]      all of them when no name is given
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from engine.core.contract import SPECTATOR
from engine.core.telling import Telling
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, launch, press, serving, stored

WHERE = ROOT / "static" / "pictures"
SEEDS = range(1, 60)
MOST = 900  # events per game
SETTLED_MS = 600
LESSON, TAKEN_UP = "learn=cotadrez&lesson=2", "sq:e6"
ASKED = {"asedio:asked:sounds": "1"}  # nothing that only a first visit shows
WIDE, UPRIGHT, ACROSS = (1060, 680), (390, 780), (844, 390)


class Moment(NamedTuple):
    """Moment to draw: the first event after `least` whose telling satisfies `wanted`.

    The telling is the spectator's. `size` and `light` are the window and the colour scheme.
    """

    game: str
    wanted: Callable[[Telling], bool]
    least: int = 0
    size: tuple[int, int] = WIDE
    light: str = "light"
    held: bool = True  # whether the card of the event stays open


def fight(telling: Telling) -> bool:
    return any(one.kind == "fight" and one.shown for one in telling)


def kind(name: str) -> Callable[[Telling], bool]:
    return lambda telling: any(one.kind == name for one in telling)


def words(key: str) -> Callable[[Telling], bool]:
    return lambda telling: any(one.words.key == key for one in telling)


MOMENTS = {
    "fight": Moment("stratego", fight, 110),
    "siege": Moment("cotadrez", words("tell.siege.alert"), 120, light="dark"),
    "treaty": Moment("rilatria", kind("coin"), 60, UPRIGHT),
    "melee": Moment("twocities", fight, held=False),
    "promotion": Moment("andarraya", words("tell.crowned"), size=ACROSS),
}


def found(moment: Moment) -> str:
    """Return the encoded game that ends at the moment; exit if no game has it."""
    for seed in SEEDS:
        rng = Random(seed)
        match = Match(MatchConfig(moment.game, {}, ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        while not match.over and len(match.events) < MOST:
            known = len(match.events)
            match.play(rng.choice(match.options_now()))
            told = any(moment.wanted(tell(match, n)) for n in range(known, len(match.events)))
            if told and len(match.events) > moment.least:
                return codec.encode(match)
    raise SystemExit(f"no such moment in {len(SEEDS)} games of {moment.game}")


def tell(match: Match, number: int) -> Telling:
    """Return the telling of an event for a spectator; empty if it is hidden from them."""
    before, after = match.state_at(number), match.state_at(number + 1)
    event = match.game.redact(before, match.events[number], SPECTATOR)
    if event is None:
        return ()
    return match.game.tell(
        before.observation(SPECTATOR), event, after.observation(SPECTATOR), SPECTATOR
    )


def opened(
    browser: Browser, address: str, fragment: str, size: tuple[int, int], light: str = "light"
) -> Page:
    """Return a page with a table as somebody sees it who has played before."""
    context = browser.new_context(
        base_url=address,
        locale="en-GB",
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if light == "dark" else "light",
        service_workers="block",
        reduced_motion="reduce",
    )
    page = boot(stored(context.new_page(), ASKED), fragment)
    page.wait_for_timeout(SETTLED_MS)
    return page


def kept(page: Page, name: str) -> None:
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=WHERE / f"{name}.png")
    page.context.close()


def draw(browser: Browser, address: str, name: str, moment: Moment) -> None:
    page = opened(browser, address, f"g={found(moment)}", moment.size, moment.light)
    if page.locator('[data-target="btn:reveal"]:visible').count():
        press(page, "btn:reveal")
        page.wait_for_timeout(SETTLED_MS)
    if not moment.held:
        page.keyboard.press("Escape")
    kept(page, name)


def draw_lesson(browser: Browser, address: str) -> None:
    """Draw a step of a lesson with its piece selected."""
    page = opened(browser, address, LESSON, UPRIGHT)
    press(page, TAKEN_UP)
    page.mouse.move(0, 0)
    kept(page, "lesson")


def main(names: list[str]) -> None:
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        address = f"http://localhost:{port}/"
        for name in names or (*MOMENTS, "lesson"):
            if name == "lesson":
                draw_lesson(browser, address)
            else:
                draw(browser, address, name, MOMENTS[name])


if __name__ == "__main__":
    main(sys.argv[1:])
