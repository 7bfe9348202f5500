"""The offer to turn sounds on: one quiet line in the first turns of the first game, once."""

from __future__ import annotations

from ui.saves.answered_offers import keep_asked, was_asked
from ui.table import speech
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el

ASKED = "sounds"
OFFERED = 6  # turns of the game, of all players


def first_game(table: Table) -> bool:
    """Return whether this is the first game in this browser, and sounds are off and not declined.

    Lessons and exercises are no games.
    """
    store = table.app.store
    if table.app.settings.sound == "on" or table.task or was_asked(store.storage, ASKED):
        return False
    recent = store.recent()
    return sum(not one.view for one in recent.games.values()) + recent.more <= 1


def slots(table: Table) -> dict[str, Html]:
    """Draw the offer in the first turns, once something has been played."""
    session = table.session
    if not table.offers_sounds or not session.count or session.watching or session.over:
        return {"sounds": Html("")}
    if len(session.log()) > OFFERED:
        return {"sounds": Html("")}
    t = table.voice.t
    line = el(
        "div",
        {"class": "sound-offer", "role": "group", "aria-label": t("settings.sound")},
        button("act:sounds:on", t("sounds.yes"), "link"),
        button("act:sounds:off", t("sounds.no"), "quiet link"),
    )
    return {"sounds": line}


def answer(table: Table, wanted: str) -> None:
    """Turn sounds on if they are wanted; either way the offer does not come back."""
    keep_asked(table.app.store.storage, ASKED)
    table.offers_sounds = False
    if wanted == "on":
        table.app.set_setting("sound", "on")
        speech.say(table, "sounds.on")
