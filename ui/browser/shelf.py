"""Brings code when it is asked for: a game, a rare part of the library (release bundle only).

The bundle keeps each game in a pack of its own. One that nobody fetched in advance is fetched when
its modules are imported. An import cannot wait for a promise, hence the one blocking request of the
page: it happens at most once for each game, after a person has chosen it.
"""

from __future__ import annotations

import json
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

GAMES = "engine.games."
LIBRARY = Path(f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip")


class Shelf:
    """A finder at the end of sys.meta_path.

    `pattern` is the packs' address with `*` for the name, `library` that of a zip with the modules
    of the library that a memory image does not contain.
    """

    def __init__(self, pattern: str, library: str) -> None:
        self.pattern = pattern
        self.library = library
        self.asked: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Called for a module nobody found: fetches what may hold it, once, and looks again."""
        if name.startswith(GAMES) and name.count(".") >= 3:
            return self._look_again(name.split(".")[2], name, path)
        if name.partition(".")[0] in sys.stdlib_module_names:
            return self._look_again("", name, path)
        return None

    def _look_again(self, wanted: str, name: str, path: Any) -> ModuleSpec | None:
        if wanted in self.asked:
            return None
        self.asked.add(wanted)
        if wanted:
            unpack(fetched(self.pattern.replace("*", wanted)))
        else:
            LIBRARY.write_bytes(fetched(self.library))
            sys.path_importer_cache.clear()
        return PathFinder.find_spec(name, path)


def fetched(url: str) -> bytes:
    """The content of a packed file, by a request that blocks. ImportError when there is none."""
    import js

    request = js.XMLHttpRequest.new()
    request.open("GET", url, False)
    request.overrideMimeType("text/plain; charset=x-user-defined")
    try:
        request.send()
    except Exception as error:
        raise ImportError(f"{url}: {error}") from error
    if int(request.status) != 200:
        raise ImportError(f"{url}: {request.status}")
    return bytes(ord(one) & 0xFF for one in request.responseText)


def unpack(data: bytes) -> None:
    """Write the files of a pack below the working folder: list of [path, size], then the files."""
    if data[:2] == b"\x1f\x8b":
        from zlib import decompress

        data = decompress(data, 31)
    start = 4 + int.from_bytes(data[:4], "big")
    for name, size in json.loads(data[4:start]):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data[start : start + size])
        start += size
    forget_listings()


def forget_listings() -> None:
    """Let imports see new files. importlib's own way would load its metadata reader as well."""
    for finder in sys.path_importer_cache.values():
        if finder is not None and hasattr(finder, "invalidate_caches"):
            finder.invalidate_caches()


def open_shelf(pattern: str, library: str) -> None:
    """Called once per interpreter, before the app: what a memory image froze comes alive."""
    import random
    import secrets

    random.seed(secrets.randbits(256))
    forget_listings()
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, Shelf)]
    sys.meta_path.append(Shelf(pattern, library))
