"""Lessons: positions on the ordinary table screen, each with a short text and one task."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "lessons")
