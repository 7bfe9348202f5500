"""Loads the catalogue of the engine's view when imported."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.analysis", "analysis")
