"""Two games on the page with different secrets and the same public history: after every press both
pages ask the same, show the same to the other side, and have sent words of the same lengths.

What has only one answer for one of the pieces is asked and pressed all the same, so that the moment
tells nothing either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from engine.core.contract import SPECTATOR
from engine.games.stratego.rules.pieces import NUMBER
from tests.far.test_stratego_page import seated
from tests.far.world import Device

Pair = tuple[Device, Device]


class Story(NamedTuple):
    """Options, Red's army in two versions, Blue's, and the presses: number of the player, and a
    step or an answer."""

    options: dict[str, Any]
    reds: tuple[str, str]
    blue: str
    presses: tuple[tuple[int, str], ...]


def steps(player: int, *words: str) -> list[tuple[int, str]]:
    """Return the presses of steps such as `a4-a5`, with those of the other player's scouts in
    between."""
    found: list[tuple[int, str]] = []
    for number, one in enumerate(words):
        found.append((player, one))
        found.append((1 - player, ("b7-b6", "i7-i6", "b6-b5", "i6-i5")[number]))
    return found


def presses(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(word[0]), word[1:]) for word in text.split())


BLUE = "Fh10 Bi10 Sc7 Ma7 9e7 3f7 2b7 2i7"
STORIES = {
    # The general or the bomb is attacked: only the general may desert.
    "desertion not taken": Story(
        {"army": "barrage8", "desertion": True},
        ("Fa1 Be4 Sc4 Mb4 9b1 3f4 2a4 2j4", "Fa1 Bb1 Sc4 Mb4 9e4 3f4 2a4 2j4"),
        BLUE,
        presses("0f4-f5 1e7-e6 0f5-f6 1e6-e5 0a4-a5 1e5-e4 0stand"),
    ),
    # The spy or the scout reaches the far line: only the scout has a vacancy above it.
    "promotion not taken": Story(
        {"army": "barrage8", "promotion_courage": {"types": "all"}},
        ("Fa1 Bb1 2c4 Mb4 9e4 3f4 2a4 Sj4", "Fa1 Bb1 Sc4 Mb4 9e4 3f4 2a4 2j4"),
        BLUE,
        (
            *presses("0f4-f5 1f7-f6 0f5-f6"),
            *presses("1c7-c8"),
            *steps(0, "j4-j5", "j5-j6", "j6-j7", "j7-j8"),
            *presses("0j8-j9 1c8-c7 0j9-j10 0decline 1c7-c8"),
        ),
    ),
    # Nobody fights at all: general and marshal, flag and bomb.
    "nothing shown": Story(
        {"army": "barrage8"},
        ("Fa1 Bb1 Sc4 Mb4 9e4 3f4 2a4 2j4", "Fb1 Ba1 Sc4 9b4 Me4 3f4 2a4 2j4"),
        BLUE,
        tuple(steps(0, "e4-e5", "e5-e6", "f4-f5")),
    ),
}


def place(me: Device, army: str) -> None:
    """Place an army such as `2a4 Fb1`."""
    session = me.table.session
    state = session.observation()
    grid, home = state.game.tables.grid, state.game.tables.homes[state.turn]
    kinds = {grid.index[word[1:]]: NUMBER[word[0]] for word in army.split()}
    session.play([*(("put", kinds.get(cell, 0)) for cell in home), ("ready",)])
    me.side.consider()


def press(me: Device, what: str) -> None:
    """Press the squares of a step and confirm it, or the button of an answer."""
    if "-" in what:
        count = len(me.events)
        me.press(*(f"sq:{one}" for one in what.split("-")))
        if len(me.events) == count:
            me.press("act:turn")
        assert len(me.events) > count, (what, me.panel)
    else:
        state = me.table.session.observation()
        me.press(*me.table.game.path(state, (what,)))


def seen(pair: Pair) -> tuple[Any, ...]:
    """Return what the other side and a relay can tell of the game so far."""
    ana, blas = pair
    known = ana.table.session._match.state.observation(SPECTATOR).key()
    other = blas.table.session._match.state.key()
    asked = [(me.table.session.decider, me.table.session.answering) for me in pair]
    letters = [
        (one.seat, one.n, len(one.data), [type(part) for part in one.parts])
        for one in blas.side.log.order()
    ]
    return known, other, asked, letters, [[len(word) for word in me.sent] for me in pair]


def played(story: Story, red: str) -> Iterator[tuple[Any, ...]]:
    ana, blas = seated(story.options)
    place(ana, red)
    place(blas, story.blue)
    yield seen((ana, blas))
    for player, what in story.presses:
        press((ana, blas)[player], what)
        yield seen((ana, blas))
    for me in (ana, blas):
        assert not me.side.course.refused


@pytest.mark.parametrize("name", STORIES)
def test_what_is_sent_and_asked_is_the_same_for_both_armies(name: str) -> None:
    """Even when the attacked piece is shown: then only what everybody knows differs."""
    story = STORIES[name]
    both = (played(story, red) for red in story.reds)
    for number, (one, other) in enumerate(zip(*both, strict=True)):
        told = 2 if story.presses[:number][-1:] == ((0, "stand"),) else 0
        assert one[told:] == other[told:], (number, story.presses[:number][-1:])


def test_a_promotion_that_is_taken_looks_like_one_that_is_not() -> None:
    story = STORIES["promotion not taken"]
    taken = tuple((me, what.replace("decline", "accept")) for me, what in story.presses)
    both = (
        played(story._replace(presses=presses), story.reds[1]) for presses in (story.presses, taken)
    )
    for one, other in zip(*both, strict=True):
        assert one == other


def test_an_army_that_is_shown_makes_a_difference() -> None:
    """The comparison would find it: the scout that attacks, or a miner."""
    fight = Story(
        {"army": "barrage8"},
        ("Fa1 Bb1 Sc4 Mb4 9e4 3f4 2a4 2j4", "Fa1 Bb1 Sc4 Mb4 9e4 2f4 2a4 3j4"),
        BLUE,
        presses("0f4-f5 1f7-f6 0f5-f6"),
    )
    first, second = (list(played(fight, red)) for red in fight.reds)
    assert first[:-1] == second[:-1] and first[-1][:2] != second[-1][:2]
