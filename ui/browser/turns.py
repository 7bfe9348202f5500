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
    """Write the number of lines out of sight on the strip's button, for the style sheet, and leave
    empty the room of a line that would be cut off.

    Without room for all, the seated player's own result is left out first. Does nothing where the
    strip is not shown, shows one step alone, or was measured in the same room before.
    """
    for strip in _all(root, ".told-strip:not(.stepping)"):
        button, lines = strip.querySelector(".icon-button"), strip.querySelector(".news-lines")
        if not _there(button) or not lines.clientHeight:
            return
        room = _room(strip)
        if strip.getAttribute("data-room") == room:
            return
        strip.classList.remove("full")
        button.removeAttribute("data-more")
        lines.style.borderBlock = ""
        if _hidden(lines):
            strip.classList.add("full")
        for _ in range(2):  # the number on the button takes room
            if count := _hidden(lines):
                button.setAttribute("data-more", str(count))
        _keep_whole(lines)
        strip.setAttribute("data-room", room)


def _room(strip: Any) -> str:
    """Return the size of what strip and question share, and the height of the question. The strip's
    own height is left out: it is smaller while lines are hidden."""
    place = strip.closest(".table-now")
    table = place.parentElement
    flow, question = table.querySelector(".table-flow"), table.querySelector(".table-box")
    shared = place.clientHeight + flow.clientHeight
    return f"{place.clientWidth} {shared} {question.clientHeight}"


def _keep_whole(lines: Any) -> None:
    """Cover the room of a line that is cut off with an empty border, which moves nothing."""
    frame, boxes = lines.getBoundingClientRect(), _boxes(lines)
    fit = [box for box in boxes if not _cut(box, frame)]
    if not fit or len(fit) == len(boxes):
        return
    first, last = boxes[0], boxes[-1]
    above = min(box.top for box in fit) - frame.top if _cut(first, frame) else 0
    below = frame.bottom - max(box.bottom for box in fit) if _cut(last, frame) else 0
    if max(above, below) > 1:
        lines.style.borderBlock = "solid transparent"
        lines.style.borderBlockWidth = f"{max(above, 0):.1f}px {max(below, 0):.1f}px"


def _hidden(lines: Any) -> int:
    """Return how many lines are cut off or out of sight."""
    frame = lines.getBoundingClientRect()
    return sum(_cut(box, frame) for box in _boxes(lines))


def _boxes(lines: Any) -> list[Any]:
    """Return the boxes of the lines that the style sheet shows."""
    boxes = [line.getBoundingClientRect() for line in _all(lines, ".told")]
    return [box for box in boxes if box.height]


def _cut(box: Any, frame: Any) -> bool:
    return bool(box.top < frame.top - 2 or box.bottom > frame.bottom + 2)


def _there(element: Any) -> bool:
    """Return whether a query found an element, and not JavaScript's null."""
    return hasattr(element, "classList")


def _all(root: Any, selector: str) -> list[Any]:
    found = root.querySelectorAll(selector)
    return [found[number] for number in range(found.length)]
