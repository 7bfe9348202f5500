"""What things on a square or beside the board are, as the seated player sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.legend import UNKNOWN, Entry, Legend
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.games import game_legend
from ui.render.areas import lying
from ui.shell import routes
from ui.table import speech
from ui.table.table import Table
from ui.words.targets import Target


class Looked(NamedTuple):
    """One thing that was looked up.

    `title`: its name there. `notes`: sentences of the scene about it. `entry`: the legend's text on
    its kind. `side`: its side in the scene.
    """

    title: str
    notes: tuple[str, ...]
    entry: Entry
    side: int = 0


Say = Callable[[Message], str]
_LYING = ("piece", "thing", "region")  # legend categories of items beside the board


def things(scene: Scene, legend: Legend, target: Target, say: Say) -> list[Looked]:
    """Return what lies on a target, pieces first and marks last, each kind once.

    Uses only the scene, so it shows nothing that its viewer does not know.
    """
    if target.square:
        found = _on_square(scene, legend, target.square)
    else:
        found = _beside(scene, legend, str(target))
    once: dict[str, Looked] = {}
    for entry, called, notes, side in found:
        if entry is not None and entry.target not in once:
            title = say(entry.name if called is None else called)
            title = title[:1].upper() + title[1:]
            more = tuple(say(note) for note in notes if note.key != entry.about.key)
            once[entry.target] = Looked(title, more, entry, side)
    return list(once.values())


Found = tuple[Entry | None, Message | None, tuple[Message, ...], int]


def _on_square(scene: Scene, legend: Legend, square: str) -> Iterator[Found]:
    for piece in scene.pieces:
        if piece.square == square:
            kind = UNKNOWN if piece.hidden or not piece.glyph else piece.glyph
            yield legend.find(kind, "piece"), piece.label, (), piece.side
            for badge in piece.badges:
                entry = legend.find(badge.kind, "badge")
                worn = entry._replace(sign=badge.text) if entry is not None else None
                yield worn, badge.label, (), piece.side
    regions = [region for region in scene.regions if square in region.squares]
    regions.sort(key=lambda region: not region.glyph)  # buildings before areas
    for style in _styles(scene, square):
        yield legend.find(style, "ground"), None, (), 0
    for region in regions:
        yield legend.find(region.kind, "region"), region.label, (), region.side
    for mark in scene.marks:
        if square in mark.squares:
            notes = () if mark.label is None else (mark.label,)
            yield legend.find(mark.kind, "mark"), None, notes, mark.side


def _styles(scene: Scene, square: str) -> Sequence[str]:
    return next((cell.styles for cell in scene.board.squares if cell.name == square), ())


def _beside(scene: Scene, legend: Legend, target: str) -> Iterator[Found]:
    for item in (item for area in scene.areas for item in area.items):
        if target in (item.target, lying(item)):
            notes = () if item.note is None else (item.note,)
            yield legend.find(item.glyph, *_LYING), item.label, notes, item.side


# -- at a table ----------------------------------------------------------------------------------


def at(table: Table, target: Target) -> list[Looked]:
    """Return what lies on a target of this table, the tray of a set-up included."""
    if table.mode == "curtain":
        return []
    scene, tray = table.scene, table.tray()
    if tray is not None:
        scene = replace(scene, areas=(*scene.areas, tray))
    legend = game_legend(table.game_id).told(table.game.options)
    return things(scene, legend, target, table.voice.message)


def terrain(table: Table, target: Target) -> bool:
    """Return whether a target is a square without a piece, but with ground or a building of its
    own."""
    scene, square = table.scene, target.square
    if not square or any(piece.square == square for piece in scene.pieces):
        return False
    legend = game_legend(table.game_id)
    built = any(region.glyph and square in region.squares for region in scene.regions)
    return built or any(legend.find(style, "ground") for style in _styles(scene, square))


def look_up(table: Table, target: Target) -> bool:
    """Open the dialog about the things on a target; return False if there is nothing there."""
    found = at(table, target)
    if found:
        unknown = table.guesses.unknown(table.scene, target.square)
        guess = None if unknown is None else routes.guess(table.guesses, unknown)
        table.app.open(routes.about(table.app, table.game, to_clause(table), found, guess))
    return bool(found)


def asked(table: Table) -> None:
    """Look up the target under the pointer or with the focus; announce it if there is none."""
    if not look_up(table, table.state.hovered):
        speech.say(table, "hear.no_square")


def legend(table: Table, _: str = "") -> None:
    """Open the legend of everything that can lie on this table."""
    table.app.open(routes.legend(table.app, table.game, to_clause(table)))


def to_clause(table: Table) -> Callable[[str], None]:
    """Return a function that opens the rulebook at a clause."""
    return lambda clause: table.controller.open_rules(table.game_id, clause)
