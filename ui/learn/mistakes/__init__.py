"""Mistakes of a finished game: found by the worker, listed, stored, and played again.

Loaded on demand: nothing imports it at start.
"""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "mistakes")
