"""The words of exercises: a catalogue that comes with its code."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer("ui.learn.exercises", "exercises")
