"""What a screen is to the app: a skeleton drawn once, slots that are patched, and input."""

from __future__ import annotations

from typing import Protocol

from ui.html import Html


class Screen(Protocol):
    """`name` becomes `data-screen` of `<main>`.

    `layout()` is drawn when the screen is entered and holds elements with `data-slot="…"`;
    `slots()` gives the content of each. After every input the app asks again and writes only the
    slots whose markup changed. Pressable things carry `data-target`, fields `data-field`.
    """

    name: str

    def title(self) -> str: ...

    def layout(self) -> Html: ...

    def slots(self) -> dict[str, Html]: ...

    def press(self, target: str) -> None:
        """A click, tap or Enter on `[data-target]`."""

    def field(self, name: str, value: str) -> None:
        """A form field changed (`change` or `input` event)."""

    def key(self, key: str, target: str) -> bool:
        """A key the page does not handle itself; True when it was used."""
