"""The browser around the document, as one protocol per role.

A module depends only on the roles it needs. `Platform` joins them all; `ui.main` makes it and
passes it on. Types only: nothing imports this module while the page runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ui.saves.tabs import Player
    from ui.shell.far_ports import FarTools
    from ui.shell.ports import About, EngineClient
    from ui.words.html import Html


class Address(Protocol):
    """The page's address."""

    def url(self) -> str: ...

    def fragment(self) -> str: ...

    def set_fragment(self, fragment: str, replace: bool = False) -> None: ...

    def reload(self) -> None: ...


class TabHistory(Address, Protocol):
    """The history entries of the page's tab."""

    def add_layer(self, number: int) -> bool:
        """Add a history entry with the same address for a view above the screen; return whether
        this page may."""

    def layer(self) -> int:
        """Return the number of the current entry; 0 if it is that of a screen."""

    def back(self) -> None:
        """Go back by one entry."""


class Window(Protocol):
    """The visible page: title, size and scroll position."""

    def title(self, text: str) -> None: ...

    def can_fill(self) -> bool:
        """Return whether the page can go full screen."""

    def fill(self) -> None:
        """Enter or leave full screen."""

    def scroll_to(self, element_id: str) -> None: ...

    def bring_into_view(self, selector: str) -> None:
        """Scroll a newly drawn element into view, as little as needed; the focus does not move."""


class Printer(Protocol):
    """The browser's print dialog."""

    def print_page(self) -> None:
        """Open the dialog."""


class Pointer(Protocol):
    """The mouse."""

    def name_things(self) -> None:
        """Show the name of the thing under the mouse from now on."""


class Timer(Protocol):
    """Timers and callbacks after a paint."""

    def after(self, millis: int, act: Callable[[], None]) -> None: ...

    def soon(self, act: Callable[[], None]) -> None:
        """Run `act` after the page has painted and handled pending events."""

    def idle(self, act: Callable[[], None]) -> None:
        """Run `act` when the browser has nothing else to do."""

    def painted(self, act: Callable[[], None]) -> None:
        """Run `act` once everything written so far is painted."""


class Stopwatch(Protocol):
    """Running clocks, which the page counts on by itself."""

    def millis(self) -> float:
        """Return milliseconds of a monotonic timer."""

    def tick(self, faces: Sequence[tuple[int, int, int]]) -> None:
        """Show the time on the clocks of sides: triples of a side, the milliseconds on its clock
        now and 1 or −1, whether they grow or shrink. Empty: all clocks stand still."""


class Console(Protocol):
    """The developer tools."""

    def mark(self, name: str) -> None:
        """Set a mark on the page's performance timeline."""

    def report(self, text: str) -> None: ...


class CodeLoader(Protocol):
    """Code that is fetched on demand (`ui.shell.routes.PACKS`)."""

    def bring(self, pack: str, done: Callable[[str], None]) -> None:
        """Fetch a pack; `done` gets how that ended, one of the values in `ui.shell.fetching`."""

    def far(self) -> FarTools:
        """Return what far tables need from the browser. Raises NotYetHere until it is fetched."""

    def about(self) -> About:
        """Return the data of the page of credits. Raises NotYetHere until it is fetched."""


class Clipboard(Protocol):
    """The clipboard, for writing."""

    def copy(self, text: str, done: Callable[[bool], None]) -> None: ...


class FileAccess(Protocol):
    """Upload and download of files."""

    def choose_file(self, done: Callable[[str | None], None]) -> None: ...

    def download(self, name: str, text: str) -> None: ...

    def picture(self, name: str, done: Callable[[bool], None]) -> None:
        """Save the board as a picture; the ending of `name` (.svg or .png) is the format.

        `done` gets whether that worked.
        """


class AddressSharing(Protocol):
    """Ways to pass an address to another app or device."""

    def can_share(self) -> bool:
        """Return whether the browser has a share sheet."""

    def share(self, address: str, failed: Callable[[], None]) -> None:
        """Open the share sheet; call `failed` if it does not open. Closing it is no failure."""

    def qr(self, text: str, done: Callable[[tuple[str, ...] | None], None]) -> None:
        """Pass the rows of a QR code to `done`: () if the text is too long, None if no code can be
        made."""


