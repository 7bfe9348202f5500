"""Loads the catalogue of the mistakes' texts when imported."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.mistakes", "mistakes")
