"""The document: patches only what changed and keeps the focus.

Imports nothing of the browser before an instance is made: this module is in the memory snapshot,
which cannot contain JS proxies.
"""

from __future__ import annotations

import asyncio
import pkgutil
from collections.abc import Mapping, Sequence
from typing import Any

from engine.games import game_look
from ui.browser.focusing import give_focus
from ui.browser.turns import count_hidden, scroll_to_turn
from ui.render.keyed import Keyed, Node
from ui.shell import routes
from ui.words.frame import Drawings
from ui.words.html import Html, join

LEAVE_MS = 220  # duration of the style sheet's fade of a captured piece

# Where the focus goes when a pressed button disappears, in order of preference: choices, playable
# pieces beside the board, the place in a study, the board, a heading.
_NEXT = (
    ".table-choices [data-target]:enabled",
    ".table-tray .can",
    '.tree [aria-current="true"]',
    '.cell[tabindex="0"]',
    "[data-autofocus], h2[tabindex]",
)

_PLACES = {
    "main": '<main id="app" tabindex="-1"></main>',
    "dialog": '<dialog id="dialog" aria-labelledby="dialog-title"></dialog>',
    "notice": '<div id="notice" class="toast" role="alert" hidden></div>',
    "live": '<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>',
    "ghost": '<div id="ghost" aria-hidden="true" hidden></div>',
}
_IDS = {"main": "app", "dialog": "dialog", "notice": "notice", "live": "live", "ghost": "ghost"}


class _Group:
    """Keyed element as last written.

    Its parts are looked up when they first change: most never do, and each held element costs a JS
    proxy.
    """

    __slots__ = ("_elements", "_still", "content", "root")

    def __init__(self, root: Any, content: Keyed) -> None:
        self.root, self.content = root, content
        self._elements: dict[str, Any] = {}
        self._still: bool | None = None

    def stand(self, still: bool) -> None:
        """Set whether the parts jump instead of sliding."""
        if self._still is not still:
            self._still = still
            self.root.classList.toggle("still", still)

    def element(self, key: str) -> Any:
        """Return the part named `key`, which must exist."""
        found = self._elements.get(key)
        if found is None:
            found = self.root.querySelector(_named("key", key))
            self._elements[key] = found
        return found

    def pop(self, key: str) -> Any:
        """Return the part named `key` and forget it."""
        found = self.element(key)
        del self._elements[key]
        return found


