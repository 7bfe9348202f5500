"""Words for people: the catalogues of the page and of one game, in one language."""

from __future__ import annotations

import json
import pkgutil
from functools import cache

from engine.core.texts import Catalog, Message, Param
from engine.games import game_text

LANGUAGES = ("es", "en")
PAGE_CATALOGUES = (
    "main",
    "table",
    "computer",
    "standard",
)  # ui/locale/<name>.<lang>.json; a test keeps it whole
LETTERS = "notation.letters"  # of a game whose notation has letters of a language
_more: list[tuple[str, str]] = []  # of code that comes when it is asked for


@cache
def _layer(path: str, package: str = "ui") -> dict[str, str]:
    """One catalogue of the page; a missing one is empty, so that a gap shows as its key."""
    try:
        data = pkgutil.get_data(package, path)
    except (OSError, ImportError):
        return {}
    words: dict[str, str] = json.loads(data) if data else {}
    return words


def best_language(wanted: str | None) -> str:
    """The language shown to somebody who asks for `wanted` (a tag like `en-GB`)."""
    short = (wanted or "").lower().split("-")[0]
    return short if short in LANGUAGES else LANGUAGES[0]


@cache
def page_words(lang: str, game_id: str | None = None) -> Catalog:
    """The layers of one language, the game's own before the page's."""
    layers = [_layer(f"locale/{name}.{lang}.json") for name in PAGE_CATALOGUES]
    layers += [_layer(f"locale/{name}.{lang}.json", package) for package, name in _more]
    if game_id:
        layers.insert(0, json.loads(game_text(game_id, f"locale/{lang}.json") or "{}"))
    return Catalog(*layers)


def add_layer(package: str, name: str) -> None:
    """A catalogue that comes with code of its own: <package>/locale/<name>.<lang>.json."""
    if (package, name) not in _more:
        _more.append((package, name))
        page_words.cache_clear()


class I18n:
    """What every screen speaks through."""

    def __init__(self, lang: str, game_id: str | None = None) -> None:
        self.lang = best_language(lang)
        self.game_id = game_id
        self._words = page_words(self.lang, game_id)

    def t(self, key: str, /, **params: Param) -> str:
        """The sentence `key`; with `n=1` its `.one` form."""
        return self._words.text(key, **params)

    def has(self, key: str) -> bool:
        return self._words.has(key)

    def message(self, message: Message) -> str:
        return self._words.text(message)

    def seat(self, player: int) -> str:
        """What the game calls whoever sits there, for people who gave no name."""
        key = f"player.name.{player}"
        return self.t(key) if self.has(key) else self.t("home.player", number=player + 1)

    def for_game(self, game_id: str) -> I18n:
        """The same language with a game's own words in front."""
        return I18n(self.lang, game_id)
