"""The board shown to others: animated GIFs, diagrams for forums."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "show")
