"""Tables of A Tale of Two Cities that begin in the middle of a game.

Two devices without a page play a game, always the same one: cards and dice follow from their keys.
Two browsers then take their seats with the letters up to some event, and may play on as planned.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from engine.core.contract import Action, Event
from engine.dev.verify import Ristretto
from engine.far.letter import EventsLetter, Letter
from engine.far.tablefile import pack_table
from engine.far.terms import SeatLink
from engine.match.match import Match
from tests.e2e.harness import BOARD, wait_for_mark
from tests.e2e.test_far import Player
from tests.e2e.test_far_twocities import seat_and_log, stored
from tests.e2e.test_far_twocities_games import Game
from tests.far.decks import Pair, cities, play_on
from ui.far.relays import write_via

ARRIVED_S = 60


@cache
def planned(seed: int, letters: int) -> Pair:
    """Return two devices that have played so many letters of a game."""
    pair = cities(group=Ristretto())
    for device in pair:
        device.at = 1000 * int(time.time())
    play_on(pair, Random(seed), letters)
    return pair


def plan_of(pair: Pair) -> list[Event]:
    """Return the events of a planned game, by the device that knows more of them."""
    return max((one.course.events for one in pair), key=len)


def decided(letters: Sequence[Letter]) -> list[EventsLetter]:
    """Return the decisions in these letters."""
    return [part for one in letters for part in one.parts if isinstance(part, EventsLetter)]


def before(pair: Pair, event: int) -> list[Letter]:
    """Return the letters before the one that brings this event; for 0 those that seat both."""
    found, order = [], pair[0].log.order()
    for letter in order if event else order[:2]:
        if any(part.count >= event > 0 for part in decided([letter])):
            break
        found.append(letter)
    return found


def stage(players: tuple[Player, Player], pair: Pair, event: int, folder: Path) -> None:
    """Let two browsers take the seats of a planned game at this event, which one of them knows
    already: dice that it has revealed travel with its next decision."""
    file, letters = folder / "staged.asedio.json", before(pair, event)
    file.write_text(pack_table(pair[0].terms.word, letters), encoding="utf-8")
    for me, device in zip(players, pair, strict=True):
        link = SeatLink(device.terms, device.seat, device.keys, device.name)
        via = f"&via={write_via(me.relays)}" if me.relays else ""
        me.page.goto(f"./#seat={link.word}{via}")
        wait_for_mark(me.page, BOARD)
        me.read(file)
    until = time.monotonic() + ARRIVED_S
    told = max((part.count + len(part.actions) for part in decided(letters)), default=0)
    while min(known := [len(stored(me)) for me in players]) < told or max(known) < event:
        assert time.monotonic() < until, known
        players[0].page.wait_for_timeout(100)


class Planned(Game):
    """Two pages that play on as planned, from this event."""

    def __init__(
        self, players: tuple[Player, Player], pair: Pair, event: int, folder: Path
    ) -> None:
        super().__init__(players, 0)
        self.pair, self.plan = pair, plan_of(pair)
        stage(players, pair, event, folder)

    def choice(self, match: Match, quiet: bool) -> Action:
        return self.plan[len(match.events)].action

    def letters(self) -> list[Letter]:
        """Return the letters of the first page in their order."""
        return seat_and_log(self.players[0])[1].order()

    def decider(self) -> tuple[int, int] | None:
        """Return which page can decide now, and after how many events; None if none can."""
        for seat in (0, 1):
            match = self.known(seat)
            if match.state.current_player() == seat:
                return seat, len(match.events)
        return None

    def follow(self) -> list[int]:
        """Check that both pages know what their devices knew; return how many events."""
        found = [self.known(seat).events for seat in (0, 1)]
        for device, events in zip(self.pair, found, strict=True):
            assert events == device.course.events[: len(events)]
        return [len(events) for events in found]
