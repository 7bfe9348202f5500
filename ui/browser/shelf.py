"""Which packs of code are here (release bundle only), and how the others come.

The bundle keeps each game in a pack of its own; far play, lessons, mistakes, the rarer part of the
library have others.
Nothing is ever fetched by an import: that would take a blocking request, which no service worker
answers in Chromium. A module whose pack is not here raises `NotYetHere`; whoever began the work
awaits `bring` and begins again. The fetching itself is static/fast.js's.
"""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.machinery import ModuleSpec
from typing import Any

from ui.shell.fetching import NotYetHere
from ui.shell.routes import PACKS

GAMES = "engine.games."
_PACK_OF = {module: pack for pack, modules in PACKS.items() for module in modules}
REST = "rest"  # modules of the library that a memory image has not; as in static/fast.js


class PackFinder:
    """A finder at the end of sys.meta_path, asked for modules nobody found. `absent`: packs."""

    def __init__(self, absent: Iterable[str]) -> None:
        self.absent = set(absent)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Finds nothing. Raises NotYetHere for a module of a game that is not here."""
        if name.startswith(GAMES) and name.count(".") >= 3:
            game = name.split(".")[2]
            if game in self.absent:
                raise NotYetHere(game)
        if (pack := _PACK_OF.get(name)) in self.absent:
            raise NotYetHere(pack)
        return None


def _shelf() -> PackFinder | None:
    """None where everything was here from the start."""
    return next((one for one in sys.meta_path if isinstance(one, PackFinder)), None)


async def bring(pack: str, calmly: bool = False) -> None:
    """Fetches and unpacks a pack unless it is here; `calmly`: when the page has nothing to do.

    Raises what the fetching stumbled over.
    """
    shelf = _shelf()
    if shelf is None or pack not in shelf.absent:
        return
    from js import asedioBring

    await asedioBring(pack, calmly)
    shelf.absent.discard(pack)
    forget_listings()


async def bring_all() -> None:
    """Fetches ahead what may be wanted later. What cannot be had is asked for when it is wanted."""
    shelf = _shelf()
    for pack in sorted(shelf.absent - set(PACKS) if shelf else ()):
        with suppress(Exception):
            await bring(pack, calmly=True)


def forget_listings() -> None:
    """Let imports see new files. importlib's own way would load its metadata reader as well."""
    for path, finder in list(sys.path_importer_cache.items()):
        if finder is None or path.endswith(".zip"):
            del sys.path_importer_cache[path]
        elif hasattr(finder, "invalidate_caches"):
            finder.invalidate_caches()


def open_shelf(absent: Iterable[str]) -> None:
    """Called once per interpreter, before the app: what a memory image froze comes alive."""
    random.seed(secrets.randbits(256))
    forget_listings()
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, PackFinder)]
    sys.meta_path.append(PackFinder(absent))
