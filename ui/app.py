"""The app: settings, language, the screen that is shown, and what every input goes through.

Pure: the browser is behind `View` and `Page`, the screens behind `routes`, so that all of it runs
in tests. Whatever goes wrong inside an input ends here: a refusal of the engine becomes its
message, anything else a plain sentence, and the last good state stays on the table.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl

from engine.core.errors import AsedioError
from engine.core.texts import Message
from ui.html import Html, el, join
from ui.i18n import I18n
from ui.render.keyed import Keyed
from ui.settings import Settings, load_settings, save_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ui.screens.base import Screen
    from ui.store import Store

Route = Callable[["App", str, dict[str, str]], "Screen"]


class View(Protocol):
    """The document. `place` is `main` or `dialog`."""

    def show(self, place: str, name: str, layout: Html) -> None:
        """A screen enters: its skeleton is written, the old one is gone."""

    def attributes(self, place: str, attributes: Mapping[str, str]) -> None: ...

    def patch(self, place: str, slots: Mapping[str, Html], parts: Mapping[str, Keyed]) -> None: ...

    def close_dialog(self) -> None: ...

    def appearance(self, attributes: Mapping[str, str]) -> None: ...

    def focus(self, target: str) -> None: ...

    def announce(self, text: str) -> None: ...

    def notice(self, content: Html) -> None:
        """A message above everything; empty takes it away."""

    def sprite(self, game_id: str) -> None:
        """Makes the glyphs of a game available, once."""


class Page(Protocol):
    """The window around the document."""

    def fragment(self) -> str: ...

    def set_fragment(self, fragment: str, replace: bool = False) -> None: ...

    def title(self, text: str) -> None: ...

    def mark(self, name: str) -> None: ...

    def report(self, text: str) -> None:
        """For the developer's console."""

    def reload(self) -> None: ...


def parse_fragment(fragment: str) -> tuple[str, str, dict[str, str]]:
    """`#new=cotadrez&water=seco` → ("new", "cotadrez", {"water": "seco"})."""
    body = fragment.strip().lstrip("#")
    head, _, rest = body.partition("&")
    key, _, value = head.partition("=")
    return key, value, dict(parse_qsl(rest, keep_blank_values=True))


