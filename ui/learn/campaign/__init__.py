"""Campaigns: scenarios against the computer, one after the other, each with a goal and a star."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "campaign")
