"""Whole games of A Tale of Two Cities read back from relays that answer a query with 20 or 500
events."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import SPECTATOR
from engine.core.steps import finish
from engine.far.certificate import VALID, certified
from engine.far.letter import Says
from engine.far.order import sorted_letters
from tests.far.decks import Pair, chosen, cities, decided, sent, settled, to_move
from tests.far.devices import Curve, Device
from tests.far.groups import ToyGroup
from tests.far.test_stratego_read_back import read_back
from ui.far.seat_store import from_text


def game(seed: int, words: int) -> Pair:
    """Return a game that was played to its end; before each turn so many words were said."""
    pair, rng = cities(), Random(seed)
    settled(pair)
    while not pair[0].course.over:
        me, other = to_move(pair)
        for number in range(words):
            sent(me, other, Says(f"word {number}"))
        decided(me, other, chosen(me, rng))
        settled(pair)
    return pair


def the_same_game(pair: Pair, words: list[str]) -> None:
    """Check that these letters give a spectator the game without hands, and its certificate."""
    eva = Device(pair[0].terms, SPECTATOR, "Eva", ToyGroup())
    for data in sorted_letters(list(map(from_text, words))):
        eva.log.receive(data)
    eva.course.follow(eva.log)
    assert [one.data for one in eva.log.order()] == [one.data for one in pair[0].log.order()]
    assert {*eva.course.dealing.seeds} == {0, 1} and not eva.course.refused
    assert eva.course.match.outcome() == pair[0].course.match.outcome() is not None
    found = [finish(certified(one.log, Curve(), None, ToyGroup()))[1] for one in (eva, pair[0])]
    assert found[0] == found[1] and found[0].status == VALID


def test_a_game_with_two_decks_is_read_back_in_pages_of_twenty() -> None:
    pair = game(1, 0)
    (words,) = read_back(pair, 20)
    assert len(pair[0].course.dealing.decks) > 1
    assert len(words) == len(pair[0].log.order()) > 60
    the_same_game(pair, words)


@pytest.mark.soak
def test_a_game_longer_than_any_page_is_read_back() -> None:
    """More than 500 letters, words included, from caps of 20 and of 500."""
    pair = game(5, 9)
    assert len(pair[0].log.order()) > 500
    for words in read_back(pair, 20, 500):
        assert len(words) == len(pair[0].log.order())
        the_same_game(pair, words)
