"""Words at a table: the catalogues of page and game, with the players' names in front."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.texts import Catalog, Message, Param
from ui.i18n import I18n, page_words
from ui.names import computer, typed

# What an article runs into.
_JOINED = {"es": ((" de el ", " del "), (" a el ", " al "))}


class Voice:
    """Speaks one language about one game between these people and computers."""

    def __init__(
        self, lang: str, game_id: str, names: Sequence[str], seats: Sequence[int] = ()
    ) -> None:
        words = I18n(lang, game_id)
        own = typed(game_id, names)
        people = {}
        for player in range(max(len(own), len(seats))):
            name = own[player] if player < len(own) else ""
            # A name is shown as it was typed: its braces are no places for parameters.
            name = name.replace("{", "{{").replace("}", "}}") or computer(words, seats, player)
            if name:
                people[f"player.name.{player}"] = name
                people[f"player.name.{player}.number"] = "one"
        self.lang = lang
        named = {f"player.name.{n}" for n, level in enumerate(seats) if level} - set(
            f"player.name.{n}" for n, name in enumerate(own) if name
        )
        only = words.t("computer.name")
        self._article = _Article(words) if any(people.get(key) == only for key in named) else None
        self._words = Catalog(people, *page_words(lang, game_id).layers)

    def t(self, key: str, /, **params: Param) -> str:
        return self._said(self._words.text(key, **params))

    def message(self, message: Message) -> str:
        return self._said(self._words.text(message))

    def _said(self, sentence: str) -> str:
        return sentence if self._article is None else self._article.put(sentence)

    def has(self, key: str) -> bool:
        return self._words.has(key)

    def name(self, player: int) -> str:
        return self.t(f"player.name.{player}")

    def terrain(self, key: str) -> str:
        """The word of a terrain; nothing for a style that is none."""
        return self.t(key) if self.has(key) else ""


class _Article:
    """A label such as “Computer” stands alone on a seat; inside a sentence it has its article,
    which in Spanish runs into the word before it."""

    def __init__(self, words: I18n) -> None:
        self._label = words.t("computer.name")
        self._begins, self._inside = (
            words.t("computer.name.begins"),
            words.t("computer.name.inside"),
        )
        self._noun = self._inside.rpartition(" ")[2]
        self._joined = _JOINED.get(words.lang, ())
        self._place = re.compile(
            rf"(?P<before>^|[.:;!?¡¿«“(·] ?)?\b{re.escape(self._label)}\b(?! \d|:)"
        )

    def put(self, sentence: str) -> str:
        """The sentence with the article; the label alone stays as it is."""
        if self._label not in sentence or sentence == self._label:
            return sentence
        sentence = self._place.sub(self._with, sentence)
        for apart, joined in self._joined:
            sentence = sentence.replace(f"{apart}{self._noun}", f"{joined}{self._noun}")
        return sentence

    def _with(self, found: re.Match[str]) -> str:
        before = found["before"]
        return self._inside if before is None else f"{before}{self._begins}"
