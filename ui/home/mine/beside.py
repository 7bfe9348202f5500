"""What stands beside the list of games: studies, and the lessons and exercises of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core.info import GameInfo
from engine.core.texts import short_name
from ui.saves.entries import PREFIX, is_count, is_moment, parse
from ui.saves.learned import learned
from ui.saves.store import Store
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

STUDIED = f"{PREFIX}studied:"  # ui/learn/study/stored.py
SHOWN = 6  # studies


class Studied(NamedTuple):
    """A study as the list names it. `when`: milliseconds since 1970 of the last change."""

    when: int
    id: str
    title: str
    games: tuple[str, ...]


def beside(words: I18n, store: Store, games: Mapping[str, GameInfo]) -> Html:
    """Return the sections that have something to show."""
    return join(_studies(words, store, games), _of_games(words, store, games))


def _studies(words: I18n, store: Store, games: Mapping[str, GameInfo]) -> Html:
    t, found = words.t, studies(store, games)
    if not found:
        return Html("")
    lines = [
        el(
            "li",
            None,
            button(f"act:study-open:{one.id}", one.title or t("mine.study.untitled"), "link"),
            " ",
            el("span", {"class": "soft"}, ", ".join(games[key].title for key in one.games)),
        )
        for one in found[:SHOWN]
    ]
    more = len(found) - len(lines)
    said = t("mine.studies.more", n=more) if more else t("mine.studies.all")
    return join(
        el("h2", None, t("mine.studies")),
        el("ul", {"class": "mine-studies"}, lines),
        el("p", None, button("act:studies", said, "link")),
    )


def studies(store: Store, games: Mapping[str, GameInfo]) -> list[Studied]:
    """Return the studies of this browser, the newest first."""
    found = []
    for key in store.storage.keys(STUDIED):
        value: Any = parse(store.storage.get(key) or "")
        value = value if isinstance(value, dict) else {}
        title, when, about = value.get("title"), value.get("when"), value.get("games")
        found.append(
            Studied(
                when if is_moment(when) else 0,
                key.removeprefix(STUDIED),
                short_name(title) if isinstance(title, str) else "",
                tuple(game for game in games if game in about) if isinstance(about, list) else (),
            )
        )
    return sorted(found, reverse=True)


def _of_games(words: I18n, store: Store, games: Mapping[str, GameInfo]) -> Html:
    found = [(info, line) for info in games.values() if (line := _kept(words, store, info.id))]
    if not found:
        return Html("")
    lines = [
        el(
            "li",
            None,
            el("strong", None, info.title),
            f" {line} ",
            button(f"act:exercises:{info.id}", words.t("mine.exercises"), "link"),
        )
        for info, line in found
    ]
    return join(el("h2", None, words.t("mine.beside")), el("ul", None, lines))


def _kept(words: I18n, store: Store, game_id: str) -> str:
    """Return what was learned of a game."""
    progress = parse(store.storage.get(f"{PREFIX}exercises:{game_id}") or "")
    progress = progress if isinstance(progress, dict) else {}
    right, rating = progress.get("right"), progress.get("rating")
    parts = []
    if isinstance(right, list) and isinstance(rating, float) and is_count(int(rating)):
        parts.append(words.t("mine.solved", n=len(right), rating=round(rating)))
    if passed := learned(store.storage, game_id):
        parts.append(words.t("mine.lessons", n=len(passed)))
    return ", ".join(parts)
