"""The animated GIF of a game, decoded by another library, matches the page turn by turn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from engine.dev.common import play_on
from engine.games import REGISTRY
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, press, press_all
from tests.e2e.screens import open_there, settings
from tests.e2e.test_picture import COMPARED, PLACES, address
from tests.fixtures.sampled import sampled

DECODER = ROOT / "node_modules/omggif/omggif.js"
TURNS = 10  # of the shortest GIF
# Drawings of what has just happened, which the page shows for a moment.
PASSING = "[data-slot=effects], .at-square { display: none }"

# Decodes a GIF and returns its frames as PNG, with their delays in ms.
_DECODED = """async ([source, bytes]) => {
  const GifReader = new Function(`${source}; return GifReader;`)();
  const reader = new GifReader(Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)));
  const paper = new OffscreenCanvas(reader.width, reader.height);
  const pixels = new ImageData(reader.width, reader.height);
  const found = [];
  for (let number = 0; number < reader.numFrames(); number++) {
    reader.decodeAndBlitFrameRGBA(number, pixels.data);
    paper.getContext("2d").putImageData(pixels, 0, 0);
    const blob = await paper.convertToBlob({ type: "image/png" });
    const text = await new Promise((done) => {
      const file = new FileReader();
      file.onload = () => done(file.result);
      file.readAsDataURL(blob);
    });
    found.push([text, reader.frameInfo(number).delay * 10]);
  }
  return found;
}"""


def open_game(page: Page, game: str) -> None:
    """Open a finished or running game on the page; finished where players have secrets."""
    match = Match(MatchConfig(game, {}, ("Ana", "Blas")))
    match.begin()
    play_on(match, Random(5), 150 if game == "stratego" else 60)
    if match.game.info.has_secrets and not match.over:
        match.resign(1)
    settings(page, motion="none")
    boot(page)
    open_there(page, match)
    page.keyboard.press("Escape")


def made(page: Page) -> bytes:
    press(page, "act:share")
    press(page, "share:gif")
    with page.expect_download() as waiting:
        press(page, "gif:make")
    data = Path(waiting.value.path()).read_bytes()
    assert waiting.value.suggested_filename.endswith(".gif")
    press(page, "dialog:close")
    return data


def decoded(page: Page, data: bytes) -> list[tuple[str, int]]:
    """Return the frames of a GIF: PNG as a data address, and delay in ms."""
    asked = [DECODER.read_text("utf-8"), address("png", data).partition(",")[2]]
    return [(picture, delay) for picture, delay in page.evaluate(_DECODED, asked)]


@pytest.mark.shared(motion="none")
@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_every_frame_of_a_gif_matches_the_page(page: Page, game: str) -> None:
    open_game(page, game)
    data = made(page)
    page.add_style_tag(content=PASSING)
    found = decoded(page, data)
    assert len(found) == TURNS + 1 and len({delay for _, delay in found[:-1]}) == 1
    assert len(data) < 60_000 * len(found)
    wrong = {}
    for number in range(len(found) - 1, -1, -1):
        shot, places = address("png", page.screenshot()), page.evaluate(PLACES)
        differing = page.evaluate(COMPARED, [shot, found[number][0], *places])
        if differing:
            wrong[number] = differing
        if number:
            press(page, "act:log-prev")
            page.mouse.move(0, 0)
    assert wrong == {}


def test_a_gif_is_cancelled_a_code_of_the_link_shown_and_both_fetched_only_then(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_game(page, "andarraya")
    press(page, "act:share")
    page.wait_for_selector(".dialog")
    assert not [one for one in asked if "gif.js" in one or "qr.js" in one or "show.bin" in one]
    press(page, "share:gif")
    press(page, "gif:turns=30")
    press(page, "gif:make")
    press(page, "gif:cancel")
    page.wait_for_selector('[data-target="gif:make"]')
    assert [one for one in asked if one.endswith("/gif.js")]
    assert page.locator(".of-reel").count() == 0
    press_all(page, ("dialog:close", "act:share", "share:qr"))
    page.wait_for_selector(".dialog .qr")
    wide = page.locator(".dialog .qr").bounding_box()
    assert wide is not None and wide["width"] > 180
