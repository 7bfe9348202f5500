"""Print and play: boards, pieces, cards and rules at their real size."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "printing")
