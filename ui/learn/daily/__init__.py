"""The challenge of the day: a short game from a position, the same for everybody on a date."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "daily")
