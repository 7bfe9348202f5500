"""Fixtures for tests in a real browser. Each page is new, and any error on it fails its test.

Tests run in parallel: every worker has its own servers, ports and browser, and only reads the
project folder and dist/site. Tests that race pages against each other, or wait for something not
to happen, are marked `alone` and run afterwards with the machine to themselves.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from engine.dev.browser import find_shell, require_chromium
from engine.dev.site import build
from tests.e2e.far_pair import PATIENCE_MS, Player, hostile_relays
from tests.e2e.harness import (
    BOOT_TIMEOUT_MS,
    ROOT,
    Host,
    NewContext,
    Servers,
    Watch,
    launch,
    serving,
)
from tests.e2e.keeper import PHONE, Keeper
from tests.e2e.relays import HostileRelay, RealRelay
from tests.fixtures.evidence import keep, traced, wanted

HERE = Path(__file__).parent
# Most tests are too short for optimized machine code to pay for its compilation.
BRIEF = "--js-flags=--liftoff-only"
SPOILT = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE_MS)  # a busy machine takes longer than the default


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder `e2e`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save screenshots and traces of a failed test while its pages are still open."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    item.stash[SPOILT] = item.stash.get(SPOILT, False) or report.failed
    if browser is not None and wanted(report):
        keep(item, browser, how=report.outcome)
    return report


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[dict[str, Servers]]:
    """Serve the release bundle and the sources, each with an empty folder as the other site."""
    folder = tmp_path_factory.mktemp("other-site")
    with serving(site) as bundle, serving(ROOT) as sources, serving(folder) as other:
        yield {
            name: Servers(f"http://localhost:{port}/", f"http://127.0.0.1:{other}/", folder)
            for name, port in (("bundle", bundle), ("sources", sources))
        }


@pytest.fixture
def server(request: pytest.FixtureRequest, servers: dict[str, Servers]) -> Servers:
    """Return the bundle's server, or the sources' server for a test marked `sources`."""
    return servers["sources" if request.node.get_closest_marker("sources") else "bundle"]


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """Running Playwright, for tests that start a browser of their own."""
    with sync_playwright() as driver:
        yield driver


FindBrowser = Callable[..., Browser]


@pytest.fixture(scope="session")
def browsers(playwright_driver: Playwright) -> Iterator[FindBrowser]:
    """Yield a function that returns the browser of a program and flags, one for all tests."""
    running: dict[tuple[str, ...], Browser] = {}

    def find(program: str, *flags: str) -> Browser:
        wanted = (program, *flags)
        if wanted not in running:
            running[wanted] = launch(playwright_driver, *flags, program=program)
        return running[wanted]

    yield find
    for one in running.values():
        one.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest, browsers: FindBrowser) -> Browser:
    """Return the Chromium that all tests share; each context has its own storage.

    This is the headless shell where available, and the full browser for a test marked `full`. Tests
    marked `full` or `alone` optimize WebAssembly as usual; in the others it is compiled once, fast.
    """
    full, alone = (request.node.get_closest_marker(name) for name in ("full", "alone"))
    program = (None if full else find_shell()) or require_chromium()
    return browsers(program) if full or alone else browsers(program, BRIEF)


def motion(item: pytest.Item) -> Literal["no-preference", "reduce"]:
    """Return the motion that a profile asks for: animations take a tenth of the time of most tests.
    Tests marked `moving` have them."""
    return "no-preference" if item.get_closest_marker("moving") else "reduce"


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, browser: Browser, server: Servers
) -> Iterator[NewContext]:
    """Yield a function that makes fresh profiles based at the page; close them all afterwards.

    An error of a script on any of their pages fails the test, unless it is `watched` otherwise. The
    locale is Spanish, as are the games' sources. Service workers are blocked, because each would
    fetch the whole bundle: tests of the bundle itself use profiles of their own.
    """
    opened: list[BrowserContext] = []
    errors: list[str] = []

    def make(watched: bool = False, **options: Any) -> BrowserContext:
        usual: dict[str, Any] = {"base_url": server.url, "locale": "es-ES"}
        usual |= {"service_workers": "block", "reduced_motion": motion(request.node)}
        opened.append(traced(browser.new_context(**usual | options)))
        opened[-1].set_default_timeout(BOOT_TIMEOUT_MS)
        if not watched:
            opened[-1].on("weberror", lambda error: errors.append(str(error.error)))
        return opened[-1]

    yield make
    for context in opened:
        context.close()
    assert errors == []


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """Profile with a desktop-sized window, used by most tests."""
    return new_context(watched=True, viewport={"width": 1280, "height": 800})


@pytest.fixture
def watch(context: BrowserContext, server: Servers) -> Iterator[Watch]:
    """Fail the test at its end after an error or a request to a site other than our two."""
    watching = Watch(context, (server.origin, server.other_origin))
    yield watching
    assert watching.problems == []


@pytest.fixture(scope="session")
def keeper(browsers: FindBrowser, servers: dict[str, Servers]) -> Iterator[Keeper]:
    """Holder of the page that the tests marked `shared` use in turn."""
    at = servers["bundle"]
    kept = Keeper(browsers(find_shell() or require_chromium(), BRIEF), at.url, (at.origin,))
    yield kept
    kept.drop()


@pytest.fixture(scope="session")
def phone_keeper(browsers: FindBrowser, servers: dict[str, Servers]) -> Iterator[Keeper]:
    """Holder of the same for `phone`."""
    at = servers["bundle"]
    kept = Keeper(browsers(find_shell() or require_chromium(), BRIEF), at.url, (at.origin,), True)
    yield kept
    kept.drop()


def lent(item: pytest.Item, kept: Keeper) -> Iterator[Page]:
    """Yield a keeper's page for a test; drop it afterwards if it is no good for the next."""
    mark = item.get_closest_marker("shared")
    yield kept.page(mark.kwargs if mark else {}, still=item.get_closest_marker("moving") is None)
    problems = list(kept.problems)
    if problems or kept.spoilt or item.stash.get(SPOILT, False):
        kept.drop()
    assert problems == []


