"""Base class of screens: a skeleton drawn once, slots that are patched, and input handlers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ui.render.keyed import Keyed
from ui.words.html import Html
from ui.words.i18n import I18n
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App


class Screen(ABC):
    """A screen or dialog. `name` becomes `data-screen` of its element.

    `layout()` is drawn when the screen is entered and holds elements with `data-slot="…"` and
    `data-parts="…"`. After every input the app asks for the content of each and writes only what
    changed: first `slots()` and `parts()`, which the player waits for, and after the next paint
    `rest()` and `rest_parts()`. Pressable elements carry `data-target`, fields `data-field`.

    Every method but `layout()` has a default that shows or does nothing.
    """

    name = ""
    keeps = True  # whether something here is to be stored
    game_id = ""  # of the game whose catalogue has the words; empty at places for all games
    sheets: Sequence[tuple[str, str]] = ()  # style sheets of its code: package and file

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def words(self) -> I18n:
        return self.app.words(self.game_id)

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        """Return the title of the document; not used for dialogs."""
        return ""

    def fragment(self) -> str | None:
        """Return the address of this screen; None leaves the address as it is."""
        return None

    @abstractmethod
    def layout(self) -> Html:
        """Return the skeleton."""

    def prerendered(self) -> Mapping[str, Html]:
        """Return the slots of this screen's copy in index.html; empty if it has none that fits."""
        return {}

    def slots(self) -> dict[str, Html]:
        return {}

    def rest(self) -> dict[str, Html]:
        return {}

    def taken(self) -> Sequence[str]:
        """Return the selected targets, which `slots()` and `rest()` draw with `aria-pressed`."""
        return ()

    def parts(self) -> dict[str, Keyed]:
        """Return keyed children of elements, so that they can move instead of being replaced."""
        return {}

    def rest_parts(self) -> dict[str, Keyed]:
        return {}

    def attributes(self) -> Mapping[str, str]:
        """Return attributes for style sheets and tests, set on the element with `data-screen`."""
        return {}

    def shape(self) -> object:
        """Return a value that changes when the skeleton has to be drawn again."""
        return id(self)

    def look(self) -> Mapping[str, str]:
        """Return the settings that the person who plays here has of their own."""
        return {}

    def restyled(self, name: str, value: str) -> bool:
        """Take a changed setting as that person's own; return False if it is the device's."""
        return False

    # -- views in its place ------------------------------------------------------------------

    def layers(self) -> int:
        """Return how many views are open in its place that look like pages of their own."""
        return 0

    def close_layer(self) -> None:
        """Close the uppermost of them."""

    # -- life cycle --------------------------------------------------------------------------

    def shown(self) -> None:
        """React to the skeleton having just been written."""

    def leave(self) -> None:
        """React to another screen taking this one's place."""

    def unseen(self) -> None:
        """React to the page being hidden, perhaps for good."""

    def stored(self, key: str) -> None:
        """React to a store entry written by another tab, before this screen is drawn again. An
        empty key: anything may have changed while this page was hidden or asleep."""

    def restyle(self) -> None:
        """React to a change of language or settings; everything is rewritten after this."""

    # -- input; `App` has parsed the targets -------------------------------------------------

    def press(self, target: Target) -> None:
        """Handle a click, tap or Enter on `[data-target]`."""

    def field(self, name: str, value: str) -> None:
        """Handle a change of a form field (`change` or `input` event)."""

    def key(self, key: str, target: Target) -> bool:
        """Handle a key that the page does not handle itself; return whether it was used."""
        return False

    def hover(self, target: Target) -> bool:
        """Handle pointer or focus on a target; return False if nothing has to be redrawn."""
        return False

    def look_up(self, target: Target) -> bool:
        """Handle a long press on a target; return whether there was something to show."""
        return False

    def take(self, text: str) -> None:
        """Open the text of a file that was dropped on the page."""

    def sketch(self, start: Target, goal: Target, colour: int, done: bool) -> bool:
        """Draw between two targets; `done` is False while the pointer is down.

        Return False if this screen has nothing to draw on.
        """
        return False

    def grab(self, target: Target) -> bool:
        """Start a drag; return False if nothing there can be dragged."""
        return False

    def drop(self, target: Target) -> None:
        """End a drag above a target; empty if it ended outside every target."""

    def put_back(self) -> None:
        """Cancel a drag: what was selected before it is selected again."""

    def same(self, target: Target, other: Target) -> bool:
        """Return whether two targets stand for the same thing."""
        return target == other
