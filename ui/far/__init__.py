"""Far play: games between two devices by letters. Invitations, presence, clocks and screens."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "far")
add_layer("engine.far", "certificate")
