"""Event listeners of the document, one per kind of event; `App` decides what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui.browser.dom import Dom
from ui.browser.pointers import Down, Drag, PointerStroke
from ui.shell.app import App
from ui.words.paste import LONG
from ui.words.targets import Target

HOLD_MS = 500  # a press this long explains the thing instead
_HANDLED = frozenset(
    {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape", "Delete", "Backspace",
     "Home", "End", "Enter", " "}
)  # fmt: skip
_REPEATED = frozenset({"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"})

_TYPED = ("INPUT", "TEXTAREA", "SELECT")
_LEADING_ON = frozenset({"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"})


class InputEvents:
    """All listeners of the page, for its whole lifetime; each proxy is made once."""

    def __init__(self, app: App, dom: Dom, dropped: Callable[[Any], None]) -> None:
        """`dropped` gets the file dropped on the page."""
        import js
        from pyodide.ffi import create_proxy
        from pyscript.ffi import is_none

        self._app = app
        self._dom = dom
        self._take = dropped
        self._js = js
        self._none = is_none
        self._down: Down | None = None  # pointer whose press, drag or stroke is in progress
        self._drag: Drag | None = None
        self._stroke: PointerStroke | None = None
        self._swallow = False  # ignore the click that may follow a gesture
        self._hovered = ""
        self._at = (-1.0, -1.0)  # where the pointer last moved or was pressed
        self._came = False  # a new element appeared under the resting pointer
        self._pressed = False  # the pointer was used after the last key
        self._walking = False  # the focus reached the board by key, so arrows move it
        self._keyed = False  # the last input was a key, so what has the focus is looked at
        self._wait = 0  # timer of a long press
        self._named = False  # names under the mouse have been switched on
        passive = {
            "click": self._click,
            "submit": self._submit,
            "keydown": self._keydown,
            "input": self._input,
            "change": self._input,
            "pointerdown": self._pointerdown,
            "mousedown": self._mousedown,
            "pointermove": self._pointermove,
            "pointerup": self._pointerup,
            "pointercancel": self._pointercancel,
            "pointerover": self._over,
            "contextmenu": self._menu,
            "focusin": self._focusin,
            "visibilitychange": self._interrupted,
            "dragover": self._dragged_file,
            "drop": self._dropped_file,
            "paste": self._pasted,
        }
        self._proxies = []
        for name, listener in passive.items():
            proxy = create_proxy(listener)
            self._proxies.append(proxy)
            js.document.addEventListener(name, proxy)
        # Only a listener registered as not passive can stop a finger on a piece from scrolling.
        options = js.Object.new()
        options.passive = False
        self._touched = create_proxy(self._touchmove)
        js.document.addEventListener("touchmove", self._touched, options)
        self._held = create_proxy(self._hold)
        self._popped = create_proxy(self._popstate)
        js.window.addEventListener("popstate", self._popped)
        self._blurred = create_proxy(self._interrupted)
        js.window.addEventListener("blur", self._blurred)
        self._canceled = create_proxy(self._dialog_closed)
        js.document.getElementById("dialog").addEventListener("close", self._canceled)

    def _closest(self, element: Any, attribute: str) -> Any | None:
        """Return the element or its nearest ancestor with an attribute, None without one."""
        if self._none(element):
            return None
        try:
            found = element.closest(f"[{attribute}]")
        except AttributeError:  # the document itself
            return None
        return None if self._none(found) else found

    # -- files -------------------------------------------------------------------------------

    def _dragged_file(self, event: Any) -> None:
        """Let a file be dropped; anything else is dragged as the browser does it."""
        if event.dataTransfer.types.includes("Files"):
            event.preventDefault()

    def _dropped_file(self, event: Any) -> None:
        files = event.dataTransfer.files
        if files.length:
            event.preventDefault()
            self._take(files.item(0))
        else:
            self._take_long(event, event.dataTransfer)

    def _pasted(self, event: Any) -> None:
        self._take_long(event, event.clipboardData)

    def _take_long(self, event: Any, data: Any) -> None:
        """Take a long text, pasted or dropped on a text area, without putting it there."""
        field, text = self._closest(event.target, "data-field"), str(data.getData("text"))
        if (
            field is None
            or len(text) <= LONG
            or field.tagName != "TEXTAREA"
            or field.maxLength >= 0
        ):
            return
        event.preventDefault()
        units = str(field.value).encode("utf-16-le", "surrogatepass")  # the caret counts these
        parts = units[: 2 * field.selectionStart], units[2 * field.selectionEnd :]
        before, after = (part.decode("utf-16-le", "surrogatepass") for part in parts)
        self._app.field(field.dataset.field, f"{before}{text}{after}")

    # -- presses and fields ------------------------------------------------------------------

    def _click(self, event: Any) -> None:
        """Handle a click; those by key or screen reader have `detail` 0 and are never ignored."""
        if event.detail and (self._swallow or self._busy()):
            self._swallow = False
            event.preventDefault()
            return
        found = self._closest(event.target, "data-target")
        if found is None:
            if (thing := self._closest(event.target, "data-about")) is not None:
                self._app.press(thing.dataset.about)
            return
        kind = found.tagName
        if kind == "LABEL" and event.target.tagName in ("INPUT", "LABEL", "SPAN"):
            return  # radio buttons are handled by `change`
        if kind in ("A", "BUTTON"):
            event.preventDefault()
        self._app.press(found.dataset.target)

    def _submit(self, event: Any) -> None:
        event.preventDefault()

    def _input(self, event: Any) -> None:
        found = self._closest(event.target, "data-field")
        if found is None:
            return
        radio = found.type == "radio"
        if radio and event.type == "input":
            return
        if not radio and event.type == "change":
            return
        self._app.field(found.dataset.field, str(found.value))

    def _keydown(self, event: Any) -> None:
        self._pressed = False
        if not self._keyed:
            self._keyed = True
            self._focused(self._js.document.activeElement)
        key = letter_of(event.key, event.code)
        if (
            (key not in _HANDLED and len(key) != 1)
            or event.altKey
            or event.ctrlKey
            or event.metaKey
        ):
            return
        if event.repeat and key not in _REPEATED:
            self._held_down(event)
            return
        if self._busy():
            self._give_up()
            if key == "Escape":
                event.preventDefault()
                return
        found = self._closest(event.target, "data-target")
        target = found.dataset.target if found is not None else ""
        tag = event.target.tagName
        if key in ("Enter", " "):
            if found is not None and tag not in ("BUTTON", "INPUT", "TEXTAREA", "A", "LABEL"):
                event.preventDefault()
                self._app.press(target)
            elif found is None and key == "Enter" and tag not in _TYPED and self._app.key(key, ""):
                event.preventDefault()
            return
        if tag in _TYPED and key != "Escape":
            return
        if key in _LEADING_ON and not self._walking and Target.parse(target).kind == "sq":
            target = ""  # the focus is there because of a click
        if self._app.key(key, target):
            event.preventDefault()

    def _held_down(self, event: Any) -> None:
        """Ignore a held Enter or space: it must not activate what its first press has opened."""
        presses = event.target.tagName != "TEXTAREA" and event.key in ("Enter", " ")
        if presses and (event.key == "Enter" or self._target(event.target)):
            event.preventDefault()

    def _dialog_closed(self, event: Any) -> None:
        """Close the dialog, unless another one has opened: the event arrives late."""
        if self._app.dialog is not None and not event.target.open:
            self._app.close()

    def _popstate(self, event: Any) -> None:
        self._app.layers.popped()

    # -- looking -----------------------------------------------------------------------------

    def _over(self, event: Any) -> None:
        """Look at what the mouse points at.

        Browsers also send the event when an element appears under a resting pointer or after a tap;
        both are ignored.
        """
        if event.pointerType != "mouse" or self._drag is not None:
            return
        if not self._named and self._app.screen is not None and self._app.screen.game_id:
            self._named = True
            self._app.page.name_things()
        self._came = (event.clientX, event.clientY) == self._at
        if not self._came:
            self._look(event.target)
        elif self._hovered:
            self._app.when_painted(self._left_alone)

    def _left_alone(self) -> None:
        """Stop looking at an element that has disappeared under the resting pointer."""
        if self._came:
            self._look(None)

    def _focusin(self, event: Any) -> None:
        """Make the focused cell the one that Tab reaches."""
        cell = event.target
        if cell.getAttribute("role") == "gridcell":
            self._walking = not self._pressed
            grid = cell.closest('[role="grid"]')
            before = grid.querySelector('[tabindex="0"]')
            if not self._none(before):
                before.setAttribute("tabindex", "-1")
            cell.setAttribute("tabindex", "0")
        self._focused(cell)

    def _focused(self, element: Any) -> None:
        """Look at the element with the focus, unless a pointer or the page itself put it there."""
        if self._keyed and element.matches(":focus-visible"):
            self._look(element)

    def _look(self, element: Any) -> None:
        found, target = self._closest(element, "data-target"), ""
        if found is not None:
            target = found.dataset.target
        elif (found := self._closest(element, "data-about")) is not None:
            target = found.dataset.about
        if target != self._hovered:
            self._hovered = target
            self._app.hover(target)

    # -- dragging ----------------------------------------------------------------------------

    def _pointerdown(self, event: Any) -> None:
        self._keyed = False
        if self._down is not None:
            if self._busy() and not self._down.replaced_by(event):
                return  # ignore a second finger
            self._give_up()
        self._swallow = self._walking = False
        self._pressed = True
        element, button = event.target, event.button
        self._at = (event.clientX, event.clientY)
        if not event.isPrimary:
            return
        if button == 2 or (button == 0 and self._dom.attribute("main", "data-sketch") == "on"):
            cell = self._closest(element, "data-key")
            if cell is not None:
                self._down = Down(cell, event)
                self._stroke = PointerStroke(cell.dataset.target, event)
                _release(cell, event)
                return
        if button != 0:
            return
        self._down = Down(element, event)
        self._wait = self._js.setTimeout(self._held, HOLD_MS)
        found = self._closest(element, "data-drag")
        playing = self._dom.attribute("main", "data-mode") == "play"
        if found is None and playing and event.pointerType == "mouse":
            found = self._closest(element, "data-key")  # the drag is refused with a reason
        if found is not None and found.hasAttribute("data-target"):
            self._drag = Drag(found)
            _release(found, event)

    def _busy(self) -> bool:
        """Return whether a drag or a stroke is in progress."""
        return self._stroke is not None or (self._drag is not None and self._drag.begun)

    def _touchmove(self, event: Any) -> None:
        """Stop scrolling while one finger drags or draws.

        Elsewhere one finger scrolls, and two fingers zoom.
        """
        pressed = self._drag is not None and event.touches.length == 1
        if (pressed or self._busy()) and event.cancelable:
            event.preventDefault()

    # -- asking what something is ------------------------------------------------------------

    def _hold(self) -> None:
        """Explain what has been pressed for HOLD_MS instead of playing it."""
        self._wait = 0
        target = self._thing(self._down.element) if self._down is not None else ""
        if target and self._app.look_up(target):
            self._down = self._drag = None
            self._swallow = True

    def _thing(self, element: Any) -> str:
        """Return the target to explain; empty for buttons that only perform an action."""
        for attribute, name in (("data-about", "about"), ("data-target", "target")):
            found = self._closest(element, attribute)
            if found is not None:
                target = str(getattr(found.dataset, name))
                return "" if Target.parse(target).kind in ("act", "btn", "look") else target
        return ""

    def _let_go(self) -> None:
        """Stop the timer of the long press."""
        if self._wait:
            self._js.clearTimeout(self._wait)
            self._wait = 0

    def _menu(self, event: Any) -> None:
        """Suppress the context menu where right button and long press have a meaning."""
        board = self._closest(event.target, "data-key") is not None
        if board or (event.pointerType == "touch" and self._thing(event.target)):
            event.preventDefault()

    # -- drawing -----------------------------------------------------------------------------

    def _draw(self, stroke: PointerStroke, goal: str, done: bool) -> None:
        """Sketch from where the pointer went down to `goal`.

        Without movement the right button draws a circle; with the sketch tool it counts as one of
        two presses, as with the keyboard.
        """
        if stroke.tool and goal == stroke.start and not stroke.last:
            if done:
                self._tap(goal)
        elif done or goal != stroke.last:
            self._swallow = self._swallow or done
            stroke.last = goal
            self._app.sketch(stroke.start, goal, stroke.colour, done)

    def _pointermove(self, event: Any) -> None:
        self._at = (event.clientX, event.clientY)
        if self._came and event.pointerType == "mouse" and self._drag is None:
            self._came = False
            self._look(event.target)
        down, drag = self._down, self._drag
        if down is None or event.pointerId != down.pointer:
            return
        if not down.holds(event):
            self._give_up()  # it was released outside the page
            return
        if self._stroke is not None:
            self._draw(self._stroke, self._under("data-key"), False)
        if self._wait and down.moved(event):
            self._let_go()
        if drag is None or (not drag.begun and not down.moved(event)):
            return
        if not drag.begun and not self._begin(drag):
            return
        drag.away = drag.away or not self._on_itself(drag, self._target(event.target))
        drag.follow(event.clientX, event.clientY)

    def _begin(self, drag: Drag) -> bool:
        """Pick the piece up and show its ghost; return False if it may not be dragged."""
        if drag.refused or not self._app.grab(drag.target):
            drag.refused = True
            return False
        drag.begun = True
        drag.show(self._dom, self._js)
        return True

    def _pointerup(self, event: Any) -> None:
        if self._down is None or event.pointerId != self._down.pointer:
            return
        self._at = (event.clientX, event.clientY)
        self._let_go()
        stroke, drag = self._stroke, self._drag
        self._down = self._stroke = self._drag = None
        if stroke is not None:
            self._draw(stroke, self._under("data-key"), True)
        elif drag is not None:
            self._release_drag(drag, self._under("data-target"))

    def _mousedown(self, event: Any) -> None:
        """Keep the focus where a tap has moved it.

        Browsers focus the tapped element only after `pointerup`, which has played the tap.
        """
        if self._swallow and self._js.document.activeElement.hasAttribute("data-autofocus"):
            event.preventDefault()

    def _release_drag(self, drag: Drag, target: str) -> None:
        """Drop the piece; if it never left its square, treat it as a tap."""
        if drag.begun:
            drag.hide()
            self._swallow = True
        if not drag.away and self._on_itself(drag, target):
            self._tap(drag.target, drag.begun)
        elif drag.begun:
            self._dom.still = True
            self._app.drop("" if Target.parse(target).kind in ("act", "btn") else target)
            self._dom.still = False

    def _tap(self, target: str, grabbed: bool = False) -> None:
        """Press at `pointerup`, without waiting for a click.

        Whether browsers send one depends on how much the pointer trembled.
        """
        self._swallow = True
        if grabbed:
            self._app.put_back(target)
        else:
            self._app.press(target)

    def _target(self, element: Any, attribute: str = "data-target") -> str:
        found = self._closest(element, attribute)
        return str(found.dataset.target or "") if found is not None else ""

    def _under(self, attribute: str) -> str:
        """Return the target under the pointer."""
        return self._target(self._js.document.elementFromPoint(*self._at), attribute)

    def _on_itself(self, drag: Drag, target: str) -> bool:
        return target == drag.target or self._app.same(target, drag.target)

    def _pointercancel(self, event: Any) -> None:
        if self._down is not None and event.pointerId == self._down.pointer:
            self._give_up()

    def _interrupted(self, event: Any) -> None:
        """Give up: another window or tab is in front, and its pointer events do not come here."""
        self._give_up()
        if event.type == "visibilitychange" and self._js.document.visibilityState == "hidden":
            self._app.unseen()

    def _give_up(self) -> None:
        """Cancel the current press, drag or stroke without effect."""
        self._let_go()
        stroke, drag = self._stroke, self._drag
        self._down = self._stroke = self._drag = None
        if stroke is not None:
            self._swallow = True
            self._app.sketch(stroke.start, "", stroke.colour, True)
        if drag is not None and drag.begun:
            self._swallow = True
            drag.hide()
            self._app.put_back()


def _release(element: Any, event: Any) -> None:
    """Release the pointer capture of a touch, so that events go to the element under the finger."""
    if event.pointerType != "mouse" and element.hasPointerCapture(event.pointerId):
        element.releasePointerCapture(event.pointerId)


def letter_of(key: str, code: str) -> str:
    """Return the letter of a shortcut.

    `key`, `code`: those of the browser's event. What is not Latin, as on a Greek, Thai or Arabic
    keyboard or while an input method is on, becomes the Latin letter printed on the same key.
    """
    foreign = key == "Process" or not key.isascii()
    place = code.removeprefix("Key")
    return place.lower() if foreign and code == f"Key{place}" and len(place) == 1 else key
