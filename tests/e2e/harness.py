"""Helpers for tests that run the real page in a real browser.

They find elements by the target names of the scene (`data-target="sq:e4"`), never by the structure
of the markup.
"""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Frame,
    Locator,
    Page,
    Playwright,
    Request,
    Route,
    WebSocket,
)

from engine.dev.browser import LAUNCH_FLAGS, find_firefox, require_chromium
from engine.dev.serve import serving as serving

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test-results"
READY = "asedio:ready"
BOARD = "asedio:board"
# A cold start takes 3 to 9 s on a slow machine, more than a minute on one that ten programs share;
# beyond this something is wrong.
BOOT_TIMEOUT_MS = 180_000
PRESS_TIMEOUT_MS = 30_000


# A name for this machine that makes no secure context, as an address in a local network does. All
# other names lead nowhere: no test can reach a public relay.
PLAIN_HOST = "table.test"
NAMES = (
    f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1, MAP * ~NOTFOUND, "
    "EXCLUDE localhost, EXCLUDE 127.0.0.1"
)


NewContext = Callable[..., BrowserContext]


@dataclass(frozen=True)
class Servers:
    """Addresses of the page and of a folder that the browser treats as another site."""

    url: str  # http://localhost:…/, the bundle or the sources
    other_url: str  # http://127.0.0.1:…/, an empty folder that tests may fill
    other_folder: Path

    @property
    def origin(self) -> str:
        """The page's origin, without the slash at the end."""
        return self.url.rstrip("/")

    @property
    def other_origin(self) -> str:
        """The other site's origin, without the slash at the end."""
        return self.other_url.rstrip("/")


def launch(playwright: Playwright, *flags: str, program: str | None = None) -> Browser:
    """Start a headless Chromium: the given program, or the one `require_chromium` finds."""
    return playwright.chromium.launch(
        executable_path=program or require_chromium(), args=[*LAUNCH_FLAGS, NAMES, *flags]
    )


def require_firefox() -> str:
    """Return the program of Firefox; skip the test if there is none."""
    program = find_firefox()
    if program is None:
        pytest.skip("no Firefox here (Debian: apt-get install firefox-esr)")
    return program


@contextmanager
def firefox(playwright: Playwright, **options: Any) -> Iterator[Browser]:
    """Run Firefox while the block runs; skip the test if there is none."""
    program = require_firefox()
    running = playwright.firefox.launch(channel="moz-firefox", executable_path=program, **options)
    try:
        yield running
    finally:
        running.close()


