"""One's own mistakes: asked for, judged by the worker, listed, shown, kept, played again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ui.test_opponent import FakeEngine, slots, table
from ui.table.screen import TableScreen

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def played(seats: tuple[int, ...] = (0, 1), **more: Any) -> tuple[TableScreen, FakeEngine]:
    """A game in which the first player lets himself be mated."""
    screen, engine = table(seats, game_id="andarraya", **more)
    game = screen.session.game
    for text in FOOLS_MATE:
        screen.session.play([game.parse_action(screen.session._match.state, text)])
    screen.press("act:turn")
    return screen, engine


def judged(screen: TableScreen, engine: FakeEngine) -> None:
    screen.press("act:mistakes:go")
    for _ in range(200):
        if "mistake-list" in slots(screen) or "No turn lost" in slots(screen):
            return
        engine.finish()
    raise AssertionError("it is never done")


def test_nothing_is_judged_before_it_is_asked_for() -> None:
    screen, engine = played()
    for _ in range(40):
        engine.wait()
    assert not [one for one in engine.asked if one["about"] == "judge"]
    assert 'data-target="act:mistakes:go"' in slots(screen) and "My mistakes" in slots(screen)


def test_the_fatal_turn_is_listed_and_shown() -> None:
    screen, engine = played()
    judged(screen, engine)
    print(slots(screen))
    assert False
