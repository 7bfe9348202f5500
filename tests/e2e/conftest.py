"""Fixtures for tests in a real browser. Each page is new, and any error on it fails its test.

Tests run side by side: every worker has servers, ports and a browser of its own, and reads the
project's folder and dist/site without writing there. What races pages against each other, or waits
for something not to happen, is marked `alone` and runs afterwards with the machine to itself.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from engine.dev.browser import find_shell, require_chromium
from engine.dev.site import build
from tests.e2e.harness import ROOT, Host, Watch, launch, serving
from tests.fixtures.evidence import keep, traced

HERE = Path(__file__).parent
# Most visits of a test are too short for better machine code to be worth its making.
BRIEF = "--js-flags=--liftoff-only"
# Its tests take a second each, so that no worker sits idle beside a long one at the end.
LAST = HERE / "test_first_paint.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever lies in this folder needs the browser; nobody has to remember the marker."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)
    items.sort(key=lambda item: item.path == LAST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep pictures and traces of a test that fails, while its pages are still open."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if call.when == "call" and report.failed and browser is not None:
        keep(item, browser)
    return report


@dataclass(frozen=True)
class Servers:
    """Addresses of the page, and of a folder on a site that is another one to the browser."""

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


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[dict[str, Servers]]:
    """The release bundle and the sources, each served, and an empty folder from another site."""
    folder = tmp_path_factory.mktemp("other-site")
    with serving(site) as bundle, serving(ROOT) as sources, serving(folder) as other:
        yield {
            name: Servers(f"http://localhost:{port}/", f"http://127.0.0.1:{other}/", folder)
            for name, port in (("bundle", bundle), ("sources", sources))
        }


@pytest.fixture
def server(request: pytest.FixtureRequest, servers: dict[str, Servers]) -> Servers:
    """What players get, which starts in a second; the sources for a test marked so."""
    return servers["sources" if request.node.get_closest_marker("sources") else "bundle"]


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """The running Playwright, for tests that start a browser of their own."""
    with sync_playwright() as driver:
        yield driver


FindBrowser = Callable[..., Browser]


@pytest.fixture(scope="session")
def browsers(playwright_driver: Playwright) -> Iterator[FindBrowser]:
    """By program and its flags, each started when it is first asked for."""
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
    """One Chromium for all tests, storage is per context: the headless shell where it can be had,
    and the one with windows for a test marked `full`. Those that are `full` or measure (`alone`)
    have it as people do; in the others it does not look for better machine code."""
    full, alone = (request.node.get_closest_marker(name) for name in ("full", "alone"))
    program = (None if full else find_shell()) or require_chromium()
    return browsers(program) if full or alone else browsers(program, BRIEF)


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, browser: Browser, server: Servers
) -> Iterator[NewContext]:
    """Makes fresh profiles whose addresses start at the page; they are closed after the test.

    Spanish, as the games' sources are, and without the service worker, which would fetch the
    whole bundle in each of them: the tests of the bundle itself have profiles of their own.
    """
    opened: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        usual = {"base_url": server.url, "locale": "es-ES", "service_workers": "block"}
        opened.append(traced(request.node, browser.new_context(**usual | options)))
        return opened[-1]

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """The profile most tests are content with."""
    return new_context(viewport={"width": 1280, "height": 800})


@pytest.fixture
def watch(context: BrowserContext, server: Servers) -> Iterator[Watch]:
    """Fails the test at its end for an error, or a request to any site but our two."""
    watching = Watch(context, (server.origin, server.other_origin))
    yield watching
    assert watching.problems == []


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Page:
    """An empty page that is being watched; `boot(page)` opens Asedio in it."""
    return context.new_page()


# -- the release bundle ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """dist/site of these very sources, built once in a run, by whichever worker comes first."""
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
    """The bundle in a subfolder, where a test may change files (by replacing them)."""
    folder = tmp_path / "some" / "folder"
    shutil.copytree(site, folder, copy_function=os.link)
    return folder


@pytest.fixture
def profile(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(locale="es-ES", viewport={"width": 1280, "height": 800})
    traced(request.node, fresh)
    yield fresh
    fresh.close()


@pytest.fixture
def host(copy: Path, profile: BrowserContext) -> Iterator[Host]:
    """The bundle in a subfolder of a plain server."""
    running = Host(copy.parents[1], profile, "some/folder/")
    yield running
    running.kill()
