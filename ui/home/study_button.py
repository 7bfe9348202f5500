"""The button that makes a study of a stored game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.words.frame import button
from ui.words.html import Html
from ui.words.i18n import I18n

if TYPE_CHECKING:
    from ui.saves.store import Summary


def study_button(words: I18n, summary: Summary, name: str) -> Html | None:
    """Return the button for a game that is over; None for any other, and for one player's view.

    `name`: of the game, for screen readers."""
    if not summary.over or summary.view or summary.newer:
        return None
    label = words.t("home.saved.study_which", name=name)
    return button(f"act:study:{summary.id}", words.t("home.saved.study"), "link", aria_label=label)
