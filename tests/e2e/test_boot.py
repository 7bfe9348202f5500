"""Starting the page: alone, in frames of game sites, and with a message when it cannot start."""

import re

import pytest
from playwright.sync_api import BrowserContext, Frame, Page

from tests.e2e.conftest import Servers
from tests.e2e.harness import (
    READY,
    ROOT,
    Held,
    Watch,
    loaded,
    wait_for_mark,
)
from tests.fixtures.sampled import sampled

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


@pytest.mark.soak  # test_home.py presses a button that early
def test_click_before_python_is_ready_is_remembered(page: Page) -> None:
    held = Held(page, "**/pyodide.mjs")
    page.goto("./", wait_until="domcontentloaded")
    page.evaluate("""() => {
      const button = document.createElement("button");
      button.id = "early";
      button.dataset.bootAction = "";
      button.dataset.target = "btn:test";
      button.textContent = "Cotadrez";
      document.body.prepend(button);
    }""")
    early = page.locator("#early")
    early.dispatch_event("click")
    assert page.evaluate("window.asedioPending") == "btn:test"
    assert early.get_attribute("aria-busy") == "true"
    assert progress(page).startswith("Preparando Cotadrez…")
    held.release()
    wait_for_mark(page, READY)
    page.wait_for_selector("html[data-boot=ready]")
    assert early.get_attribute("aria-busy") is None
    assert progress(page) == ""


@pytest.mark.parametrize(
    ("settings", "lang", "theme"),
    [
        ('{"theme": "night", "lang": "en"}', "en", "night"),
        ('{"theme": "auto"}', "es", "auto"),
        ('{"theme": "<script>", "lang": 7}', "es", "auto"),
        ("{damaged", "es", "auto"),
    ],
)
def test_theme_and_language_apply_before_python_starts(
    context: BrowserContext, page: Page, settings: str, lang: str, theme: str
) -> None:
    context.add_init_script(f"localStorage.setItem('asedio:settings', {settings!r})")
    without_pyscript(page)
    page.goto("./")
    assert page.locator("html").get_attribute("lang") == lang
    assert page.locator("html").get_attribute("data-theme") == theme


@pytest.mark.parametrize(("fragment", "shown"), [("", True), ("#new=cotadrez", False)])
def test_home_is_hidden_when_the_address_names_a_table(
    page: Page, fragment: str, shown: bool
) -> None:
    without_pyscript(page)
    page.goto(f"./{fragment}")
    assert page.locator('.boot-copy[lang="es"] .home').is_visible() == shown
    assert page.locator('.boot-copy[lang="es"] .wordmark').is_visible()
    assert progress(page).startswith("Cargando")


# -- messages when it cannot start ----------------------------------------------------------------


def failure(place: Page | Frame) -> str:
    place.wait_for_selector("html[data-boot=failed]", timeout=60_000)
    assert place.locator("#boot-progress").get_attribute("role") == "alert"
    return progress(place)


def test_sandboxed_frame_says_why_it_cannot_start(
    page: Page, server: Servers, watch: Watch
) -> None:
    frame = frame_in(page, server, 'sandbox="allow-scripts"')
    assert "allow-same-origin" in failure(frame)
    loaded(page)
    watch.problems.clear()  # the browser logs each file it refuses to such a frame


def test_page_opened_as_a_file_says_to_serve_the_folder(page: Page, watch: Watch) -> None:
    page.goto((ROOT / "index.html").as_uri())
    assert "make play" in failure(page)
    loaded(page)
    watch.problems.clear()  # the browser logs each file it refuses


def test_page_says_that_webassembly_is_missing(context: BrowserContext, page: Page) -> None:
    context.add_init_script("delete window.WebAssembly")
    without_pyscript(page)
    page.goto("./")
    assert "WebAssembly" in failure(page)


@pytest.mark.parametrize(
    "missing",
    [
        "core.js",
        "pyodide.mjs",
        "pyodide.asm.wasm",
        pytest.param("sources.zip", marks=pytest.mark.soak),
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
