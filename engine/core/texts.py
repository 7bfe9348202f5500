"""Messages as catalogue keys with parameters, and the catalogues that turn them into sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Union

Param = Union[str, int, float, "Message"]

MAX_NAME = 40  # characters of a player's name, from any source
MAX_QUOTED = 160  # characters of foreign text quoted in a sentence
GENDERED = 4  # forms of a word: masculine, feminine, and both in the plural
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]"
)
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"  # shape the letters beside them, and show nothing alone


def whole(text: str) -> str:
    """Replace lone surrogates, which no encoding can write, by question marks. An input field that
    cuts an emoji in two produces them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text


def short_name(name: str) -> str:
    """Return a player's name cut to MAX_NAME characters."""
    return whole(name[:MAX_NAME])


def plain_name(name: str) -> str:
    """Return a foreign name in one line, without marks of writing direction, which would reorder
    the sentence around it, and without invisible letters, cut to MAX_NAME; "" if it shows
    nothing."""
    lines = re.sub("[\n\r\u2028\u2029]", " ", name)
    words = " ".join(_INVISIBLE.sub("", lines).split())
    return short_name(words) if words.strip(_JOINERS + " ") else ""


def shortened(text: str) -> str:
    """Return foreign text cut to MAX_QUOTED characters, for a sentence."""
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


class Word(str):
    """A noun in a sentence, with its grammatical number and gender: a template holds all forms that
    agree with it, `{who} {who:moves|move}` or, with the genders, `{what:lo|la|los|las}`."""

    many: bool
    feminine: bool

    def __new__(cls, words: str, many: bool = False, feminine: bool = False) -> Word:
        word = super().__new__(cls, words)
        word.many, word.feminine = many, feminine
        return word

    def __format__(self, forms: str) -> str:
        found = forms.split("|")
        if len(found) == GENDERED:
            return found[2 * self.many + self.feminine]
        return found[self.many] if len(found) > 1 else super().__format__(forms)


class Message:
    """A sentence for a person: catalogue key, parameters and the rule clause it cites.

    A parameter that is a Message is put into words first; a str is shown as it is, cut to
    MAX_QUOTED characters.
    """

    __slots__ = ("clause", "key", "params")

    def __init__(self, key: str, /, clause: str = "", **params: Param) -> None:
        self.key = key
        self.clause = clause
        self.params = params

    def _value(self) -> tuple[object, ...]:
        return (self.key, self.clause, tuple(sorted(self.params.items(), key=lambda kv: kv[0])))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Message) or self.key != other.key:
            return False
        return self.clause == other.clause and self.params == other.params

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        return f"Message({self.key!r}, clause={self.clause!r}, {self.params!r})"


def player_name(player: int) -> Message:
    """Return the message that names a player: the person's name on the page, the seat in a
    terminal."""
    return Message(f"player.name.{player}")


def over_prompt(winner: int | None, reason: str) -> Message:
    """Return the default prompt of a finished game; `winner` None: a draw."""
    if winner is None:
        return Message(f"prompt.draw.{reason}")
    return Message(f"prompt.won.{reason}", who=player_name(winner))


class Catalog:
    """Layers of key → template; the first layer that has a key wins (game before page).

    Templates use `{name}`. A message with a parameter `n` equal to 1 prefers the key `….one`. A
    name whose `….number` is "many" takes plural verbs. The key `gender.archer` gives the gender
    ("m" or "f", "mm" or "ff" in the plural) of every noun whose key ends with `.archer`. A missing
    key is shown as itself, so that a gap is visible and breaks nothing.
    """

    def __init__(self, *layers: Mapping[str, str]) -> None:
        self.layers = layers
        self._plain: dict[str, str] = {}  # cache of sentences without parameters
        self._all: dict[str, str] = {}
        for layer in reversed(layers):
            self._all.update(layer)

    def has(self, key: str) -> bool:
        return key in self._all

    def template(self, key: str) -> str:
        return self._all.get(key, key)

    def text(self, message: Message | str, /, **params: Param) -> str:
        """Return the sentence in this catalogue's language."""
        if isinstance(message, str):
            key = message
        else:
            key, params = message.key, message.params
        if params:
            return self._put(key, params)
        if key not in self._plain:
            self._plain[key] = self._put(key, params)
        return self._plain[key]

    def _put(self, key: str, params: Mapping[str, Param]) -> str:
        if params.get("n") == 1 and self.has(key + ".one"):
            key += ".one"
        words = {name: self._words(value) for name, value in params.items()}
        said = self.template(key).format_map(_Gaps(words))
        number, gender = self._all.get(f"{key}.number"), self._all.get(_gender(key), "")
        if number is None and not gender:
            return said
        return Word(said, number == "many" or len(gender) > 1, gender.startswith("f"))

    def _words(self, value: Param) -> object:
        said = self.text(value) if isinstance(value, Message) else value
        if not isinstance(said, str) or isinstance(said, Word):
            return said
        return Word(said if isinstance(value, Message) else shortened(said))


def _gender(key: str) -> str:
    """Return the key of a noun's gender: `gender.archer` for `the.archer` and `to.archer`."""
    return f"gender.{key.rpartition('.')[2]}"


class _Gaps(dict[str, object]):
    """Keep a missing parameter visible as {name} instead of raising."""

    def __missing__(self, key: str) -> str:
        return Word("{" + key + "}")
