"""Names of players: typed names, labels of unnamed seats and of computers, and their articles.

Only typed names are stored. The label of any other seat is made in the reader's language when it
is rendered, by the game or, for a computer player, by the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from ui.words.i18n import LANGUAGES, I18n

Seats = Sequence[int]  # by player: 0 for a person, else the computer's level
_PLAYERS = 4  # most players of a game
# Preposition + article, and their contraction.
_JOINED = {"es": ((" de el ", " del "), (" a el ", " al "))}
# Levels of engine.search.levels, which the home page does not load: 1–5, and 6–8 with a style.
COMPUTERS = (1, 2, 3, 4, 5, 6, 7, 8)
MOST_SEATS = 8
ROMAN = "I II III IV V VI VII VIII".split()  # of namesakes: an Arabic number reads as a level


def read_seats(stored: Any) -> tuple[int, ...]:
    """Return the stored seats of a table; empty if they are not valid."""
    return tuple(stored) if are_seats(stored) else ()


def are_seats(stored: Any) -> bool:
    """Return whether a stored value is a valid list of seats."""
    known = (0, *COMPUTERS)
    if not isinstance(stored, list) or len(stored) > MOST_SEATS:
        return False
    return all(type(one) is int and one in known for one in stored)


def typed(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with labels blanked: earlier versions stored them for unnamed players."""
    return tuple(
        "" if name in _labels(game_id, player) else name for player, name in enumerate(names)
    )


def known_as(game_id: str, names: Sequence[str], player: int, alone: bool) -> str | None:
    """Return the name that identifies a player across tables; None if nothing does.

    A name counts only if it is unique at the table. "" identifies an unnamed player who is the only
    person there (`alone`)."""
    own = typed(game_id, names)
    name = own[player] if 0 <= player < len(own) else ""
    return name if (alone if not name else own.count(name) == 1) else None


def seat_of(name: str, names: Sequence[str], seats: Seats) -> int:
    """Return the seat of the player called `name`, the inverse of `known_as`; −1 if ambiguous.

    An empty name finds the only person at the table, if that person is unnamed too."""
    if name:
        return names.index(name) if names.count(name) == 1 else -1
    people = [player for player, level in enumerate(seats) if not level]
    alone = people[0] if len(people) == 1 else -1
    return alone if alone >= 0 and not any(names[alone : alone + 1]) else -1


@cache
def _labels(game_id: str, player: int) -> frozenset[str]:
    """Return all labels an unnamed seat or its computer can have, in every language."""
    found = set()
    for lang in LANGUAGES:
        words = I18n(lang, game_id)
        found |= {words.seat(player), words.t("computer.name")}
        found |= {words.t("computer.name.number", number=player + 1)}
    return frozenset(found)


def computer(words: I18n, seats: Seats, player: int) -> str:
    """Return the label of a computer's seat, "" for a person: the name of its face in this game, or
    "Computer"; numbered if several computers would have the same, namesakes among themselves."""
    if not any(seats[player : player + 1]):
        return ""
    face = f"face.{seats[player]}"
    if words.has(face):
        if seats.count(seats[player]) > 1:
            number = ROMAN[seats[:player].count(seats[player])]
            return words.t("computer.face.number", name=words.t(face), number=number)
        return words.t(face)
    if sum(level > 0 for level in seats) > 1:
        return words.t("computer.name.number", number=player + 1)
    return words.t("computer.name")


def called(words: I18n, names: Sequence[str], seats: Seats, player: int) -> str:
    """Return the typed name of a player, else the computer's or the seat's label.

    `words`: translator of the game; `names`: as stored."""
    own = typed(words.game_id or "", names)
    name = own[player] if player < len(own) else ""
    return name or computer(words, seats, player) or words.seat(player)


class Articles:
    """Inserts articles before labels such as “Computer” or “Blancas” inside sentences.

    On a seat a label stands alone. In a sentence it takes the form `<label's key>.begins` or
    `.inside` of the catalogue; Spanish contracts the article with a preposition before it. Typed
    names do not change."""

    def __init__(self, words: I18n, names: Sequence[str], seats: Seats) -> None:
        """`names`: typed names, "" for the other seats."""
        self._joined = _JOINED.get(words.lang, ())
        self._forms: dict[str, tuple[str, str]] = {}  # by label: (begins, inside)
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
        """Return the sentence with articles. A label alone or before a colon gets none."""
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
