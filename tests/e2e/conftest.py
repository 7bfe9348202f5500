"""Fixtures for tests in a real browser. Each page is new, and any error on it fails its test.

Tests run side by side: every worker has a server, a port and a browser of its own, and reads the
project's folder and dist/site without writing there. What races pages against each other, or waits
for something not to happen, is marked `alone` and runs afterwards with the machine to itself.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from engine.dev.site import build
from tests.e2e.harness import ROOT, Host, Watch, launch, serving

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever lies in this folder needs the browser; nobody has to remember the marker."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@dataclass(frozen=True)
class Servers:
    """Addresses of the page, and of a folder on a site that is another one to the browser."""

    url: str  # http://localhost:…/, the project folder
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Serves the project folder, and an empty folder from another site, while the tests run."""
    folder = tmp_path_factory.mktemp("other-site")
    with serving(ROOT) as port, serving(folder) as other:
        yield Servers(f"http://localhost:{port}/", f"http://127.0.0.1:{other}/", folder)


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """The running Playwright, for tests that start a browser of their own."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests; storage is per context."""
    running = launch(playwright_driver)
    yield running
    running.close()


@pytest.fixture
def context(browser: Browser, server: Servers) -> Iterator[BrowserContext]:
    """A fresh profile whose addresses start at the page; Spanish, as the games' sources are."""
    fresh = browser.new_context(
        base_url=server.url, locale="es-ES", viewport={"width": 1280, "height": 800}
    )
    yield fresh
    fresh.close()


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
def profile(browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(locale="es-ES", viewport={"width": 1280, "height": 800})
    yield fresh
    fresh.close()


@pytest.fixture
def host(copy: Path, profile: BrowserContext) -> Iterator[Host]:
    """The bundle in a subfolder of a plain server."""
    running = Host(copy.parents[1], profile, "some/folder/")
    yield running
    running.kill()
