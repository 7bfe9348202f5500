"""The board of a table: ground, marks, pieces, cells, and the reach of what is looked at."""

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
from ui.render.marks import chosen, extents, scene_marks, shot, target_mark
from ui.render.telling import still
from ui.table.result import moment
from ui.table.table import Table
from ui.words.html import Html, el, join


class Standing(NamedTuple):
    """What is drawn of a position, whatever somebody chooses in it."""

    slots: dict[str, Html]
    marks: Html
    pieces: Keyed


def standing(table: Table) -> Standing:
    scene, turned = table.scene, table.turned
    look, g = game_look(table.game_id), geometry(scene.board, turned)
    covered = frozenset(n for r in scene.regions if r.glyph for n in r.squares)
    slots = {
        "ground": ground(scene.board, turned, look, covered),
        "regions": drawing.regions(scene, turned, look),
        "moment": join(still(g, one) for one in moment(table)),
    }
    pieces = drawing.pieces(scene, turned, table.game_id)
    return Standing(slots, scene_marks(g, scene.marks), pieces)


def slots(table: Table, drawn: Standing) -> dict[str, Html]:
    marks = Html(drawn.marks + _chosen_marks(table))
    return {**drawn.slots, "marks": marks, "targets": _target_marks(table)}


def cells(table: Table) -> Keyed:
    """The squares as they are named and pressed."""
    return drawing.cells(table.scene, table.turned, table.names(), _cells(table))


def hints(table: Table) -> Html:
    """Reach and obstacles of what is looked at, or of the next step that is being weighed. A
    pointer that rests where it was when the table changed looks at nothing."""
    if table.mode == "setup":
        return _ghost(table)
    marks, goals = _reach(table)
    return Html("") if goals else scene_marks(geometry(table.scene.board, table.turned), marks)


def reach_labels(table: Table) -> list[Message]:
    """What the marks of that reach say in words, as of a king's leap."""
    marks = _reach(table)[0] if table.mode != "setup" else ()
    return list(dict.fromkeys(mark.label for mark in marks if mark.label and mark.squares))


def _reach(table: Table) -> tuple[Sequence[Mark], bool]:
    """The marks of what is looked at, or of the next step that is being weighed; and whether they
    are goals of what has been chosen, which are on the board already."""
    if table.app.settings.reach != "on" or table.mode != "play":
        return (), False
    walk, _ = table.walk()
    state, game, hovered = table.session.observation(), table.game, table.state.hovered
    hovered = "" if hovered == table.state.rested else hovered
    if hovered and walk.prefix and hovered in walk.choices():
        return game.foresee(state, (*walk.prefix, hovered)), False
    if walk.prefix and walk.prefix[-1].startswith("sq:"):
        return _named_goals(table), True
    looked = walk.prefix[-1] if walk.prefix else hovered
    return (game.reach(state, looked) if looked else ()), False


def _ghost(table: Table) -> Html:
    """What is held, with all the squares it would cover, where the pointer or the focus is."""
    hovered, scene = table.state.hovered, table.scene
    if not hovered.startswith("sq:") or not table.arrange.held:
        return Html("")
    after = table.arrange.foreseen(hovered[3:])
    if after is None:
        return Html("")
    new = Scene(
        scene.board,
        pieces=tuple(one for one in after.pieces if one.square == hovered[3:]),
        regions=tuple(one for one in after.regions if one not in scene.regions),
    )
    drawn = drawing.regions(new, table.turned, game_look(table.game_id))
    pieces = drawing.pieces(new, table.turned, table.game_id).markup()
    return el("g", {"class": "to-be"}, drawn, pieces)


def _named_goals(table: Table) -> list[Mark]:
    """Goals of the chosen piece that have a name of their own, as a king's leap has."""
    walk, _ = table.walk()
    marks = table.game.reach(table.session.observation(), walk.prefix[-1])
    goals = walk.choices()
    return [
        mark
        for mark in marks
        if mark.kind == "reach" and any(f"sq:{name}" in goals for name in mark.squares)
    ]


# -- marks ---------------------------------------------------------------------------------------


