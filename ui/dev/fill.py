"""Runs inside Pyodide, in the memory an image is taken of: imports the app, warms its words.

`engine/dev/image.mjs` executes it with two lists: `modules`, our own, and `wishes`, modules of the
library that the games and PyScript will import.
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
    with suppress(ImportError):  # a name taken from a module is not always a module
        importlib.import_module(name)
for lang in LANGUAGES:
    for game in (None, *REGISTRY):
        page_words(lang, game)
random.seed(0)
rules = [
    name for name in sys.modules if name.startswith("engine.games.") and name.endswith(".game")
]
if rules:
    raise ImportError(f"home loads the rules of a game: {rules}")
