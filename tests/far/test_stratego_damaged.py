"""Damaged certificates of Stratego: each is refused, and the check that failed is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.steps import finish
from engine.far.certificate import SO_FAR, VALID, certify, examine
from engine.far.evidence import NOTE
from engine.far.letter import Leaves, LetterPart, Shown
from tests.far import damages
from tests.far.damages import Book, Found
from tests.far.devices import Curve
from tests.far.plans import devices_of
from tests.far.tables import file_of, mated

NOT_PROVED = ("opening_by_both", "commitment_by_both")
GAMES = ("barrage", "promotion and rescue", "desertion")


def _changed(part: LetterPart, rng: Random) -> LetterPart:
    if isinstance(part, Leaves):
        leaves = list(part.leaves)
        leaves[rng.randrange(len(leaves))] = rng.randbytes(32)
        return Leaves(tuple(leaves))
    assert isinstance(part, Shown)
    kind = rng.randrange(3)
    if kind == 0:
        return replace(part, salt=rng.randbytes(32))
    return replace(part, leaf=part.leaf + 1) if kind == 1 else replace(part, n=part.n + 1)


def _of(kind: type[Any]) -> Any:
    """Return a harm that changes a leaf or an opening of a leaf, with the keys of both seats."""

    def harm(book: Book, rng: Random) -> Found:
        places = [
            (number, at)
            for number, letter in enumerate(book.letters)
            for at, part in enumerate(letter.parts)
            if isinstance(part, kind)
        ]
        number, at = rng.choice(places)
        parts = list(book.letters[number].parts)
        parts[at] = _changed(parts[at], rng)
        return book.rewritten(number, tuple(parts)), "rules secrets summary"

    return harm


OF_SECRETS = {"leaf_by_both": _of(Leaves), "shown_by_both": _of(Shown)}


def harmed(name: str, seed: int, count: int) -> Counter[str]:
    """Damage the certificate of a planned game in `count` ways; return how often which check
    failed, by kind of damage."""
    text, found = finish(certify(devices_of(name)[0].log)), Counter[str]()
    assert finish(examine(text, Curve())).status == VALID
    book = Book(text, ("Ana", "Blas"), file_of(mated()))
    for one in damages.damages(book, Random(seed), count):
        certificate = finish(examine(one.text, Curve()))
        failure = certificate.failure
        group = failure.group if failure is not None else certificate.status
        found[f"{one.kind}: {group}"] += 1
        assert group in one.groups, (one.kind, group, one.groups)
        assert certificate.status == "invalid" and not certificate.unproved
    return found


@pytest.fixture
def of_stratego(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The kinds of damage that a certificate of Stratego can have."""
    not_here = ("contribution_by_both", *NOT_PROVED)
    kinds = {name: harm for name, harm in damages.HARMS.items() if name not in not_here}
    monkeypatch.setattr(damages, "HARMS", kinds | OF_SECRETS)
    return damages.HARMS


def test_sixty_damaged_certificates_are_refused_each_by_its_check(
    of_stratego: dict[str, Any],
) -> None:
    found = harmed("barrage", 1, 60)
    assert {kind.partition(":")[0] for kind in found} == of_stratego.keys()


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_hundreds_of_damaged_certificates_are_refused_each_by_its_check(
    name: str, of_stratego: dict[str, Any]
) -> None:
    """A hundred of each game."""
    found = harmed(name, 2, 100)
    assert {kind.partition(":")[0] for kind in found} == of_stratego.keys()


@pytest.mark.parametrize("kind", NOT_PROVED)
def test_a_board_that_does_not_fit_is_named_and_not_proved(kind: str) -> None:
    """With the keys of both seats: a game in which one side has not opened what it committed to. If
    that is the winner's, the result is not yet proved."""
    book = Book(finish(certify(devices_of("barrage")[0].log)), ("Ana", "Blas"), file_of(mated()))
    for seed in range(4):
        found = damages.HARMS[kind](book, Random(seed))
        assert found is not None
        certificate = finish(examine(found[0], Curve()))
        notes = [one.message for one in certificate.checks if one.result == NOTE]
        whys = [one.params["why"].key for one in notes if one.key == "certificate.refused"]  # type: ignore[union-attr]
        told = [one.message.key for one in certificate.checks]
        assert certificate.failure is None and whys == ["certificate.why.opening"]
        assert (certificate.status == SO_FAR) == ("certificate.not_proved" in told)
        assert "certificate.unproved.closed" in [one.key for one in certificate.unproved]
