"""A board in a frame of another page: steps, its height, and nothing stored."""

from __future__ import annotations

from playwright.sync_api import Frame, Page

from engine.match import codec
from tests.e2e.harness import READY, NewContext, Servers, loaded, press, wait_for_mark, written
from tests.fixtures.matches import random_match

WORD = codec.encode(random_match("andarraya", 5, 12))
SENT = "window.heard = []; addEventListener('message', (event) => heard.push(event.data))"
OUTSIDE = """<!doctype html><title>Blog</title><link rel="icon" href="data:,">
<script>{sent}</script>
<iframe name="board" src="{page}#view={word}" title="Board" style="width:100%;height:99px"></iframe>
<script src="{page}embed.js"></script>"""


def board(page: Page, server: Servers, word: str) -> Frame:
    html = OUTSIDE.format(sent=SENT, page=server.url, word=word)
    (server.other_folder / "blog.html").write_text(html, "utf-8")
    page.goto(f"{server.other_url}blog.html")
    frame = page.frame(name="board")
    assert frame is not None
    wait_for_mark(frame, READY)
    return frame


def test_board_of_another_page_steps_and_tells_only_its_height(
    new_context: NewContext, server: Servers
) -> None:
    page = new_context().new_page()
    frame = board(page, server, WORD)
    frame.wait_for_selector(".embed .board")
    before = frame.locator(".embed .board").inner_html()
    press(frame, "step:back")
    assert frame.locator(".embed .board").inner_html() != before
    press(frame, "step:next")
    assert frame.locator(".embed .board").inner_html() == before
    page.wait_for_function(
        """() => { const frame = document.querySelector("iframe");
          return heard.length && frame.clientHeight === heard.at(-1).height; }"""
    )
    said = page.evaluate("heard")
    assert all(sorted(one) == ["asedio", "height"] and one["asedio"] == "height" for one in said)
    inner = frame.evaluate("document.body.getBoundingClientRect().height")
    assert abs(said[-1]["height"] - inner) <= 1
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_board_of_another_page_stores_nothing_and_says_nothing_of_a_blocked_storage(
    new_context: NewContext, server: Servers
) -> None:
    """Its reader has no game to download."""
    page = new_context(service_workers="allow").new_page()
    page.goto(f"{server.url}#view={WORD}")
    wait_for_mark(page, READY)
    press(page, "step:first")
    loaded(page)
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []
    databases = page.evaluate("indexedDB.databases()")  # those are always in memory
    assert all(one["name"].startswith("IDBMap/") for one in databases)
    assert page.locator("header.top").count() == 0 and page.url.endswith(f"#view={WORD}")
    context = new_context()
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'SecurityError') }"
    )
    blocked = context.new_page()
    blocked.goto(f"{server.url}#view={WORD}")
    wait_for_mark(blocked, READY)
    press(blocked, "step:back")
    assert blocked.locator("#notice").is_hidden()


TYPING = """<!doctype html><title>Blog</title><link rel="icon" href="data:,">
<textarea autofocus></textarea>
<iframe name="board" src="{page}{address}" style="width:100%;height:700px"></iframe>"""


PLACES = {
    f"#view={WORD}": ".embed .board",
    "#puzzle=cotadrez&n=3": ".table-board .cell",
}


def test_page_in_a_frame_leaves_the_focus_to_the_page_around_it(
    new_context: NewContext, server: Servers
) -> None:
    """Whoever types in the page around it loses no letter, until a press in the frame."""
    page = new_context().new_page()
    for number, (address, shown) in enumerate(PLACES.items()):
        html = TYPING.format(page=server.url, address=address)
        (server.other_folder / f"blog{number}.html").write_text(html, "utf-8")
        page.goto(f"{server.other_url}blog{number}.html")
        frame = page.frame(name="board")
        assert frame is not None
        page.locator("textarea").press_sequentially("before ")
        wait_for_mark(frame, READY)
        frame.wait_for_selector(shown)
        written(frame)
        page.keyboard.type("after")
        assert page.locator("textarea").input_value() == "before after"
        frame.locator("body").press("Tab")
        assert frame.evaluate("document.activeElement !== document.body")
