"""The words of the page about Asedio: a catalogue that comes with its code."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.about", "about")