class App:
    """One page. Screens are handed the app and use `go`, `open`, `refresh`, `t` and friends."""

    def __init__(self, view: View, page: Page, store: Store, lang: str | None = None) -> None:
        self.view = view
        self.page = page
        self.store = store
        self.settings: Settings = load_settings(store.storage, lang)
        self.routes: dict[str, Route] = {}
        self.screen: Screen | None = None
        self.dialog: Screen | None = None
        self._noticed = False
        self._told: list[Message] = []  # about the store, so that it is said once
        self._shapes: dict[str, object] = {}

    # -- language and settings ---------------------------------------------------------------

    def words(self, game_id: str | None = None) -> I18n:
        return I18n(self.settings.lang, game_id)

    def t(self, key: str, /, **params: Any) -> str:
        return self.words().t(key, **params)

    def set_setting(self, name: str, value: str) -> None:
        """Changes and stores a setting; the screens are drawn again in it."""
        changed = self.settings.with_value(name, value)
        if changed == self.settings:
            return
        self.settings = changed
        save_settings(self.store.storage, changed)
        self.view.appearance(changed.attributes())
        for place, screen in self._shown():
            restyle = getattr(screen, "restyle", None)
            if restyle is not None:
                restyle()
            self._show(place, screen)
        self.refresh()

    # -- screens -----------------------------------------------------------------------------

    def start(self, pending: str = "") -> None:
        """The first screen: from the fragment, or from what was pressed while Python started."""
        self.view.appearance(self.settings.attributes())
        self.route(self.page.fragment())
        if pending:
            self.press(pending)
        self.page.mark("asedio:ready")

    def route(self, fragment: str) -> None:
        """Shows what a fragment names; home for anything nobody knows."""
        key, value, params = parse_fragment(fragment)
        with self._guarded():
            route = self.routes.get(key)
            if route is not None:
                self.go(route(self, value, params), fragment)
                return
        if self.screen is None or key not in self.routes:
            with self._guarded():
                self.go(self.routes["home"](self, "", {}), "")
        elif (named := getattr(self.screen, "fragment", None)) is not None:
            self.page.set_fragment(named(), replace=True)  # what stays on the table

    def go(self, screen: Screen, fragment: str | None = None) -> None:
        """Shows `screen` in place of the current one. Its own `fragment()` names it, if any."""
        self.close()
        if screen is not self.screen:
            leave = getattr(self.screen, "leave", None)
            if leave is not None:
                leave()
        named = getattr(screen, "fragment", None)
        if named is not None:
            fragment = named()
        self.screen = screen
        self.view.appearance(self.settings.attributes())
        self._show("main", screen)
        if fragment is not None:
            self.page.set_fragment(fragment)
        self.refresh()
        if screen.name == "table":
            self.page.mark("asedio:board")

    def open(self, screen: Screen) -> None:
        """Shows `screen` in a modal dialog above the current one."""
        self.dialog = screen
        self._show("dialog", screen)
        self.refresh()

    def close(self) -> None:
        """Takes the dialog away."""
        if self.dialog is not None:
            self.dialog = None
            self.view.close_dialog()

    def refresh(self) -> None:
        """Brings the document up to date; what did not change is not touched."""
        for place, screen in self._shown():
            if self._shape(screen) != self._shapes.get(place):
                self._show(place, screen)
            attributes = getattr(screen, "attributes", None)
            self.view.attributes(place, attributes() if attributes else {})
            parts = getattr(screen, "parts", None)
            self.view.patch(place, screen.slots(), parts() if parts else {})
        if self.screen is not None:
            self.page.title(self.screen.title())
        self._tell_of_store()

    def _tell_of_store(self) -> None:
        """When games stop being kept, or were found damaged, it is said at once."""
        notices = self.store.notices()
        if notices != self._told:
            self._told = notices
            if notices:
                self._notice(" ".join(self.words().message(one) for one in notices))

    def _show(self, place: str, screen: Screen) -> None:
        """Writes the skeleton of a screen; `shape()` says when that has to be done again."""
        self._shapes[place] = self._shape(screen)
        self.view.show(place, screen.name, screen.layout())
        shown = getattr(screen, "shown", None)
        if shown is not None:
            shown()

    def _shape(self, screen: Screen) -> object:
        shape = getattr(screen, "shape", None)
        return shape() if shape is not None else id(screen)

    def _shown(self) -> list[tuple[str, Screen]]:
        shown = [] if self.screen is None else [("main", self.screen)]
        return shown if self.dialog is None else [*shown, ("dialog", self.dialog)]

    def _top(self) -> Screen | None:
        return self.dialog or self.screen

    # -- input -------------------------------------------------------------------------------

    def press(self, target: str) -> None:
        """A click, tap, Enter or drop on `[data-target]`."""
        if target == "notice:close":
            self.quiet()
            return
        if target == "dialog:close":
            self.close()
            return
        if target == "page:reload":
            self.page.reload()
            return
        self._input("press", target)

    def field(self, name: str, value: str) -> None:
        self._input("field", name, value)

    def key(self, key: str, target: str) -> bool:
        """True when the key was used. Escape closes the dialog whatever else it means."""
        if key == "Escape" and self.dialog is not None:
            self.close()
            return True
        return bool(self._input("key", key, target))

    def hover(self, target: str) -> None:
        """The pointer or the focus is on `target`; empty: on nothing."""
        if self.dialog is None and hasattr(self.screen, "hover"):
            self._input("hover", target)

    def grab(self, target: str) -> bool:
        """A drag begins on `target`; False: there is nothing to drag."""
        if not hasattr(self._top(), "grab"):
            return False
        return bool(self._input("grab", target))

    def drop(self, target: str) -> None:
        """The drag ends above `target`; empty: beside everything."""
        self._input("drop", target)

    def _input(self, verb: str, *words: str) -> Any:
        """Hands an input to the screen on top and brings the document up to date."""
        screen = self._top()
        method = getattr(screen, verb, None)
        if method is None:
            return None
        if verb in ("press", "field", "drop"):
            self.quiet()
        used: Any = None
        with self._guarded():
            used = method(*words)
        if used is not False:
            with self._guarded():
                self.refresh()
        return used

    def later(self, act: Callable[[], None]) -> None:
        """Something happened by itself, not by an input: done and shown like one."""
        with self._guarded():
            act()
        with self._guarded():
            self.refresh()

    # -- words to the players ----------------------------------------------------------------

    def announce(self, text: str) -> None:
        """Said by screen readers, not shown."""
        self.view.announce(text)

    def say(self, message: Message, game_id: str | None = None) -> None:
        """A message above everything, until the next input."""
        self._notice(self.words(game_id).message(message))

    def quiet(self) -> None:
        if self._noticed:
            self._noticed = False
            self.view.notice(Html(""))

    def _notice(self, words: str, *more: Html) -> None:
        close = el(
            "button",
            {"type": "button", "data-target": "notice:close", "class": "quiet"},
            self.t("table.close"),
        )
        self._noticed = True
        self.view.notice(join(el("p", None, words), *more, close))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Nothing that happens while an input is worked on stops the page."""
        try:
            yield
        except AsedioError as refusal:
            game_id = getattr(self._top(), "game_id", None)
            self._notice(self.words(game_id).message(refusal.message))
        except Exception:  # a mistake of ours: say so, keep the table, tell the console
            self.page.report(traceback.format_exc())
            again = el(
                "button", {"type": "button", "data-target": "page:reload"}, self.t("table.reload")
            )
            self._notice(self.t("table.unexpected"), again)
