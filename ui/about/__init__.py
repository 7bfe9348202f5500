"""About page: credits, licences, version and privacy. Fetched when it is opened."""

from __future__ import annotations

from ui.words.i18n import add_layer

add_layer(__name__, "about")
