"""The board of a table: ground, marks, pieces, cells, and the reach of the target looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.games import game_look
from ui.render import board as drawing
from ui.render.geometry import geometry
from ui.render.ground import ground
from ui.render.keyed import Keyed
from ui.render.marks import chosen, extents, scene_marks, shot, target_mark, way
from ui.render.telling import still
from ui.table import danger, premove, stepping
from ui.table.result import moment
from ui.table.table import Table
from ui.words.html import Html, el, join
from ui.words.targets import NOTHING, Target, square_target, squares_in, write_path

# Kinds of marks with a sentence beside the board: of the selection, and of a described piece.
CHOSEN, LOOKED = ("swap",), ("block",)


class DrawnPosition(NamedTuple):
    """The parts of a drawn position that do not depend on the current selection."""

    slots: dict[str, Html]
    marks: Html
    pieces: Keyed


def standing(table: Table) -> DrawnPosition:
    """Draw the position, or what a move to be confirmed would make of it, or how it was at a step
    of the strip."""
    earlier, turned = stepping.stage(table), table.turned
    held = table.unplayed if earlier is None else None
    scene = earlier or (table.scene if held is None else held.scene)
    look, g = game_look(table.game_id), geometry(scene.board, turned)
    covered = frozenset(n for r in scene.regions if r.glyph for n in r.squares)
    slots = {
        "ground": ground(scene.board, turned, look, covered),
        "regions": drawing.regions(scene, turned, look),
        "moment": join(still(g, one) for one in moment(table) if earlier is None),
    }
    moved = frozenset() if held is None else _moved(table, scene)
    pieces = drawing.pieces(scene, turned, table.game_id, moved)
    marks = (earlier or table.scene).marks
    return DrawnPosition(slots, scene_marks(g, marks), pieces)


def _moved(table: Table, after: Scene) -> frozenset[str]:
    """Return the ids of the pieces that stand elsewhere, or are other ones, in a later scene."""
    before = {(piece.id, piece.square) for piece in table.scene.pieces}
    return frozenset(one.id for one in after.pieces if (one.id, one.square) not in before)


def slots(table: Table, drawn: DrawnPosition) -> dict[str, Html]:
    if stepping.stage(table) is not None:
        return {**drawn.slots, "marks": drawn.marks, "targets": Html("")}
    under, over = _target_marks(table)
    marks = Html(drawn.marks + _chosen_marks(table) + under)
    return {**drawn.slots, "marks": marks, "targets": over}


def cells(table: Table) -> Keyed:
    """Draw the cells: each square with its name, what a press does there, and its classes."""
    if (earlier := stepping.stage(table)) is not None:
        names = drawing.Names(earlier, table.voice.message, table.voice.terrain)
        return drawing.cells(earlier, table.turned, names, {})
    return drawing.cells(table.scene, table.turned, table.names(), _cells(table))


def hints(table: Table) -> Html:
    """Draw reach and obstacles of the target looked at, or a preview of the next step under it.

    A pointer that has not moved since the table changed counts as looking at nothing.
    """
    if table.mode == "setup":
        return _ghost(table)
    if stepping.stage(table) is not None:
        return Html("")
    marks, goals = _reach(table)
    shown = scene_marks(geometry(table.scene.board, table.turned), () if goals else marks)
    return join(shown, danger.lines(table, table.state.hovered))


def reach_labels(table: Table) -> list[Message]:
    """Return the labels of the marks of reach, such as the name of a king's leap, each once, and
    what those without a label mean that do not explain themselves.

    Such marks in the scene itself have no sentence, which would take the place of the latest turn.
    """
    if table.mode == "setup":
        return []
    marks = [mark for mark in _reach(table)[0] if mark.squares]
    labels = [mark.label for mark in marks if mark.label] if _asked_about(table) else []
    pressed, drawn = {*next_marks(table).values()}, {mark.kind for mark in marks}
    kinds = [kind for kind in CHOSEN if kind in pressed]
    kinds += [kind for kind in LOOKED if kind in drawn and table.state.named]
    if table.state.named.square in danger.threatened(table):
        kinds.append("threat")
    labels += [Message(f"reach.{kind}") for kind in kinds]
    if (there := danger.sentence(table, table.state.hovered)) is not None:
        labels.append(there)
    return list(dict.fromkeys(labels))


def _asked_about(table: Table) -> bool:
    """Return whether sentences about the target looked at are wanted: it is chosen, described, or a
    square under the pointer. The focus is on the first card when a turn begins, and its sentence
    would take the place of the latest turn."""
    looked = table.state.hovered.square or table.state.named
    return bool(looked or table.selection.prefix)


def _reach(table: Table) -> tuple[Sequence[Mark], bool]:
    """Return the marks of the target looked at, and whether they are goals of the selection.

    Such goals are already marked on the board, so only their labels are used.
    """
    if table.app.settings.reach != "on" or table.mode != "play" or table.unplayed is not None:
        return (), False
    walk = table.selection
    state, game, hovered = table.session.observation(), table.game, table.state.hovered
    hovered = NOTHING if hovered == table.state.rested else hovered
    if hovered and walk.prefix and hovered in walk.choices():
        return game.foresee(state, write_path((*walk.prefix, hovered))), False
    if walk.prefix and walk.prefix[-1].square:
        return _named_goals(table), True
    looked = walk.prefix[-1] if walk.prefix else hovered or table.state.named
    return (game.reach(state, str(looked)) if looked else ()), False


def _ghost(table: Table) -> Html:
    """Draw the selected piece where it would stand on the square with the pointer or the focus."""
    there, scene = table.state.hovered.square, table.scene
    if not there or not table.arrange.held:
        return Html("")
    after = table.arrange.foreseen(there)
    if after is None:
        return Html("")
    new = Scene(
        scene.board,
        pieces=tuple(one for one in after.pieces if one.square == there),
        regions=tuple(one for one in after.regions if one not in scene.regions),
    )
    drawn = drawing.regions(new, table.turned, game_look(table.game_id))
    pieces = drawing.pieces(new, table.turned, table.game_id).markup()
    return el("g", {"class": "to-be"}, drawn, pieces)


def _named_goals(table: Table) -> list[Mark]:
    """Return the marks of the selected piece's goals, for their labels (a king's leap has one)."""
    walk = table.selection
    marks = table.game.reach(table.session.observation(), str(walk.prefix[-1]))
    goals = walk.choices()
    return [
        mark
        for mark in marks
        if mark.kind == "reach" and any(square_target(name) in goals for name in mark.squares)
    ]


# -- marks ---------------------------------------------------------------------------------------


def next_marks(table: Table) -> dict[Target, str]:
    """Map every target worth marking as a next step to the kind of its mark."""
    if table.plan is not None:
        return {square_target(name): "place" for name in table.arrange.places()}
    walk, ways = table.selection, table.ways
    if table.unplayed is not None:
        return {}
    state, game = table.session.observation(), table.game
    return {
        target: game.mark(state, ways[indexes[0]][-1])
        for target, indexes in walk.choices().items()
        if walk.prefix or (target.square and walk.completes(target))
    }


def _chosen_squares(table: Table) -> list[str]:
    if (held := table.unplayed) is not None:
        return squares_in(held.path)
    if table.state.premove:
        return squares_in(table.state.premove.path[:1])
    return squares_in(table.selection.prefix if table.plan is None else (table.arrange.held,))


def _chosen_marks(table: Table) -> Html:
    found = [*_chosen_squares(table), *squares_in(table.hinted())]
    return chosen(geometry(table.scene.board, table.turned), found)


def _barred(table: Table) -> list[Mark]:
    """Return the marks of squares that the selected piece seems to reach but may not.

    A label, if there is one, says why.
    """
    prefix = table.selection.prefix if table.plan is None else ()
    if not prefix:
        return []
    marks = table.game.reach(table.session.observation(), str(prefix[0]))
    return [mark for mark in marks if mark.kind == "cannot"]


def _target_marks(table: Table) -> tuple[Html, Html]:
    """Return the marks of the next steps below the pieces and those above them. The ring of a
    capture is below: over a shield it would hide the corners, and with them whose piece it is."""
    scene = table.scene
    g = geometry(scene.board, table.turned)
    if (held := table.unplayed) is not None:
        return Html(""), way(g, squares_in(held.path), "unplayed")
    if table.state.premove:
        return Html(""), premove.drawn(table, g)
    wide = extents(scene.aliases) if table.plan is None else {}
    origin = _chosen_squares(table)[:1]
    under: list[Html] = []
    over: list[Html] = []
    names: set[str] = set()
    for target, kind in next_marks(table).items():
        name = target.square
        if name not in g.centres:
            continue
        names.add(name)
        if kind == "fire" and origin and origin[0] != name:
            over.append(shot(g, origin[0], name))
        layer = under if kind == "capture" else over
        layer.append(target_mark(g, kind, name, wide.get(target, ())))
    signs = drawing.signs(scene, table.turned, names)
    return join(under), join(*over, scene_marks(g, _barred(table)), signs)


# -- cells ---------------------------------------------------------------------------------------


def _cells(table: Table) -> dict[str, drawing.Cell]:
    """Return press hints, classes and draggability by square; squares without any are left out."""
    found = _play_cells(table) if table.plan is None else _setup_cells(table)
    waits = table.unplayed is not None or table.state.premove
    for square in () if waits else _chosen_squares(table):
        words = table.voice.t("table.press.drop")
        found[square] = drawing.Cell("can chosen", words, True, True)
    _hint_cells(table, found)
    for source, target in table.scene.aliases.items():
        name, whole = Target.parse(source).square, Target.parse(target).name
        if name and whole in found:
            found[name] = found[whole]
    return found


def _hint_cells(table: Table, found: dict[str, drawing.Cell]) -> None:
    """Add a word for the hint to its squares, for screen readers."""
    mark = table.voice.t("computer.hint.mark")
    for name in squares_in(table.hinted()):
        cell = found.get(name, drawing.Cell())
        words = f"{cell.press}. {mark}" if cell.press else mark
        found[name] = cell._replace(press=words)


def _play_cells(table: Table) -> dict[str, drawing.Cell]:
    walk = table.selection
    t = table.voice.t
    if (held := table.unplayed) is not None:
        words = t("confirm.press")
        return {name: drawing.Cell("can to", words) for name in squares_in((held.goal,))}
    if table.session.awaited is not None:
        return premove.cells(table)
    found = {}
    for name in squares_in(walk.starts()):
        found[name] = drawing.Cell("can", t("table.press.select"), False, True)
    for target, kind in next_marks(table).items():
        if target.square:
            drag = target in walk.starts()
            words = t(f"table.press.{kind}")
            found[target.square] = drawing.Cell(f"can to to-{kind}", words, False, drag)
    for name, by in danger.words(table).items():
        found[name] = found[name]._replace(press=f"{found[name].press}. {by}")
    for mark in _barred(table):
        if mark.label:
            label = table.voice.message(mark.label)
            for name in mark.squares:
                found.setdefault(name, drawing.Cell("", label))
    return found


def _setup_cells(table: Table) -> dict[str, drawing.Cell]:
    t, arrange, plan = table.voice.t, table.arrange, table.plan
    found = {}
    for _, name in arrange.draft:
        if arrange.movable(name):
            found[name] = drawing.Cell("can", t("table.press.lift"), False, True)
    if plan is not None and plan.ready and not plan.problems:
        ready = Target.parse(plan.ready).name
        found[ready] = drawing.Cell("can ready", t("table.press.ready"), False, ready in found)
    for name in arrange.places():
        found[name] = drawing.Cell("can to to-place", t("table.press.place"))
    return found
