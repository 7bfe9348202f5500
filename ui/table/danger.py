"""What other sides could attack in their next turn, from what the seated player knows.

Pieces of one's own are marked during one's turn, and squares while a piece chooses where to go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.contract import State
from engine.core.scene import Mark, Piece
from engine.core.texts import Message
from ui.input.unplayed import after_action
from ui.render.geometry import geometry
from ui.render.marks import scene_marks, shot
from ui.session.revision import Cached
from ui.table import stepping
from ui.table.table import Table
from ui.words.html import Html, join
from ui.words.targets import Target

GOES = ("move", "aim", "capture")  # marks of a step after which the piece stands on its goal


def drawn(table: Table) -> Html:
    """Draw the pieces of the seated player and the goals of the chosen piece that others could
    attack.

    Screen readers ask for the attackers of a square (`ui.table.screen_reader`).
    """
    if stepping.stage(table) is not None:
        return Html("")
    found = {"threat": threatened(table), "danger": dangers(table)}
    marks = [Mark(kind, tuple(squares)) for kind, squares in found.items() if squares]
    return scene_marks(geometry(table.scene.board, table.turned), marks)


def threatened(table: Table) -> list[str]:
    """Return the squares of the seated player's pieces that another side could attack."""
    if not _asked(table):
        return []
    own, state = _own(table), table.session.observation()
    mine = [piece.square for piece in table.scene.pieces if piece.side == own]
    return [one for one in dict.fromkeys(mine) if any(_attackers(table, state, one))]


def dangers(table: Table) -> dict[str, tuple[Piece, ...]]:
    """Return the goals of the chosen piece where others could attack it, with those pieces."""
    if table.dangers is None:
        table.dangers = Cached(lambda: {goal: by for goal, by in _dangers(table) if by})
    if not _asked(table):
        return {}
    return table.dangers.get((table.session.revision.number, table.selection.prefix))


def _dangers(table: Table) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    walk, session, game = table.selection, table.session, table.game
    if not walk.prefix or not walk.prefix[-1].square:
        return
    state = session.observation()
    for target, indexes in walk.choices().items():
        way = table.ways[indexes[0]]
        if not target.square or len(way) > 1 or game.mark(state, way[0]) not in GOES:
            continue
        after = after_action(session, way[0])
        if after.current_player() >= 0:
            yield target.square, tuple(_attackers(table, after, target.square))


def lines(table: Table, goal: Target) -> Html:
    """Draw a line to a goal from each piece that could attack it there."""
    g = geometry(table.scene.board, table.turned)
    return join(shot(g, piece.square, goal.square) for piece in _at(table, goal))


def sentence(table: Table, goal: Target) -> Message | None:
    """Return by whom the chosen piece could be attacked on a goal; None if by nobody."""
    return _by(table, _at(table, goal))


def _at(table: Table, goal: Target) -> tuple[Piece, ...]:
    """Return who could attack the chosen piece on a target; a press waits for no other goal."""
    if not goal.square or table.mode != "play" or goal not in table.selection.choices():
        return ()
    return dangers(table).get(goal.square, ())


def words(table: Table) -> dict[str, str]:
    """Return by goal what a screen reader hears about it."""
    said = {goal: _by(table, found) for goal, found in dangers(table).items()}
    return {goal: table.voice.message(one) for goal, one in said.items() if one is not None}


def _by(table: Table, found: Iterable[Piece]) -> Message | None:
    names = [f"{table.voice.message(one.label)} ({one.square})" for one in found]
    return Message("danger.by", who=", ".join(names)) if names else None


def _asked(table: Table) -> bool:
    """Return whether dangers are to be marked: by the setting, in the player's own turn."""
    session = table.session
    wanted = table.app.settings.threats == "on" and table.mode == "play" and not table.task
    return bool(
        wanted and session.answering and session.live and not session.over and not table.unplayed
    )


def _own(table: Table) -> int:
    seats, player = table.scene.seats, table.session.decider
    return seats[player] if seats else player


def _attackers(table: Table, state: State, square: str) -> Iterator[Piece]:
    """Yield the other sides' pieces that could attack what stands on a square of `state`."""
    own = _own(table)
    for piece in table.scene.pieces:
        if piece.side not in (own, -1) and piece.square != square:
            if table.game.attacks(state, piece.square, square):
                yield piece
