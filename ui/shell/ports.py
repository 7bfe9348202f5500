"""What lies between screens, app and browser, as protocols: the document, and what screens may ask
for. The browser around the document has its own (`ui.shell.platform`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.core.contract import Draft, Event
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import Message
from ui.render.keyed import Keyed
from ui.words.html import Html

if TYPE_CHECKING:
    from engine.match.match import Match, MatchConfig
    from ui.session.reading import ReadingTask
    from ui.session.share import Exports
    from ui.shell.screen import Screen

    TextReading = ReadingTask[Match]


class PageView(Protocol):
    """The document. `place` is `main` or `dialog`."""

    def show(self, place: str, name: str, layout: Html) -> None:
        """A screen enters: its skeleton is written, the old one is gone."""

    def attributes(self, place: str, attributes: Mapping[str, str]) -> None: ...

    def patch(self, place: str, slots: Mapping[str, Html], parts: Mapping[str, Keyed]) -> None: ...

    def take_up(self, place: str, targets: Sequence[str]) -> None:
        """What is held is seen to be held, and nothing else, before the slot it lies in is written
        anew."""

    def settle(self) -> None:
        """Everything has been written: a lost focus goes on, and what scrolls shows the place it
        is about."""

    def close_dialog(self) -> None: ...

    def appearance(self, attributes: Mapping[str, str]) -> None: ...

    def focus(self, target: str) -> None: ...

    def focus_first(self, selector: str) -> bool:
        """The focus goes to the first element that a selector finds; False: there is none."""

    def announce(self, text: str) -> None: ...

    def notice(self, content: Html) -> None:
        """A message above everything; empty takes it away."""

    def sprite(self, game_id: str) -> None:
        """Makes the glyphs of a game available, once."""


class About(NamedTuple):
    """What the page of credits tells: the list of `engine.dev._credits`, the folder it lies in with
    the licences, the build that runs (empty: the sources), and how its host can be reached."""

    credits: str
    folder: str
    build: str
    contact: str


class NoSuchGame(AsedioError):
    """A fragment or a list names a game that is not here."""

    default_code = "no_such_game"


class FarTables(Protocol):
    """Tables with another device, as far as the controller asks for them (`ui.far.visit`)."""

    def route(self, kind: str, value: str, params: dict[str, str]) -> Screen:
        """Return the screen of `#open`, `#join=`, `#l=` or `#seat=`. Raises AsedioError."""

    def invite(self, game_id: str, options: Options, name: str, past: str = "") -> None:
        """Ask what an invitation needs. `past`: of a game that has begun, the word of a link."""

    def read_file(self, text: str) -> None:
        """Open the file of a table. Raises BadLink."""

    def mend(self, key: str) -> None:
        """Note anew which seat is here, where how the table stands cannot be read any more."""

    def attach(self, screen: Any) -> None:
        """Give the screen of a table its far side."""


class EngineClient(Protocol):
    """Who thinks: a worker, or the page itself in slices."""

    def wake(self) -> None:
        """Somebody will ask soon: a worker takes seconds to start."""

    def ask(self, text: str) -> None: ...

    def ponder(self, text: str, number: int) -> None:
        """A question nobody waits for: thought about only by a worker that is there, and only
        while the page can be seen and the device has power to spare."""

    def cancel(self, number: int) -> None: ...

    def ask_reply(self, then: Callable[[str], None]) -> None:
        """Hands over the newest word on the question, soon."""

    def later(self, millis: int, then: Callable[[], None]) -> None: ...

    def trouble(self) -> bool:
        """Whether it thinks on the page because there is no worker."""


class Requests(Protocol):
    """What screens may ask for; `ui.shell.controller` sees to it."""

    # -- tables --

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = ()
    ) -> None:
        """`seats` by player: 0 a person, else the level of a computer player."""

    def invite(self, game_id: str, options: Options, name: str) -> None:
        """Asks what an invitation to a table with another device needs."""

    def open_tables(self) -> None:
        """Shows where somebody far away waits for anybody."""

    def new_table(
        self, config: MatchConfig, seats: tuple[int, ...] = (), greeting: Message | None = None
    ) -> None:
        """`greeting`: what is said at the table until somebody does something there."""

    def replay(
        self, config: MatchConfig, events: Sequence[Event], seats: tuple[int, ...], said: Message
    ) -> None:
        """A new game that begins with what was played in another; `said` is its greeting."""

    def open_saved(self, key: str) -> None: ...

    def open_match(self, match: Match) -> None:
        """Shows a match that came as a link, a file or a record."""

    def take_over(self) -> None:
        """Play the game on the table here, whichever tab did so far."""

    def last_setup(self, game_id: str, name: str) -> Draft:
        """The newest set-up this person made in another game; empty when there is none."""

    def engine(self) -> EngineClient: ...

    # -- other places --

    def go_home(self) -> None: ...

    def back(self) -> None:
        """From the rulebook to where one came from."""

    def open_rules(self, game_id: str, clause: str = "") -> None: ...

    def open_lesson(self, game_id: str, lesson: int = 0, step: int = 1) -> None:
        """A lesson of a game; 0: the first that has not been passed."""

    def open_exercise(self, game_id: str, number: int = 0, daily: bool = False) -> None:
        """An exercise of a game; 0: the one that suits best. `daily`: that of the day."""

    def open_about(self) -> None: ...

    def open_settings(self) -> None: ...

    def scroll_to(self, element_id: str) -> None:
        """Brings an element into view and gives it the focus."""

    def bring_into_view(self, selector: str) -> None: ...

    # -- text in and out --

    def read(self, text: str, done: Callable[[TextReading], None]) -> None:
        """Reads a link, a file or a record; long ones in slices, with a way out."""

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        """Lets a person choose a file; `done` gets its text, or None when it is too large."""

    def open_share(self, exports: Exports) -> None: ...

    def save_file(self, exports: Exports) -> str:
        """The name of the file; empty when something has to be said before it is made."""

    def save_raw(self, key: str) -> str:
        """What is stored of a game that cannot be opened here, as a file, whose name this is."""
