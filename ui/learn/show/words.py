"""Register the message catalogue of pictures and diagrams on import."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.show", "show")
