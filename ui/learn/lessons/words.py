"""The words around lessons: a catalogue that comes with their code."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.lessons", "lessons")
