"""The engine's view of any position of a finished game or a study: bar, lines, threats.

Loaded on demand: nothing imports it at start.
"""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "analysis")
