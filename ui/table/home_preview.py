"""What home shows of a game that waits: its picture and whose turn it is, stored with the game.

    {"row": row of the record being played, 0 during the set-up; "who": player to decide;
     "picture": ui/render/miniature.py}

If one person plays here, the picture is what that person sees, else what everybody may see.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import IllegalAction
from engine.core.scene import Scene
from engine.games import game_look
from ui.render.miniature import picture_of
from ui.saves.entries import dump
from ui.session.turns import written

if TYPE_CHECKING:
    from ui.table.table import Table


def keep_sight(table: Table) -> None:
    """Store the sight of the game once it waits for somebody who is no computer."""
    session = table.session
    if table.task or session.watching or session.asking or not session.live or session.decider < 0:
        return
    if session.levels[session.decider : session.decider + 1] not in ((), (0,)):
        return
    if table.sighted == session.count:
        return
    with suppress(IllegalAction):  # while the device changes hands
        picture = picture_of(_scene(table), table.turned, game_look(table.game_id))
        sight = {"row": _row(table), "who": session.decider, "picture": picture}
        session.store.keep_computed("sight", session.key, dump(sight))
        table.sighted = session.count


def _scene(table: Table) -> Scene:
    session = table.session
    people = [seat for seat in session.seating.seats if seat.here]
    if len(people) == 1 or not table.game.info.has_secrets:
        return session.scene()
    everybody = session.observation().observation(SPECTATOR)
    return table.game.scene(everybody, SPECTATOR)


def _row(table: Table) -> int:
    """Return the row of the record in which the decider's turn stands."""
    turns = table.session.log()
    row = written(turns, len(turns) - 1) if turns else 0
    if not turns or turns[-1].setup:
        return row
    return row if table.session.decider > turns[-1].actor >= 0 else row + 1
