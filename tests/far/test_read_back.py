"""Whole games with secrets read back from relays that answer a query with 20 or 500 events: the
letters give a spectator the same game and the same certificate."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from engine.core.contract import SPECTATOR
from engine.core.steps import finish
from engine.far.certificate import VALID, certified
from engine.far.letter import Says
from engine.far.order import sorted_letters
from tests.far.decks import chosen, cities, decided, sent, settled, to_move
from tests.far.devices import Curve, Device
from tests.far.groups import ToyGroup
from tests.far.plans import devices_of
from tests.far.tables import Pair, played
from tests.far.test_relay_client import run
from ui.far.seat_store import from_text, to_text


def read_back(pair: Pair, *caps: int) -> list[list[str]]:
    """Let the authors post the letters of a game to a relay with each of these caps; return the
    words that a device that has nothing reads from each."""
    letters = pair[0].log.order()
    posted = [[to_text(one.data) for one in letters if one.seat == me.seat] for me in pair]
    found: list[list[int]] = run(f"""
        const posted = {json.dumps(posted)};
        const found = [];
        for (const cap of {list(caps)}) {{
          const relay = new Relay(`cap${{cap}}`, {{ cap }});
          const players = ["ana", "blas"].map((name) => new Device(name, [relay]));
          players.forEach((player, seat) => player.offer(posted[seat]));
          await pass(400);
          for (const player of players) player.pool.close();
          const eva = new Device("", [relay]);
          await pass(60);
          const whole = eva.of("complete").length && !eva.of("gap").length;
          found.push(whole ? eva.mail.map((word) => posted.flat().indexOf(word)) : []);
          eva.pool.close();
        }}
        say(found);
    """)
    every = [word for words in posted for word in words]
    return [[every[number] for number in numbers] for numbers in found]


def with_cards(seed: int, words: int) -> Pair:
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


class Game(NamedTuple):
    """How to play a whole game, and one of more than 500 letters. `group`: of its decks."""

    whole: Callable[[], Pair]
    long: Callable[[], Pair]
    group: ToyGroup | None = None


GAMES = {
    "stratego": Game(
        lambda: devices_of("standard"),
        lambda: played("stratego", 2, army="barrage8", max_actions=600, no_capture_limit=0),
    ),
    "twocities": Game(lambda: with_cards(1, 0), lambda: with_cards(5, 9), ToyGroup()),
}


def the_same_game(pair: Pair, words: list[str], game: Game) -> None:
    """Check that these letters, read as the page reads them, give the game and its certificate."""
    eva = Device(pair[0].terms, SPECTATOR, "Eva", game.group)
    for data in sorted_letters(list(map(from_text, words))):
        eva.log.receive(data)
    eva.course.follow(eva.log)
    assert [one.data for one in eva.log.order()] == [one.data for one in pair[0].log.order()]
    assert eva.course.match.outcome() == pair[0].course.match.outcome() is not None
    assert not eva.course.refused
    if game.group is None:
        assert eva.course.story.whole and eva.course.events == pair[0].course.events
    else:
        assert {*eva.course.dealing.seeds} == {0, 1}
    found = [finish(certified(one.log, Curve(), None, game.group))[1] for one in (eva, pair[0])]
    assert found[0] == found[1] and found[0].status == VALID


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_read_back_in_pages_of_twenty(name: str) -> None:
    pair = GAMES[name].whole()
    (words,) = read_back(pair, 20)
    assert len(words) == len(pair[0].log.order()) > 60
    the_same_game(pair, words, GAMES[name])


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_a_game_longer_than_any_page_is_read_back(name: str) -> None:
    """Of Two Cities words are said before each turn, from caps of 20 and of 500."""
    pair = GAMES[name].long()
    assert len(pair[0].log.order()) > 500
    for words in read_back(pair, 20, 500):
        assert len(words) == len(pair[0].log.order())
        the_same_game(pair, words, GAMES[name])
