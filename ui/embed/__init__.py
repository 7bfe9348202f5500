"""A board alone, for a frame on another page: `#view=`."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "embed")
