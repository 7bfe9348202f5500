"""The group ristretto255 in the browser, for shared decks (engine/far/group.py).

It comes from static/vendor/far/deck.js (ui/browser/far_deck.mjs), which is loaded when the first
far table of a game with a shared deck opens. Few operations run on the page; the many of a pass run
in a worker of the same script.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.far.group import CachedGroup, Product
from ui.browser.scripts import script

SCRIPT = "vendor/far/deck.js"  # below static/
ORDER = 2**252 + 27742317777372353535851937790883648493


class _DeckScript:
    """The loaded script. A class attribute, because no JS object may exist at import time."""

    module: Any = None


async def load() -> None:
    """Load the script if needed. Raises what the import raises."""
    if _DeckScript.module is None:
        _DeckScript.module = await script(SCRIPT)


def loaded() -> bool:
    return _DeckScript.module is not None


class BrowserGroup:
    """The group of a shared deck (`engine.far.group.Group`), computed by the script."""

    order = ORDER

    def __init__(self, module: Any) -> None:
        self._js = module

    def good(self, point: bytes) -> bool:
        return bool(self._js.good(point.hex()))

    def multiply(self, scalar: int, point: bytes) -> bytes:
        if not self.good(point):
            raise ValueError("not a point of the group")
        return bytes.fromhex(str(self._js.multiply(f"{scalar:064x}", point.hex())))

    def base(self, scalar: int) -> bytes:
        return bytes.fromhex(str(self._js.base(f"{scalar:064x}")))

    def hashed(self, uniform: bytes) -> bytes:
        return bytes.fromhex(str(self._js.hashed(uniform.hex())))


class DeckTools:
    """The group of shared decks. `group`: for a few operations, on the page; it remembers them."""

    def __init__(self) -> None:
        self._js = _DeckScript.module
        self.group = CachedGroup(BrowserGroup(self._js))

    def compute(
        self,
        work: Sequence[Product],
        report: Callable[[int], None],
        done: Callable[[list[bytes]], None],
    ) -> None:
        """Compute many products in a worker, then call `done` with the elements. `report` gets how
        many are finished."""
        from pyodide.ffi import create_proxy

        heard = create_proxy(lambda count: report(int(count)))
        text = "\n".join(f"{one.scalar:064x} {one.point.hex()}".rstrip() for one in work)

        def finished(found: Any) -> None:
            heard.destroy()
            done([bytes.fromhex(line) for line in str(found).split("\n")])

        self._js.compute(text, heard).then(finished)
