"""The app: settings, language, the current screen and dialog, and the entry point of all input.

Pure: the browser is behind `Dom` and `BrowserPage`, which are passed in, and the screens behind
`routes`, so all of it runs in tests. Every error raised while an input is
handled is caught here: an engine error is shown as its own message, any other exception as a
generic one, and the current screen stays.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.core.errors import AsedioError
from engine.core.texts import Message, whole
from engine.games import game_info
from ui.saves.turns import FarTurns
from ui.session.address import parse_fragment
from ui.shell import routes
from ui.shell.fetching import HERE, OUTDATED, PATIENCE_MS, NotYetHere, PendingAction
from ui.shell.layers import Layers
from ui.shell.routes import PACKS
from ui.shell.settings import KEY as SETTINGS
from ui.shell.settings import Settings, keep_setting, load_settings, reread
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.targets import Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ui.browser.dom import Dom
    from ui.browser.page import BrowserPage
    from ui.saves.store import Store
    from ui.shell.screen import Screen

CLOSE_NOTICE = Target("notice", "close")
CLOSE_DIALOG = Target("dialog", "close")
RELOAD = Target("page", "reload")
AGAIN = Target("page", "again")

Route = Callable[["App", str, dict[str, str]], "Screen"]


class App:
    """One page. Screens receive the app and use `go`, `open`, `refresh`, `t` and so on."""

    def __init__(self, view: Dom, page: BrowserPage, store: Store, lang: str | None = None) -> None:
        self.view = view
        self.page: BrowserPage = page
        self.store: Store = store
        self.turns = FarTurns(store)
        self.settings: Settings = load_settings(store.storage, lang)
        self.routes: dict[str, Route] = {}
        self.screen: Screen | None = None
        self.dialog: Screen | None = None
        self.layers = Layers(self)
        self._noticed = False
        self._waiting: int | None = None  # games that wait, as the app's icon shows it
        self._kept = False  # persistent storage was requested from this page
        self._wish: PendingAction | None = None
        self._standing = Html("")  # notice shown as long as games are not saved
        self._told: list[Message] = []  # notices of the store that were shown already
        self._shapes: dict[str, object] = {}
        self._rest: list[Callable[[], None]] = []  # to run after the next paint
        self._unpainted = False
        self._fresh = True  # nothing was drawn yet: the page shows what index.html holds

    # -- language and settings ---------------------------------------------------------------

    def words(self, game_id: str = "") -> I18n:
        return I18n(self.settings.lang, game_id or None)

    def t(self, key: str, /, **params: Any) -> str:
        return self.words().t(key, **params)

    def set_setting(self, name: str, value: str) -> None:
        """Change and store a setting, then redraw all visible screens."""
        own = self.screen is not None and self.screen.restyled(name, value)
        if not own:
            keep_setting(self.store.storage, name, value)
        if self._reread_settings() or own:
            self._restyle()
            self.refresh()

    def follow(self, key: str) -> None:
        """Show what another tab has stored under `key`; "": anything may have changed."""
        if key in ("", SETTINGS) and self._reread_settings():
            self._restyle()
        for _, screen in self._shown():
            screen.stored(key)

    def _reread_settings(self) -> bool:
        """Take the settings as they are stored now; return whether that changed some."""
        before, self.settings = self.settings, reread(self.store.storage, self.settings)
        return self.settings != before

    def _restyle(self) -> None:
        self._dress()
        for place, screen in self._shown():
            screen.restyle()
            self._show(place, screen)

    def worn(self) -> Settings:
        """Return the settings in force: those of the person who plays go before the device's."""
        found = self.settings
        for name, value in self.screen.look().items() if self.screen is not None else ():
            found = found.with_value(name, value)
        return found

    def _dress(self) -> None:
        self.view.appearance(self.worn().attributes())

    # -- screens -----------------------------------------------------------------------------

    def start(self, pending: str = "") -> None:
        """Show the first screen, the one the fragment names, and mark the page as ready.

        `pending`: the target pressed while Python was loading; it is pressed now.
        """
        self.view.appearance(self.settings.attributes())
        self.route(self.page.fragment())
        if pending and self.screen is not None:
            self.press(pending)
        self.page.mark("asedio:ready")

    def route(self, fragment: str) -> None:
        """Show the screen that `fragment` names; home if the route is unknown.

        If the route fails while a screen is shown, that screen stays and the address is reset to
        it.
        """
        self.quiet()  # a notice about the previous address
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
            self.layers.rename(named)  # the screen that stays

    def go(self, screen: Screen, fragment: str | None = None) -> None:
        """Replace the current screen with `screen` and close the dialog.

        The address becomes `screen.fragment()`, or `fragment` if the screen has none; unchanged if
        both are None.
        """
        self.close()
        if self.screen is not None and screen is not self.screen:
            self.screen.leave()
            self.announce("")  # what was said of the screen before
        if (named := screen.fragment()) is not None:
            fragment = named
        self.screen = screen
        self._dress()
        self._show("main", screen)
        if fragment is not None:
            self.layers.go(fragment)
        self.refresh()
        if screen.name == "table":
            self.page.mark("asedio:board")

    def open(self, screen: Screen) -> None:
        """Show `screen` in a modal dialog above the current one."""
        self.dialog = screen
        self._show("dialog", screen)
        self.refresh()

    def close(self) -> None:
        """Close the dialog, if one is open."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            self.view.close_dialog()
            dialog.leave()

    def refresh(self) -> None:
        """Patch the visible screens; only slots that changed are written.

        `rest()` and `rest_parts()` follow after the next paint (`_painted`).
        """
        fresh = False
        self.layers.follow()
        for place, screen in self._shown():
            if screen.shape() != self._shapes.get(place):
                self._show(place, screen)
                fresh = True
        if fresh:
            self._catch_up()  # so that a new screen is not drawn twice
        for place, screen in self._shown():
            self.view.attributes(place, screen.attributes())
            self.view.take_up(place, screen.taken())
            self.view.patch(place, screen.slots(), screen.parts())
        if self.screen is None or self.screen.keeps:
            self._tell_of_store()
        if not self._unpainted:
            self._unpainted = True
            self.page.painted(self._painted)

    def count_waiting(self) -> None:
        """Show on the icon of the installed app how many far games wait for this player."""
        count = self.turns.waiting(self.store.recent().games.values())
        if count != self._waiting:
            self._waiting = count
            self.page.badge(count)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Queue `act` to run after the next paint, or before the next input if that comes first."""
        self._rest.append(act)

    def when_painted(self, act: Callable[[], None]) -> None:
        """Run `act` after the pending paint, or at once if none is pending."""
        if self._unpainted:
            self._rest.append(act)
        else:
            act()

    def _painted(self) -> None:
        """Run the queued actions, then patch what may wait until after the paint."""
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
        """Run the queued actions; return whether there were any."""
        acts, self._rest = self._rest, []
        for act in acts:
            with self._guarded():
                act()
        return bool(acts)

    def _tell_of_store(self) -> None:
        """Show new notices of the store once.

        A standing notice stays above everything while games are not saved.
        """
        notices = self.store.notices()
        kept = self.store.persistent
        standing = Html("") if kept else el("p", {"class": "standing"}, self.t("store.not_kept"))
        changed, self._standing = standing != self._standing, standing
        if notices != self._told:
            self._told = notices
            news = [notice for notice in notices if notice.key != "store.not_kept"]
            if news:
                self._notice(" ".join(self.words().message(notice) for notice in news))
        if changed:
            self.view.appearance({"data-standing": "on" if standing else "off"})
            if not self._noticed:
                self.view.notice(standing)

    def _show(self, place: str, screen: Screen) -> None:
        """Write the skeleton of a screen and its `rest_parts()`, so that it is ready for input."""
        self._shapes[place] = screen.shape()
        for sheet in screen.sheets:
            self.view.sheet(*sheet)
        there = screen.prerendered() if place == "main" and self._fresh else {}
        self._fresh = False
        if not (there and self.view.adopt(screen.name, there)):
            self.view.show(place, screen.name, screen.layout())
        self.view.patch(place, {}, screen.rest_parts())
        screen.shown()

    def _shown(self) -> list[tuple[str, Screen]]:
        """Return the visible screens with their places: the current one, then the dialog."""
        shown = [] if self.screen is None else [("main", self.screen)]
        return shown if self.dialog is None else [*shown, ("dialog", self.dialog)]

    def _top(self) -> Screen | None:
        return self.dialog or self.screen

    # -- input: `data-target` is parsed only here -------------------------------------------

    def press(self, text: str) -> None:
        """Handle a click, tap, Enter or drop on `[data-target]`; `text` is the target pressed."""
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
        if target.kind == "clear":
            self.field(target.name, "")
            return
        wish, self._wish = self._wish, None
        if target == AGAIN and wish is not None:
            self.quiet()
            self._wait_for(wish)
        elif self.screen is None:  # the first screen's code is still missing; home needs none
            self.route("")
        else:
            self._input(lambda screen: screen.press(target))

    def field(self, name: str, value: str) -> None:
        self._input(lambda screen: screen.field(name, whole(value)))

    def key(self, key: str, text: str) -> bool:
        """Handle a key; return whether it was used. Escape always closes an open dialog.

        `text`: the target with the focus, empty if none.
        """
        if key == "Escape" and self.dialog is not None:
            self.close()
            return True
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.key(key, target), passing=True))

    def hover(self, text: str) -> None:
        """Report the target under the pointer or with the focus; empty for none.

        Ignored while a dialog is open.
        """
        if self.dialog is None:
            target = Target.parse(text)
            self._input(lambda screen: screen.hover(target), passing=True)

    def look_up(self, text: str) -> bool:
        """Handle a long press on a target; return whether the screen had something to show."""
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.look_up(target), passing=True))

    def sketch(self, start: str, goal: str, colour: int, done: bool) -> None:
        """Draw a stroke between two targets; `done` is False while the pointer is down."""
        ends = Target.parse(start), Target.parse(goal)
        self._input(lambda screen: screen.sketch(*ends, colour, done), passing=True)

    def grab(self, text: str) -> bool:
        """Start a drag on a target; return False if nothing there can be dragged."""
        target = Target.parse(text)
        return bool(self._input(lambda screen: screen.grab(target), passing=True))

    def drop(self, text: str) -> None:
        """End a drag above a target; empty if it ended outside every target."""
        target = Target.parse(text)
        self._input(lambda screen: screen.drop(target))

    def put_back(self, text: str = "") -> None:
        """Cancel a drag. If it never left its start, `text` names that target and it is pressed."""
        target = Target.parse(text)

        def use(screen: Screen) -> None:
            screen.put_back()
            if target:
                screen.press(target)

        self._input(use, passing=not target)

    def same(self, text: str, other: str) -> bool:
        """Return whether two targets stand for the same thing on the top screen."""
        screen = self._top()
        return screen is not None and screen.same(Target.parse(text), Target.parse(other))

    def _input(
        self,
        use: Callable[[Screen], bool | None],
        passing: bool = False,
        screen: Screen | None = None,
    ) -> bool | None:
        """Pass an input to the top screen and refresh the page; return what the screen returned.

        False from the screen means that nothing changed, and skips the refresh. `passing`: a minor
        input (hover, key, sketch), which leaves the notice and the queued actions alone. `screen`:
        the screen that the input was for, if it waited for code.
        """
        screen = screen or self._top()
        if screen is None:
            return None
        if not passing:
            self._catch_up()
            if self._wish is None:
                self.quiet()
        used: bool | None = None
        below = self.screen
        left: Screen | None = screen

        def again() -> None:
            if self._top() is left:
                self._input(use, passing, screen)

        before = self.store.decisions
        if not passing:
            gc.disable()  # collection waits for the paint, to keep the response fast
        with self._guarded(again):
            try:
                used = use(screen)
            finally:
                if self._top() is below:  # a dialog may close before it acts
                    left = below
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
        """Ask the browser for persistent storage, at most once a month."""
        if routes.ask_now(self.store.storage):
            self.page.lasting(True, lambda kept: None)

    def later(self, act: Callable[[], None]) -> None:
        """Run `act` for an event that is no input (timer, worker, other tab), then refresh."""
        self._catch_up()
        with self._guarded(lambda: self.later(act)):
            act()
        with self._guarded():
            self.refresh()

    def redraw(self) -> None:
        """Draw what has changed without an input."""
        self.later(lambda: None)

    def unseen(self) -> None:
        """Tell the screen that the page has been hidden."""
        if self.screen is not None:
            with self._guarded():
                self.screen.unseen()

    # -- fetching code on demand ---------------------------------------------------------------

    def _wait_for(self, wish: PendingAction) -> None:
        """Fetch the pack of `wish`, then run it; a newer wish replaces an older one."""
        self._wish = wish
        self.page.after(PATIENCE_MS, lambda: self._still_waiting(wish))
        self.page.bring(wish.pack, lambda end: self._brought(wish, end))

    def _still_waiting(self, wish: PendingAction) -> None:
        """Say what is being fetched if `wish` has been waiting for `PATIENCE_MS`."""
        if self._wish is wish and not self._noticed:
            self._notice(self.t("fetch.coming", game=self._called(wish.pack)))

    def _called(self, pack: str) -> str:
        """Return the name of a pack for players: a phrase of the catalogue, or the game's title."""
        return self.t(f"fetch.{pack}") if pack in PACKS else game_info(pack).title

    def _brought(self, wish: PendingAction, end: str) -> None:
        """Handle the end of a fetch: run the wish, or offer to retry or to reload.

        The end is ignored if a newer wish has replaced this one.
        """
        if self._wish is not wish:
            return
        self.quiet()
        if end == HERE:
            self._wish = None
            wish.act()
            return
        words = self.t(end, game=self._called(wish.pack))
        if end == OUTDATED:  # a retry would fail too
            self._notice(words, self._button(RELOAD, "table.reload"))
        else:
            self._notice(words, self._button(AGAIN, "fetch.again"))

    # -- notices and announcements -----------------------------------------------------------

    def announce(self, text: str) -> None:
        """Announce text to screen readers only."""
        self.view.announce(text)

    def say(self, message: Message, game_id: str = "") -> None:
        """Show a message above everything until the next input. `game_id`: the game it is about."""
        self._notice(self.words(game_id).message(message))

    def quiet(self) -> None:
        """Remove the notice; the standing one about the store stays."""
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
        """Catch every error of the block and show it as a notice, so that no input stops the page.

        NotYetHere: the missing code is fetched and `again` is run afterwards, if given.
        """
        try:
            yield
        except NotYetHere as missing:
            if again is not None:
                self._wait_for(PendingAction(missing.pack, again))
        except AsedioError as refusal:
            top = self._top()
            game_id = refusal.game_id or (top.game_id if top is not None else "")
            self._notice(self.words(game_id).message(refusal.message))
        except Exception:  # a bug: report it to the console and keep the page usable
            self.page.report(traceback.format_exc())
            reload = self._button(RELOAD, "table.reload")
            self._notice(self.t("table.unexpected"), reload)
