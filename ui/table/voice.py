"""Texts at a table: the catalogues of page and game, with the players' names in front."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.texts import Catalog, Message, Param
from ui.words.i18n import I18n, page_words
from ui.words.names import Articles, computer, typed


class Voice:
    """Translator for one language, game and set of players."""

    def __init__(
        self, lang: str, game_id: str, names: Sequence[str], seats: Sequence[int] = ()
    ) -> None:
        words = I18n(lang, game_id)
        own = typed(game_id, names)
        people = {}
        for player in range(max(len(own), len(seats))):
            name = own[player] if player < len(own) else ""
            # Names may hold braces, which must not be read as parameters.
            name = name.replace("{", "{{").replace("}", "}}") or computer(words, seats, player)
            if name:
                people[f"player.name.{player}"] = name
                people[f"player.name.{player}.number"] = "one"
        self.lang = lang
        self._articles = Articles(words, own, seats)
        self._words = Catalog(people, *page_words(lang, game_id).layers)

    def t(self, key: str, /, **params: Param) -> str:
        return self._articles.put(self._words.text(key, **params))

    def message(self, message: Message) -> str:
        return self._articles.put(self._words.text(message))

    def has(self, key: str) -> bool:
        return self._words.has(key)

    def name(self, player: int) -> str:
        return self.t(f"player.name.{player}")

    def terrain(self, key: str) -> str:
        """Return the word for a terrain; empty for styles that are no terrain."""
        return self.t(key) if self.has(key) else ""
