"""How long this browser keeps a seat, and what to do about it before taking one.

A seat lives in the storage of one browser. Frames of other sites may have none, browsers inside
messengers lose theirs, and WebKit clears a site's storage after seven days without a visit unless
the site is installed. A page that came over plain http from another machine has no lock between
tabs and no page without the network; that is said once on a device: then the entry `asedio:plain`
is "said".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.saves.entries import PREFIX
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.browser.relay import FarTools, Surroundings
    from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}plain"
PAGE, APP, WEEK, LASTS = "page", "app", "week", ""
_APPS = re.compile(
    r"FBAN|FBAV|FB_IAB|Instagram|\bLine/|MicroMessenger|WhatsApp|Snapchat|TikTok|musical_ly"
    r"|Twitter|Pinterest|LinkedInApp|Telegram|; wv\)"
)
_OTHER_ENGINES = re.compile(r"Chrome/|Chromium/|Android|Edg/")


def durability(persistent: bool, around: Surroundings) -> str:
    """Return how long a seat lasts here: PAGE (until the page closes), APP (a browser inside an
    app, which may forget everything), WEEK (seven days without a visit) or LASTS."""
    if not persistent:
        return PAGE
    if _APPS.search(around.agent):
        return APP
    webkit = "AppleWebKit/" in around.agent and not _OTHER_ENGINES.search(around.agent)
    return WEEK if webkit and not around.installed else LASTS


def warning(t: Callable[..., str], risk: str, around: Surroundings, address: str) -> Html | None:
    """Return what to know and do before a seat is taken; None if the seat lasts.

    `address`: of this screen, for a tab of its own; offered inside a frame."""
    own_tab = around.framed and el(
        "a",
        {"class": "button", "href": address, "target": "_blank", "rel": "noopener"},
        t("far.own_tab"),
    )
    if risk == LASTS:
        return None
    return el(
        "div",
        {"class": "far-risk", "data-risk": risk},
        el("p", None, t(f"far.risk.{risk}")),
        own_tab and el("div", {"class": "buttons"}, own_tab),
    )


def keep_seat(t: Callable[..., str], risk: str) -> Html | None:
    """Return the offer of the seat link at a table whose seat does not last; else None."""
    if risk == LASTS:
        return None
    return el(
        "div",
        {"class": "far-risk", "data-risk": risk},
        el("p", None, t(f"far.risk.{risk}.seat")),
        el("div", {"class": "buttons"}, button("act:far:seat", t("far.risk.link"))),
    )


def plain_note(tools: FarTools, storage: SafeStorage) -> str:
    """Return the key of the note about plain http; "" on a secure page, or if it was given."""
    if tools.secure() or storage.get(KEY) is not None:
        return ""
    storage.set(KEY, "said")
    return "far.plain"
