"""Fake app, page, view and controller, to test screens without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.core.steps import Steps
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match
from ui.render.keyed import Keyed
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.saves.turns import FarTurns
from ui.session import share
from ui.session.long_tasks import ReadingTask
from ui.shell.screen import Screen
from ui.shell.settings import Settings
from ui.words.html import Html
from ui.words.i18n import I18n

T = TypeVar("T")


class FakeView:
    def __init__(self) -> None:
        self.focused: list[str] = []

    def focus(self, target: str) -> None:
        self.focused.append(target)

    def focus_first(self, selector: str) -> bool:
        self.focused.append(selector)
        return True


class FakeHanding:
    """Fake share sheet, QR codes and pictures: records in `handed` what was asked for."""

    def __init__(self) -> None:
        self.handed: list[tuple[Any, ...]] = []
        self.sheet = True  # whether there is a share sheet
        self.refuses = False  # whether it does not open
        self.rows: tuple[str, ...] | None = ("10", "01")  # of every QR code
        self.frames: list[tuple[Html, int]] = []  # of the last GIF
        self.ending = "made"

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


class FakePage(FakeHanding):
    """Fake page: records sounds; `after` stores its callback and never runs it."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Sequence[tuple[str, int]]] = []
        self.shaken: list[int] = []  # ms of each vibration
        self.filled: bool | None = None  # full screen on or off; None: not supported
        self.waiting: Callable[[], None] | None = None  # the last callback given to `after`
        self.delayed: list[Callable[[], None]] = []  # all of them

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        done(None)

    def after(self, millis: int, act: Callable[[], None]) -> None:
        self.waiting = act
        self.delayed.append(act)

    def can_folder(self) -> bool:
        return False

    def watch_pictures(self, seen: Any) -> None: ...

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self.handed.append(("copy", text))
        done(True)

    def download(self, name: str, text: str) -> None:
        self.handed.append(("download", name, text))

    def scroll_to(self, element_id: str) -> None:
        self.handed.append(("scroll", element_id))

    def bring_into_view(self, selector: str) -> None:
        self.handed.append(("show", selector))

    def url(self) -> str:
        return "http://localhost:8000/index.html#here"

    def can_fill(self) -> bool:
        return self.filled is not None

    def fill(self) -> None:
        self.filled = not self.filled

    def can_vibrate(self) -> bool:
        return True

    def vibrate(self, millis: int) -> None:
        self.shaken.append(millis)

    def sound(self, sounds: Sequence[tuple[str, int]]) -> None:
        self.heard.append(sounds)


class FakeApp:
    """Fake app: the part of `ui.shell.app.App` that screens use."""

    def __init__(self, lang: str = "en", store: Store | None = None) -> None:
        self.settings = Settings(lang=lang)
        self.store = store or Store(MemoryStorage())
        self.turns = FarTurns(self.store)
        self.view = FakeView()
        self.page = FakePage()
        self.said: list[str] = []
        self.refreshed = 0
        self.closed = 0
        self.dialog: Screen | None = None
        self.screen: Any = None

    def words(self, game_id: str | None = None) -> I18n:
        return I18n(self.settings.lang, game_id)

    def t(self, key: str, /, **params: Any) -> str:
        return self.words().t(key, **params)

    def worn(self) -> Settings:
        return self.settings

    def set_setting(self, name: str, value: str) -> None:
        self.settings = self.settings.with_value(name, value)

    def announce(self, text: str) -> None:
        self.said.append(text)

    def refresh(self) -> None:
        self.refreshed += 1

    def later(self, act: Callable[[], None]) -> None:
        act()

    def redraw(self) -> None:
        self.later(lambda: None)

    def open(self, screen: Screen) -> None:
        self.dialog = screen

    def afterwards(self, act: Callable[[], None]) -> None:
        act()

    def close(self) -> None:
        self.closed += 1
        self.dialog = None


class FakeController(FakeHanding):
    """Fake controller: records in `asked` what a screen asked for."""

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self.asked: list[tuple[Any, ...]] = []
        self.file = file

    def start_game(
        self,
        game_id: str,
        options: dict[str, Any],
        names: tuple[str, ...],
        seats: tuple[int, ...] = (),
        clock: Clock = NO_CLOCK,
    ) -> None:
        more = (*([seats] if seats else []), *([clock] if clock != NO_CLOCK else []))
        self.asked.append(("start", game_id, options, names, *more))

    def invite(self, game_id: str, options: dict[str, Any], name: str) -> None:
        self.asked.append(("invite", game_id, options, name))

    def open_saved(self, key: str) -> None:
        self.asked.append(("saved", key))

    def work(self, begin: Callable[[], Steps[T]], done: Callable[[ReadingTask[T]], None]) -> None:
        work = ReadingTask(begin)
        while not work.go_on():
            pass
        done(work)

    def read(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        self.work(lambda: share.reading(text), done)

    def open_match(self, match: Match) -> None:
        self.asked.append(("match", match))

    def open_rules(self, game_id: str, clause: str = "") -> None:
        self.asked.append(("rules", game_id, clause))

    def open_settings(self) -> None:
        self.asked.append(("settings",))

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        done(self.file)

    def back(self) -> None:
        self.asked.append(("back",))

    def go_home(self) -> None:
        self.asked.append(("home",))

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self.asked.append(("copy", text))
        done(True)

    def download(self, name: str, text: str) -> None:
        self.asked.append(("download", name, text))


def written(screen: Any) -> dict[str, Html]:
    """Return the HTML of all slots of a screen, including those written a frame later."""
    return {**screen.slots(), **screen.rest()}


def kept(screen: Any) -> dict[str, Keyed]:
    """Return all keyed parts of a screen, including those written a frame later."""
    return {**screen.parts(), **screen.rest_parts()}


def marked(screen: Any) -> Html:
    """Return the markup of all keyed parts of a screen."""
    return Html("".join(one.markup() for one in kept(screen).values()))


def whole(screen: Any) -> Html:
    """Return layout, slots and keyed parts as one string, for substring checks."""
    return Html(screen.layout() + "".join(written(screen).values()) + marked(screen))


class Quota(MemoryStorage):
    """A storage that can be full."""

    full = False

    def set(self, key: str, value: str) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        super().set(key, value)
