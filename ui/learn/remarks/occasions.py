"""What a character may remark on: occasions that the rules confirm, from what the player knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE, AnyGame, Event
from engine.core.telling import Telling
from engine.search.played_reasons import attackable
from ui.session.turns import Stage

OCCASIONS = ("punished", "good", "siege", "lucky", "unlucky")  # the most telling first
LUCK = 1.0  # how much more than on average a throw must bring


class SeenTurn(NamedTuple):
    """A turn as the player saw it, event by event."""

    stages: Sequence[Stage]
    telling: Telling
    events: Sequence[Event]


def occasion(game: AnyGame, own: SeenTurn, reply: SeenTurn, viewer: int) -> str:
    """Return what the character remarks on after its turn `reply` to the player's turn `own`; ""
    if there is nothing to say."""
    scene = game.scene(own.stages[0].before, viewer)
    side = scene.seats[viewer] if scene.seats else viewer
    lost, won = _gone(game, reply, side, viewer), _gone(game, own, 1 - side, viewer)
    found = {
        "punished": bool(lost) and _exposed(game, own, lost, viewer),
        "good": bool(won) and not lost,
        "siege": any(one.kind == "siege" for one in (*own.telling, *reply.telling)),
        "lucky": _luck(game, reply, 1 - side),
        "unlucky": _luck(game, own, side),
    }
    return next((name for name in OCCASIONS if found[name]), "")


def _gone(game: AnyGame, turn: SeenTurn, side: int, viewer: int) -> set[str]:
    """Return the ids of a side's pieces that left the board in a turn of the other side."""
    first, last = (
        {piece.id for piece in game.scene(state, viewer).pieces if piece.side == side}
        for state in (turn.stages[0].before, turn.stages[-1].after)
    )
    return first - last


def _exposed(game: AnyGame, own: SeenTurn, lost: set[str], viewer: int) -> bool:
    """Return whether something lost could not be attacked before the player's turn."""
    before = own.stages[0].before
    squares = attackable(game, before, viewer, mine=False)
    stood = {piece.id: piece.square for piece in game.scene(before, viewer).pieces}
    return squares is not None and any(
        name in stood and stood[name] not in squares for name in lost
    )


def _luck(game: AnyGame, turn: SeenTurn, side: int) -> bool:
    """Return whether a throw of a turn brought a side much more than on average."""
    for stage, event in zip(turn.stages, turn.events, strict=True):
        thrown = game.thrown(stage.before, event.action) if event.actor == CHANCE else None
        if thrown is not None and thrown.side == side and thrown.got - thrown.expected >= LUCK:
            return True
    return False
