"""The host's own links at the foot of home, from links.json: [{url, es, en}, …]."""

from __future__ import annotations

import pkgutil

from engine.core.jsontext import read_json
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

FILE = "links.json"


def host_links(words: I18n) -> Html:
    """Return the links of the host of this page; empty if there are none."""
    listed = read_json((pkgutil.get_data(__name__, FILE) or b"[]").decode())
    return join(
        [
            " · ",
            el("a", {"href": one["url"], "target": "_blank", "rel": "noopener"}, one[words.lang]),
        ]
        for one in listed
    )
