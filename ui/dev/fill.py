"""Script run inside Pyodide before a memory snapshot: import the app and fill its text caches.

`engine/dev/image.mjs` executes it with two lists: `modules`, our own, and `wishes`, library modules
that the games and PyScript will import.
"""

import importlib
import random
import sys
from contextlib import suppress

from engine.games import REGISTRY
from ui.words.i18n import LANGUAGES, page_words

for name in globals()["modules"]:
    importlib.import_module(name)
for name in globals()["wishes"]:
    with suppress(ImportError):  # the list may contain names that are not modules
        importlib.import_module(name)
for lang in LANGUAGES:
    for game in (None, *REGISTRY):
        page_words(lang, game)
page_words.cache_clear()  # its parts stay, and are joined again in no time
random.seed(0)
rules = [
    name for name in sys.modules if name.startswith("engine.games.") and name.endswith(".game")
]
if rules:
    raise ImportError(f"home loads the rules of a game: {rules}")
