"""Tampered views: refused with a message, or shown from start to end without a crash."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadLink
from engine.dev.common import play_on, viewers
from engine.games import REGISTRY
from engine.match import savefile
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.fixtures.sampled import sampled
from tests.ui.fakes import look_on, whole
from tests.ui.test_foreign import SPICE, damaged, refused

STEPS = {
    "stratego": (44, 30),
    "cotadrez": (16, 30),
}  # events of a side's set-up, and events after it
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "stratego": [
        {"army": "barrage8"},
        {"army": "barrage8", "blind_combat": True, "hidden_captures": True, "desertion": True},
        {"army": "barrage8", "players": 4, "board": "four_armies", "relay": True},
    ]
}


def documents(game: str, rng: Random) -> list[dict[str, Any]]:
    """Return views of a few random games, some of which start from a later position."""
    found = []
    for options in OPTIONS.get(game, [{}]):
        for start in (False, True):
            match = Match(MatchConfig(game, dict(options)), sampler=seeded(rng.randrange(99)))
            match.begin()
            before, after = STEPS.get(game, (20, 30))
            play_on(match, rng, before * len(match.game.sides) if start or game in STEPS else 0)
            if start:
                text = match.state.to_text()
                match = Match(MatchConfig(game, dict(options), start=text), sampler=seeded(7))
            play_on(match, rng, after)
            if rng.random() < 0.5 and match.state.table_actions():
                match.play(rng.choice(match.state.table_actions()))
            for viewer in viewers(match.game):
                found.append(json.loads(savefile.dump_view(match, viewer)))
    return found


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return (list, index) of every element, those of nested lists included."""
    found = []
    for index, one in enumerate(value):
        found.append((value, index))
        if isinstance(one, list):
            found += places(one)
    return found


def tampered(document: dict[str, Any], rng: Random) -> str:
    """Return a view's file with events or parts of them changed, removed, doubled or swapped."""
    if rng.random() < 0.2:
        return damaged(json.dumps(document), rng)
    copy = json.loads(json.dumps(document))
    events = copy["events"]
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if not events:
            break
        holder, index = rng.choice(places(events[-30:]) if rng.random() < 0.8 else places(events))
        other, there = rng.choice(places(events))
        way = rng.randrange(6)
        if way == 0 and type(holder[index]) is int:
            holder[index] += rng.choice((-1, 1, 1, 10, -10, 16, 256))
        elif way == 1:
            holder[index] = rng.choice((*SPICE, -1, 0, 3, 14, 15, 99, 10**30, [], {}, None, True))
        elif way == 2:
            holder[index] = json.loads(json.dumps(other[there]))
        elif way == 3:
            del holder[index]
        elif way == 4:
            holder.insert(index, json.loads(json.dumps(other[there])))
        else:
            one, two = rng.randrange(len(events)), rng.randrange(len(events))
            events[one], events[two] = events[two], events[one]
    if rng.random() < 0.1:
        copy["viewer"] = rng.choice(("spectator", "red", "blue", "yellow", "south", "north", "x"))
    if copy["start"] and rng.random() < 0.2:
        copy["start"] = damaged(copy["start"], rng)
    return json.dumps(copy)


def look_through(view: View) -> None:
    """Open a view at a table and draw its start, its end and its last turns."""
    screen = look_on(view, "es")
    session = screen.session
    ends = [turn.end for turn in session.log()]
    for end in (None, 0, *ends[-12:]):
        session.look(end)
        assert whole(screen)
    session.course()


def attack(game: str, seed: int, number: int) -> tuple[int, int]:
    """Return how many of `number` tampered views were refused, and how many were shown."""
    rng = Random(f"{game} {seed}")
    known = documents(game, rng)
    bad = good = 0
    for _ in range(number):
        text = tampered(rng.choice(known), rng)
        try:
            if refused(BadLink, partial(savefile.load, text)):
                bad += 1
                continue
            found = savefile.load(text)
            if isinstance(found, View):
                look_through(found)
                good += 1
        except Exception as why:
            raise AssertionError(f"{type(why).__name__} {why} from {text}") from why
    return bad, good


@pytest.mark.parametrize("game", sampled(REGISTRY, 2))
def test_tampered_views_are_refused_with_a_message_or_shown(game: str) -> None:
    bad, good = attack(game, 1, 30)
    assert bad > 12 and bad + good > 25


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("game", REGISTRY)
def test_thousands_of_tampered_views_never_crash(game: str, seed: int) -> None:
    bad, good = attack(game, seed, 400)
    assert bad > 200 and good > 0