class Dom:
    """Screens, dialogs, announcements, focus. A `place` is `main` or `dialog`."""

    def __init__(self) -> None:
        import js
        from pyscript.ffi import is_none

        self._js = js
        self._document = js.document
        self._none = is_none
        self._loaded: set[str] = set()
        self._painted: set[str] = set()
        self._roots = {place: self._root(place) for place in _PLACES}
        self._slots: dict[str, dict[str, tuple[Any, str]]] = {"main": {}, "dialog": {}}
        self._groups: dict[str, dict[str, _Group]] = {"main": {}, "dialog": {}}
        self._taken: dict[str, Sequence[str]] = {"main": (), "dialog": ()}
        self._attributes: dict[str, Mapping[str, str]] = {"main": {}, "dialog": {}}
        self._heights: dict[str, float] = {}  # by slot: the last height of the list it scrolls with
        self._starts: set[str] = set()  # slots whose list goes back to its beginning with them
        self._renewed = False  # one of them has changed
        self._said = False
        self._kept: Any = None  # element that had the focus before it was rewritten
        self._asking: Any = None  # newly written element that wants the focus
        # Place and slot of a focused element that has disappeared.
        self._lost: tuple[str, str] | None = None
        self.still = False  # while True pieces jump instead of sliding

    def _root(self, place: str) -> Any:
        found = self._document.getElementById(_IDS[place])
        if self._none(found):
            self._document.body.insertAdjacentHTML("beforeend", _PLACES[place])
            found = self._document.getElementById(_IDS[place])
        return found

    @property
    def ghost(self) -> Any:
        return self._roots["ghost"]

    # -- screens -----------------------------------------------------------------------------

    def show(self, place: str, name: str, layout: Html) -> None:
        """Write the skeleton of a screen in place of the one before."""
        root = self._roots[place]
        had_focus = root.contains(self._document.activeElement)
        fresh = root.getAttribute("data-screen") != name
        root.innerHTML = layout
        root.dataset.screen = name
        self._find_slots(place, {})
        if place == "main":
            ends = root.querySelectorAll('[data-scroll="end"]')
            self._heights = {element.dataset.slot: 0 for element in _each(ends)}
            starts = root.querySelectorAll('[data-scroll="start"]')
            self._starts = {element.dataset.slot for element in _each(starts)}
        if place == "dialog":
            if not root.open:
                root.showModal()
            if fresh:
                root.scrollTop = 0  # a dialog opened again keeps its scroll position
            self._to_start(root)
        elif had_focus and not fresh:
            self._lost = (place, "")
        elif fresh:
            self._to_start(root)
        if place == "main" and fresh:
            self._js.window.scrollTo(0, 0)

    def adopt(self, name: str, slots: Mapping[str, Html]) -> bool:
        """Keep the copy of a screen that index.html shows (ui/dev/prerender.py) instead of drawing
        it. `slots`: what its slots hold. Return False if there is no copy in this language."""
        root, lang = self._roots["main"], self._document.documentElement.lang
        copy = root.querySelector(f':scope > .boot-copy[lang="{lang}"]')
        if self._none(copy) or root.dataset.screen != name:
            return False
        for other in _each(root.querySelectorAll(":scope > *")):
            if not other.isSameNode(copy):
                other.remove()
        copy.className = "adopted"
        self._find_slots("main", slots)
        return True

    def _find_slots(self, place: str, content: Mapping[str, Html]) -> None:
        """Look up the slots of a screen that was just shown; `content`: what is in them."""
        found = _each(self._roots[place].querySelectorAll("[data-slot]"))
        self._slots[place] = {e.dataset.slot: (e, content.get(e.dataset.slot, "")) for e in found}
        self._groups[place].clear()
        self._taken[place] = ()

    def _to_start(self, root: Any) -> None:
        """Focus what a new screen asks for, or the screen itself."""
        wanted = root.querySelector("[data-autofocus], h2[tabindex]")
        if not self._none(wanted):
            give_focus(self._js, wanted)
        elif root.id == "app":
            root.setAttribute("tabindex", "-1")
            give_focus(self._js, root, scroll=False)

    def close_dialog(self) -> None:
        root = self._roots["dialog"]
        if root.open:
            root.close()
        root.innerHTML = ""
        root.dataset.screen = ""

    def attributes(self, place: str, attributes: Mapping[str, str]) -> None:
        before = self._attributes[place]
        if before == attributes:
            return
        root = self._roots[place]
        for name in before:
            if name not in attributes:
                root.removeAttribute(name)
        for name, value in attributes.items():
            if before.get(name) != value:
                root.setAttribute(name, value)
        self._attributes[place] = dict(attributes)

    def attribute(self, place: str, name: str) -> str:
        """Return a screen's attribute as last set; empty if it is not set."""
        return self._attributes[place].get(name, "")

    def take_up(self, place: str, targets: Sequence[str]) -> None:
        """Mark exactly these targets as pressed, before the slots that hold them are rewritten."""
        before, self._taken[place] = self._taken[place], targets
        for target in {*before} ^ {*targets}:
            found = self._roots[place].querySelector(f"{_named('target', target)}[aria-pressed]")
            if not self._none(found):
                found.setAttribute("aria-pressed", "true" if target in targets else "false")

    def patch(self, place: str, slots: Mapping[str, Html], parts: Mapping[str, Keyed]) -> None:
        changed = self._changed(place, slots)
        if changed:
            self._leave_slot(place, changed)
        for name, keyed in parts.items():
            self._patch_group(place, name, keyed)
        for name, content in changed.items():
            self._write(place, name, content)
        self._give_focus()

    def _give_focus(self) -> None:
        """Focus once, after all writes, because focusing forces a layout.

        A focus whose element has disappeared is moved in `settle`, when everything is written.
        """
        if self._asking is not None:
            give_focus(self._js, self._asking)
        elif self._kept is not None:
            give_focus(self._js, self._kept, scroll=False)
        else:
            return
        self._asking = self._kept = self._lost = None

    def _changed(self, place: str, slots: Mapping[str, Html]) -> dict[str, Html]:
        """Return the slots whose content differs, and remember their new content.

        Slots of a scrolling list among them are marked for `settle` to scroll it.
        """
        kept, changed = self._slots[place], {}
        for name, content in slots.items():
            if name not in kept or kept[name][1] is content:
                continue
            element, before = kept[name]
            kept[name] = (element, content)
            if before != content:
                changed[name] = content
                if place == "main" and name in self._heights:
                    self._heights[name] = 0
                self._renewed = self._renewed or (place == "main" and name in self._starts)
        return changed

    def _leave_slot(self, place: str, changed: dict[str, Html]) -> None:
        """Write the slot that holds the focus first.

        Removing the focused element makes browsers lay out everything written before.
        """
        kept, active = self._slots[place], self._document.activeElement
        holder = self._slot_around(active)
        if holder in changed and kept[holder][0].contains(active):
            self._write(place, holder, changed.pop(holder))
            self._find_again(place, kept[holder][0], _selector(active))

    def _write(self, place: str, name: str, content: Html) -> None:
        element = self._slots[place][name][0]
        element.innerHTML = content
        if "data-autofocus" in content:
            self._asking = element.querySelector("[data-autofocus]")

    def _slot_around(self, element: Any) -> str:
        """Return the name of the slot around an element; empty if there is none."""
        if self._none(element) or self._none(around := element.parentElement):
            return ""
        found = around.closest("[data-slot]")
        return "" if self._none(found) else str(found.dataset.slot)

    def _go_on(self, place: str, slot: str) -> None:
        """Focus what comes next after the pressed element has disappeared.

        Does nothing if something in this place has taken the focus meanwhile.
        """
        root, active = self._roots[place], self._document.activeElement
        if root.contains(active) and not root.isSameNode(active):
            return
        for selector in (f'[data-slot="{slot}"] [data-target]:enabled', *_NEXT):
            found = root.querySelector(selector)
            if not self._none(found) and found.checkVisibility():
                give_focus(self._js, found, scroll=False)
                return
        give_focus(self._js, root, scroll=False)

    def settle(self) -> None:
        """Finish an update once everything is written and has its size.

        Moves a lost focus on, and scrolls the list that was rewritten or resized to its current
        entry. Otherwise it stays where the user scrolled it.
        """
        if self._lost is not None:
            self._go_on(*self._lost)
            self._lost = None
        if self._renewed:
            self._renewed = False
            for element in _each(self._roots["main"].querySelectorAll(".table-flow, .table-box")):
                element.scrollTop = 0
        lists = {}
        for name, height in self._heights.items():
            element = self._slots["main"][name][0].parentElement
            self._heights[name] = element.clientHeight
            if self._heights[name] != height:
                lists[element.className] = element
        for element in lists.values():
            scroll_to_turn(element)
        count_hidden(self._roots["main"])

    def _find_again(self, place: str, element: Any, selector: str) -> None:
        """Find the focused element in its rewritten slot, or mark the focus as lost."""
        again = element.querySelector(selector) if selector else None
        if again is None or self._none(again) or getattr(again, "disabled", False) is True:
            self._lost = (place, str(element.dataset.slot))
        else:
            self._kept = again

    # -- keyed parts -------------------------------------------------------------------------

    def _patch_group(self, place: str, name: str, content: Keyed) -> None:
        group = self._groups[place].get(name)
        if group is None:
            root = self._roots[place].querySelector(f'[data-parts="{name}"]')
            if self._none(root):
                return
            self._groups[place][name] = self._fill(root, content)
        elif group.content is not content:
            if group.content.shape != content.shape:
                self._groups[place][name] = self._refill(group.root, content)
            else:
                self._update(group, content)

    def _fill(self, root: Any, content: Keyed) -> _Group:
        root.innerHTML = content.markup()
        if content.frame:
            self._rove(root)
        return _Group(root, content)

    def _refill(self, root: Any, content: Keyed) -> _Group:
        active = self._document.activeElement
        key = active.getAttribute("data-key") if root.contains(active) else ""
        group = self._fill(root, content)
        if key in content.nodes:
            self._kept = group.element(key)
        return group

    def _rove(self, root: Any) -> None:
        """Make exactly one cell reachable with Tab; arrow keys reach the others."""
        first = root.querySelector('.can, [aria-selected="true"]')
        if self._none(first):
            first = root.querySelector("[data-key]")
        if not self._none(first):
            first.setAttribute("tabindex", "0")

    def _update(self, group: _Group, content: Keyed) -> None:
        old, new = group.content.nodes, content.nodes
        group.stand(self.still)
        for key in [key for key in old if key not in new]:
            self._leave(group.pop(key))
        for key, node in new.items():
            before = old.get(key)
            if before is not None and before is not node and before != node:
                _change(group.element(key), before, node)
        come = [content.element(key) for key in new if key not in old]
        if come:
            group.root.insertAdjacentHTML("beforeend", join(come))
        group.content = content

    def _leave(self, element: Any) -> None:
        """Fade a captured piece out before removing it; its key is free at once."""
        element.removeAttribute("data-key")
        element.removeAttribute("data-square")
        element.classList.add("gone")
        element.parentNode.prepend(element)
        # A bound JS function, so that no Python proxy has to be kept alive.
        self._js.setTimeout(element.remove.bind(element), LEAVE_MS)

    # -- words and manners -------------------------------------------------------------------

    def appearance(self, attributes: Mapping[str, str]) -> None:
        root = self._document.documentElement
        for name, value in attributes.items():
            root.setAttribute(name, value)

    def focus(self, target: str) -> None:
        found = self._document.querySelector(f'[data-target="{self._js.CSS.escape(target)}"]')
        if not self._none(found):
            give_focus(self._js, found)

    def focus_first(self, selector: str) -> bool:
        """Focus the first element that matches `selector`; return False if there is none."""
        found = self._roots["main"].querySelector(selector)
        if self._none(found) or not found.checkVisibility():
            return False
        if found.isSameNode(self._document.activeElement):
            found.blur()  # makes screen readers read it again
        give_focus(self._js, found)
        return True

    def announce(self, text: str) -> None:
        """Write to the live region.

        Every second text ends with a space: an identical text would not be read again.
        """
        self._said = not self._said
        self._roots["live"].textContent = text + ("\u00a0" if self._said else "")

    def notice(self, content: Html) -> None:
        """Show a message above everything; empty content removes it."""
        root = self._roots["notice"]
        root.innerHTML = content
        root.hidden = not content

    def sprite(self, game_id: str) -> None:
        """Add the glyphs of a game to the document, once."""
        if game_id in self._loaded:
            return
        self._paint(game_id)
        self._loaded.add(game_id)
        self._pending = asyncio.ensure_future(self._load_sprite(game_id))

    def _paint(self, game_id: str) -> None:
        """Add the game's style sheet once, after those of the page."""
        if game_id not in self._painted:
            self._painted.add(game_id)
            self._add_sheet(routes.look(game_look(game_id)))

    def sheet(self, package: str, file: str) -> None:
        """Add a style sheet (`Screen.sheets`) to the document, once."""
        if file not in self._painted:
            self._painted.add(file)
            self._add_sheet((pkgutil.get_data(package, file) or b"").decode())

    def _add_sheet(self, text: str) -> None:
        sheet = self._document.createElement("style")
        sheet.textContent = text
        self._document.head.appendChild(sheet)

    async def _load_sprite(self, game_id: str) -> None:
        """Insert the game's sprite into the document, where `<use>` finds its glyphs."""
        try:
            answer = await self._js.fetch(f"{Drawings.folder}{game_id}.svg")
            if not answer.ok:
                raise OSError(answer.status)
            markup = str(await answer.text())
        except Exception:  # without its sprite the game is drawn with letters
            self._loaded.discard(game_id)
            self._document.documentElement.setAttribute("data-pieces", "letters")
            self._js.asedioFailed()
            return
        holder = self._document.createElement("div")
        holder.hidden = True
        holder.setAttribute("aria-hidden", "true")
        holder.innerHTML = markup
        self._document.body.appendChild(holder)


def _change(element: Any, before: Node, node: Node) -> None:
    for name, value in node.attributes.items():
        if before.attributes.get(name) != value:
            element.setAttribute(name, value)
            if name == "value":  # an edited field no longer follows its attribute
                element.value = value
    for name in before.attributes:
        if name not in node.attributes:
            element.removeAttribute(name)
    if before.inner != node.inner:
        element.innerHTML = node.inner


def _each(nodes: Any) -> list[Any]:
    return [nodes.item(index) for index in range(nodes.length)]


def _selector(element: Any) -> str:
    """Return a selector that finds the element again after its slot is rewritten."""
    for name in ("target", "field"):
        value = element.getAttribute(f"data-{name}")
        if isinstance(value, str):
            return _named(name, value)
    return ""


def _named(name: str, value: str) -> str:
    """Return the selector of an element by `data-<name>`."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[data-{name}="{escaped}"]'
