"""Fake document, engine and page, which record what they are asked for.

Each is a subclass of what it stands for, so mypy compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.search.news import Cancel, OnNews
from ui.browser.dom import Dom
from ui.browser.engine_client import EngineClient
from ui.browser.locks import Locks
from ui.browser.page import BrowserPage
from ui.render.keyed import Keyed
from ui.shell.fetching import About
from ui.shell.tab_table import TabPlayer
from ui.words.html import Html

Faces = Sequence[tuple[int, int, int]]


class View(Dom):
    """Fake document: records what it would show."""

    def __init__(self) -> None:
        self.layouts: dict[str, Html] = {}
        self.slots: dict[str, Html] = {}
        self.parts: dict[str, Keyed] = {}
        self.noticed = Html("")
        self.said: list[str] = []
        self.attributes_now: dict[str, Mapping[str, str]] = {}
        self.looks: dict[str, str] = {}
        self.sheets: list[str] = []
        self.held: tuple[str, ...] = ()
        self.focused: list[str] = []

    def adopt(self, name: str, slots: Mapping[str, Html]) -> bool:
        return False

    def show(self, place: str, name: str, layout: Html) -> None:
        self.layouts[place] = layout

    def attributes(self, place: str, attributes: Mapping[str, str]) -> None:
        self.attributes_now[place] = attributes

    def patch(self, place: str, slots: Mapping[str, Html], parts: Mapping[str, Keyed]) -> None:
        self.slots.update(slots)
        self.parts.update(parts)

    def take_up(self, place: str, targets: Sequence[str]) -> None:
        self.held = tuple(targets)

    def settle(self) -> None: ...

    def close_dialog(self) -> None:
        self.layouts.pop("dialog", None)

    def appearance(self, attributes: Mapping[str, str]) -> None:
        self.looks.update(attributes)

    def focus(self, target: str) -> None:
        self.focused.append(target)

    def focus_first(self, selector: str) -> bool:
        self.focused.append(selector)
        return True

    def announce(self, text: str) -> None:
        self.said.append(text)

    def notice(self, content: Html) -> None:
        self.noticed = content

    def sprite(self, game_id: str) -> None: ...

    def sheet(self, package: str, file: str) -> None:
        self.sheets.append(f"{package}/{file}")


class IdleEngine(EngineClient):
    """Engine client that never answers and drops every timer."""

    def __init__(self) -> None: ...

    def wake(self) -> None: ...

    def ask(self, text: str, on_news: OnNews) -> Cancel:
        return lambda: None

    def ponder(self, text: str) -> Cancel:
        return lambda: None

    def later(self, millis: int, then: Callable[[], None]) -> None: ...

    def ready(self) -> bool:
        return False

    def trouble(self) -> bool:
        return False


class FakePage(BrowserPage):
    """Fake page: `handed` has what was shared, copied, drawn or scrolled to; `after` keeps its
    callbacks and never runs them."""

    def __init__(self) -> None:
        self.handed: list[tuple[Any, ...]] = []
        self.sheet = True  # whether there is a share sheet
        self.refuses = False  # whether it does not open
        self.rows: tuple[str, ...] | None = ("10", "01")  # of every QR code
        self.frames: list[tuple[Html, int]] = []  # of the last GIF
        self.ending = "made"
        self.heard: list[Sequence[tuple[str, int]]] = []
        self.shaken: list[int] = []  # ms of each vibration
        self.vibrates = True
        self.filled: bool | None = None  # full screen on or off; None: not supported
        self.delayed: list[Callable[[], None]] = []  # given to `after`
        self.printed = 0

    def can_share(self) -> bool:
        return self.sheet

    def can_share_files(self) -> bool:
        return self.sheet

    def share(self, address: str, failed: Callable[[], None]) -> None:
        self.handed.append(("share", address))
        if self.refuses:
            failed()

    def qr(self, text: str, done: Callable[[tuple[str, ...] | None], None]) -> None:
        self.handed.append(("qr", text))
        done(self.rows)

    def pass_picture(self, how: str, name: str, done: Callable[[bool], None]) -> None:
        self.handed.append((how, name))
        done(True)

    def gif(
        self, frames: Iterable[tuple[Html, int]], count: int, name: str,
        step: Callable[[int], bool], done: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.handed.append(("gif", name, count))
        self.frames = []
        for number, frame in enumerate(frames):
            if not step(number):
                done("stopped")
                return
            self.frames.append(frame)
        done(self.ending)

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        done(None)

    def after(self, millis: int, act: Callable[[], None]) -> None:
        self.delayed.append(act)

    def can_folder(self) -> bool:
        return False

    def watch_pictures(self, seen: Callable[[list[str]], None] | None) -> None: ...

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self.handed.append(("copy", text))
        done(True)

    def download(self, name: str, text: str) -> None:
        self.handed.append(("download", name, text))

    def scroll_to(self, element_id: str) -> None:
        self.handed.append(("scroll", element_id))

    def bring_into_view(self, selector: str) -> None:
        self.handed.append(("show", selector))

    def print_page(self) -> None:
        self.printed += 1

    def url(self) -> str:
        return "http://localhost:8000/index.html#here"

    def can_fill(self) -> bool:
        return self.filled is not None

    def fill(self) -> None:
        self.filled = not self.filled

    def can_vibrate(self) -> bool:
        return self.vibrates

    def vibrate(self, millis: int) -> None:
        self.shaken.append(millis)

    def sound(self, sounds: Sequence[tuple[str, int]]) -> None:
        self.heard.append(sounds)


class PageLocks(Locks):
    """Locks that ask their page, so that a fake page may decide which tab plays."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hold(self, name: str, player: TabPlayer, take: bool = False) -> None:
        self.page.hold(name, player, take)

    def sure(self) -> bool:
        return self.page.sure()

    def doubt(self) -> None:
        self.page.doubt()

    def held(self, done: Callable[[frozenset[str]], None]) -> None:
        self.page.held(done)

    def release(self) -> None:
        self.page.release()


