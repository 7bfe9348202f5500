"""The downloaded picture of a board matches the page in every game and theme."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.harness import press, share
from tests.e2e.screens import middle, open_middle, settings
from tests.fixtures.sampled import sampled

LIGHTS = {
    "day": "figures",
    "night": "letters",
    "contrast": "contrast",
}  # themes and their piece sets
KINDS = {"png": "image/png", "svg": "image/svg+xml"}
# Mean difference over a square, of 255: edges and letters give 15, a missing piece 36.
MOST = 22

# Compares a screenshot of the page with the picture drawn where the board lies. Both are reduced to
# a quarter, so that edges may fall on either side of a pixel.
COMPARED = """async ([seen, kept, board, squares]) => {
  const width = innerWidth / 4, height = innerHeight / 4;
  const read = async (address, spot) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const paper = new OffscreenCanvas(width, height).getContext('2d');
    paper.imageSmoothingQuality = 'high';
    const [left, top, wide] = spot;  // below the board the picture has a line of words
    const high = wide * image.naturalHeight / image.naturalWidth;
    paper.drawImage(image, ...[left, top, wide, high].map((one) => one / 4));
    return paper.getImageData(0, 0, width, height).data;
  };
  const page = await read(seen, [0, 0, innerWidth, innerHeight]), picture = await read(kept, board);
  const wrong = {};
  for (const [name, left, top, right, bottom] of squares) {
    let sum = 0, count = 0, clear = false;
    for (let row = Math.ceil(top / 4); row < Math.floor(bottom / 4); row++)
      for (let column = Math.ceil(left / 4); column < Math.floor(right / 4); column++) {
        const at = 4 * (row * width + column);
        for (let one = at; one < at + 3; one++) sum += Math.abs(page[one] - picture[one]);
        count += 3;
        clear ||= picture[at + 3] < 255;
      }
    if (clear || !(sum / count < MOST)) wrong[name] = clear ? 'clear' : Math.round(sum / count);
  }
  return wrong;
}""".replace("MOST", str(MOST))

# The box of the board, and the edges of its squares and of the strip below them.
PLACES = """() => {
  const { x, y, width, height } = document.querySelector('main svg.board').getBoundingClientRect();
  const squares = [...document.querySelectorAll('.cell')].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [one.dataset.target, left, top, right, bottom];
  });
  const below = ['below', x, y + height - 16, x + width, y + height];
  return [[x, y, width, height], [...squares, below]];
}"""


DRESSED = "how => { Object.assign(document.documentElement.dataset, how) }"


def address(kind: str, data: bytes) -> str:
    return f"data:{KINDS[kind]};base64,{b64encode(data).decode('ascii')}"


def kept(page: Page, kind: str) -> bytes:
    share(page)
    with page.expect_download() as waiting:
        press(page, f"share:picture:.{kind}")
    data = Path(waiting.value.path()).read_bytes()
    press(page, "dialog:close")
    return data


def open_still(page: Page, game: str) -> None:
    """Open a game in mid-play with nothing over its board."""
    settings(page, motion="none")
    open_middle(page, game)
    page.keyboard.press("Escape")
    page.locator(".at-square").wait_for(state="detached")


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=4))
def test_downloaded_picture_matches_the_page(page: Page, game: str) -> None:
    open_still(page, game)
    wrong = {}
    for light, pieces in LIGHTS.items():
        page.evaluate(DRESSED, {"theme": light, "pieces": pieces})
        seen, places = address("png", page.screenshot()), page.evaluate(PLACES)
        for kind in KINDS:
            args = [seen, address(kind, kept(page, kind)), *places]
            wrong[f"{light}, {kind}"] = page.evaluate(COMPARED, args)
    assert {where: what for where, what in wrong.items() if what} == {}


def test_downloaded_picture_holds_nothing_hidden_from_its_viewer(page: Page) -> None:
    """Hidden pieces of Stratego are a question mark in the picture and nothing else."""
    open_still(page, "stratego")
    state = middle("stratego").state
    viewer = int(page.locator("main").get_attribute("data-player") or -1)
    seen = state.game.scene(state.observation(viewer), viewer).pieces
    own = {piece.glyph for piece in seen if not piece.hidden}
    text = kept(page, "svg").decode("utf-8")
    assert text.count(">?</text>") == sum(piece.hidden for piece in seen) > 20
    assert text.count("<use") == sum(not piece.hidden for piece in seen)
    drawn = page.evaluate(
        """text => [...new DOMParser().parseFromString(text, 'image/svg+xml')
             .querySelectorAll('symbol')].map((one) => one.id)""",
        text,
    )
    assert {f"stratego-{glyph}" for glyph in own} >= set(drawn)
    assert not any(word in text for word in ("data-", "aria-", "class="))
