"""My games in a browser: packing, the list, a backup with a password, another browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from engine.match import savefile
from tests.e2e.harness import READY, Servers, at_starts, boot, firefox, press, wait_for_mark
from tests.e2e.screens import FILL
from tests.ui.test_backup import played
from tests.ui.test_packs import finished
from ui.saves.backup import is_sealed
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

PASSWORD = "contraseña ♞"
UNPACKED = "Object.keys(localStorage).filter(key => key.startsWith('asedio:event:')).length"
KEPT = """Object.fromEntries(Object.keys(localStorage).sort()
  .filter(key => /^asedio:(?!shelf|archive|asked|backup|guest)/.test(key))
  .map(key => [key, localStorage.getItem(key)]))"""


def restore(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        press(page, "act:restore")
    chooser.value.set_files(file)


def test_finished_games_are_packed_and_a_backup_moves_to_another_browser(
    page: Page, server: Servers, playwright_driver: Playwright, tmp_path: Path
) -> None:
    boot(page)
    page.evaluate(FILL, played().entries)
    page.reload()
    wait_for_mark(page, READY)
    page.wait_for_function(f"{UNPACKED} === 1")  # of the game in progress
    press(page, "act:all-games")
    expect(page.locator('[data-slot="list"] .save')).to_have_count(5)
    page.locator('[data-field="password"]').fill(PASSWORD)
    with page.expect_download() as taken:
        press(page, "act:backup")
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    text = file.read_text("utf-8")
    assert is_sealed(text) and "asedio:game" not in text and json.loads(text)["version"] == 1
    kept = page.evaluate(KEPT)
    parts = {key.split(":")[1] for key in kept}
    assert {"game", "far", "letter", "draft", "settings", "study", "people"} <= parts
    with firefox(playwright_driver) as browser:
        other = browser.new_page(locale="es-ES")
        other.goto(f"{server.url}#games")
        wait_for_mark(other, READY)
        other.locator('[data-field="password"]').fill("wrong")
        restore(other, file)
        expect(other.locator('[data-slot="kept"]')).to_contain_text("no es correcta")
        other.locator('[data-field="password"]').fill(PASSWORD)
        press(other, "act:unseal")
        expect(other.locator('[data-slot="list"] .save')).to_have_count(5)
        assert other.evaluate(KEPT) == kept
        expect(other.locator('[data-target="act:folder"]')).to_have_count(0)


DROP = """text => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "game.json"));
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    if (!event.defaultPrevented) throw new Error(`${kind}: the browser would open the file`);
  }
}"""


# What the system hands to the installed page comes by a queue.
QUEUE = """Object.defineProperty(window, "launchQueue", {
  value: { setConsumer: (consumer) => (window.launched = consumer) },
})"""
LAUNCH = """text => launched({
  files: [{ getFile: async () => new File([text], "game.json", { type: "application/json" }) }],
})"""


def test_a_file_dropped_on_the_page_or_opened_with_it_is_read_or_refused(page: Page) -> None:
    at_starts(page, QUEUE)
    boot(page)
    page.evaluate("launched({ files: [] })")  # started without a file
    page.evaluate(LAUNCH, '{"format": "asedio"}')
    page.wait_for_selector(".problem:not(:empty)")
    assert page.locator("main[data-screen=home]").count() == 1
    page.evaluate(LAUNCH, savefile.dump(finished("rilatria")))
    page.wait_for_selector("main[data-screen=table][data-game=rilatria]")
    page.evaluate(DROP, savefile.dump(finished("andarraya")))
    page.wait_for_selector("main[data-screen=table][data-game=andarraya]")
    expect(page.locator(".log")).to_be_visible()


# A folder of the page's own file system, which has the same interface as one of the device.
PICKER = """window.showDirectoryPicker = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle("Copias", { create: true })"""
FILES = """async () => {
  const found = {};
  for await (const [name, handle] of (await showDirectoryPicker()).entries())
    found[name] = await (await handle.getFile()).text();
  return found;
}"""


def test_backups_are_saved_in_a_folder_and_replace_none(page: Page) -> None:
    at_starts(page, PICKER)
    boot(page)
    page.evaluate(FILL, {"asedio:level:andarraya": "3"})
    press(page, "act:all-games")
    press(page, "act:folder")
    shown = page.locator('[data-slot="kept"] p')
    expect(shown).to_contain_text("Guardada como asedio-")
    page.evaluate(FILL, {"asedio:level:cotadrez": "4"})
    page.reload()
    wait_for_mark(page, READY)
    press(page, "act:folder-save")
    expect(shown).to_contain_text("-2.asedio")
    first, second = sorted(page.evaluate(FILES).items(), key=lambda one: len(one[0]))
    assert "asedio:level:andarraya" in first[1] and "asedio:level:cotadrez" not in first[1]
    assert "asedio:level:cotadrez" in second[1]


@pytest.mark.shared
def test_pictures_are_drawn_for_the_rows_in_view(page: Page) -> None:
    boot(page)
    disk = MemoryStorage()
    store = Store(disk)
    for seed in range(12):
        assert store.pack(store.add(finished("andarraya", seed, 30)))
    page.evaluate(FILL, disk.entries)
    page.set_viewport_size({"width": 390, "height": 500})
    page.reload()
    wait_for_mark(page, READY)
    press(page, "act:all-games")
    rows = page.locator(".mine-picture")
    drawn = page.locator(".mine-picture svg[viewBox]")
    expect(rows).to_have_count(12)
    expect(rows.first.locator("svg[viewBox]")).to_be_visible()
    assert 1 <= drawn.count() < 12
    expect(rows.last.locator("svg[viewBox]")).to_have_count(0)
    rows.last.scroll_into_view_if_needed()
    expect(rows.last.locator("svg[viewBox]")).to_be_visible()
