"""Script run inside Pyodide before a memory snapshot: import the app and fill its text caches.

`engine/dev/image.mjs` executes it with two lists: `modules`, our own, and `wishes`, library modules
that the games and PyScript will import. It takes `loaded`.
"""

import html
import importlib
import random
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

from engine.games import REGISTRY
from ui.words.i18n import LANGUAGES, page_words


class Postponed(ModuleType):
    """Stands for a module until something of it is asked for."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)


def postpone(name: str) -> None:
    """Unload a module of the library and let those that have imported it import it when needed."""
    module, later = sys.modules.pop(name), Postponed(name)
    for other in [one for one in sys.modules.values() if isinstance(one, ModuleType)]:
        for key, value in list(vars(other).items()):
            if value is module:
                setattr(other, key, later)


for name in globals()["modules"]:
    importlib.import_module(name)
for name in globals()["wishes"]:
    with suppress(ImportError):  # the list may contain names that are not modules
        importlib.import_module(name)
for lang in LANGUAGES:
    for game in (None, *REGISTRY):
        page_words(lang, game)
page_words.cache_clear()  # its parts stay, and are joined again in no time
loaded = sorted(sys.modules)  # what a start without the image needs
# What the page never does, or only after the rest of the library has come (static/fast.js).
for name in ("ipaddress", "ssl", "subprocess", "tempfile"):
    postpone(name)
for name in ("unescape", "_html5", "entities"):
    delattr(html, name)
del sys.modules["html.entities"]
random.seed(0)
rules = [
    name for name in sys.modules if name.startswith("engine.games.") and name.endswith(".game")
]
if rules:
    raise ImportError(f"home loads the rules of a game: {rules}")
