"""Damaged certificates: each with the groups of checks of which one must fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from engine.far.bytes import to_word
from engine.far.letter import (
    Accept,
    Chance,
    Closed,
    EventsLetter,
    Join,
    Letter,
    LetterPart,
    Open,
    Says,
    read,
)
from engine.far.tablefile import to_text
from engine.far.terms import open_invitation
from tests.far.devices import Curve, keys_of
from tests.far.tables import strict

TEXT = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJ"{}[]:,'


class Damaged(NamedTuple):
    kind: str
    text: str
    groups: frozenset[str]


class Book:
    """A good certificate that is damaged. `seats`: names by seat, from which their keys follow."""

    def __init__(self, text: str, seats: tuple[str, str], foreign: str) -> None:
        self.text, self.seats = text, seats
        self.found: dict[str, Any] = json.loads(text)
        self.letters = [read(strict(word)) for word in self.found["letters"]]
        self.foreign: list[str] = json.loads(foreign)["letters"]
        self.other: str = json.loads(foreign)["invitation"]

    def with_letters(self, words: list[Any]) -> str:
        return json.dumps({**self.found, "letters": words}, indent=1)

    def put(self, letters: list[Letter]) -> str:
        return self.with_letters([to_text(letter.data) for letter in letters])

    def signed(self, letter: Letter) -> Letter:
        return letter.write(Curve(), keys_of(self.seats[letter.seat]).secret)

    def rewritten(self, number: int, parts: tuple[LetterPart, ...], at: int | None = None) -> str:
        """Change one letter and sign it and all later ones again, with the keys of both seats."""
        new: dict[bytes, Letter] = {}
        for place, letter in enumerate(self.letters):
            parents = tuple(one._replace(digest=new[one.digest].digest) for one in letter.parents)
            kept = tuple(
                Accept(new[part.join.digest]) if isinstance(part, Accept) else part
                for part in (parts if place == number else letter.parts)
            )
            date = letter.at if at is None or place != number else at
            changed = replace(letter, parents=parents, parts=kept, at=date, signature=b"")
            new[letter.digest] = self.signed(changed)
        return self.put(list(new.values()))


def _changed(part: LetterPart, rng: Random) -> LetterPart | None:
    """Return a part of the same kind with other contents; None for other kinds."""
    if isinstance(part, EventsLetter):
        if rng.random() < 0.3:
            return replace(part, count=part.count + 1)
        action = part.actions[0]
        false = (action[0], *(value + 1 for value in action[1:] if isinstance(value, int)))
        return replace(part, actions=(false, *part.actions[1:])) if false != action else None
    if isinstance(part, Chance):
        return replace(part, contribution=rng.randbytes(32))
    if isinstance(part, Open):
        return replace(part, actions=part.actions[:-1])
    if isinstance(part, Closed):
        return replace(part, commitment=rng.randbytes(32))
    if isinstance(part, Says):
        return Says(part.text + "!")
    if isinstance(part, Join):
        return replace(part, name=part.name + "x")
    return None


def _pick(
    book: Book, rng: Random, kinds: tuple[type, ...]
) -> tuple[int, tuple[LetterPart, ...]] | None:
    """Return the number of a letter and its parts, one of them changed."""
    if kinds == (Closed,) and not any(
        isinstance(part, Open) for letter in book.letters for part in letter.parts
    ):
        return None  # nothing contradicts a commitment before it is opened
    places = [
        (number, at)
        for number, letter in enumerate(book.letters)
        for at, part in enumerate(letter.parts)
        if isinstance(part, kinds)
    ]
    if not places:
        return None
    number, at = rng.choice(places)
    parts = list(book.letters[number].parts)
    new = _changed(parts[at], rng)
    if new is None:
        return None
    parts[at] = new
    return number, tuple(parts)


Found = tuple[str, str] | None  # text, groups


# -- JSON ----------------------------------------------------------------------------------------


def key_dropped(book: Book, rng: Random) -> Found:
    name = rng.choice(["asedio", "invitation", "letters"])
    return json.dumps({k: v for k, v in book.found.items() if k != name}), "file"


def key_added(book: Book, rng: Random) -> Found:
    return json.dumps({**book.found, rng.choice("xyz") * 3: 1}), "file"


def wrong_type(book: Book, rng: Random) -> Found:
    name = rng.choice(["asedio", "invitation", "letters", "summary"])
    value: Any = rng.choice([None, 7, True, [[]], {"a": []}, "x", [1, 2], -1.5])
    return json.dumps({**book.found, name: value}), "file invitation"


def cut_short(book: Book, rng: Random) -> Found:
    return book.text[: rng.randrange(len(book.text) - 1)], "file"


def too_deep(book: Book, rng: Random) -> Found:
    depth = rng.randrange(100, 100_000)
    return book.text.replace('"letters": [', '"letters": [' + "[" * depth, 1), "file"


def wrong_summary(book: Book, rng: Random) -> Found:
    counts, result = list(book.found["summary"]["letters"]), book.found["summary"]["result"]
    if rng.random() < 0.5:
        counts[rng.randrange(2)] += rng.choice([-1, 1])
    else:
        result = rng.choice([one for one in ("1-0 mate", "0-1 time", "*") if one != result])
    summary = {"letters": counts, "result": result}
    return json.dumps({**book.found, "summary": summary}), "summary"


def one_character(book: Book, rng: Random) -> Found:
    at = rng.randrange(len(book.text))
    new = rng.choice(TEXT)
    if book.text[at] == new:
        return None
    groups = "file invitation signatures order dates summary"
    return book.text[:at] + new + book.text[at + 1 :], groups


# -- letters -------------------------------------------------------------------------------------


def dropped(book: Book, rng: Random) -> Found:
    words = list(book.found["letters"])
    del words[rng.randrange(len(words))]
    return book.with_letters(words), "order summary"


def tail_dropped(book: Book, rng: Random) -> Found:
    words = book.found["letters"]
    return book.with_letters(words[: rng.randrange(2, len(words))]), "summary"


def twice(book: Book, rng: Random) -> Found:
    words = list(book.found["letters"])
    words.insert(rng.randrange(len(words)), rng.choice(words))
    return book.with_letters(words), "order"


def reordered(book: Book, rng: Random) -> Found:
    words = list(book.found["letters"])
    one, other = rng.sample(range(len(words)), 2)
    words[one], words[other] = words[other], words[one]
    return book.with_letters(words), "order"


def of_another_table(book: Book, rng: Random) -> Found:
    words = list(book.found["letters"])
    words.insert(rng.randrange(len(words) + 1), rng.choice(book.foreign))
    return book.with_letters(words), "invitation"


def by_a_stranger(book: Book, rng: Random) -> Found:
    """Add a letter that fits, signed by somebody else."""
    last = book.letters[-1]
    own = next(one for one in reversed(book.letters) if one.seat == last.seat)
    parents = tuple(
        one._replace(seen=own.n + 1, digest=own.digest) if one.seat == last.seat else one
        for one in own.parents
    )
    if not any(one.seat == last.seat for one in parents):
        return None
    plain = replace(last, n=own.n + 1, parents=parents, parts=(Says("x"),), signature=b"")
    forged = plain.write(Curve(), keys_of("Eva").secret)
    return book.put([*book.letters, forged]), "signatures"


def invitation_of_another_table(book: Book, rng: Random) -> Found:
    return json.dumps({**book.found, "invitation": book.other}), "invitation"


def other_terms(book: Book, rng: Random) -> Found:
    """Change options, clock, names, key or seat in the invitation, with a good checksum."""
    terms = open_invitation(book.found["invitation"])
    new = rng.choice(
        [
            replace(terms, name=terms.name + "a"),
            replace(terms, seat=1 - terms.seat),
            replace(terms, public=rng.randbytes(32)),
            replace(terms, key=rng.randbytes(32)),
            replace(terms, friendly=not terms.friendly),
            replace(terms, clock=terms.clock._replace(minutes=terms.clock.minutes + 1, days=0)),
            replace(terms, options='{"nonsense":1}'),
        ]
    )
    return json.dumps({**book.found, "invitation": to_word(new.data)}), "invitation"


def bit_of_a_letter(book: Book, rng: Random) -> Found:
    words = list(book.found["letters"])
    at = rng.randrange(len(words))
    data = bytearray(strict(words[at]))
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    words[at] = to_text(bytes(data))
    return book.with_letters(words), "file invitation order signatures dates"


# -- contents ------------------------------------------------------------------------------------

ANY = (EventsLetter, Chance, Open, Closed, Says, Join)


def unsigned(book: Book, rng: Random) -> Found:
    """Change a part and keep the signature."""
    if (picked := _pick(book, rng, ANY)) is None:
        return None
    letters = list(book.letters)
    letters[picked[0]] = replace(letters[picked[0]], parts=picked[1])
    return book.put(letters), "signatures order"


def date_unsigned(book: Book, rng: Random) -> Found:
    letters, at = list(book.letters), rng.randrange(len(book.letters))
    letters[at] = replace(letters[at], at=letters[at].at + rng.choice([-5000, 5000]))
    return book.put(letters), "signatures order"


def signed_by_its_author(book: Book, rng: Random) -> Found:
    """Change a letter that the other seat has answered, with its author's own signature."""
    if (picked := _pick(book, rng, ANY)) is None or picked[0] >= len(book.letters) - 2:
        return None
    letters = list(book.letters)
    plain = replace(letters[picked[0]], parts=picked[1], signature=b"")
    letters[picked[0]] = book.signed(plain)
    return book.put(letters), "order signatures"