class PictureSharing(Protocol):
    """Ways to pass the board on as a picture."""

    def can_share_files(self) -> bool:
        """Return whether the share sheet takes pictures."""

    def pass_picture(self, how: str, name: str, done: Callable[[bool], None]) -> None:
        """Copy the board as a picture ("copy"), or open the share sheet with it ("share")."""

    def gif(
        self, frames: Iterable[tuple[Html, int]], count: int, name: str,
        step: Callable[[int], bool], done: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Save frames (markup, ms) as an animated GIF.

        `step` gets the number of frames done and returns False to stop; `done` how it ended, one of
        the values in `ui.shell.share_buttons`.
        """


class Outlet(Clipboard, FileAccess, AddressSharing, PictureSharing, Protocol):
    """The ways for text to leave the page."""


class PictureRows(Protocol):
    """Elements with `data-picture`, drawn when they come into view. Part of the pack of My games,
    so that its screen must be here."""

    def watch_pictures(self, seen: Callable[[list[str]], None] | None) -> None:
        """Call `seen` with the names in view whenever they change; None: no longer."""

    def put_picture(self, name: str, markup: str) -> None:
        """Replace the content of the element of this name, if it is in the document."""


class Vault(Protocol):
    """Backups: choosing a large file, and encryption with a password."""

    def choose_backup(self, done: Callable[[str | None], None]) -> None:
        """Open the file picker; `done` gets the text of the file, or None if it is too large."""

    def seal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        """Encrypt a text; `done` gets the file, "" if the browser cannot do that."""

    def unseal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        """Decrypt a file; `done` gets its text, "" if the password or the file is wrong."""


class BackupFolder(Protocol):
    """A folder of this device for backups, where the browser can write to one."""

    def can_folder(self) -> bool:
        """Return whether it can."""

    def known_folder(self, done: Callable[[str], None]) -> None:
        """Tell `done` the name of the folder chosen before; "" if there is none."""

    def choose_folder(self, done: Callable[[str], None]) -> None:
        """Open the picker; `done` gets the name of the folder, "" if none was chosen."""

    def ask_folder(self, done: Callable[[bool], None]) -> None:
        """Tell `done` whether the page may write to the folder; the browser asks if need be."""

    def save_in_folder(self, name: str, text: str, done: Callable[[str], None]) -> None:
        """Write a new file; `done` gets its name, "" if that failed."""


class Speaker(Protocol):
    """Sound output."""

    def sound(self, sounds: Sequence[tuple[str, int]]) -> None:
        """Play sounds: pairs of a kind of happening and a delay in ms."""


class Vibrator(Protocol):
    """Vibration of a phone."""

    def can_vibrate(self) -> bool: ...

    def vibrate(self, millis: int) -> None:
        """Vibrate, if the device can and the page is in front."""


class LastingStorage(Protocol):
    """Persistence of the browser's storage."""

    def lasting(self, ask: bool, done: Callable[[bool | None], None]) -> None:
        """Tell `done` whether storage is persistent; None if the browser does not say.

        `ask`: request persistence first; some browsers show the person a prompt for it.
        """


class TabLock(Protocol):
    """The lock that decides which tab of the browser plays a game (`ui.browser.locks`)."""

    def hold(self, key: str, player: Player, take: bool = False) -> None:
        """Ask for the lock of a game and release the one held before.

        `player` is told whether this tab plays. `take`: ask the tab that plays to hand over.
        """

    def sure(self) -> bool:
        """Return whether this tab may write to the game it holds."""

    def doubt(self) -> None:
        """Ask for the lock again: another tab may have taken it."""

    def held(self, done: Callable[[frozenset[str]], None]) -> None:
        """Tell `done` which games tabs of this browser have open; not called if that is unknown."""

    def release(self) -> None:
        """Release the lock, because no game is on the table."""


class EngineHost(Protocol):
    """Provider of the engine client."""

    def engine(self) -> EngineClient:
        """Return the engine client, made on the first call."""


class FarPage(Address, Timer, Outlet, Protocol):
    """The roles a far table needs, besides its own tools (`ui.shell.far_ports`)."""


class Platform(
    TabHistory,
    Window,
    Printer,
    Pointer,
    Timer,
    Stopwatch,
    Console,
    CodeLoader,
    Outlet,
    Vault,
    PictureRows,
    BackupFolder,
    Speaker,
    Vibrator,
    LastingStorage,
    TabLock,
    EngineHost,
    Protocol,
):
    """All roles of a page in its browser; implemented by `ui.browser.page`."""
