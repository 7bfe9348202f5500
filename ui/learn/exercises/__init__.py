"""Exercises: positions with one clearly best first action, solved on the ordinary table screen."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "exercises")
