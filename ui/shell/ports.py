"""Protocols between screens, app and browser: the document, and the requests that screens make.

The browser around the document has protocols of its own (`ui.shell.platform`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from engine.core.contract import Draft, Event
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.steps import Steps
from engine.core.texts import Message
from engine.match.clock import NO_CLOCK, Clock
from ui.render.keyed import Keyed
from ui.words.html import Html

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from engine.search.news import Cancel, OnNews
    from ui.session.long_tasks import ReadingTask
    from ui.session.session import Session
    from ui.session.share import Exports
    from ui.shell.screen import Screen

    TextReading = ReadingTask[Match]

T = TypeVar("T")


class PageView(Protocol):
    """The document. `place` is `main` or `dialog`."""

    def show(self, place: str, name: str, layout: Html) -> None:
        """Write the skeleton of a screen in place of the one before."""

    def adopt(self, name: str, slots: Mapping[str, Html]) -> bool:
        """Keep what index.html shows of a screen; `slots`: what its slots hold. Return False if it
        shows something else."""

    def attributes(self, place: str, attributes: Mapping[str, str]) -> None: ...

    def patch(self, place: str, slots: Mapping[str, Html], parts: Mapping[str, Keyed]) -> None: ...

    def take_up(self, place: str, targets: Sequence[str]) -> None:
        """Mark exactly these targets as pressed, before the slots that hold them are rewritten."""

    def settle(self) -> None:
        """Finish after all writes: restore a lost focus and scroll lists to their current entry."""

    def close_dialog(self) -> None: ...

    def appearance(self, attributes: Mapping[str, str]) -> None: ...

    def focus(self, target: str) -> None: ...

    def focus_first(self, selector: str) -> bool:
        """Focus the first element that matches `selector`; return False if there is none."""

    def announce(self, text: str) -> None: ...

    def notice(self, content: Html) -> None:
        """Show a message above everything; empty content removes it."""

    def sprite(self, game_id: str) -> None:
        """Add the glyphs of a game to the document, once."""

    def sheet(self, package: str, file: str) -> None:
        """Add a style sheet (`Screen.sheets`) to the document, once."""


class About(NamedTuple):
    """Data of the page of credits.

    `credits`: the list that `engine.dev._credits` writes. `folder`: where it lies, with the
    licences. `build`: of the running page, empty for the sources. `contact`: of the host.
    """

    credits: str
    folder: str
    build: str
    contact: str


class NoSuchGame(AsedioError):
    """A fragment or a list names a game that is not in this browser."""

    default_code = "no_such_game"


class FarTables(Protocol):
    """Far tables as the controller uses them (`ui.far.entry`)."""

    def route(self, kind: str, value: str, params: dict[str, str]) -> Screen:
        """Return the screen of `#open`, `#join=`, `#l=` or `#seat=`. Raises AsedioError."""

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        """Open the form of an invitation. `past`: the word of the link of a game already begun."""

    def read_file(self, text: str) -> None:
        """Open the file of a far table. Raises BadLink."""

    def mend(self, key: str) -> None:
        """Write the seat of this device back into the table's entry if that entry has lost it."""

    def attach(self, screen: Any) -> None:
        """Give the screen of a table its far side."""

    def look_for_mail(self) -> None:
        """Ask the relays of all far tables once whose turn it is there."""


class EngineClient(Protocol):
    """Where computer players think: a worker, or slices of time on the page."""

    def wake(self) -> None:
        """Start the worker ahead of the first question; that takes seconds."""

    def ask(self, text: str, on_news: OnNews) -> Cancel:
        """Ask a question (`engine.search.engine_server`), which replaces the one before, and call
        `on_news` with what is found, the answer last. The result gives the question up; `on_news`
        is not called after it."""

    def ponder(self, text: str) -> Cancel:
        """Ask a question in advance, while a person decides. Nothing is told.

        Only an existing worker thinks about it, and only while the page is visible and the device
        has power to spare.
        """

    def later(self, millis: int, then: Callable[[], None]) -> None: ...

    def trouble(self) -> bool:
        """Return whether the computer players think in the page itself because the browser could
        not start a worker."""


class Requests(Protocol):
    """The requests that screens make; `ui.shell.controller` implements them."""

    # -- tables --

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = (),
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game. `seats` by player: 0 a person, else the level of a computer player.
        `clock`: of people who share this device."""

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        """Open the form of an invitation to a table with another device. `past`: the word of the
        link of a game already begun."""

    def open_tables(self) -> None:
        """Show the open invitations of other people."""

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None,
        clock: Clock = NO_CLOCK,
    ) -> None:  # fmt: skip
        """Start a game; `greeting` is shown at the table until the first input there."""

    def replay(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...], said: Message
    ) -> None:
        """Start a new game from the events of another one; `said` is its greeting."""

    def open_saved(self, key: str) -> None: ...

    def open_match(self, match: Match) -> None:
        """Open a match from a link, a file or a record."""

    def take_over(self) -> None:
        """Play the game on the table in this tab, whichever tab played it before."""

    def last_setup(self, game_id: str, name: str) -> Draft:
        """Return this person's newest set-up in another game; empty if there is none."""

    def engine(self) -> EngineClient: ...

    # -- other places --

    def go_home(self) -> None: ...

    def back(self) -> None:
        """Return from the rulebook or the credits to the screen before."""

    def open_rules(self, game_id: str, clause: str = "") -> None: ...

    def open_lesson(self, game_id: str, lesson: int = 0, step: int = 0) -> None:
        """Open a lesson of a game; 0 is the first one not passed yet."""

    def open_exercise(self, game_id: str, number: int = 0, daily: bool = False) -> None:
        """Open an exercise of a game; 0 is the most suitable one. `daily`: the one of the day."""

    def open_editor(
        self, game_id: str, position: str = "", options: Mapping[str, Any] = ...
    ) -> None:
        """Open the position editor. Raises BadPosition for a text that is no position."""

    def study(self, session: Session) -> None:
        """Make a study of a finished game and open it at the position shown."""

    def study_saved(self, key: str) -> None:
        """Make a study of a stored game that is over."""

    def open_about(self) -> None: ...

    def open_games(self) -> None:
        """Show all stored games."""

    def open_settings(self) -> None: ...

    # -- text in and out --

    def read(self, text: str, done: Callable[[TextReading], None]) -> None:
        """Read a link, a file or a record; long ones in slices, with a dialog that cancels."""

    def work(self, begin: Callable[[], Steps[T]], done: Callable[[ReadingTask[T]], None]) -> None:
        """Run long work in slices, with a dialog that cancels, and pass it to `done`."""

    def read_with(
        self, text: str, reader: Callable[[str], Steps[T]], done: Callable[[ReadingTask[T]], None]
    ) -> None:
        """Read any such text, or the chosen one of several games in it, with `reader` in the same
        way."""

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        """Open the file picker; `done` gets the text of the file, or None if it is too large."""

    def open_share(self, exports: Exports) -> None: ...

    def save_file(self, exports: Exports) -> str:
        """Download the save file and return its name; "" if the share dialog has to warn first."""

    def save_raw(self, key: str) -> str:
        """Download the stored entries of a game that cannot be opened here; return the name."""