def shares(item: pytest.Item) -> bool:
    """Return whether a test uses a keeper's page."""
    own = any(item.get_closest_marker(name) for name in ("sources", "full", "alone"))
    return bool(item.get_closest_marker("shared")) and not own


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """Empty page watched by `watch`; `boot(page)` opens Asedio in it.

    For a test marked `shared` it is the page of the keeper, with Asedio at home, unless it asks for
    another browser or context.
    """
    if shares(request.node) and "context" not in request.fixturenames:
        yield from lent(request.node, request.getfixturevalue("keeper"))
    else:
        request.getfixturevalue("watch")
        yield request.getfixturevalue("context").new_page()


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone held upright, with touch."""
    if shares(request.node):
        yield from lent(request.node, request.getfixturevalue("phone_keeper"))
    else:
        yield request.getfixturevalue("new_context")(has_touch=True, viewport=PHONE).new_page()


# -- the release bundle ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Build dist/site from the current sources, once per run in the first worker that asks."""
    folder = ROOT / "dist" / "site"
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = shared / "site.built"
        if not built.exists():
            build(ROOT, folder)
            built.touch()
    return folder


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    """Hard-linked copy of the bundle in a subfolder; tests may replace its files."""
    folder = tmp_path / "some" / "folder"
    shutil.copytree(site, folder, copy_function=os.link)
    return folder


@pytest.fixture
def profile(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(
        locale="es-ES",
        viewport={"width": 1280, "height": 800},
        reduced_motion=motion(request.node),
    )
    traced(fresh).set_default_timeout(BOOT_TIMEOUT_MS)
    yield fresh
    fresh.close()


@pytest.fixture
def host(copy: Path, profile: BrowserContext) -> Iterator[Host]:
    """Server of the bundle in a subfolder, with a watched page of a fresh profile."""
    running = Host(copy.parents[1], profile, "some/folder/")
    yield running
    running.kill()


# -- far play -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRelay]:
    running = RealRelay(tmp_path_factory.mktemp("relay"))
    yield running
    running.kill()


@pytest.fixture
def hostile() -> Iterator[HostileRelay]:
    with hostile_relays(1) as [only]:
        yield only


@pytest.fixture
def pair(new_context: NewContext, server: Servers, relay: RealRelay) -> Iterator[list[Player]]:
    found = [Player(new_context, server, relay.url) for _ in range(2)]
    yield found
    for player in found:
        assert player.watch.problems == []
