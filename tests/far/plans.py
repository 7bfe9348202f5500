"""Whole games of Stratego, planned before they are played: set-ups as text, and every decision;
and the same games between two devices without a page."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import Action
from engine.games import load_game
from engine.games.stratego.table.arrange import write_draft
from engine.match.match import Match, MatchConfig
from tests.far.armies import rules
from tests.far.devices import Device, met
from tests.far.tables import Pair, decide, owed

BARRAGE = {"army": "barrage8"}
RISING = {**BARRAGE, "promotion_courage": {"types": "all"}, "promotion_merit": {"types": "all"}}
# Options and seeds of games that end soon, after 31 to 96 decisions.
PLANS: dict[str, tuple[dict[str, Any], int]] = {
    "barrage": (BARRAGE, 2),
    "standard": ({}, 0),
    "promotion and rescue": ({**RISING, "rescue_rear": 2}, 1),
    "desertion": ({**BARRAGE, "desertion": True}, 2),
    "hexagons": ({**BARRAGE, "board": "hex10"}, 3),
}


class Plan(NamedTuple):
    """Options, set-ups as the field of the page takes them, and the decisions after them that a
    person makes."""

    options: dict[str, Any]
    set_ups: tuple[str, ...]
    actions: tuple[Action, ...]


def choose(match: Match, rng: Random) -> Action:
    """Choose a decision. The first side attacks and advances, promotes and rescues; the second
    plays mostly at random."""
    options = match.options_now()
    if options[0][0] not in ("attack", "move"):
        return rng.choice([one for one in options if one[0] in ("accept", "back")] or options)
    seat = match.state.current_player()
    if seat and rng.random() >= 0.3:
        return rng.choice(options)
    for one in options:
        if one[0] == "attack" and rng.random() < 0.6:
            return one
    if rng.random() >= 0.7:
        return rng.choice(options)
    ahead = rules(match).tables.advance[seat]
    return max(options, key=lambda one: (ahead[one[2]] - ahead[one[1]], rng.random()))


def fresh(options: dict[str, Any]) -> Match:
    return Match(MatchConfig("stratego", dict(options)), game=load_game("stratego")(options))


def skip(match: Match) -> None:
    """Take what devices decide by themselves."""
    while not match.over and (action := match.state.automatic()) is not None:
        match.take(action)


def begun(options: dict[str, Any], rng: Random) -> tuple[Match, tuple[str, ...]]:
    """Return a game after random set-ups, and these as text."""
    match, texts = fresh(options), []
    for zone in rules(match).zones[:2]:
        laid = zone.random(rng)
        draft = write_draft(match.state, laid)  # type: ignore[arg-type]
        texts.append(match.game.setup_text(match.state, draft))
        for kind in laid:
            match.take(("put", kind))
        match.take(("ready",))
    skip(match)
    return match, tuple(texts)


def planned(name: str) -> Plan:
    """Return the whole game of PLANS."""
    options, seed = PLANS[name]
    rng, actions = Random(seed), []
    match, texts = begun(options, rng)
    while not match.over:
        actions.append(choose(match, rng))
        match.take(actions[-1])
        skip(match)
    return Plan(options, texts, tuple(actions))


# -- played between devices ------------------------------------------------------------------------


def _next(me: Device, ahead: deque[Action], by_link: bool) -> tuple[Action, ...]:
    """Return the decisions of the device's next letter, as the page groups them: over a relay an
    answer that is no choice is sent at once, by link it rides on the next decision."""
    state, found, chose = me.course.match.state.clone(), list[Action](), False
    while state.current_player() == me.seat:
        action = state.automatic()
        if action is None and found and not chose and not by_link:
            break
        if action is None:
            action, chose = ahead.popleft(), True
        found.append(action)
        state.apply(action)
    return tuple(found)


def devices_of(name: str, by_link: bool = False) -> Pair:
    """Return two devices that have played the whole planned game and opened their boards."""
    plan = planned(name)
    pair = met("stratego", **plan.options)
    for text, me, other in zip(plan.set_ups, pair, pair[::-1], strict=True):
        match = me.course.match
        draft = match.game.read_setup(match.state, text)
        assert draft is not None
        whole = match.game.arrangement(match.state, draft)
        assert whole is not None
        done = whole.actions if whole.actions[-1] == ("ready",) else [*whole.actions, ("ready",)]
        decide(me, other, tuple(done))
    ahead = deque(plan.actions)
    while not pair[0].course.over:
        me, other = pair if pair[0].course.match.state.current_player() == 0 else pair[::-1]
        decide(me, other, _next(me, ahead, by_link))
    while owed(pair):
        pass
    return pair
