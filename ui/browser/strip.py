"""How many lines of a phone's strip are out of sight: only the browser knows where lines wrap."""

from __future__ import annotations

from typing import Any


def count_hidden(root: Any) -> None:
    """Write the number of lines out of sight on the strip's button, for the style sheet.

    Without room for all, the seated player's own result is left out first. Does nothing where the
    strip is not shown or shows one step alone.
    """
    for strip in _all(root, ".told-strip:not(.stepping)"):
        button, lines = strip.querySelector(".icon-button"), strip.querySelector(".news-lines")
        if not hasattr(button, "dataset") or not lines.clientHeight:
            return
        strip.classList.remove("full")
        button.removeAttribute("data-more")
        if _hidden(lines):
            strip.classList.add("full")
        for _ in range(2):  # the number on the button takes room
            if count := _hidden(lines):
                button.setAttribute("data-more", str(count))


def _hidden(lines: Any) -> int:
    """Return how many lines are cut off or out of sight."""
    frame = lines.getBoundingClientRect()
    boxes = [line.getBoundingClientRect() for line in _all(lines, ".told")]
    seen = [box for box in boxes if box.height]
    return sum(box.top < frame.top - 2 or box.bottom > frame.bottom + 2 for box in seen)


def _all(root: Any, selector: str) -> list[Any]:
    found = root.querySelectorAll(selector)
    return [found[number] for number in range(found.length)]
