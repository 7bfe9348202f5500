"""Fake app, controller and table, to test screens without a browser.

`FakeApp` and `FakeController` record what a screen asks of them; `opened` starts the real ones on a
fake page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.core.contract import Draft
from engine.core.options import Options
from engine.core.steps import Steps
from engine.core.texts import Message
from engine.match import chance, codec
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match, MatchConfig
from engine.match.view import View as SeenMatch
from tests.fixtures.targets import aim
from tests.ui.pages import FakePage, IdleEngine, Page, View
from ui.browser.engine_client import EngineClient
from ui.home.screen import HomeScreen
from ui.render.keyed import Keyed
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.session.long_tasks import ReadingTask
from ui.session.seats import Seat
from ui.session.session import Session
from ui.session.share import Exports
from ui.shell.app import App
from ui.shell.controller import Controller
from ui.shell.screen import Screen
from ui.shell.settings import Settings
from ui.table.screen import TableScreen
from ui.words.html import Html

T = TypeVar("T")
S = TypeVar("S", bound=Screen)

STEPS = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"


class Opened(App):
    """The app with its controller, on a fake page, once its first screen is shown."""

    view: View
    page: Page
    screen: Screen

    def __init__(self, page: Page, storage: MemoryStorage | None = None, lang: str = "es") -> None:
        self.disk = storage or MemoryStorage()
        super().__init__(View(), page, Store(self.disk), lang)
        self.controller = Controller(self)

    def press(self, *targets: str) -> None:
        """Press targets in turn."""
        for target in targets:
            super().press(target)

    def paste(self, text: str) -> None:
        """Open a text that is pasted at home or in the editor."""
        self.field("paste", text)
        self.press("act:open")

    def showing(self, kind: type[S]) -> S:
        """Return the current screen, which must be of this kind."""
        assert isinstance(self.screen, kind), f"{self.screen.name} instead of {kind.__name__}"
        return self.screen

    def in_dialog(self, kind: type[S]) -> S:
        """Return the open dialog, which must be of this kind."""
        assert isinstance(self.dialog, kind), f"{self.dialog} instead of {kind.__name__}"
        return self.dialog

    @property
    def table(self) -> TableScreen:
        return self.showing(TableScreen)

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def home(self) -> HomeScreen:
        return self.showing(HomeScreen)


def opened(fragment: str = "", storage: MemoryStorage | None = None) -> Opened:
    """Return the app at an address, in Spanish."""
    app = Opened(Page(fragment), storage)
    app.start()
    return app


def link(start: str = STEPS) -> str:
    """Return the link of a match of Cotadrez from this position."""
    return codec.encode(Match(MatchConfig("cotadrez", {"water": "lagos"}, (), start)))


class FakeApp(App):
    """Fake app: records what a screen says and opens; nothing is drawn."""

    view: View
    page: FakePage

    def __init__(self, lang: str = "en", store: Store | None = None) -> None:
        super().__init__(View(), FakePage(), store or Store(MemoryStorage()), lang)
        self.settings = Settings(lang=lang)
        self.said: list[str] = []
        self.refreshed = 0
        self.closed = 0

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

    def when_painted(self, act: Callable[[], None]) -> None:
        act()

    def close(self) -> None:
        self.closed += 1
        self.dialog = None


class FakeController(Controller):
    """Fake controller: records in `asked` what a screen asked for."""

    def __init__(self, file: str | None = None, engine: EngineClient | None = None) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.file = file
        self.mind = engine or IdleEngine()
        self.setup: Draft = ()  # of the last game

    def engine(self) -> EngineClient:
        return self.mind

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = (),
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        more = (*([seats] if seats else []), *([clock] if clock != NO_CLOCK else []))
        self.asked.append(("start", game_id, options, names, *more))

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None,
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        self.asked.append(("new", config))

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
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

    def open_share(self, exports: Exports) -> None:
        self.asked.append(("share", exports))

    def save_file(self, exports: Exports) -> str:
        self.asked.append(("save", exports))
        return "" if exports.hides_secrets() else "game.json"

    def last_setup(self, game_id: str, name: str) -> Draft:
        return self.setup

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        done(self.file)

    def back(self) -> None:
        self.asked.append(("back",))

    def go_home(self) -> None:
        self.asked.append(("home",))

    # -- tests of other rooms give it to dialogs in place of a page --------------------------

    def can_share(self) -> bool:
        return True

    def can_share_files(self) -> bool:
        return True

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self.asked.append(("copy", text))
        done(True)


class FakeTable(TableScreen):
    """Table on a fake app."""

    app: FakeApp

    def __init__(self, app: FakeApp, controller: FakeController, session: Session) -> None:
        self.controller = controller
        super().__init__(app, controller, session)


def new_match(
    game: str = "cotadrez", start: str | None = None, names: tuple[str, ...] = ("Ana", "Blas"), *,
    seed: int = 1, options: Options | None = None,
) -> Match:  # fmt: skip
    """Return a match with a seeded sampler."""
    return Match(MatchConfig(game, dict(options or {}), names, start), chance.seeded(seed))


def set_table(
    match: Match, lang: str = "en", *, app: FakeApp | None = None,
    controller: FakeController | None = None, levels: Sequence[int] = (),
    seats: Sequence[Seat] = (),
) -> FakeTable:  # fmt: skip
    """Return the table of a stored match. `levels`: of computer players; 0: a person."""
    app = app or FakeApp(lang)
    key = app.store.add(match) if match.events else app.store.new_game(match.config)
    if any(levels):
        app.store.save_table(key, {"seats": list(levels)})
    session = Session(match, app.store, key, seats=tuple(seats))
    return FakeTable(app, controller or FakeController(), session)


def look_on(view: SeenMatch, lang: str = "en") -> FakeTable:
    """Return the table of a game as one player saw it."""
    app = FakeApp(lang)
    session = Session(view, app.store, app.store.add(view, share.kept_view(view)))
    return FakeTable(app, FakeController(), session)


def table(
    start: str | None = None, lang: str = "es", names: tuple[str, ...] = ("Ana", "Blas")
) -> FakeTable:
    """Return a table of Cotadrez with lakes."""
    return set_table(new_match("cotadrez", start, names, options={"water": "lagos"}), lang)


def play(screen: S, *targets: str) -> S:
    """Press targets in turn."""
    for target in targets:
        screen.press(aim(target))
    return screen


def app_of(screen: Screen) -> Opened:
    """Return the app of a screen that `opened` has shown."""
    assert isinstance(screen.app, Opened)
    return screen.app


def asked_of(controller: Controller) -> list[tuple[Any, ...]]:
    """Return what was asked of a fake controller."""
    assert isinstance(controller, FakeController)
    return controller.asked


def match_of(session: Session) -> Match:
    """Return the whole match of a session, with its secrets, which no screen may see."""
    return session._match


def written(screen: Screen) -> dict[str, Html]:
    """Return the HTML of all slots of a screen, including those written a frame later."""
    return {**screen.slots(), **screen.rest()}


def kept(screen: Screen) -> dict[str, Keyed]:
    """Return all keyed parts of a screen, including those written a frame later."""
    return {**screen.parts(), **screen.rest_parts()}


def marked(screen: Screen) -> Html:
    """Return the markup of all keyed parts of a screen."""
    return Html("".join(one.markup() for one in kept(screen).values()))


def whole(screen: Screen) -> Html:
    """Return layout, slots and keyed parts as one string, for substring checks."""
    return Html(screen.layout() + "".join(written(screen).values()) + marked(screen))


class Quota(MemoryStorage):
    """A storage that can be full."""

    full = False

    def set(self, key: str, value: str) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        super().set(key, value)
