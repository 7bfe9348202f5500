"""Loading of code packs (release bundle only).

The bundle has a pack for each game, and others for far play, lessons, mistakes and rarely used
library modules. An import never fetches: that would need a blocking request, which no service
worker answers in Chromium. A module whose pack is missing raises `NotYetHere`; the caller awaits
`bring` and tries again. static/fast.js does the fetching.
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
REST = "rest"  # library modules missing in a memory image; as in static/fast.js


class PackFinder:
    """Last finder on sys.meta_path: refuses modules of missing packs. `absent`: those packs."""

    def __init__(self, absent: Iterable[str]) -> None:
        self.absent = set(absent)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return None. Raises NotYetHere for a module of a missing pack."""
        if name.startswith(GAMES) and name.count(".") >= 3:
            game = name.split(".")[2]
            if game in self.absent:
                raise NotYetHere(game)
        if (pack := _PACK_OF.get(name)) in self.absent:
            raise NotYetHere(pack)
        return None


def _shelf() -> PackFinder | None:
    """Return the installed finder; None if nothing was missing from the start."""
    return next((one for one in sys.meta_path if isinstance(one, PackFinder)), None)


async def bring(pack: str, calmly: bool = False) -> None:
    """Fetch and unpack a missing pack.

    `calmly`: when the page is idle. Raises what the fetching raises.
    """
    shelf = _shelf()
    if shelf is None or pack not in shelf.absent:
        return
    from js import asedioBring

    await asedioBring(pack, calmly)
    shelf.absent.discard(pack)
    forget_listings()


async def bring_all() -> None:
    """Prefetch the packs that may be needed later. Those that fail are fetched when needed."""
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
    """Install the finder; called once per interpreter, before the app.

    Also seeds `random` again, whose state the memory image froze.
    """
    random.seed(secrets.randbits(256))
    forget_listings()
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, PackFinder)]
    sys.meta_path.append(PackFinder(absent))
