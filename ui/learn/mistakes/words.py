"""The words around mistakes: a catalogue that comes with their code."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.mistakes", "mistakes")
