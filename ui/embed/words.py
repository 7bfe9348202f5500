"""Loads the catalogue of the embedded board's texts when imported."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.embed", "embed")
