"""The app: settings, language, the screen that is shown, and what every input goes through.

Pure: the browser is behind `PageView` (ui/shell/ports.py) and `Platform` (ui/shell/platform.py),
the screens behind `routes`, so that all of it runs in tests. Whatever goes wrong inside an input
ends here: a refusal of the engine becomes its message, anything else a plain sentence, and the
last good state stays on the table.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from engine.core.errors import AsedioError
from engine.core.texts import Message, whole
from engine.games import game_info
from ui.shell.fetching import HERE, OUTDATED, PATIENCE_MS, NotYetHere, Wish
from ui.shell.routes import PACKS, bring
from ui.shell.settings import Settings, load_settings, save_settings
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.targets import Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ui.saves.store import Store
    from ui.shell.platform import Platform
    from ui.shell.ports import PageView
    from ui.shell.screen import Screen

CLOSE_NOTICE = Target("notice", "close")
CLOSE_DIALOG = Target("dialog", "close")
RELOAD = Target("page", "reload")
AGAIN = Target("page", "again")

Route = Callable[["App", str, dict[str, str]], "Screen"]


def parse_fragment(fragment: str) -> tuple[str, str, dict[str, str]]:
    """`#new=cotadrez&water=seco` → ("new", "cotadrez", {"water": "seco"})."""
    body = fragment.strip().lstrip("#")
    head, _, rest = body.partition("&")
    key, _, value = head.partition("=")
    return key, value, dict(parse_qsl(rest, keep_blank_values=True))


class App:
    """One page. Screens are handed the app and use `go`, `open`, `refresh`, `t` and friends."""

    def __init__(
        self, view: PageView, page: Platform, store: Store, lang: str | None = None
    ) -> None:
        self.view = view
        self.page = page
        self.store = store
        self.settings: Settings = load_settings(store.storage, lang)
        self.routes: dict[str, Route] = {}
        self.screen: Screen | None = None
        self.dialog: Screen | None = None
        self._noticed = False
        self._kept = False  # the browser was asked to keep what is stored
        self._wish: Wish | None = None
        self._standing = Html("")  # stays above everything while it is true
        self._told: list[Message] = []  # about the store, so that it is said once
        self._shapes: dict[str, object] = {}
        self._rest: list[Callable[[], None]] = []  # of what is done once the page has painted
        self._unpainted = False

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
            screen.restyle()
            self._show(place, screen)
        self.refresh()

    # -- screens -----------------------------------------------------------------------------

    def start(self, pending: str = "") -> None:
        """The first screen: from the fragment, or from what was pressed while Python started."""
        self.view.appearance(self.settings.attributes())
        self.route(self.page.fragment())
        if pending and self.screen is not None:
            self.press(pending)
        self.page.mark("asedio:ready")

    def route(self, fragment: str) -> None:
        """Shows what a fragment names; home for anything nobody knows."""
        self.quiet()  # what was said of another address
        key, value, params = parse_fragment(fragment)
        self._wish = None

        def again() -> None:
            self.route(fragment)

        with self._guarded(again):
            route = self.routes.get(key)
            if route is not None:
                self.go(route(self, value, params), fragment)
                return
        if self._wish is not None:
            return
        if self.screen is None or key not in self.routes:
            with self._guarded(again):
                self.go(self.routes["home"](self, "", {}), "")
        elif (named := self.screen.fragment()) is not None:
            self.page.set_fragment(named, replace=True)  # what stays on the table

    def go(self, screen: Screen, fragment: str | None = None) -> None:
        """Shows `screen` in place of the current one. Its own `fragment()` names it, if any."""
        self.close()
        if self.screen is not None and screen is not self.screen:
            self.screen.leave()
        if (named := screen.fragment()) is not None:
            fragment = named
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
        fresh = False
        for place, screen in self._shown():
            if screen.shape() != self._shapes.get(place):
                self._show(place, screen)
                fresh = True
        if fresh:
            self._catch_up()  # a new screen is drawn once, with what follows from it
        for place, screen in self._shown():
            self.view.attributes(place, screen.attributes())
            self.view.take_up(place, screen.taken())
            self.view.patch(place, screen.slots(), screen.parts())
        self._tell_of_store()
        if not self._unpainted:
            self._unpainted = True
            self.page.painted(self._painted)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Does something that follows from an input once what was done is painted; before
        anything else happens in any case."""
        self._rest.append(act)

    def when_painted(self, act: Callable[[], None]) -> None:
        """Does what nobody waits for: at once, unless something is about to be painted."""
        if self._unpainted:
            self._rest.append(act)
        else:
            act()

    def _painted(self) -> None:
        """What can wait until the eye has what it looks for."""
        gc.enable()
        self._unpainted = False
        acted = self._catch_up()
        for place, screen in self._shown():
            if acted:
                self.view.take_up(place, screen.taken())
                self.view.patch(place, screen.slots(), screen.parts())
            self.view.patch(place, screen.rest(), screen.rest_parts())
        if self.screen is not None:
            self.page.title(self.screen.title())
        self.view.settle()

    def _catch_up(self) -> bool:
        """Does what waits for the page to be painted; whether there was anything."""
        acts, self._rest = self._rest, []
        for act in acts:
            with self._guarded():
                act()
        return bool(acts)

    def _tell_of_store(self) -> None:
        """When games stop being kept, or were found damaged, it is said at once. That something
        is not saved stays there as long as it is so."""
        notices = self.store.notices()
        kept = self.store.persistent
        words = self.t("store.not_kept")
        standing = Html("") if kept else el("p", {"class": "standing"}, words)
        changed, self._standing = standing != self._standing, standing
        if notices != self._told:
            self._told = notices
            news = [one for one in notices if one.key != "store.not_kept"]
            if news:
                self._notice(" ".join(self.words().message(one) for one in news))
        if changed:
            self.view.appearance({"data-standing": "on" if standing else "off"})
            if not self._noticed:
                self.view.notice(standing)

    def _show(self, place: str, screen: Screen) -> None:
        """Writes the skeleton of a screen, and what can be pressed in it as soon as it is seen;
        `shape()` says when that has to be done again."""
        self._shapes[place] = screen.shape()
        self.view.show(place, screen.name, screen.layout())
        self.view.patch(place, {}, screen.rest_parts())
        screen.shown()

    def _shown(self) -> list[tuple[str, Screen]]:
        shown = [] if self.screen is None else [("main", self.screen)]
        return shown if self.dialog is None else [*shown, ("dialog", self.dialog)]

    def _top(self) -> Screen | None:
        return self.dialog or self.screen

    # -- input: `data-target` is read here, once ---------------------------------------------

    def press(self, text: str) -> None:
        """A click, tap, Enter or drop on `[data-target]`."""
        target = Target.parse(text)
        if target == CLOSE_NOTICE:
            self.quiet()
            return
        if target == CLOSE_DIALOG:
            self.close()
            return
        if target == RELOAD:
            self.page.reload()
            return
        wish, self._wish = self._wish, None
        if target == AGAIN and wish is not None:
            self.quiet()
            self._wait_for(wish)
        elif self.screen is None:  # the first screen waits for its code: home needs none
            self.route("")
        else:
            self._input(lambda screen: screen.press(target))

    def field(self, name: str, value: str) -> None:
        self._input(lambda screen: screen.field(name, whole(value)))

    def key(self, key: str, text: str) -> bool:
        """True when the key was used. Escape closes the dialog whatever else it means."""
        if key == "Escape" and self.dialog is not None:
            self.close()
            return True
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.key(key, target), passing=True))

    def hover(self, text: str) -> None:
        """The pointer or the focus is on a target; empty: on nothing."""
        if self.dialog is None:
            target = Target.parse(text)
            self._input(lambda screen: screen.hover(target), passing=True)

    def look_up(self, text: str) -> bool:
        """A target has been pressed for a while; False: there is nothing to say of it."""
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.look_up(target), passing=True))

    def sketch(self, start: str, goal: str, colour: int, done: bool) -> None:
        """A stroke from one target to another, while it is drawn and when it is `done`."""
        ends = Target.parse(start), Target.parse(goal)
        self._input(lambda screen: screen.sketch(*ends, colour, done), passing=True)

    def grab(self, text: str) -> bool:
        """A drag begins on a target; False: there is nothing to drag."""
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.grab(target), passing=True))

    def drop(self, text: str) -> None:
        """The drag ends above a target; empty: beside everything."""
        target = Target.parse(text)
        self._input(lambda screen: screen.drop(target))

    def put_back(self, text: str = "") -> None:
        """The drag ends without effect. `text`: it never left this, so it is a press there."""
        target = Target.parse(text)

        def use(screen: Screen) -> None:
            screen.put_back()
            if target:
                screen.press(target)

        self._input(use, passing=not target)

    def same(self, text: str, other: str) -> bool:
        """Whether two targets stand for the same thing."""
        screen = self._top()
        return screen is not None and screen.same(Target.parse(text), Target.parse(other))

    def _input(self, use: Callable[[Screen], bool | None], passing: bool = False) -> bool | None:
        """Hands an input to the screen on top and brings the document up to date, unless it says
        that there is nothing to do. `passing`: what is said above everything stays."""
        screen = self._top()
        if screen is None:
            return None
        if not passing:
            self._catch_up()
            if self._wish is None:
                self.quiet()
        used: bool | None = None

        def again() -> None:
            if self._top() is screen:
                self._input(use, passing)

        before = self.store.decisions
        if not passing:
            gc.disable()  # what the last press left behind is swept up when this one is painted
        with self._guarded(again):
            used = use(screen)
        if self.store.decisions > before and not self._kept:
            self._kept = True
            self.afterwards(self._keep)
        if used is not False:
            with self._guarded():
                self.refresh()
        if not self._unpainted:
            gc.enable()
        return used

    def _keep(self) -> None:
        """There is something worth keeping: asks the browser not to clear it, once a page."""
        if bring("ask_now")(self.store.storage):
            self.page.lasting(True, lambda kept: None)

    def later(self, act: Callable[[], None]) -> None:
        """Something happened by itself, not by an input: done and shown like one."""
        self._catch_up()
        with self._guarded(lambda: self.later(act)):
            act()
        with self._guarded():
            self.refresh()

    # -- code that has to be fetched first -----------------------------------------------------

    def _wait_for(self, wish: Wish) -> None:
        """Does it when its code is here; the newest wish counts."""
        self._wish = wish
        self.page.after(PATIENCE_MS, lambda: self._still_waiting(wish))
        self.page.bring(wish.pack, lambda end: self._brought(wish, end))

    def _still_waiting(self, wish: Wish) -> None:
        if self._wish is wish and not self._noticed:
            self._notice(self.t("fetch.coming", game=self._called(wish.pack)))

    def _called(self, pack: str) -> str:
        """What is being fetched, in words."""
        return self.t(f"fetch.{pack}") if pack in PACKS else game_info(pack).title

    def _brought(self, wish: Wish, end: str) -> None:
        if self._wish is not wish:
            return
        self.quiet()
        if end == HERE:
            self._wish = None
            wish.act()
            return
        words = self.t(end, game=self._called(wish.pack))
        if end == OUTDATED:  # asking again would find no more
            self._notice(words, self._button(RELOAD, "table.reload"))
        else:
            self._notice(words, self._button(AGAIN, "fetch.again"))

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
            self.view.notice(self._standing)

    def _button(self, target: Target, key: str) -> Html:
        return el("button", {"type": "button", "data-target": target}, self.t(key))

    def _notice(self, words: str, *more: Html) -> None:
        close = el(
            "button",
            {"type": "button", "data-target": CLOSE_NOTICE, "class": "quiet"},
            self.t("table.close"),
        )
        self._noticed = True
        self.view.notice(join(self._standing, el("p", None, words), *more, close))

    @contextmanager
    def _guarded(self, again: Callable[[], object] | None = None) -> Iterator[None]:
        """Nothing that happens while an input is worked on stops the page. `again` begins it anew
        when code had to be fetched first."""
        try:
            yield
        except NotYetHere as missing:
            if again is not None:
                self._wait_for(Wish(missing.pack, again))
        except AsedioError as refusal:
            top = self._top()
            game_id = refusal.game_id or (top.game_id if top is not None else None)
            self._notice(self.words(game_id).message(refusal.message))
        except Exception:  # a mistake of ours: say so, keep the table, tell the console
            self.page.report(traceback.format_exc())
            reload = self._button(RELOAD, "table.reload")
            self._notice(self.t("table.unexpected"), reload)
