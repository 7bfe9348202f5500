"""The challenge of a date: the same in every time zone, and a week of it replayed from its log."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from random import Random
from zoneinfo import ZoneInfo

import pytest

from engine.core.contract import Event
from engine.match.challenges import LEVEL, NODES, Challenge, begun, thought_seed
from engine.match.match import Match
from engine.search.budget import finish
from engine.search.levels import limits, think
from tests.ui.fakes import opened
from tests.ui.pages import Page
from tests.ui.test_daily import at_home
from tests.ui.test_opponent import FakeEngine
from ui.learn.daily import entry
from ui.learn.daily.entry import open_challenge
from ui.learn.daily.screen import ChallengeScreen

DAY = date(2027, 1, 6)  # a Wednesday
WEEK = [DAY + timedelta(days=number) for number in range(7)]
ZONES = ("Pacific/Kiritimati", "Europe/Madrid", "Pacific/Honolulu")  # UTC+14, +1 and −10
TURNS = 2  # own turns that are played


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "engine", lambda page: FakeEngine(), raising=False)


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """A device in this time zone, at a time of its own at which its local date is DAY."""
    name: str = request.param
    with monkeypatch.context() as patch:
        patch.setenv("TZ", name)
        time.tzset()
        hour = {"Pacific/Kiritimati": 1, "Pacific/Honolulu": 23}.get(name, 12)
        local = datetime(DAY.year, DAY.month, DAY.day, hour, 30, tzinfo=ZoneInfo(name))
        patch.setattr(entry, "date", _dated(local.timestamp()))
        yield name
    time.tzset()


def _dated(seconds: float) -> type[date]:
    """The class `date` on a device whose clock stands there."""

    class Local(date):
        @classmethod
        def today(cls) -> Local:
            found = date.fromtimestamp(seconds)
            return cls(found.year, found.month, found.day)

    return Local


def challenge(text: str = "", today: date | None = None) -> ChallengeScreen:
    app = opened()
    return open_challenge(app, at_home(app), text, today)


def played_out(one: Challenge, match: Match, own: Sequence[Event] = ()) -> list[Event]:
    """Play some turns: the opponent as on every device, the player the first legal action or what
    a log says."""
    me = match.state.current_player()
    chosen = [event.action for event in own if event.actor == me]
    first = match.state.turn_index()
    while not match.over and match.state.turn_index() < first + 2 * TURNS:
        seat = match.state.current_player()
        if seat == me:
            action = chosen.pop(0) if own else sorted(match.options_now())[0]
        else:
            rng = Random(thought_seed(one, len(match.events)))
            seen = match.state.observation(seat)
            [action, *_] = finish(
                think(match.game, seen, LEVEL, rng, limits(match.game, LEVEL, NODES))
            )
        match.play(action)
    return list(match.events)


@cache
def elsewhere() -> tuple[str, list[Event]]:
    """The challenge of DAY as a device finds it that is told the date."""
    screen = challenge(DAY.isoformat(), DAY)
    one = screen.place.challenge
    return one.position, played_out(one, begun(screen.table.game, one))


@pytest.mark.parametrize("zone", ZONES, indirect=True)
def test_position_luck_and_opponent_of_a_date_are_the_same_in_every_time_zone(zone: str) -> None:
    screen = challenge()
    assert os.environ["TZ"] == zone
    assert screen.place.day == DAY and screen.place.prompt
    one = screen.place.challenge
    position, events = elsewhere()
    assert one.position == position == screen.session.observation().to_text()
    assert played_out(one, begun(screen.table.game, one)) == events


def test_the_time_zones_have_different_dates_at_one_moment() -> None:
    """Otherwise the test above would show nothing."""
    moment = datetime(2027, 1, 6, 10, 30, tzinfo=ZoneInfo("UTC"))
    assert len({moment.astimezone(ZoneInfo(name)).date() for name in ZONES}) > 1


@pytest.mark.parametrize("day", WEEK)
def test_a_week_of_challenges_is_replayed_from_its_log(day: date) -> None:
    """With the player's own decisions from the log, luck and opponent come out as they were."""
    screen = challenge(day.isoformat(), day)
    one, game = screen.place.challenge, screen.table.game
    log = played_out(one, begun(game, one))
    again = played_out(one, begun(game, one), log)
    assert again == log
    assert any(event.actor == begun(game, one).state.current_player() for event in log)
