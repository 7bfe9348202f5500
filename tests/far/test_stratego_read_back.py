"""Whole games of Stratego read back from relays that answer a query with 20 or 500 events."""

from __future__ import annotations

import json

import pytest

from engine.core.contract import SPECTATOR
from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.order import sorted_letters
from tests.far.devices import Device
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


def the_same_game(pair: Pair, words: list[str]) -> None:
    """Check that these letters, read as the page reads them, give the game and its certificate."""
    eva = Device(pair[0].terms, SPECTATOR, "Eva")
    for data in sorted_letters(list(map(from_text, words))):
        eva.log.receive(data)
    eva.course.follow(eva.log)
    assert [one.data for one in eva.log.order()] == [one.data for one in pair[0].log.order()]
    assert eva.course.story.whole and eva.course.events == pair[0].course.events
    assert finish(certify(eva.log)) == finish(certify(pair[0].log))


def test_a_whole_game_is_read_back_in_pages_of_twenty() -> None:
    pair = devices_of("standard")
    (words,) = read_back(pair, 20)
    assert len(words) == len(pair[0].log.order()) > 100
    the_same_game(pair, words)


@pytest.mark.soak
def test_a_game_longer_than_any_page_is_read_back() -> None:
    """More than 500 letters, from caps of 20 and of 500."""
    pair = played("stratego", 2, army="barrage8", max_actions=600, no_capture_limit=0)
    assert len(pair[0].log.order()) > 500
    for words in read_back(pair, 20, 500):
        assert len(words) == len(pair[0].log.order())
        the_same_game(pair, words)
