"""The words of far play: a catalogue that comes with its code."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.far", "far")
