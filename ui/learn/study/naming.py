"""Names of chapters whose players have none: who plays, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.study import ROOT, Chapter, short_title
from ui.words.i18n import I18n
from ui.words.names import called, typed


def chapter_name(words: I18n, chapter: Chapter, levels: Sequence[int] = ()) -> str:
    """Return a title for a chapter without one: the players, and for unnamed ones result and date;
    "" for the usual start of a game, without moves.

    `words`: of the game. `levels`: computer levels by player, as far as they are known."""
    config, players = chapter.config, range(len(chapter.game.sides))
    if not chapter.nodes[ROOT].children:
        return words.t("study.chapter.position") if config.start else ""
    pair = " – ".join(called(words, config.names, levels, one) for one in players)
    if any(typed(config.game_id, config.names)):
        return short_title(pair)
    outcome = chapter.state(chapter.end()).outcome() if chapter.viewer is None else None
    parts = [pair, outcome.score if outcome is not None else "", config.tags.get("Date", "")]
    return short_title(", ".join(filter(None, parts)))
