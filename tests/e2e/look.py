"""What of a page is in sight, covered or in its place: relations of boxes, measured in the page."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

from tests.e2e.screens import WINDOWS, Size, sized

# Lists the elements of a selector that are cut off: by the window, by a list that scrolls, or by
# the bar of tools.
_CUT = """async (selector) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const found = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  if (!found.length) return ['nothing'];
  const bar = document.querySelector('.table-tools');
  const shown = bar?.checkVisibility({ visibilityProperty: true });
  const tools = shown ? bar.getBoundingClientRect() : null;
  const cut = (e) => {
    const box = e.getBoundingClientRect(), list = e.closest('.table-flow, .table-box, dialog');
    const open = !list || getComputedStyle(list).overflowY === 'visible';
    const end = Math.min(innerHeight, open ? innerHeight : list.getBoundingClientRect().bottom);
    const barred = tools && tools.top < box.bottom - 1 && tools.bottom > box.top + 1
      && tools.left < box.right && tools.right > box.left && !e.closest('.table-tools, dialog');
    return box.top < -1 || box.bottom > end + 1 || barred;
  };
  return found.filter(cut).map((e) => `${e.className} ${e.textContent.trim()}`);
}"""
# Returns the lines of an element's text that are covered, cut off or out of the window.
_UNREAD = """async (selector) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const one = document.querySelector(selector), range = document.createRange();
  range.selectNodeContents(one);
  const lines = [...range.getClientRects()];
  const at = (box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const wrong = lines.filter((box) => box.width < 3 || !one.contains(at(box)));
  return lines.length ? wrong.map((box) => `${box.x} ${box.y}`) : ["no text"];
}"""
_BOXES = """async (selectors) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  return selectors.map((one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return [one, Math.round(box.x), Math.round(box.y), Math.round(box.width),
      Math.round(box.height)].join(" ");
  });
}"""
# Lists what a notice covers of the instruction, the items to place or play, the latest turns, and
# the buttons. It may lie over the first lines in sight of the list: without it they have room.
COVERED = """() => {
  const box = (e) => e.getBoundingClientRect(), over = box(document.querySelector('.notice'));
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = document.querySelectorAll(`.table-say :is(h1, p), .table-side .items, .strip,
    .table-tray .items, .table button:not(.skip, .clause, .notice *), .cell, .told`);
  // What a scrolling list has out of sight is not covered.
  const seen = (one, e) => {
    const lists = '.table-box, .log, .news-lines, .pane-sides, .table-flow';
    const list = e.parentElement?.closest(lists);
    if (!list) return one;
    const { top, bottom } = box(list), open = getComputedStyle(list).overflowY === 'visible';
    const cut = { left: one.left, right: one.right, top: Math.max(one.top, top),
      bottom: Math.min(one.bottom, bottom) };
    return seen(open ? one : cut, list);
  };
  const first = (e) => e.closest('.log') && box(e).top < box(e.closest('.log')).top + 80;
  const found = [...parts].filter((e) => !first(e))
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && box(e).width > 1)
    .filter((e) => [...e.getClientRects()].map((one) => seen(one, e))
      .some((one) => one.bottom > one.top && !apart(one, over)));
  const inside = over.top >= 0 && over.left >= 0 && over.right <= innerWidth
    && over.bottom <= innerHeight;
  return [...found.map((e) => e.textContent), ...(inside ? [] : ['not in the window'])];
}"""

# Lists drawings outside their frames. What is shown covers at most a fifteenth of the board, and
# neither the square that it is about nor anything beside the board.
_OVERSIZED = """() => {
  const wrong = [], box = (e) => e.getBoundingClientRect();
  const board = box(document.querySelector('svg.board'));
  for (const svg of document.querySelectorAll('.at-square .die svg')) {
    const [a, b] = [box(svg), box(svg.parentElement)];
    if (a.width > b.width + 1 || a.height > b.height + 1) wrong.push('a die around its frame');
  }
  for (const one of document.querySelectorAll('.at-square:not(.of-side)')) {
    const { left, right, top, bottom, width, height } = box(one);
    if (width * height > board.width * board.height / 15) wrong.push(`${width} by ${height}`);
    if (left < board.left - 1 || right > board.right + 1) wrong.push('over the edge');
    for (const e of document.querySelectorAll('.fx-fight path:not(polyline + path)')) {
      const a = box(e), x = (a.left + a.right) / 2, y = (a.top + a.bottom) / 2;
      if (x > left && x < right && y > top && y < bottom) wrong.push('over the fight');
    }
  }
  return wrong;
}"""


class Box(NamedTuple):
    """Place of an element, with its right and lower edges."""

    x: float
    y: float
    width: float
    height: float
    right: float
    bottom: float


def cut(page: Page, selector: str) -> list[str]:
    """Return the elements that are cut off; `nothing` if none is visible."""
    found: list[str] = page.evaluate(_CUT, selector)
    return found


def cut_in(page: Page, selector: str, windows: tuple[Size, ...] = WINDOWS) -> dict[Size, list[str]]:
    """Return what is cut off by size of the window."""
    found = {}
    for size in windows:
        sized(page, size)
        found[size] = cut(page, selector)
    return {size: wrong for size, wrong in found.items() if wrong}


def unread(page: Page, selector: str) -> list[str]:
    """Return the lines of an element's text that cannot be read."""
    found: list[str] = page.evaluate(_UNREAD, selector)
    return found


def boxes(page: Page, selectors: list[str]) -> list[str]:
    """Return where elements are, to be compared with later."""
    found: list[str] = page.evaluate(_BOXES, selectors)
    return found


def covered(page: Page) -> list[str]:
    """Return what the notice covers of what is needed."""
    found: list[str] = page.evaluate(COVERED)
    return found


def box(page: Page, selector: str) -> Box:
    """Return the box of the first element, which must be visible."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return Box(x, y, width, height, x + width, y + height)


def oversized(page: Page) -> list[str]:
    """Return what is wrong with the drawings of fights and dice."""
    found: list[str] = page.evaluate(_OVERSIZED)
    return found
