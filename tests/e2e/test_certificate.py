"""The certificate of a far table in the browser: opened from a file, read, saved again."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from engine.core.steps import finish
from engine.dev.verify import Signatures
from engine.far.certificate import examine
from tests.e2e.harness import boot, press, screenshot
from tests.e2e.test_home import violations_in_every_light
from tests.far.tables import file_of, played, resigned


def test_a_file_shows_its_certificate_and_is_saved_again(page: Page, tmp_path: Path) -> None:
    """In the bundle, with the page's own signature library, on a device without the table."""
    file = tmp_path / "game.json"
    file.write_text(file_of(resigned(played("rilatria", 1, 30))), "utf-8")
    boot(page)
    with page.expect_file_chooser() as chooser:
        press(page, "act:file")
    chooser.value.set_files(file)
    verdict = page.locator(".certificate-verdict")
    verdict.wait_for(timeout=90_000)
    expect(verdict).to_contain_text("Válido")
    page.locator(".certificate-more summary", has_text="Azar").click()
    expect(page.locator(".certificate")).to_contain_text("El sorteo 9")
    assert violations_in_every_light(page) == {}
    screenshot(page, "certificate")
    with page.expect_download() as download:
        press(page, "far:save")
    saved = download.value.path().read_text("utf-8")
    assert saved == file.read_text("utf-8")
    assert finish(examine(saved, Signatures())).status == "valid"
    press(page, "far:look")
    page.locator(".result-card").wait_for(timeout=20_000)
