"""State of a pointer that is down: its start, its stroke, its drag."""

from __future__ import annotations

from typing import Any

from ui.browser.dom import Dom

DRAG_FROM = 6  # pixels of movement before a press becomes a drag


class Down:
    """A pointer that is down, and where it went down."""

    def __init__(self, element: Any, event: Any) -> None:
        self.element = element
        self.pointer = event.pointerId
        self._kind = event.pointerType
        self._button = 2 if event.button == 2 else 1  # bit in `buttons`
        self._x, self._y = event.clientX, event.clientY

    def moved(self, event: Any) -> bool:
        """Return whether the pointer has moved by DRAG_FROM or more."""
        return bool(abs(event.clientX - self._x) + abs(event.clientY - self._y) >= DRAG_FROM)

    def holds(self, event: Any) -> bool:
        """Return whether the button it went down with is still pressed."""
        return bool(event.buttons & self._button)

    def replaced_by(self, event: Any) -> bool:
        """Return whether `event` starts a new press by this pointer, whose release was lost."""
        same = event.pointerType == self._kind and event.isPrimary
        return bool(same or event.pointerId == self.pointer)


class PointerStroke:
    """A sketch in progress. `tool`: made with the sketch tool, not with the right button."""

    def __init__(self, start: str, event: Any) -> None:
        self.start = start
        self.tool = event.button == 0
        self.colour = 1 if event.shiftKey else 2 if event.altKey else 0
        self.last = ""


class Drag:
    """A press on something draggable.

    `begun`: the drag has started; `refused`: it is not allowed now; `away`: the pointer has left
    the element.
    """

    def __init__(self, element: Any) -> None:
        self.target: str = element.dataset.target
        self.begun = self.refused = self.away = False
        self._element = element
        self._ghost: Any = None
        self._source: Any = None

    def show(self, dom: Dom, js: Any) -> None:
        """Show the ghost: a copy of the piece or chip."""
        key = self._element.getAttribute("data-key")
        source = None
        if isinstance(key, str):
            source = js.document.querySelector(f'.piece[data-square="{key}"]')
        self._ghost = ghost = dom.ghost
        game = self._element.closest("[data-game]")  # for its colours
        ghost.dataset.game = game.dataset.game if game else ""
        size = self._element.getBoundingClientRect().width
        if source and source.tagName:
            self._source = source
            side = source.getAttribute("class")
            inner = source.innerHTML
            ghost.innerHTML = f'<svg viewBox="-50 -50 100 100"><g class="{side}">{inner}</g></svg>'
            source.classList.add("lifted")
        else:
            ghost.innerHTML = ""
            ghost.appendChild(self._element.cloneNode(True))
        ghost.style.width = f"{size}px"
        ghost.hidden = False
        js.document.documentElement.classList.add("dragging")
        self._js = js

    def follow(self, x: float, y: float) -> None:
        self._ghost.style.transform = f"translate({x}px, {y}px) translate(-50%, -50%)"

    def hide(self) -> None:
        self._ghost.hidden = True
        self._ghost.innerHTML = ""
        self._js.document.documentElement.classList.remove("dragging")
        if self._source is not None:
            self._source.classList.remove("lifted")
