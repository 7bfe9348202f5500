"""Premoves: a move chosen while the computer or a far player thinks, played when the turn comes.

Only in games without chance, whose turn begins with a path of two squares. Not in set-ups.
"""

from __future__ import annotations

from engine.core.scene import Mark
from engine.core.texts import Message
from ui.input.premove import premove_goals
from ui.render.board import Cell
from ui.render.geometry import Geometry
from ui.render.marks import scene_mark, way
from ui.table import hints, speech
from ui.table.commands import play
from ui.table.table import Table
from ui.words.html import Html
from ui.words.targets import Target, square_target, squares_in


def allowed(table: Table) -> bool:
    """Return whether a move can be chosen in advance now."""
    session = table.session
    if table.app.settings.premove != "on" or table.task or session.awaited is None:
        return False
    if table.game.info.has_chance or session.viewer < 0 or session.agreed.suspended:
        return False
    return session.seating.owner == session.viewer != session.decider


def own(table: Table) -> frozenset[Target]:
    """Return the squares of the player's pieces while a move can be chosen in advance."""
    if not allowed(table):
        return frozenset()
    scene, player = table.scene, table.session.viewer
    side = scene.seats[player] if scene.seats else player
    return frozenset(square_target(one.square) for one in scene.pieces if one.side == side)


def goals(table: Table, origin: Target) -> frozenset[Target]:
    """Return where a piece can be sent; empty if it cannot move or nothing is chosen."""
    if not origin:
        return frozenset()
    return premove_goals(table.game, table.session.observation(), origin)


def press(table: Table, target: Target) -> bool:
    """Handle a press on the board while others decide; return whether it was used."""
    premove = table.state.premove
    if not allowed(table):
        return False
    movable = target in own(table) and bool(goals(table, target))
    reach = goals(table, premove.origin)
    done = premove.press(target, movable, reach, table.session.count)
    if done == "set":
        speech.say(table, "premove.set", move=hints.way(table, premove.path))
    elif done == "chosen":
        speech.say(table, "premove.chosen", what=speech.what(table, target))
    elif done == "cleared":
        speech.say(table, "premove.cancelled")
    return bool(done)


def lift(table: Table, target: Target) -> bool:
    """Choose a piece by dragging it; return False if it cannot be chosen in advance."""
    if target not in own(table) or not goals(table, target):
        return False
    table.state.premove.choose(target)
    return True


def cancel(table: Table) -> bool:
    """Cancel the premove and return whether there was one."""
    if not table.state.premove:
        return False
    table.state.premove.clear()
    table.state.revision.bump()
    speech.say(table, "premove.cancelled")
    return True


def drawn(table: Table, geometry: Geometry) -> Html:
    """Draw the premove, or where the piece chosen for it can go."""
    premove = table.state.premove
    if premove.goal:
        return way(geometry, squares_in(premove.path), "premove")
    squares = tuple(sorted(squares_in(goals(table, premove.origin))))
    return scene_mark(geometry, Mark("reach", squares))


def cells(table: Table) -> dict[str, Cell]:
    """Return the squares that can be pressed to choose a move in advance."""
    premove, t = table.state.premove, table.voice.t
    found = {one.name: Cell("can", t("premove.press"), False, True) for one in own(table)}
    if not premove.goal:
        words = t("premove.goal")
        found |= {one.name: Cell("can to", words) for one in goals(table, premove.origin)}
    words = t("premove.drop")
    found |= {one.name: Cell("can chosen", words, True, True) for one in premove.path}
    return found


def due(table: Table) -> bool:
    """Play the premove if the turn has come; return whether a move was played.

    If it is not legal the player is told so; if it needs another press it waits for that.
    """
    session, premove = table.session, table.state.premove
    if not premove or not _stands(table) or not session.answering:
        return False
    path, whole = premove.path, bool(premove.goal)
    premove.clear()
    walk, ways = table.selection, table.ways
    walk.clear()
    for target in path:
        last = whole and target == path[-1]
        if target not in walk.choices() or (walk.completes(target) and not last):
            walk.clear()
            if whole:
                table.state.notice = Message("premove.off")
            return False
        done = walk.press(target)
        if done.kind == "complete":
            play(table, ways[done.number])
            return True
    return False


def _stands(table: Table) -> bool:
    """Return whether the premove still has a meaning; drop it otherwise.

    It has none after a takeback, at the end, and while an earlier position is shown.
    """
    session, premove = table.session, table.state.premove
    if session.over or not session.live or (premove.goal and session.count < premove.count):
        premove.clear()
        return False
    return True