class Watch:
    """Recorder of what must not happen on a page: errors, and requests to another origin."""

    def __init__(self, context: BrowserContext, origins: Iterable[str]) -> None:
        self.origins = frozenset(origins)
        self.problems: list[str] = []
        self.sockets: list[str] = []  # addresses of all WebSockets
        context.on("request", self._request)
        context.on("page", lambda page: page.on("websocket", self._socket))
        context.on("weberror", lambda error: self.problems.append(f"page error: {error.error}"))
        context.on("console", self._console)

    def _request(self, request: Request) -> None:
        self._check(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)
        self._check(socket.url)

    def _check(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme in ("http", "https", "ws", "wss"):
            if f"{address.scheme}://{address.netloc}" not in self.origins:
                self.problems.append(f"request to another origin: {url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self.problems.append(f"console error: {message.text} ({where})")

    def forgive(self, pattern: str) -> None:
        """Drop the problems that a test provoked on purpose; fail if none matches."""
        kept = [problem for problem in self.problems if not re.search(pattern, problem)]
        assert len(kept) < len(self.problems), f"nothing to forgive that matches {pattern!r}"
        self.problems = kept


# Firefox reports a load aborted by leaving the page as an error (NS_BINDING_ABORTED). Loads that
# really fail have another status.
CUT_OFF = re.compile(
    "download failed .*status=2152398850|page error: .*A ServiceWorker intercepted the request"
    "|page error: .*AbortError: The operation was aborted"
)

MARK_OR_FAILURE = """mark => performance.getEntriesByName(mark).length > 0
  || document.documentElement.dataset.boot === "failed" """
MARK_TIME = "mark => performance.getEntriesByName(mark).map(entry => entry.startTime)"


def wait_for_mark(place: Page | Frame, mark: str, timeout: float = BOOT_TIMEOUT_MS) -> float:
    """Wait until the page sets a performance mark; return its time in ms since navigation.

    If the page says that it cannot start, fail at once with its message.
    """
    place.wait_for_function(MARK_OR_FAILURE, arg=mark, timeout=timeout)
    times = place.evaluate(MARK_TIME, mark)
    assert times, f"no {mark}: {place.locator('#boot-progress').text_content()}"
    return float(times[0])


QUIET_S, LOADING_S = 1.0, 60.0


def loaded(page: Page) -> None:
    """Wait until the page has begun no request for a second.

    Playwright advises against its own `networkidle`, which has timed out in a whole run.
    """
    began = newest = time.monotonic()

    def note(_: Request) -> None:
        nonlocal newest
        newest = time.monotonic()

    page.context.on("request", note)
    while time.monotonic() - newest < QUIET_S:
        assert time.monotonic() - began < LOADING_S, "the page does not stop asking for files"
        page.wait_for_timeout(100)
    page.context.remove_listener("request", note)


# Pages that stay open for several tests (tests/e2e/keeper.py), with the links opened since their
# start; None if `boot` has to start them again and the next test needs another page.
STARTED: WeakKeyDictionary[Page, set[str] | None] = WeakKeyDictionary()
# Whether such a page is still at home with nothing stored, as after a start; asked once.
UNUSED = """() => {
  const unused = window.asedioUnused === true && !location.hash;
  delete window.asedioUnused;
  return unused;
}"""


def boot(page: Page, fragment: str = "") -> Page:
    """Open the page and wait until it can be used; with a fragment, until a board is drawn.

    The fragment is given without its `#`. The page's address comes from its context's base URL. A
    page that stays open is only given the fragment, except for a link that it knows; as long as a
    test has not used it, it is at home already.
    """
    if page in STARTED:
        known, left = STARTED[page], page.url == "about:blank"
        left = left or (fragment != "" and page.url.endswith(f"#{fragment}"))  # nothing changes
        if page.evaluate(UNUSED) and not fragment and known is not None:
            return page
        link = {fragment.partition("&")[0]} if fragment.startswith("g=") else set()
        if fragment and not left and known is not None and not known & link:
            known |= link
            page.evaluate("performance.clearMarks('asedio:board')")
            page.evaluate("fragment => { location.hash = fragment }", fragment)
            wait_for_mark(page, BOARD)
            return page
        STARTED[page] = None if known is None else known | link  # it may read stored games
        page.goto("about:blank")  # changing only the fragment would not load the page
    page.goto("./" + (f"#{fragment}" if fragment else ""))
    wait_for_mark(page, BOARD if fragment else READY)
    return page


def at_starts(page: Page, script: str) -> Page:
    """Run a script at every start of the page; one that stays open is started again for it."""
    page.add_init_script(script)
    if page in STARTED:
        STARTED[page] = None
    return page


def unasked(context: BrowserContext) -> BrowserContext:
    """Let two presses play a far move in a profile without settings, as in most tests."""
    context.add_init_script(
        """try {
          if (location.protocol.startsWith("http") && !localStorage.getItem("asedio:settings"))
            localStorage.setItem("asedio:settings", '{"confirm":"never","warn":"off"}');
        } catch { /* no storage here */ }"""
    )
    return context


def target(place: Page | Frame, name: str) -> Locator:
    """Return the first visible element of a target of the scene, such as `sq:e4`."""
    return place.locator(f'[data-target="{name}"]:visible').first


def press(place: Page | Frame, name: str) -> None:
    """Click a target as soon as possible, and wait until the page has rendered the result."""
    target(place, name).click(timeout=PRESS_TIMEOUT_MS)
    written(place)


def written(place: Page | Frame) -> None:
    """Wait for what the page defers to the frame after an input.

    See `ui.browser.page.BrowserPage.painted`.
    """
    place.wait_for_function("!window.asedioUnpainted", timeout=PRESS_TIMEOUT_MS)


def choose_settings(page: Page, values: Mapping[str, str]) -> None:
    """Choose these settings in their dialog."""
    press(page, "act:settings")
    press_all(page, (f"set:{name}={value}" for name, value in values.items()))
    press(page, "dialog:close")


def share(page: Page) -> None:
    """Open the share dialog with all its groups unfolded."""
    press(page, "act:share")
    page.evaluate("document.querySelectorAll('dialog .fold').forEach(one => { one.open = true })")


def press_all(place: Page | Frame, names: Iterable[str]) -> None:
    """Click several targets in turn: one path of an action, or several."""
    for name in names:
        press(place, name)


def middle_of(page: Page, name: str) -> tuple[float, float]:
    found = target(page, name).bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


PATIENT = """() => {
  const wait = (window.asedioHasty ??= window.setTimeout);
  window.setTimeout = (act, ms, ...more) => wait(act, ms === 500 ? 600_000 : ms, ...more);
}"""


def patient(page: Page) -> Page:
    """Let no press count as a long one: on a busy machine half a second passes before it moves."""
    page.evaluate(PATIENT)
    return page


def drag(
    page: Page,
    start: tuple[float, float],
    goal: tuple[float, float],
    button: Literal["left", "right"] = "left",
) -> None:
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move(*goal, steps=4)
    page.mouse.up(button=button)


class Held:
    """Requests of a page that are held back until `release`; later ones pass."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.waiting: list[Route] = []
        self._released = False
        page.route(pattern, self._take)

    def _take(self, route: Route) -> None:
        if self._released:
            route.continue_()
        else:
            self.waiting.append(route)

    def release(self) -> None:
        """Let the waiting requests and all later ones continue."""
        self._released = True
        for route in self.waiting:
            route.continue_()


def stored(page: Page, entries: dict[str, str]) -> Page:
    """Store these entries before every start of the page, as an earlier visit would have done."""
    there = "location.protocol.startsWith('http')"  # not on the empty page before it
    write = f"Object.entries({json.dumps(entries)}).forEach(one => localStorage.setItem(...one))"
    return at_starts(page, f"if ({there}) {write}")


SEEDED = """(() => {
  let state = SEED >>> 0;
  const next = () => {  // mulberry32
    let t = (state = (state + 0x6D2B79F5) >>> 0);
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) & 255;
  };
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.forEach((_, at) => { bytes[at] = next(); });
    return array;
  };
})()"""


def seeded(page: Page, seed: int) -> Page:
    """Make the page's chance (dice, coins, cards, names of tables) the same in every run.

    Python in the page draws all of it from the browser. Seed one page only: two pages with the same
    seed would give their tables the same name.
    """
    return at_starts(page, SEEDED.replace("SEED", str(seed)))


# -- the release bundle ---------------------------------------------------------------------------

WAY = "() => performance.getEntriesByName('asedio:way').map(entry => entry.detail)[0]"
CONTROLLED = "navigator.serviceWorker.controller !== null"


def lying(site: Path, name: str) -> Path:
    """Return the bundle's file whose path ends with `name`; folder names contain hashes."""
    last = name.rsplit("/", 1)[-1]
    return next(one for one in sorted(site.rglob(last)) if f"/{one}".endswith(f"/{name}"))


def replace(path: Path, data: bytes) -> None:
    path.unlink()  # a hard link: writing would change the original
    path.write_bytes(data)


class Host:
    """Server that can be killed, with a watched page of a profile."""

    def __init__(self, root: Path, context: BrowserContext, folder: str = "") -> None:
        self.stack = ExitStack()
        origin = f"http://localhost:{self.stack.enter_context(serving(root))}"
        self.url = f"{origin}/{folder}"
        self.watch = Watch(context, (origin,))
        self.page = context.new_page()

    def open(self, fragment: str = "", query: str = "") -> Page:
        self.page.goto("about:blank")  # changing only the fragment would not load the page
        self.page.goto(self.url + query + (f"#{fragment}" if fragment else ""))
        wait_for_mark(self.page, BOARD if fragment else READY)
        return self.page

    def kill(self) -> None:
        self.stack.close()
