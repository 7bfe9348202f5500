"""Translations: the message catalogues of the page and of one game, in one language."""

from __future__ import annotations

import json
import pkgutil
import sys
from functools import cache

from engine.core.texts import Catalog, Message, Param
from engine.games import game_text

LANGUAGES = ("es", "en")
LANGUAGE_NAMES = {"es": "Español", "en": "English"}
PAGE_CATALOGUES = (
    "main",
    "table",
    "computer",
    "input",
    "standard",
)  # ui/locale/<name>.<lang>.json; a test checks that none is missing
LETTERS = "notation.letters"  # only in games whose notation has letters that depend on the language
_more: list[tuple[str, str]] = []  # (package, name) of catalogues that are loaded on demand


@cache
def _layer(path: str, package: str = "ui") -> dict[str, str]:
    """Load one catalogue; a missing file gives an empty one, whose texts show as their keys."""
    try:
        data = pkgutil.get_data(package, path)
    except (OSError, ImportError):
        return {}
    return _parsed(data or b"{}")


def _parsed(data: str | bytes) -> dict[str, str]:
    """Return the texts of a catalogue by key; those of all languages share their keys."""
    words: dict[str, str] = json.loads(data)
    return {sys.intern(key): text for key, text in words.items()}


@cache
def _game_layer(game_id: str, lang: str) -> dict[str, str]:
    """Load the catalogue of a game. Cached apart from `page_words`, which every catalogue loaded on
    demand clears: parsing five of them takes several milliseconds."""
    return _parsed(game_text(game_id, f"locale/{lang}.json") or "{}")


def best_language(wanted: str | None) -> str:
    """Return the supported language for a tag such as `en-GB`; the first one if none fits."""
    short = (wanted or "").lower().split("-")[0]
    return short if short in LANGUAGES else LANGUAGES[0]


@cache
def page_words(lang: str, game_id: str | None = None) -> Catalog:
    """Return the catalogue of one language, in which the game's texts override the page's."""
    layers = [_layer(f"locale/{name}.{lang}.json") for name in PAGE_CATALOGUES]
    layers += [_layer(f"locale/{name}.{lang}.json", package) for package, name in _more]
    if game_id:
        layers.insert(0, _game_layer(game_id, lang))
    return Catalog(*layers)


def add_layer(package: str, name: str) -> None:
    """Register the catalogue <package>/locale/<name>.<lang>.json of code loaded on demand."""
    if (package, name) not in _more:
        _more.append((package, name))
        page_words.cache_clear()


class I18n:
    """Translator of one language, optionally with the texts of one game."""

    def __init__(self, lang: str, game_id: str | None = None) -> None:
        self.lang = best_language(lang)
        self.game_id = game_id
        self._words = page_words(self.lang, game_id)

    def t(self, key: str, /, **params: Param) -> str:
        """Return the text of `key`, or its `.one` form for `n=1`, with `params` filled in."""
        return self._words.text(key, **params)

    def has(self, key: str) -> bool:
        return self._words.has(key)

    def message(self, message: Message) -> str:
        return self._words.text(message)

    def seat(self, player: int) -> str:
        """Return the label of a seat whose player gave no name: the game's own, or "Player 1"."""
        key = f"player.name.{player}"
        return self.t(key) if self.has(key) else self.t("home.player", number=player + 1)

    def for_game(self, game_id: str) -> I18n:
        """Return a translator of the same language that includes the texts of a game."""
        return I18n(self.lang, game_id)
