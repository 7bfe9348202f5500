"""Layout check: finds what is too wide, overlaps or is too small at each window size."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = (
    (320, 256), (360, 640), (640, 360), (844, 390), (896, 414), (900, 600), (960, 600), (1024, 768),
)  # fmt: skip
LARGE = ((360, 640), (1280, 800))  # with text at 200 %

# Lists what is wrong: overflow, overlapping text, and text, targets or cells that are too small.
# While a dialog is open, only its content is checked. A resize takes a few frames to settle.
_WRONG = """async () => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const found = [], page = document.documentElement;
  const root = document.querySelector('dialog[open]') ?? page;
  const clipped = (e) => e
    && (getComputedStyle(e).clipPath === 'inset(50%)' || clipped(e.parentElement));
  const seen = (e) => e.checkVisibility() && !clipped(e)
    && !e.closest('.visually-hidden, .skip, #boot-progress');
  for (const e of new Set([page, root])) if (e.scrollWidth > e.clientWidth + 1) {
    const right = e.getBoundingClientRect().left + e.clientWidth + 1;
    const over = [...e.querySelectorAll('*')].filter(
      (one) => seen(one) && one.getBoundingClientRect().right > right);
    const name = (one) => one.className.baseVal ?? (one.className || one.tagName);
    const more = e.scrollWidth - e.clientWidth;
    found.push(`${more} px too wide: ${over.slice(-3).map(name).join(', ')}`);
  }
  for (const e of root.querySelectorAll('.cell')) {
    const box = e.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 23.9) found.push('cells too small');
  }
  const pressed = 'button, select, summary, textarea, label[data-target], input:not(label *)';
  for (const e of root.querySelectorAll(pressed)) {
    const box = e.getBoundingClientRect(), play = e.matches(
      'button.chip, .offer, button.card, .table-choices *, .table-tools *, .icon-button, select');
    if (seen(e) && box.width && Math.min(box.width, box.height) < (play ? 43.9 : 23.9))
      found.push(`${e.className || e.tagName} is ${box.width} by ${box.height}`);
  }
  // Cuts off what a scrolling list has out of sight, or a dialog has under its head or foot.
  const foot = root.querySelector('.in-sight'), head = root.querySelector('.dialog-head');
  const sticks = head && getComputedStyle(head).position === 'sticky';
  const cut = (one, e) => {
    if (sticks && e !== head && !head.contains(e)) {
      const { left, right, bottom, width } = one;
      const top = Math.max(one.top, head.getBoundingClientRect().bottom);
      one = { left, right, width, top, bottom };
    }
    if (foot && e !== foot && !foot.contains(e)) {
      const { left, right, top, width } = one;
      const bottom = Math.min(one.bottom, foot.getBoundingClientRect().top);
      one = { left, right, width, top, bottom };
    }
    const lists = '.table-box, .table-flow, .table-away, .far-asks, .pane-sides, .news-lines';
    const list = e.parentElement?.closest(lists);
    if (!list) return one;
    const frame = list.getBoundingClientRect();
    const open = getComputedStyle(list).overflowY === 'visible';
    const { left, right, top, bottom, width } = one;
    return cut(open ? one : { left, right, width, top: Math.max(top, frame.top),
      bottom: Math.min(bottom, frame.bottom) }, list);
  };
  const boxes = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let number = 0; walker.nextNode(); number++) {
    const e = walker.currentNode.parentElement, range = document.createRange();
    if (!walker.currentNode.data.trim() || !seen(e)) continue;
    range.selectNodeContents(walker.currentNode);
    const parts = [...range.getClientRects()].map((box) => cut(box, e))
      .filter((box) => box.width > 2 && box.bottom > box.top);
    const svg = e.closest('svg'), matrix = svg && e.getScreenCTM();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    const name = e.className.baseVal || e.className || e.tagName;
    if (parts.length && size < 10.9) found.push(`${name}: ${size} px`);
    const clip = e.closest(
      '.log, .table-say, .table-news, .area-title, .wide, .setup-foot, textarea');
    if (!svg && !clip) for (const box of parts) boxes.push([box, number, walker.currentNode.data]);
  }
  boxes.sort((a, b) => a[0].top - b[0].top);
  for (let n = 0; n < boxes.length; n++) for (let m = n + 1; m < boxes.length; m++) {
    const [a, one, words] = boxes[n], [b, two, others] = boxes[m];
    if (b.top > a.bottom - 4) break;
    if (one !== two && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
        && Math.min(a.bottom, b.bottom) - b.top > 4) found.push(`${words} over ${others}`);
  }
  return [...new Set(found)];
}"""


Misfits = dict[str, list[str]]  # by size of the window


def _look(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    found: list[str] = page.evaluate(_WRONG)
    return found


def misfits(page: Page) -> Misfits:
    """Return layout problems of the current screen by window size; restore the window's size."""
    before = page.viewport_size or {"width": 1280, "height": 800}
    page.mouse.move(0, 0)  # or the page would describe what lies under the pointer
    wrong = {f"{width}x{height}": _look(page, width, height) for width, height in SIZES}
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in LARGE:
        wrong[f"{width}x{height}, 200 %"] = _look(page, width, height)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(before)
    return {size: what for size, what in wrong.items() if what}
