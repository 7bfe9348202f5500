"""Starting the page: alone, in frames of game sites, and with a message when it cannot start."""

import re

import pytest
from playwright.sync_api import BrowserContext, Frame, Page

from tests.e2e.harness import (
    READY,
    ROOT,
    Servers,
    Watch,
    loaded,
    target,
    wait_for_mark,
)
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says

pytestmark = pytest.mark.sources

STORAGE_THROWS = """() => {
  try { window.localStorage.length; return "no error"; } catch (error) { return error.name; }
}"""
# A worker opens its own database before it runs any Python.
START_WORKER = """() => {
  window.workerSays = null;
  const script = document.createElement("script");
  script.type = "py";
  script.setAttribute("worker", "");
  script.src = "./probe.py";
  script.setAttribute("name", "probe");
  script.setAttribute("config", JSON.stringify({
    interpreter: new URL("./static/vendor/pyodide/pyodide.mjs", location.href).href,
    packages_cache: "never",
    sync_main_only: true,
    plugins: ["!codemirror", "!deprecations-manager", "!donkey", "!py-editor", "!py-game",
              "!py-terminal"],
  }));
  document.body.append(script);
  const wait = setInterval(() => {
    if (!script.xworker) return;
    clearInterval(wait);
    script.xworker.addEventListener("message", ({ data }) => {
      if (data === "42") window.workerSays = data;
    });
  }, 5);
}"""


def frame_in(page: Page, server: Servers, attributes: str = "") -> Frame:
    """Show the page in an iframe of another site and return the frame."""
    html = '<!doctype html><title>host</title><link rel="icon" href="data:,">'
    html += f'<iframe name="game" src="{server.url}" width="900" height="700" {attributes}>'
    (server.other_folder / "frame.html").write_text(html + "</iframe>", encoding="utf-8")
    page.goto(server.other_url + "frame.html")
    frame = page.frame(name="game")
    assert frame is not None
    return frame


def without_pyscript(page: Page) -> None:
    """Keep PyScript from starting, to test what the page shows before it."""
    page.route(
        "**/pyscript/core.js",
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )


def progress(place: Page | Frame) -> str:
    return place.locator("#boot-progress").text_content() or ""


def test_page_starts_in_a_subfolder_without_other_origins(
    page: Page, server: Servers, watch: Watch
) -> None:
    link = server.other_folder / "a" / "folder"
    link.parent.mkdir()
    link.symlink_to(ROOT, target_is_directory=True)
    page.goto(server.other_url + "a/folder/")
    wait_for_mark(page, READY)
    page.wait_for_selector("html[data-boot=ready]")
    assert progress(page) == ""
    assert watch.problems == []


@pytest.mark.full
@pytest.mark.soak  # test_release.py starts the bundle in such a frame
def test_page_and_worker_start_in_a_foreign_frame_with_blocked_storage(
    page: Page, server: Servers
) -> None:
    probe = "import js\njs.postMessage(str(6 * 7))\n"
    page.route("**/probe.py", lambda route: route.fulfill(body=probe))
    frame = frame_in(page, server)
    wait_for_mark(frame, READY)
    assert frame.evaluate(STORAGE_THROWS) == "SecurityError"
    frame.evaluate(START_WORKER)
    frame.wait_for_function("window.workerSays === '42'", timeout=60_000)


# -- messages while it starts ---------------------------------------------------------------------


SETTINGS = {  # as stored: language and theme that the page then has
    '{"theme": "night", "lang": "en"}': ("en", "night"),
    '{"theme": "auto"}': ("es", "auto"),
    '{"theme": "<script>", "lang": 7}': ("es", "auto"),
    "{damaged": ("es", "auto"),
}


def test_theme_and_language_apply_before_python_starts(page: Page) -> None:
    without_pyscript(page)
    page.goto("./")
    root = page.locator("html")
    for stored, (lang, theme) in SETTINGS.items():
        page.evaluate("stored => localStorage.setItem('asedio:settings', stored)", stored)
        page.reload()
        assert root.get_attribute("lang") == lang, stored
        assert root.get_attribute("data-theme") == theme, stored
        start = target(page, "act:computer:cotadrez")
        assert start.inner_text().startswith(says("home.computer", lang))
        assert page.locator("h1:visible").count() == 1


# -- messages when it cannot start ----------------------------------------------------------------


def failure(place: Page | Frame) -> str:
    place.wait_for_selector("html[data-boot=failed]", timeout=60_000)
    assert place.locator("#boot-progress").get_attribute("role") == "alert"
    return progress(place)


def test_page_says_why_it_cannot_start_in_a_sandbox_as_a_file_or_without_webassembly(
    context: BrowserContext, page: Page, server: Servers, watch: Watch
) -> None:
    frame = frame_in(page, server, 'sandbox="allow-scripts"')
    assert "allow-same-origin" in failure(frame)
    page.goto((ROOT / "index.html").as_uri())
    assert "make play" in failure(page)
    loaded(page)
    watch.problems.clear()  # the browser logs each file it refuses
    old = context.new_page()
    old.add_init_script("delete window.WebAssembly")
    without_pyscript(old)
    old.goto("./")
    assert "WebAssembly" in failure(old)


@pytest.mark.parametrize(
    "missing",
    [
        "core.js",
        *(
            pytest.param(name, marks=pytest.mark.soak)
            for name in ("pyodide.mjs", "pyodide.asm.wasm", "sources.zip")
        ),
    ],
)
def test_missing_file_is_reported_as_a_failed_start(page: Page, watch: Watch, missing: str) -> None:
    page.route(re.compile(rf"/{re.escape(missing)}$"), lambda route: route.abort())
    page.goto("./")
    assert failure(page).startswith("Asedio no ha podido arrancar.")
    watch.problems.clear()


@pytest.mark.parametrize(
    "code", sampled(["1 / 0", "import asyncio\nawait asyncio.sleep(0)\n1 / 0"])
)
def test_error_in_main_is_reported_as_a_failed_start(page: Page, watch: Watch, code: str) -> None:
    page.route("**/ui/main.py", lambda route: route.fulfill(body=code))
    page.goto("./")
    assert failure(page).startswith("Asedio no ha podido arrancar.")
    watch.forgive("ZeroDivisionError")
