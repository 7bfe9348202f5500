"""What a screen is to the app: a skeleton drawn once, slots that are patched, and input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ui.render.keyed import Keyed
from ui.words.html import Html
from ui.words.targets import Target

if TYPE_CHECKING:
    from engine.core.texts import Message
    from ui.session.session import Session


class Screen(ABC):
    """`name` becomes `data-screen` of `<main>`.

    `layout()` is drawn when the screen is entered and holds elements with `data-slot="…"` and
    `data-parts="…"`. After every input the app asks again for the content of each and writes only
    what changed: first `slots()` and `parts()`, which somebody who has pressed waits for, and in a
    frame of their own `rest()` and `rest_parts()`. Pressable things carry `data-target`, fields
    `data-field`.

    A screen that has no use for a method leaves it as it is here.
    """

    name = ""
    game_id: str | None = None  # in whose words refusals are said

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        """Of the document, as long as the screen is no dialog."""
        return ""

    def fragment(self) -> str | None:
        """The address that leads here; None: whichever did."""
        return None

    @abstractmethod
    def layout(self) -> Html:
        """The skeleton."""

    def slots(self) -> dict[str, Html]:
        return {}

    def rest(self) -> dict[str, Html]:
        return {}

    def taken(self) -> Sequence[str]:
        """Targets of what is held, as `slots()` and `rest()` draw it: with `aria-pressed`."""
        return ()

    def parts(self) -> dict[str, Keyed]:
        """Elements whose children are kept by their keys, so that they can move."""
        return {}

    def rest_parts(self) -> dict[str, Keyed]:
        return {}

    def attributes(self) -> Mapping[str, str]:
        """Handles for style sheets and tests, on the element that carries `data-screen`."""
        return {}

    def shape(self) -> object:
        """A change of this draws the skeleton anew."""
        return id(self)

    # -- what happens to it ------------------------------------------------------------------

    def shown(self) -> None:
        """Its skeleton has just been written."""

    def leave(self) -> None:
        """Another screen takes its place."""

    def restyle(self) -> None:
        """Language or settings have changed: everything is written again."""

    # -- input: targets, of which `App` has read the text ------------------------------------

    def press(self, target: Target) -> None:
        """A click, tap or Enter on `[data-target]`."""

    def field(self, name: str, value: str) -> None:
        """A form field changed (`change` or `input` event)."""

    def key(self, key: str, target: Target) -> bool:
        """A key the page does not handle itself; True when it was used."""
        return False

    def hover(self, target: Target) -> bool:
        """Pointer or focus is on a target; False: nothing to be drawn again."""
        return False

    def look_up(self, target: Target) -> bool:
        """A target is asked what it is: pressed for a while. False: there is nothing to say."""
        return False

    def sketch(self, start: Target, goal: Target, colour: int, done: bool) -> bool:
        """Somebody draws from one target to another; not `done`: the pointer is still down. False:
        nobody draws here."""
        return False

    def grab(self, target: Target) -> bool:
        """A drag begins; False: there is nothing to drag."""
        return False

    def drop(self, target: Target) -> None:
        """The drag ends above a target; empty: beside everything."""

    def put_back(self) -> None:
        """The drag ends without effect: what was held before it is held again."""

    def same(self, target: Target, other: Target) -> bool:
        """Whether two targets stand for the same thing."""
        return target == other


class GameScreen(Screen):
    """A screen with one game on it, which this tab plays or looks at (`ui.shell.tab_table`)."""

    session: Session

    @abstractmethod
    def greet(self, words: Message) -> None:
        """Say something until somebody does something here."""

    @abstractmethod
    def letters_came(self) -> None:
        """Another tab has written letters of this table."""