def next_marks(table: Table) -> dict[str, str]:
    """Targets that may be pressed next and deserve a mark → its kind."""
    if table.plan is not None:
        return {f"sq:{name}": "place" for name in table.arrange.places()}
    walk, actions = table.walk()
    state, game = table.session.observation(), table.game
    return {
        target: game.mark(state, actions[indexes[0]])
        for target, indexes in walk.choices().items()
        if walk.prefix or (walk.completes(target) and target.startswith("sq:"))
    }


def _chosen_squares(table: Table) -> list[str]:
    targets = table.walk()[0].prefix if table.plan is None else (table.arrange.held,)
    return [target[3:] for target in targets if target.startswith("sq:")]


def _chosen_marks(table: Table) -> Html:
    hinted = [target[3:] for target in table.hinted() if target.startswith("sq:")]
    squares = [*_chosen_squares(table), *hinted]
    return chosen(geometry(table.scene.board, table.turned), squares)


def _barred(table: Table) -> list[Mark]:
    """What looks possible for the chosen piece and is not: its reach says so, with a clause."""
    prefix = table.walk()[0].prefix if table.plan is None else ()
    if not prefix:
        return []
    marks = table.game.reach(table.session.observation(), prefix[0])
    return [mark for mark in marks if mark.kind == "cannot"]


def _target_marks(table: Table) -> Html:
    scene = table.scene
    g = geometry(scene.board, table.turned)
    wide = extents(scene.aliases) if table.plan is None else {}
    origin = _chosen_squares(table)[:1]
    found = []
    for target, kind in next_marks(table).items():
        square = target[3:]
        if not target.startswith("sq:") or square not in g.centres:
            continue
        if kind == "fire" and origin and origin[0] != square:
            found.append(shot(g, origin[0], square))
        found.append(target_mark(g, kind, square, wide.get(target, ())))
    return Html("".join(found) + scene_marks(g, _barred(table)))


# -- cells ---------------------------------------------------------------------------------------


def _cells(table: Table) -> dict[str, drawing.Cell]:
    """What is special about each square now."""
    found = _play_cells(table) if table.plan is None else _setup_cells(table)
    for square in _chosen_squares(table):
        words = table.voice.t("table.press.drop")
        found[square] = drawing.Cell("can chosen", words, True, True)
    _hint_cells(table, found)
    for source, target in table.scene.aliases.items():
        if source.startswith("sq:") and target[3:] in found:
            found[source[3:]] = found[target[3:]]
    return found


def _hint_cells(table: Table, found: dict[str, drawing.Cell]) -> None:
    """A hint is a mark on the board; here it is a word."""
    mark = table.voice.t("computer.hint.mark")
    for target in table.hinted():
        if target.startswith("sq:"):
            cell = found.get(target[3:], drawing.Cell())
            words = f"{cell.press}. {mark}" if cell.press else mark
            found[target[3:]] = cell._replace(press=words)


def _play_cells(table: Table) -> dict[str, drawing.Cell]:
    walk, _ = table.walk()
    t = table.voice.t
    found = {}
    for target in walk.starts():
        if target.startswith("sq:"):
            found[target[3:]] = drawing.Cell("can", t("table.press.select"), False, True)
    for target, kind in next_marks(table).items():
        if target.startswith("sq:"):
            drag = target in walk.starts()
            words = t(f"table.press.{kind}")
            found[target[3:]] = drawing.Cell(f"can to to-{kind}", words, False, drag)
    for mark in _barred(table):
        if mark.label:
            label = table.voice.message(mark.label)
            for square in mark.squares:
                found.setdefault(square, drawing.Cell("", label))
    return found


def _setup_cells(table: Table) -> dict[str, drawing.Cell]:
    t, arrange, plan = table.voice.t, table.arrange, table.plan
    found = {}
    for _, square in arrange.draft:
        if arrange.movable(square):
            found[square] = drawing.Cell("can", t("table.press.lift"), False, True)
    if plan is not None and plan.ready and not plan.problems:
        ready = plan.ready[3:]
        found[ready] = drawing.Cell("can ready", t("table.press.ready"), False, ready in found)
    for square in arrange.places():
        found[square] = drawing.Cell("can to to-place", t("table.press.place"))
    return found
