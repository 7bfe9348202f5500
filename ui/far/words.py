"""Register the message catalogues of far play on import."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.far", "far")
add_layer("engine.far", "certificate")
