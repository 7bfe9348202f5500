"""The list of turns and a phone's strip of them, as far as only the browser knows where lines wrap:
the position of the list, and how many lines of the strip are out of sight."""

from __future__ import annotations

from typing import Any

NEAR = 40  # pixels: a turn less far inside the lower edge of the list counts as out of sight


def scroll_to_turn(element: Any) -> None:
    """Scroll the list to the position on the board, without moving the page.

    That is its end, or the beginning of the turn on the board if the rest is longer than the window
    and the turn is another player's.
    """
    here = element.querySelector('[aria-current="true"]')
    turns = _all(element, ".open:has(> .move)")
    first = turns[-1] if turns else element.querySelector(".open")
    newest = '[data-slot="feed"], li:last-child'
    if not _there(here) or _there(here.closest(newest)):
        end = element.scrollHeight - element.clientHeight
        begun = here.closest(".open") if _there(here) else here
        top = begun if _there(begun) else first
        if _there(top) and not top.classList.contains("of-own"):
            end = min(end, top.offsetTop - element.offsetTop)
        element.scrollTop = end if _there(here) or _there(first) else 0
        return
    place = here.offsetTop - element.offsetTop
    if not element.scrollTop <= place <= element.scrollTop + element.clientHeight - NEAR:
        element.scrollTop = place - element.clientHeight / 2


def count_hidden(root: Any) -> None:
    """Write the number of lines out of sight on the strip's button, for the style sheet.

    Without room for all, the seated player's own result is left out first. Does nothing where the
    strip is not shown, shows one step alone, or was measured in the same room before.
    """
    for strip in _all(root, ".told-strip:not(.stepping)"):
        button, lines = strip.querySelector(".icon-button"), strip.querySelector(".news-lines")
        if not _there(button) or not lines.clientHeight:
            return
        frame = strip.parentElement
        room = f"{frame.clientWidth} {frame.clientHeight}"
        if strip.getAttribute("data-room") == room:
            return
        strip.classList.remove("full")
        button.removeAttribute("data-more")
        if _hidden(lines):
            strip.classList.add("full")
        for _ in range(2):  # the number on the button takes room
            if count := _hidden(lines):
                button.setAttribute("data-more", str(count))
        strip.setAttribute("data-room", f"{frame.clientWidth} {frame.clientHeight}")


def _hidden(lines: Any) -> int:
    """Return how many lines are cut off or out of sight."""
    frame = lines.getBoundingClientRect()
    boxes = [line.getBoundingClientRect() for line in _all(lines, ".told")]
    seen = [box for box in boxes if box.height]
    return sum(box.top < frame.top - 2 or box.bottom > frame.bottom + 2 for box in seen)


def _there(element: Any) -> bool:
    """Return whether a query found an element, and not JavaScript's null."""
    return hasattr(element, "classList")


def _all(root: Any, selector: str) -> list[Any]:
    found = root.querySelectorAll(selector)
    return [found[number] for number in range(found.length)]
