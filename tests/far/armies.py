"""Tables of Stratego between devices without a page, with chosen set-ups and moves as text."""

from __future__ import annotations

from typing import Any

from engine.core.contract import Action
from engine.far.letter import Letter
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.pieces import NUMBER
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match
from tests.far.devices import Device, met
from tests.far.tables import Pair, decide, owed

GAME = "stratego"
# Barrage. The scout on a4 sees down the file to a7; the file j is open to the far line.
RED = "Fa1 Bb1 Sc4 Mb4 9e4 3f4 2a4 2j4"
BLUE = "Fh10 Bi10 Sc7 Ma7 9e7 3f7 2b7 2i7"


def rules(match: Match) -> Stratego:
    """Return the compiled rules of a match."""
    assert isinstance(match.game, Stratego)
    return match.game


def cell(me: Device, name: str) -> int:
    found: int = rules(me.course.match).tables.grid.index[name]
    return found


def placing(me: Device, army: str) -> tuple[Action, ...]:
    """Return the decisions of a set-up such as `Fa1 Bb1`."""
    kinds = {cell(me, word[1:]): NUMBER[word[0]] for word in army.split()}
    home = rules(me.course.match).tables.homes[me.seat]
    return (*(("put", kinds.get(one, 0)) for one in home), ("ready",))


def step(me: Device, words: str) -> Action:
    """Return `move` or `attack` from words such as `a4-a5` and `a4xa7`."""
    verb = "attack" if "x" in words else "move"
    origin, target = words.replace("x", "-").split("-")
    return verb, cell(me, origin), cell(me, target)


def armed(
    red: str = RED, blue: str = BLUE, inviter: int = 0, clock: Clock = NO_CLOCK, **options: Any
) -> Pair:
    """Return Red's and Blue's device when both have set up, Red to move."""
    options.setdefault("army", "barrage8")
    pair = met(GAME, inviter, clock, **options)
    pair = pair if pair[0].seat == 0 else pair[::-1]
    for (me, other), army in zip((pair, pair[::-1]), (red, blue), strict=True):
        decide(me, other, placing(me, army))
    for me, other in (pair, pair[::-1]):
        decide(me, other, (("open",),))
    return pair


def go(me: Device, other: Device, *words: str) -> Letter:
    """Send a letter with these decisions: steps, or other verbs as they are."""
    steps = (step(me, one) if "-" in one or "x" in one else (one,) for one in words)
    letter = decide(me, other, tuple(steps))
    assert letter.digest not in me.course.refused, me.course.refused
    return letter


def fight(pair: Pair, words: str) -> tuple[Letter, Letter]:
    """Attack by the first device and answer by the second, each in one letter, without
    desertion."""
    me, other = pair
    return go(me, other, words, "show"), go(other, me, "show")


def resign(me: Device, other: Device) -> None:
    other.take(me.decide((("resign", me.seat),)))


def settle(pair: Pair) -> Pair:
    """Send everything that devices send by themselves."""
    while owed(pair):
        pass
    return pair
