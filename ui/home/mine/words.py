"""Register the message catalogue of the list of all games on import."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.home.mine", "mine")
