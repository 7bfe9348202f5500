"""Kept set-ups: how they have fared in finished games, and the computer's opinion of them.

Loaded on demand: nothing imports it at start.
"""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "setups")
