"""What people at a table are called.

A name is what somebody typed. For anybody else nothing is stored: the seat's label is made in the
reader's language when it is drawn (by the game, or for a computer player by the page).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from ui.words.i18n import LANGUAGES, I18n

Seats = Sequence[int]  # by player: 0 a person, else the level of the computer
_PLAYERS = 4  # at most
# What an article runs into.
_JOINED = {"es": ((" de el ", " del "), (" a el ", " al "))}
# Of engine.search.levels, which the home page does not load: five levels, three with a style.
COMPUTERS = (1, 2, 3, 4, 5, 6, 7, 8)
MOST_SEATS = 8


def read_seats(stored: Any) -> tuple[int, ...]:
    """Seats as a table keeps them; none where they cannot be read."""
    return tuple(stored) if are_seats(stored) else ()


def are_seats(stored: Any) -> bool:
    """Whether this says who sits where."""
    known = (0, *COMPUTERS)
    if not isinstance(stored, list) or len(stored) > MOST_SEATS:
        return False
    return all(type(one) is int and one in known for one in stored)


def typed(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names without the labels that earlier versions stored for whoever had none."""
    return tuple(
        "" if name in _labels(game_id, player) else name for player, name in enumerate(names)
    )


def known_as(game_id: str, names: Sequence[str], player: int, alone: bool) -> str | None:
    """The name by which a player is known at other tables, empty for the only person (`alone`) at a
    table; None where nobody can tell who he is."""
    own = typed(game_id, names)
    name = own[player] if 0 <= player < len(own) else ""
    return name if (alone if not name else own.count(name) == 1) else None


def seat_of(name: str, names: Sequence[str], seats: Seats) -> int:
    """Where somebody sat; −1 where that is not certain. Without a name: the only person there, if
    he had none either."""
    if name:
        return names.index(name) if names.count(name) == 1 else -1
    people = [player for player, level in enumerate(seats) if not level]
    alone = people[0] if len(people) == 1 else -1
    return alone if alone >= 0 and not any(names[alone : alone + 1]) else -1


@cache
def _labels(game_id: str, player: int) -> frozenset[str]:
    """What a seat of a game may be called by itself, in every language."""
    found = set()
    for lang in LANGUAGES:
        words = I18n(lang, game_id)
        found |= {words.seat(player), words.t("computer.name")}
        found |= {words.t("computer.name.number", number=player + 1)}
    return frozenset(found)


def computer(words: I18n, seats: Seats, player: int) -> str:
    """What the computer on a seat is called; empty where a person sits."""
    if not any(seats[player : player + 1]):
        return ""
    if sum(level > 0 for level in seats) > 1:
        return words.t("computer.name.number", number=player + 1)
    return words.t("computer.name")


def called(words: I18n, names: Sequence[str], seats: Seats, player: int) -> str:
    """A player in words. `words`: those of the game; `names` as they are stored."""
    own = typed(words.game_id or "", names)
    name = own[player] if player < len(own) else ""
    return name or computer(words, seats, player) or words.seat(player)


class Articles:
    """Labels such as “Computer” or “Blancas” stand alone on a seat. Inside a sentence they have the
    article that the catalogue gives them (`<label's key>.begins`, `.inside`), which in Spanish runs
    into the word before it. A name somebody typed stays as it is."""

    def __init__(self, words: I18n, names: Sequence[str], seats: Seats) -> None:
        """`names`: those that were typed, empty for the others."""
        self._joined = _JOINED.get(words.lang, ())
        self._forms: dict[str, tuple[str, str]] = {}  # by label: beginning a sentence, inside it
        for player in range(max(len(names), len(seats), _PLAYERS)):
            label = computer(words, seats, player)
            if any(names[player : player + 1]) or (label and label != words.t("computer.name")):
                continue
            if label:
                forms = words.t("computer.name.begins"), words.t("computer.name.inside")
            elif words.has(f"player.name.{player}.inside"):
                label = words.seat(player)
                inside = words.t(f"player.name.{player}.inside")
                forms = words.t(f"player.name.{player}.begins"), inside
            else:
                continue
            self._forms[label] = forms
        labels = "|".join(map(re.escape, self._forms))
        self._place = re.compile(
            rf"(?P<before>^|[.:;!?¡¿«“(·] ?)?\b(?P<label>{labels})\b(?! \d)(?P<after>:)?"
        )

    def put(self, sentence: str) -> str:
        """The sentence with its articles; a label alone, or with a colon behind it, has none."""
        if sentence in self._forms or not any(label in sentence for label in self._forms):
            return sentence
        sentence = self._place.sub(self._with, sentence)
        for _, inside in self._forms.values():
            noun = inside.rpartition(" ")[2]
            for apart, joined in self._joined:
                sentence = sentence.replace(f"{apart}{noun}", f"{joined}{noun}")
        return sentence

    def _with(self, found: re.Match[str]) -> str:
        begins, inside = self._forms[found["label"]]
        before, after = found["before"], found["after"] or ""
        if before is None:
            return inside + after
        return found[0] if after else before + begins
