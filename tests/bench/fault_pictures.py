"""Redraw the pictures of docs/far-faults.md: the real page shows tables that memory has staged.

.venv/bin/python -m tests.bench.fault_pictures [NAME …]      all of them when no name is given
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

from playwright.sync_api import Browser, ViewportSize, WebSocketRoute, sync_playwright

from engine.far.letter import EventsLetter, WordLetter
from tests.bench.pictures import ASKED, SETTLED_MS
from tests.e2e.harness import BOARD, ROOT, launch, serving, stored, wait_for_mark
from tests.far.test_bait import bait, clock, over, played
from tests.far.test_clock import later, sat
from tests.far.world import Device, Line

WHERE = ROOT / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1060, "height": 700}
AT = """(() => {
  const now = Date.now.bind(Date), begun = now();
  Date.now = () => NOW + now() - begun;
})()"""
NO_QUESTION = {"asedio:settings": '{"turns":"off"}'}
STRIP, ASKS, PANEL = '[data-slot="above"]', '[data-slot="ask"]', ".far-panel"


def doubtful_date() -> Device:
    """Fault 2: a move that states seven minutes less than it took."""
    ana, blas = sat()
    ana.play("e2e4")
    for _ in range(50):
        later(10, ana, blas)
    blas.side.clocks.used = lambda turn: 60_000
    blas.play("e7e5")
    return ana


def denied_claim() -> Device:
    """Fault 4: the claim is denied, with figures."""
    ana, blas = sat()
    ana.play("e2e4")
    for _ in range(70):
        later(10, ana, blas)
    claim = WordLetter("time?", 1)
    ana.side.write(claim)
    blas.side.receive(ana.side.log.chain(0)[-1].data)
    blas.side.write(WordLetter("time-no", 20_000))
    ana.side.receive(blas.side.log.chain(1)[-1].data)
    ana.side.consider()
    return ana


def owner(line: Line) -> object:
    """Return the side whose method a line tells."""
    return getattr(line.told, "__self__", None)


def broken_off() -> Device:
    """Fault 5: a move held back until the game was lost on time."""
    ana, blas = sat()
    ana.play("e2e4")
    later(30, ana, blas)
    for relay in blas.world.values():
        relay.lines = [
            one for one in relay.lines if getattr(one.told, "__self__", None) is not blas.side
        ]
    blas.play("e7e5")
    later(700, ana)
    ana.press("act:far:time")
    later(125, ana)
    later(830, blas)
    blas.settle()
    return ana


def rematch() -> Device:
    """Fault 6: the rematch has a clock of one minute."""
    ana, blas = over()
    bait(ana, **clock())
    return blas.settle()


def takeback() -> Device:
    """Fault 7: the takeback goes back to the start."""
    ana, blas = played()
    ana.side.write(WordLetter("back?", 0))
    ana.side.send()
    return blas.settle()


def illegal() -> Device:
    """A move that the rules do not allow."""
    ana, blas = sat("none")
    ana.play("e2e4")
    blas.side.write(EventsLetter(1, (("move", 60, 4, 0),)))
    blas.side.send()
    return ana.settle()


SCENES: dict[str, tuple[Callable[[], Device], str]] = {
    "doubtful-date": (doubtful_date, STRIP),
    "denied-claim": (denied_claim, PANEL),
    "broken-off": (broken_off, PANEL),
    "rematch": (rematch, ASKS),
    "takeback": (takeback, ASKS),
    "illegal": (illegal, PANEL),
}


def silent(socket: WebSocketRoute) -> None:
    """Answer as a relay that has nothing stored."""

    def answer(text: str | bytes) -> None:
        word = json.loads(text)
        if word[0] == "REQ":
            socket.send(json.dumps(["EOSE", word[1]]))

    socket.on_message(answer)


def draw(browser: Browser, address: str, name: str) -> None:
    """Show a staged table at its own time, and save what the player reads of the fault."""
    stage, place = SCENES[name]
    device = stage()
    context = browser.new_context(
        base_url=address, viewport=SIZE, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(AT.replace("NOW", str(device.side.now())))
    page = stored(context.new_page(), device.entries | ASKED | NO_QUESTION)
    page.route_web_socket("wss://**", silent)
    page.goto("./" + device.now)
    wait_for_mark(page, BOARD)
    page.locator(PANEL).first.wait_for()
    page.wait_for_timeout(SETTLED_MS)
    page.locator(place).first.screenshot(path=WHERE / f"far-{name}.png")
    if whole := os.environ.get("WHOLE"):
        page.screenshot(path=f"{whole}/far-{name}.png")
    context.close()


def main(names: list[str]) -> None:
    WHERE.mkdir(exist_ok=True)
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for name in names or SCENES:
            draw(browser, f"http://127.0.0.1:{port}/", name)
            print(WHERE / f"far-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
