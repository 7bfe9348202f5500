"""Remarks of the computer's characters during a game."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "remarks")
