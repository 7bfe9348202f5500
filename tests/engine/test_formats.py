"""Formats stay byte for byte: positions, records, links, files, editor texts and refusals."""

from __future__ import annotations

import pytest

from tests.fixtures.formats import DAMAGED, PARTS, WHOLE, known_lines, lines
from tests.fixtures.shipped import SHIPPED

games = pytest.mark.parametrize("game_id", SHIPPED)  # a new game: `make formats`, then add it


def compare(game_id: str, part: str, every: int = 1) -> None:
    known, found = known_lines(game_id), lines(game_id, part, every)
    other = [key for key, digest in found.items() if known.get(key) != digest]
    assert found and not other, f"see python -m tests.fixtures.formats {game_id}"
    if every == 1:
        assert set(found) == {key for key in known if key.startswith(f"{part} ")}


@games
@pytest.mark.parametrize("part", WHOLE)
def test_formats_are_those_of_the_corpus(game_id: str, part: str) -> None:
    compare(game_id, part)


@games
@pytest.mark.parametrize("part", DAMAGED)
def test_damaged_texts_are_read_or_refused_as_in_the_corpus(game_id: str, part: str) -> None:
    compare(game_id, part, every=8)


@pytest.mark.soak
@games
@pytest.mark.parametrize("part", DAMAGED)
def test_all_damaged_texts_are_read_or_refused_as_in_the_corpus(game_id: str, part: str) -> None:
    compare(game_id, part)


def test_the_corpus_has_all_parts() -> None:
    for game_id in SHIPPED:
        assert {key.split()[0] for key in known_lines(game_id)} == set(PARTS)
