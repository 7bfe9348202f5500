"""Window, timers, clipboard and other browser services besides the document, by role."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ui.browser import code_packs, sharing
from ui.browser.dom import give_focus
from ui.browser.locks import Locks
from ui.browser.painting import Painting
from ui.shell import routes
from ui.shell.fetching import ABOUT, DECK, FAILED, FAR, HERE, OUTDATED, About, NotYetHere
from ui.words.html import Html

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient
    from ui.browser.relay import FarTools

T = TypeVar("T")
MAX_CONTACT = 300  # characters
MAX_FRAGMENT = 20_000  # characters; ten times the longest valid one


class BrowserPage:
    """The page in its browser. `locks`: which tab plays a game."""

    def __init__(self) -> None:
        import js
        from pyscript.ffi import is_none

        self._js = js
        self._none = is_none
        self._slice = js.String.prototype.slice
        self._tasks: set[Any] = set()
        self._engine: EngineClient | None = None
        self._far: FarTools | None = None
        self._about: About | None = None
        self._gallery: Any = None  # once My games is shown
        self.locks = Locks()
        self._painting = Painting()
        self._title = ""  # as last set
        self._clock: Any = None  # static/clock.js, once it is needed
        self._faces: tuple[Any, float] | None = None  # as last shown, with their moment
        self._awake: bool | None = None  # as last asked for by a far table

    # -- address and history -----------------------------------------------------------------

    def url(self) -> str:
        return str(self._js.location.href)

    def fragment(self) -> str:
        """Return the address's fragment, cut after MAX_FRAGMENT characters of the address.

        It is cut in JavaScript: handing over a million letters takes 50 ms.
        """
        address = self._slice.call(self._js.location, 0, MAX_FRAGMENT)
        _, sign, fragment = str(address).partition("#")
        return sign + fragment if fragment else ""

    def set_fragment(self, fragment: str, replace: bool = False) -> None:
        """Change the fragment, by a new history entry or in place; skip if it is the same."""
        fragment = fragment or ""
        if fragment == self.fragment():
            return
        path = str(self._js.location.pathname) + str(self._js.location.search)
        history = self._js.history
        try:
            (history.replaceState if replace else history.pushState)(None, "", path + fragment)
        except Exception:  # a foreign frame may refuse; not essential
            return

    def add_layer(self, number: int) -> bool:
        """Add a history entry with the same address for a view above the screen; return whether
        this page may."""
        if self._js.asedioFramed:  # its entries are those of the page around it
            return False
        self._js.history.pushState(number, "")
        return True

    def layer(self) -> int:
        """Return the number of the current entry; 0 if it is that of a screen."""
        state = self._js.history.state
        return state if isinstance(state, int) else 0

    def back(self) -> None:
        self._js.history.back()

    def reload(self) -> None:
        self._js.asedioReload()

    # -- window ------------------------------------------------------------------------------

    def title(self, text: str) -> None:
        if self._title != text:
            self._title = self._js.document.title = text

    def can_fill(self) -> bool:
        """Return whether the page can go full screen."""
        return bool(getattr(self._js.document, "fullscreenEnabled", False))

    def fill(self) -> None:
        """Enter or leave full screen."""
        document = self._js.document
        if not self._none(document.fullscreenElement):
            document.exitFullscreen()
        elif self.can_fill():
            document.documentElement.requestFullscreen()

    def print_page(self) -> None:
        self._js.window.print()

    def scroll_to(self, element_id: str) -> None:
        found = self._js.document.getElementById(element_id)
        if not self._none(found):
            found.setAttribute("tabindex", "-1")
            found.scrollIntoView()
            give_focus(self._js, found)

    def bring_into_view(self, selector: str) -> None:
        """Scroll a newly drawn element into view, as little as needed; the focus does not move."""
        from pyodide.ffi import create_once_callable, to_js

        def look(_: float) -> None:
            found = self._js.document.querySelector(f"#app {selector}")
            if not self._none(found):
                how = to_js({"block": "nearest"}, dict_converter=self._js.Object.fromEntries)
                found.scrollIntoView(how)

        self._js.requestAnimationFrame(create_once_callable(look))

    def name_things(self) -> None:
        """Show the names of things under the mouse, once one is used at a table."""
        self._run(routes.scripts.use("names.js", "watch"))

    # -- timers ------------------------------------------------------------------------------

    def after(self, millis: int, act: Callable[[], None]) -> None:
        async def work() -> None:
            await asyncio.sleep(millis / 1000)
            act()

        self._run(work())

    def soon(self, act: Callable[[], None]) -> None:
        """Run `act` after the page has painted and handled pending events."""
        from pyodide.ffi import create_once_callable

        self._js.setTimeout(create_once_callable(act), 0)

    def idle(self, act: Callable[[], None]) -> None:
        """Run `act` when the browser has nothing else to do."""
        from pyodide.ffi import create_once_callable

        if hasattr(self._js, "requestIdleCallback"):
            self._js.requestIdleCallback(create_once_callable(lambda _: act()))
        else:
            self.soon(act)

    def painted(self, act: Callable[[], None]) -> None:
        """Run `act` once everything written so far is painted: in the task after the next frame."""
        self._painting.then(act)

    # -- running clocks ----------------------------------------------------------------------

    def millis(self) -> float:
        """Return milliseconds of a monotonic timer."""
        return float(self._js.performance.now())

    def tick(self, faces: Sequence[tuple[int, int, int]]) -> None:
        """Show the time on the clocks of sides: triples of a side, the milliseconds on its clock
        now and 1 or −1, whether they grow or shrink. Empty: all clocks stand still."""
        from pyodide.ffi import to_js

        first = self._faces is None
        self._faces = to_js([list(face) for face in faces]), self.millis()
        if self._clock is not None:
            self._clock.tick(*self._faces)
        elif first:
            self._run(self._load_clock())

    def keep_awake(self, on: bool) -> None:
        """Keep the screen on while the clock of a far table runs, or no more."""
        first, self._awake = self._awake is None, on
        if self._clock is not None:
            self._clock.awake(on)
        elif first:
            self._run(self._load_clock())

    async def _load_clock(self) -> None:
        self._clock = await routes.scripts.optional("clock.js")
        if self._clock is not None and self._faces is not None:
            self._clock.tick(*self._faces)
        if self._clock is not None and self._awake is not None:
            self._clock.awake(self._awake)

    # -- developer tools ---------------------------------------------------------------------

    def mark(self, name: str) -> None:
        """Set a mark on the page's performance timeline."""
        self._js.performance.mark(name)

    def report(self, text: str) -> None:
        self._js.console.error(text)

    # -- code on demand ----------------------------------------------------------------------

    def bring(self, pack: str, done: Callable[[str], None]) -> None:
        """Fetch a pack; `done` gets how that ended, one of the values in `ui.shell.fetching`."""

        async def work() -> None:
            try:
                await code_packs.bring(pack)
                if pack == FAR:
                    await routes.scripts.script(routes.relay.SCRIPT)
                if pack == DECK:
                    await routes.scripts.script(routes.deck.SCRIPT)
                if pack == ABOUT:
                    self._about = await self._read_about()
            except Exception as problem:
                self._js.console.warn(f"Asedio: {problem}")
                done(OUTDATED if await self._js.asedioOutdated() else FAILED)
            else:
                done(HERE)

        self._run(work())

    def far(self) -> FarTools:
        """Return what far tables need from the browser. Raises NotYetHere until it is fetched."""
        relay = routes.relay
        if routes.scripts.loaded(relay.SCRIPT) is None:
            raise NotYetHere(FAR)
        if self._far is None:
            self._far = relay.FarTools()
        return self._far

    def about(self) -> About:
        """Return the data of the page of credits. Raises NotYetHere until it is fetched."""
        if self._about is None:
            raise NotYetHere(ABOUT)
        return self._about

    async def _read_about(self) -> About:
        """Return the credits, version and contact. Raises if they cannot be fetched."""
        document = self._js.document
        folder = f"{self._js.asedioStatic}vendor/about/"
        answer = await self._js.fetch(f"{folder}credits.json")
        text = str(await answer.text())
        if not answer.ok or not text.startswith("{"):
            raise OSError(f"credits.json: {answer.status}")
        meta = document.querySelector('meta[name="asedio-contact"]')
        contact = "" if self._none(meta) else str(meta.content)
        build = document.documentElement.getAttribute("data-version")
        return About(text, folder, build if isinstance(build, str) else "", contact[:MAX_CONTACT])

    def bring_all(self) -> None:
        self._run(code_packs.bring_all())

    # -- text and pictures out of the page, and files in ----------------------------------------

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self._then(routes.clipboard.copy_text(text), done)

    def download(self, name: str, text: str) -> None:
        routes.files.download_text(name, text)

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        self._then(routes.files.choose_file(), done)

    def choose_backup(self, done: Callable[[str | None], None]) -> None:
        """Open the file picker; `done` gets the text of the file, or None if it is too large."""
        files = routes.files
        self._then(files.choose_file(most=files.MAX_BACKUP), done)

    def read_dropped(self, file: Any, done: Callable[[str | None], None]) -> None:
        """Pass the text of a dropped `File` to `done`; None if it is too large."""
        files = routes.files
        self._then(files.read_file(file, files.MAX_BACKUP), done)

    def picture(self, name: str, done: Callable[[bool], None]) -> None:
        """Save the board as a picture; the ending of `name` (.svg or .png) is the format.

        `done` gets whether that worked.
        """
        kept = routes.scripts.use("keep.js", "keep", name, failed=False)
        self._then(kept, lambda found: done(found is not False))

    def pass_picture(self, how: str, name: str, done: Callable[[bool], None]) -> None:
        """Copy the board as a picture ("copy"), or open the share sheet with it ("share")."""
        self._then(sharing.pass_picture(how, name), done)

    def can_share_files(self) -> bool:
        """Return whether the share sheet takes pictures."""
        return sharing.can_share_files()

    def can_share(self) -> bool:
        """Return whether the browser has a share sheet."""
        return sharing.can_share()

    def share(self, address: str, failed: Callable[[], None]) -> None:
        """Open the share sheet; call `failed` if it does not open. Closing it is no failure."""
        sharing.share(address, failed)

    def qr(self, text: str, done: Callable[[tuple[str, ...] | None], None]) -> None:
        """Pass the rows of a QR code to `done`: () if the text is too long, None if no code can be
        made."""
        self._then(sharing.code(text), done)

    def gif(
        self, frames: Iterable[tuple[Html, int]], count: int, name: str,
        step: Callable[[int], bool], done: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Save frames (markup, ms) as an animated GIF. Raises NotYetHere.

        `step` gets the number of frames done and returns False to stop; `done` how it ended, one of
        the values in `ui.shell.share_buttons`.
        """
        self._then(routes.reel(frames, count, name, step), done)

    # -- backups ---------------------------------------------------------------------------------

    def seal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        """Encrypt a text; `done` gets the file, "" if the browser cannot do that."""
        self._ask_script("backup.js", "seal", text, password, done=done)

    def unseal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        """Decrypt a file; `done` gets its text, "" if the password or the file is wrong."""
        self._ask_script("backup.js", "unseal", text, password, done=done)

    def can_folder(self) -> bool:
        """Return whether the browser can write to a folder of this device."""
        return hasattr(self._js.window, "showDirectoryPicker")

    def known_folder(self, done: Callable[[str], None]) -> None:
        """Tell `done` the name of the folder chosen before; "" if there is none."""
        self._ask_script("folder.js", "known", done=done)

    def choose_folder(self, done: Callable[[str], None]) -> None:
        """Open the picker; `done` gets the name of the folder, "" if none was chosen."""
        self._ask_script("folder.js", "pick", done=done)

    def ask_folder(self, done: Callable[[bool], None]) -> None:
        """Tell `done` whether the page may write to the folder; the browser asks if need be."""
        allowed = routes.scripts.use("folder.js", "allowed")
        self._then(allowed, lambda found: done(bool(found)))

    def save_in_folder(self, name: str, text: str, done: Callable[[str], None]) -> None:
        """Write a new file; `done` gets its name, "" if that failed."""
        self._ask_script("folder.js", "save", name, text, done=done)

    # -- pictures in view ------------------------------------------------------------------------

    def watch_pictures(self, seen: Callable[[list[str]], None] | None) -> None:
        """Call `seen` with the names of the elements with `data-picture` in view whenever they
        change; None: no longer. Part of the pack of My games, so that its screen must be here."""
        if self._gallery is None:
            self._gallery = routes.gallery()
        self._gallery.watch(seen)

    def put_picture(self, name: str, markup: str) -> None:
        """Replace the content of the element of this name, if it is in the document."""
        self._gallery.put(name, markup)

    # -- sound and vibration ---------------------------------------------------------------------

    def sound(self, sounds: Sequence[tuple[str, int]]) -> None:
        """Play sounds: pairs of a kind of happening and a delay in ms. Silent without Web Audio."""
        from pyodide.ffi import to_js

        played = to_js([list(sound) for sound in sounds])
        self._run(routes.scripts.use("sounds.js", "play", played))

    def can_vibrate(self) -> bool:
        """Return whether this is a touch screen that can vibrate; desktops only claim to."""
        touch = self._js.matchMedia("(any-pointer: coarse)").matches
        return bool(touch and hasattr(self._js.navigator, "vibrate"))

    def vibrate(self, millis: int) -> None:
        """Vibrate unless the page is hidden or was never touched, which browsers complain about."""
        if self._js.document.visibilityState != "visible" or not self.can_vibrate():
            return
        active = getattr(self._js.navigator, "userActivation", None)  # not in old browsers
        if active is None or active.hasBeenActive:
            self._js.navigator.vibrate(millis)

    def badge(self, count: int) -> None:
        """Show a number on the icon of the installed app, where there is one; 0 removes it."""
        navigator = self._js.navigator
        if hasattr(navigator, "setAppBadge"):
            done = navigator.setAppBadge(count) if count else navigator.clearAppBadge()
            done.catch(lambda why: None)  # a foreign frame may not

    # -- storage, and other tabs -----------------------------------------------------------------

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        """Tell `done` whether storage is persistent; None if the browser does not say.

        `ask`: request persistence first; some browsers show the person a prompt for it.
        """
        self._then(routes.lasting.lasting(ask), done)

    def listen_to_store(self, changed: Callable[[str], None]) -> None:
        """Call `changed` with each key another tab changes; with "" when it clears the storage, and
        when the page is seen again, which may not have heard what happened meanwhile."""
        from pyodide.ffi import create_proxy

        def heard(event: Any) -> None:
            if event.type == "storage":
                changed(event.key if isinstance(event.key, str) else "")
            elif event.type == "pageshow" and not event.persisted:
                return  # the page has just been loaded
            elif self._js.document.visibilityState == "visible":
                changed("")

        self._heard = create_proxy(heard)
        self._js.addEventListener("storage", self._heard)
        self._js.addEventListener("pageshow", self._heard)
        self._js.document.addEventListener("visibilitychange", self._heard)

    # -- the computer's engine -------------------------------------------------------------------

    def engine(self) -> EngineClient:
        """Return the engine client, made on the first call."""
        if self._engine is None:
            self._engine = routes.engine()
        return self._engine

    # -- what was there before Python --------------------------------------------------------

    def sprites(self) -> str:
        """Return the folder of the games' sprites of this page's version."""
        return f"{self._js.asedioStatic}vendor/sprites/"

    def languages(self) -> str:
        return str(self._js.document.documentElement.lang)

    def pending(self) -> str:
        """Return the target that was pressed while Python started; empty without one."""
        value = getattr(self._js.window, "asedioPending", None)
        return value if isinstance(value, str) else ""

    def dropped(self) -> Any:
        """Return the file that was dropped while Python started, or None."""
        return getattr(self._js.window, "asedioDropped", None)

    def typed(self) -> dict[str, str]:
        """Return the values of the start page's fields in the language shown."""
        lang = str(self._js.document.documentElement.lang)
        found = self._js.document.querySelectorAll(f'.boot-copy[lang="{lang}"] [data-field]')
        fields = {}
        for index in range(found.length):
            field = found.item(index)
            if field.type != "radio" or field.checked:
                text = getattr(field, "asedioText", None)  # a long one is not put into the field
                fields[str(field.dataset.field)] = str(field.value if text is None else text)
        return fields

    def focus_state(self) -> tuple[str, int]:
        """Return the text field that has the focus while Python takes over, and its caret."""
        active = self._js.document.activeElement
        field = None if self._none(active) else active.getAttribute("data-field")
        if not isinstance(field, str) or active.type not in ("text", "textarea"):
            return "", 0
        return field, int(active.selectionStart)

    def resume(self, state: tuple[str, int]) -> None:
        """Restore focus and caret position from `focus_state`."""
        field, caret = state
        found = self._js.document.querySelector(f'#app [data-field="{field}"]') if field else None
        if found is not None and not self._none(found):
            found.focus()
            found.setSelectionRange(caret, caret)

    # -- helpers -----------------------------------------------------------------------------

    def _ask_script(self, name: str, act: str, *given: str, done: Callable[[str], None]) -> None:
        """Tell `done` the text that a function of a script returns; "" if it failed."""
        self._then(routes.scripts.use(name, act, *given), lambda found: done(str(found or "")))

    def _then(self, work: Awaitable[T], done: Callable[[T], None]) -> None:
        """Tell `done` what `work` comes to."""

        async def told() -> None:
            done(await work)

        self._run(told())

    def _run(self, work: Any) -> None:
        """Start a task and keep it referenced until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