class Page(FakePage):
    """Fake page of a whole app: address, history, locks, callbacks that wait."""

    def __init__(self, fragment: str = "") -> None:
        super().__init__()
        self.locks = PageLocks(self)
        self.now, self.number = fragment, 0
        self.past: list[tuple[str, int]] = []  # earlier entries of the history
        self.titles: list[str] = []
        self.marks: list[str] = []
        self.reports: list[str] = []
        self.reloads = 0
        self.vibrates = False
        self.waiting: list[Callable[[], None]] = []
        # Requested packs with their callbacks.
        self.brought: list[tuple[str, Callable[[str], None]]] = []
        self.due: list[Callable[[], None]] = []
        self.watched: Callable[[list[str]], None] | None = None  # told which pictures are in view
        self.pictures: dict[str, str] = {}  # as drawn, by game
        self.badges: list[int] = []  # numbers on the app's icon
        self.asked = 0  # requests for persistent storage
        self.lasts: bool | None = None  # the answer to them
        self.chosen: str | None = None  # content of the file that the player chooses
        self.told: About | None = None  # of the page
        self.mind: EngineClient = IdleEngine()

    def bring(self, pack: str, done: Callable[[str], None]) -> None:
        self.brought.append((pack, done))

    def after(self, millis: int, act: Callable[[], None]) -> None:
        self.due.append(act)

    def idle(self, act: Callable[[], None]) -> None:
        self.waiting.append(act)

    def soon(self, act: Callable[[], None]) -> None:
        self.waiting.append(act)

    def painted(self, act: Callable[[], None]) -> None:
        act()

    def slices(self) -> int:
        """Run all deferred callbacks, those they add included; return how many ran."""
        count = 0
        while self.waiting:
            self.waiting.pop(0)()
            count += 1
        return count

    def millis(self) -> float:
        return 0

    def tick(self, faces: Faces) -> None: ...

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        self.asked += ask
        done(self.lasts)

    def fragment(self) -> str:
        return self.now

    def set_fragment(self, fragment: str, replace: bool = False) -> None:
        if fragment == self.now:
            return
        if not replace:
            self.past.append((self.now, self.number))
        self.now, self.number = fragment, 0

    def add_layer(self, number: int) -> bool:
        self.past.append((self.now, self.number))
        self.number = number
        return True

    def layer(self) -> int:
        return self.number

    def back(self) -> None:
        self.now, self.number = self.past.pop()

    def title(self, text: str) -> None:
        self.titles.append(text)

    def mark(self, name: str) -> None:
        self.marks.append(name)

    def report(self, text: str) -> None:
        self.reports.append(text)

    def reload(self) -> None:
        self.reloads += 1

    def url(self) -> str:
        return "https://example.org/asedio/" + self.now

    def badge(self, count: int) -> None:
        self.badges.append(count)

    def name_things(self) -> None: ...

    def picture(self, name: str, done: Callable[[bool], None]) -> None: ...

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        if self.chosen is not None:
            done(self.chosen)

    def choose_backup(self, done: Callable[[str | None], None]) -> None:
        self.choose_file(done)

    def engine(self) -> EngineClient:
        return self.mind

    def watch_pictures(self, seen: Callable[[list[str]], None] | None) -> None:
        self.watched = seen

    def scrolled(self, *keys: str) -> None:
        """Tell that the pictures of these rows are in view, and no others."""
        assert self.watched is not None, "nobody draws pictures"
        self.watched(list(keys))

    def about(self) -> About:
        assert self.told is not None, "nothing is known about the page"
        return self.told

    def put_picture(self, name: str, markup: str) -> None:
        self.pictures[name] = markup

    def keep_awake(self, on: bool) -> None: ...

    # -- which tab plays ---------------------------------------------------------------------

    def hold(self, key: str, player: TabPlayer, take: bool = False) -> None:
        player.set_mine(True)

    def sure(self) -> bool:
        return True

    def doubt(self) -> None: ...

    def held(self, done: Callable[[frozenset[str]], None]) -> None:
        done(frozenset())

    def release(self) -> None: ...
