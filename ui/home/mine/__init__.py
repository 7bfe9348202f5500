"""My games: the list of all stored games with search, labels and statistics, and the backup."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "mine")
