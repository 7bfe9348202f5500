"""The button that invites the opponent of a finished far table again, and the score with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.saves.series import results_before, results_with, score_words
from ui.words.frame import button
from ui.words.html import Html
from ui.words.i18n import I18n
from ui.words.names import typed

if TYPE_CHECKING:
    from ui.saves.store import Store, Summary


def again_button(words: I18n, one: Summary) -> Html | None:
    """Return the button of a finished far table of this player; None for any other game."""
    if not (one.far and one.over and one.mine in (0, 1)) or one.newer:
        return None
    names = typed(one.game_id, one.names)
    who = names[1 - one.mine] if 1 - one.mine < len(names) else ""
    label = words.t("home.again", who=who) if who else words.t("home.again.unnamed")
    return button(f"act:again:{one.id}", label, "link")


def series_words(words: I18n, store: Store, one: Summary) -> str:
    """Return the score of the series that a far table goes on; "" if it is the first one."""
    if not one.far or not results_before(store, one.id).played:
        return ""
    return words.t("home.series", score=score_words(results_with(store, one.id)))