def _by_both(kinds: tuple[type, ...], groups: str) -> Callable[[Book, Random], Found]:
    def harm(book: Book, rng: Random) -> Found:
        picked = _pick(book, rng, kinds)
        return None if picked is None else (book.rewritten(*picked), groups)

    return harm


def date_by_both(book: Book, rng: Random) -> Found:
    at = rng.randrange(1, len(book.letters))
    letter = book.letters[at]
    days = rng.choice([-1, 400])
    return book.rewritten(at, letter.parts, letter.at + days * 86_400_000), "dates"


HARMS: dict[str, Callable[[Book, Random], Found]] = {
    harm.__name__: harm
    for harm in (
        key_dropped, key_added, wrong_type, cut_short, too_deep, wrong_summary, one_character,
        dropped, tail_dropped, twice, reordered, of_another_table, by_a_stranger,
        invitation_of_another_table, other_terms, bit_of_a_letter, unsigned, date_unsigned,
        signed_by_its_author, date_by_both,
    )
}  # fmt: skip
HARMS["move_by_both"] = _by_both((EventsLetter,), "rules chance secrets summary")
HARMS["contribution_by_both"] = _by_both((Chance,), "chance")
HARMS["opening_by_both"] = _by_both((Open,), "secrets")
HARMS["commitment_by_both"] = _by_both((Closed,), "secrets")


def damages(book: Book, rng: Random, count: int) -> Iterator[Damaged]:
    """Yield so many damaged files, every kind in turn."""
    while True:
        for kind, harm in HARMS.items():
            found = harm(book, rng)
            if found is not None:
                yield Damaged(kind, found[0], frozenset(found[1].split()))
                count -= 1
            if not count:
                return
