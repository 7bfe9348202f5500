"""Loads the catalogue of the studies' texts when imported."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.study", "study")
