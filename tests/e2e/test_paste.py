"""A long text pasted into a field for texts: it stands beside the field, and is read whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import Held, boot, press, target
from tests.fixtures.says import says

LINES = 15_000
# By address: the name of the field, and the button that reads it.
FIELDS = {
    "": ("paste", "act:open"),
    "edit=andarraya": ("paste", "act:open"),
    "study=": ("studies-text", "act:read"),
}
# Pastes a text as the browser does: an event, then the text goes in unless it was prevented.
PASTE = """([field, text]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  field.focus();
  const made = {clipboardData: data, bubbles: true, cancelable: true};
  if (field.dispatchEvent(new ClipboardEvent("paste", made)))
    document.execCommand("insertText", false, text);
}"""


def paste(page: Page, name: str, text: str) -> None:
    field = page.locator(f'[data-field="{name}"]')
    page.evaluate(PASTE, [field.element_handle(), text])


@pytest.mark.parametrize("place", FIELDS)
def test_a_long_text_never_enters_the_text_area_and_arrives_whole(page: Page, place: str) -> None:
    name, read = FIELDS[place]
    text = '[Game "Andarraya"]\n\n1. e4\n' + "; words\n" * LINES + "e5 2. Nf3 *\n"
    boot(page)
    page.evaluate("place => { location.hash = place }", place)
    field = page.locator(f'[data-field="{name}"]')
    field.wait_for(state="attached")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    paste(page, name, "1. ")
    expect(field).to_have_value("1. ")
    field.press("End")
    field.press_sequentially("d4")
    expect(field).to_have_value("1. d4")
    field.press("ControlOrMeta+A")
    paste(page, name, text)
    expect(field).to_have_count(0)
    expect(page.locator(".pasted")).to_contain_text(says("paste.long", "es", n=LINES + 5))
    expect(target(page, f"clear:{name}")).to_be_focused()
    press(page, f"clear:{name}")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    paste(page, name, text)
    press(page, read)
    if place == "edit=andarraya":
        expect(page.locator("[data-slot=said]")).to_have_text(says("editor.read.done", "es"))
        return
    page.wait_for_function("location.hash.startsWith('#study=')")


def starting(page: Page) -> Held:
    """Open home, whose fields are there, and hold Python back."""
    held = Held(page, "**/*.wasm*")
    page.goto("./")
    page.locator("[data-field=paste]:visible").wait_for()
    return held


def test_a_long_text_pasted_while_the_page_starts_waits_beside_the_field(page: Page) -> None:
    held = starting(page)
    text = '[Game "Andarraya"]\n\n1. e4\n' + "; words\n" * LINES + "e5 2. Nf3 *\n"
    field = page.locator("[data-field=paste]:visible")
    page.evaluate(PASTE, [field.element_handle(), text])
    expect(field).to_have_value(says("paste.long", "es", n=LINES + 5))
    press(page, "act:open")
    held.release()
    page.wait_for_function("location.hash.startsWith('#study=')")


def test_a_file_dropped_while_the_page_starts_is_opened(page: Page) -> None:
    held = starting(page)
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.txt"));
          for (const kind of ["dragover", "drop"]) {
            const made = {dataTransfer: data, bubbles: true, cancelable: true};
            if (document.body.dispatchEvent(new DragEvent(kind, made))) throw new Error(kind);
          }
        }""",
        '[Game "Andarraya"]\n\n1. e4 e5 2. Nf3 *\n',
    )
    held.release()
    page.wait_for_function("location.hash.startsWith('#play=')")
