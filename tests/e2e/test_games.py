"""My games in a browser: packing, the list, a backup with a password, another browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from engine.match import savefile
from tests.e2e.conftest import Servers
from tests.e2e.harness import BOARD, READY, boot, firefox, press, target, wait_for_mark
from tests.e2e.test_kept import FILL
from tests.ui.test_backup import played
from tests.ui.test_packs import finished
from ui.saves.backup import is_sealed

PASSWORD = "contraseña ♞"
UNPACKED = "Object.keys(localStorage).filter(key => key.startsWith('asedio:event:')).length"
KEPT = """Object.fromEntries(Object.keys(localStorage).sort()
  .filter(key => /^asedio:(?!shelf|archive|asked|backup|settings)/.test(key))
  .map(key => [key, localStorage.getItem(key)]))"""


def restore(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        press(page, "act:restore")
    chooser.value.set_files(file)


def test_finished_games_are_packed_and_a_backup_moves_to_another_browser(
    page: Page, server: Servers, playwright_driver: Playwright, tmp_path: Path
) -> None:
    boot(page)
    page.evaluate(FILL, {key: raw for key, raw in played().entries.items() if "far:" not in key})
    page.reload()
    wait_for_mark(page, READY)
    page.wait_for_function(f"{UNPACKED} === 1")  # of the game in progress
    press(page, "act:all-games")
    expect(page.locator(".mine-list .save")).to_have_count(4)
    page.locator('[data-field="password"]').fill(PASSWORD)
    with page.expect_download() as taken:
        press(page, "act:backup")
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    text = file.read_text("utf-8")
    assert is_sealed(text) and "asedio:game" not in text and json.loads(text)["version"] == 1
    kept = page.evaluate(KEPT)
    assert len(kept) > 5
    with firefox(playwright_driver) as browser:
        other = browser.new_page(locale="es-ES")
        other.goto(f"{server.url}#games")
        wait_for_mark(other, READY)
        other.locator('[data-field="password"]').fill("wrong")
        restore(other, file)
        expect(other.locator('[data-slot="kept"]')).to_contain_text("no es correcta")
        other.locator('[data-field="password"]').fill(PASSWORD)
        press(other, "act:unseal")
        expect(other.locator(".mine-list .save")).to_have_count(4)
        assert other.evaluate(KEPT) == kept


@pytest.mark.parametrize("broken", ["{", '{"format":"asedio-backup","version":1,"entries":3}'])
def test_a_broken_backup_is_refused_with_a_reason(page: Page, tmp_path: Path, broken: str) -> None:
    boot(page)
    press(page, "act:all-games")
    file = tmp_path / "x.asedio"
    file.write_text(broken, "utf-8")
    restore(page, file)
    expect(target(page, "act:restore")).to_be_visible()
    expect(page.locator('[data-slot="kept"] p')).to_have_count(1)


DROP = """text => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "game.json"));
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    if (!event.defaultPrevented) throw new Error(`${kind}: the browser would open the file`);
  }
}"""


def test_a_file_dropped_on_the_page_is_opened(page: Page) -> None:
    boot(page)
    page.evaluate(DROP, savefile.dump(finished("andarraya")))
    wait_for_mark(page, BOARD)
    expect(page.locator(".log")).to_be_visible()
