"""Files that the system opens with the installed page go the way of dropped ones."""

from __future__ import annotations

from engine.match import savefile
from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot
from tests.fixtures.matches import random_match

QUEUE = """Object.defineProperty(window, "launchQueue", {
  value: { setConsumer: (consumer) => (window.launched = consumer) },
})"""
LAUNCH = """text => launched({
  files: [{ getFile: async () => new File([text], "game.json", { type: "application/json" }) }],
})"""


def test_file_opened_with_the_installed_page_is_read(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.add_init_script(QUEUE)
    boot(page)
    page.evaluate("launched({ files: [] })")  # started without a file
    page.evaluate(LAUNCH, savefile.dump(random_match("andarraya", 5, 8)))
    page.wait_for_selector("main[data-screen=table][data-game=andarraya]")
    assert page.evaluate("location.hash").startswith("#play=")


def test_bad_file_opened_with_the_installed_page_is_refused(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.add_init_script(QUEUE)
    boot(page)
    page.evaluate(LAUNCH, '{"format": "asedio"}')
    page.wait_for_selector(".problem:not(:empty)")
    assert page.locator("main[data-screen=home]").count() == 1
