"""Studies on the page: a tree of variations at the table, with comments, glyphs and drawings.

Loaded on demand: nothing imports it at start.
"""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "study")
