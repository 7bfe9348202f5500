"""The share dialog's part for other pages: a snippet of HTML that shows the board there."""

from __future__ import annotations

from html import escape

from engine.core.errors import AsedioError
from engine.games import game_info
from ui.session.embedding import KEY
from ui.session.share import Exports
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

HEIGHT = 640  # before the frame has told its own


def snippet(exports: Exports, page_url: str) -> str:
    """Return the HTML that shows this match on another page: a frame, and the script that gives it
    its height. Empty if only one player may know the match, or if it is too long."""
    try:
        word = exports.view_word()
    except AsedioError:
        return ""
    page = page_url.split("#", 1)[0].split("?", 1)[0]
    page = page[: page.rfind("/") + 1]
    title = escape(game_info(exports.game_id).title)
    style = f"width:100%;max-width:640px;height:{HEIGHT}px;border:0"
    frame = f'<iframe src="{escape(page)}#{KEY}={word}" title="{title}" style="{style}"'
    script = f'<script async src="{escape(page)}embed.js"></script>'
    return f'{frame} loading="lazy"></iframe>\n{script}'


def embed_part(words: I18n, exports: Exports) -> Html | None:
    """Return sentence and button; None if there is nothing to embed."""
    if not snippet(exports, ""):
        return None
    return join(
        el("p", None, words.t("share.embed.why")),
        el("div", {"class": "buttons"}, button("share:embed", words.t("share.embed.copy"))),
    )
