"""The words around lessons: a catalogue that comes with their code."""

from __future__ import annotations

from ui.i18n import add_layer

add_layer("ui.lessons", "lessons")
