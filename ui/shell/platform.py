"""The browser around the document, as protocols: one for each role, so that whoever needs one role
takes that and no more. `Platform` is all of them, made and handed round by `ui.main`.

Types alone: nothing imports this while the page runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ui.saves.tabs import Player
    from ui.shell.far_ports import FarTools
    from ui.shell.ports import About, EngineClient


class Address(Protocol):
    """The page's address, and the history of the tab."""

    def url(self) -> str: ...

    def fragment(self) -> str: ...

    def set_fragment(self, fragment: str, replace: bool = False) -> None: ...

    def reload(self) -> None: ...


class Window(Protocol):
    """What is seen of the page: its title, its size, and which part of it."""

    def title(self, text: str) -> None: ...

    def can_fill(self) -> bool:
        """Whether the page can have the whole screen."""

    def fill(self) -> None:
        """Takes the whole screen, or gives it back."""

    def scroll_to(self, element_id: str) -> None: ...

    def bring_into_view(self, selector: str) -> None:
        """Scrolls as little as shows an element that has just been drawn; the focus stays."""


class Timer(Protocol):
    """What is done later."""

    def after(self, millis: int, act: Callable[[], None]) -> None: ...

    def soon(self, act: Callable[[], None]) -> None:
        """Does something once the page has drawn and heard what was waiting."""

    def painted(self, act: Callable[[], None]) -> None:
        """Does something once what has been written so far is painted."""


class Console(Protocol):
    """The developer's tools."""

    def mark(self, name: str) -> None:
        """A point on the page's time line."""

    def report(self, text: str) -> None: ...


class CodeLoader(Protocol):
    """Code that is fetched when it is asked for (`ui.shell.routes.PACKS`)."""

    def bring(self, pack: str, done: Callable[[str], None]) -> None:
        """Fetches a pack; `done` is told how that ended (`ui.shell.fetching`)."""

    def far(self) -> FarTools:
        """What far tables need of the browser. Raises NotYetHere until it has been brought."""

    def about(self) -> About:
        """Raises NotYetHere until it has been brought."""


class Clipboard(Protocol):
    """Text to be pasted elsewhere."""

    def copy(self, text: str, done: Callable[[bool], None]) -> None: ...


class FileAccess(Protocol):
    """Files into the page and out of it."""

    def choose_file(self, done: Callable[[str | None], None]) -> None: ...

    def download(self, name: str, text: str) -> None: ...

    def picture(self, name: str, done: Callable[[bool], None]) -> None:
        """Lets the board on the screen be saved as an .svg or a .png."""


class Outlet(Clipboard, FileAccess, Protocol):
    """The ways text leaves the page."""


class Speaker(Protocol):
    """What can be heard."""

    def sound(self, sounds: Sequence[tuple[str, int]]) -> None:
        """Lets kinds of happenings be heard, each after so many ms."""


class LastingStorage(Protocol):
    """How long the browser keeps what is stored."""

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        """Whether the browser keeps what is stored until it is deleted; None: it does not say.
        `ask`: asks for it, which some browsers pass on to the person in front."""


class TabLock(Protocol):
    """Which of the browser's tabs plays a game (ui.browser.locks)."""

    def hold(self, key: str, player: Player, take: bool = False) -> None:
        """Asks to be the tab that plays a game; lets go of the one before."""

    def sure(self) -> bool:
        """Whether this tab may write the game it holds."""

    def doubt(self) -> None:
        """Asks anew to be the tab that plays it."""

    def release(self) -> None:
        """No game is on the table."""


class EngineHost(Protocol):
    """Where computer players think."""

    def engine(self) -> EngineClient:
        """Made with the first of them."""


class FarPage(Address, Timer, Outlet, Protocol):
    """What a table with another device needs besides its tools (`ui.shell.far_ports`)."""


class Platform(
    Address,
    Window,
    Timer,
    Console,
    CodeLoader,
    Outlet,
    Speaker,
    LastingStorage,
    TabLock,
    EngineHost,
    Protocol,
):
    """A page in its browser (`ui.browser.page`)."""
