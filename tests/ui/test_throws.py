"""Dice and coins as they are thrown: their odds are so, their faces are labelled."""

from __future__ import annotations

import re
from random import Random

from engine.core.contract import State
from engine.core.telling import Happening
from engine.dev.common import play_on
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.says import game_says
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.table.opponent import PACES
from ui.words.i18n import I18n

GOOD = {
    "odds.hit": ("tell.die.hit",),
    "odds.evade": ("tell.die.evaded",),
    "odds.kept": ("tell.die.kept",),
}
EVENTS = 160
SEEDS = {"twocities": 4, "rilatria": 2}  # games with such throws


def throws(game_id: str, kind: str) -> list[tuple[State, Happening]]:
    """Return the throws of a random game, each with the position before it."""
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(SEEDS[game_id]))
    match.begin()
    play_on(match, Random(SEEDS[game_id]), EVENTS)
    found = []
    for number, event in enumerate(match.events):
        before, after = match.state_at(number), match.state_at(number + 1)
        if before.current_player() < 0:
            told = match.game.tell(before, event, after, 0)
            found += [(before, one) for one in told if one.kind == kind and one.odds]
    return found


def luck(before: State, kinds: tuple[str, ...]) -> float:
    """Return how likely a throw shows at least one die with one of these meanings."""
    good = every = 0
    for action, weight in before.chance_outcomes():
        after = before.clone()
        after.apply(action)
        event = type("Event", (), {"actor": -1, "action": action})()
        told = before.game.tell(before, event, after, 0)
        dice = [item.note.key for one in told if one.kind == "dice" for item in one.shown]
        good += weight * any(note in kinds for note in dice)
        every += weight
    return good / every


def test_the_odds_beside_dice_are_those_of_the_rules() -> None:
    met = set()
    for before, throw in throws("twocities", "dice"):
        assert throw.odds is not None
        key, percent = throw.odds.key, throw.odds.params.get("percent")
        told = {"odds.evade": 1 / 2, "odds.kept": 2 / 3}.get(key) or int(str(percent)) / 100
        assert abs(luck(before, GOOD[key]) - told) <= 0.005
        met.add(key)
    assert met == set(GOOD)


def test_a_coin_says_which_face_was_called_and_which_fell() -> None:
    (before, throw), *_ = throws("rilatria", "coin")
    weights = [weight for _, weight in before.chance_outcomes()]
    assert throw.odds is not None and len(weights) == 2 and len(set(weights)) == 1
    words = I18n("en", "rilatria")
    g = geometry(before.game.scene(before, 0).board, False)
    drawn = drawing.at_squares(g, [throw], "rilatria", 0, say=words.message)
    faces = re.findall(r'<span class="face.*?</span>', drawn)
    assert len(faces) == 2
    for face, key in zip(faces, ("tell.called", "tell.fell"), strict=True):
        assert game_says("rilatria", key) in face
    assert game_says("rilatria", "odds.coin") in drawn


def test_a_throw_takes_about_a_second_and_instant_waits_for_none() -> None:
    assert drawing.LENGTH["dice"] == drawing.LENGTH["coin"] == 1000
    assert PACES["fast"] == 0
