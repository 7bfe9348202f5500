"""Queries for screen readers: the table read out piece by piece.

All answers come from the seated player's scene, so they reveal no secrets.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.telling import said
from ui.render.areas import AreaWriter
from ui.render.geometry import geometry
from ui.table import speech
from ui.table.table import Table
from ui.words.targets import NOTHING, square_target

# Directions on the screen: key of the words, step to the right, step down.
_WAYS = (
    ("up", 0, -1), ("right", 1, 0), ("down", 0, 1), ("left", -1, 0),
    ("up_right", 1, -1), ("down_right", 1, 1), ("down_left", -1, 1), ("up_left", -1, -1),
)  # fmt: skip
_FOUR = 4


def phase(table: Table) -> None:
    """Announce the prompt, the guide and the status lines."""
    speech.say_prompt(table)


def last(table: Table) -> None:
    """Announce the last turn, in the sentences it was told in."""
    turns = [turn for turn in table.session.log() if turn.text and turn.actor >= 0]
    words = said(table.session.history.telling_of(turns[-1])) if turns else []
    heard = " ".join(table.voice.message(one) for one in words)
    table.app.announce(heard or table.voice.t("table.log.empty"))


def pieces(table: Table) -> None:
    """Announce every kind of piece with its squares, the near side first."""
    found: dict[tuple[bool, str], list[str]] = {}
    for piece in table.scene.pieces:
        label = table.voice.message(piece.label)
        found.setdefault((piece.side != table.near(), label), []).append(piece.square)
    words = [
        f"{label}: {', '.join(sorted(squares))}." for (_, label), squares in sorted(found.items())
    ]
    table.app.announce(" ".join(words) or table.voice.t("hear.no_pieces"))


def reserve(table: Table) -> None:
    """Announce what lies beside the board on the near side, or the tray of a set-up."""
    tray = table.tray()
    areas = [one for one in table.scene.areas if one.side == table.near()]
    areas = areas if tray is None else [tray]
    shelf = AreaWriter(table.game_id, table.voice.message)
    words = [f"{table.voice.message(one.title)}: {shelf.words(one)}." for one in areas]
    table.app.announce(" ".join(words) or table.voice.t("hear.no_reserve"))


def lines(table: Table) -> None:
    """Announce what stands on each line from the current square to the edge."""
    square = _square(table)
    if not square:
        return
    found = []
    for way, steps in _ways(table, square):
        things = [table.names().of(name) for name in steps if table.names().of(name) != name]
        if steps:
            what = "; ".join(things) or table.voice.t("hear.free", n=len(steps))
            found.append(f"{table.voice.t(f'hear.{way}')}: {what}.")
    table.app.announce(" ".join([f"{table.names().of(square)}.", *found]))


def attackers(table: Table) -> None:
    """Announce which pieces attack or reach the current square."""
    square = _square(table)
    if not square:
        return
    observation, names = table.session.observation(), table.names()
    found = [
        names.of(piece.square)
        for piece in table.scene.pieces
        if piece.square != square
        and any(
            mark.kind in ("attack", "reach") and square in mark.squares
            for mark in table.game.reach(observation, str(square_target(piece.square)))
        )
    ]
    key = "hear.reached" if found else "hear.not_reached"
    speech.say(table, key, what=names.of(square), who="; ".join(found))


def _square(table: Table) -> str:
    """Return the square with the focus or under the pointer; announce it if there is none."""
    target = table.state.hovered or next(iter(table.selection.prefix), NOTHING)
    if target.square:
        return target.square
    speech.say(table, "hear.no_square")
    return ""


def _ways(table: Table, square: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each direction with the squares from `square` to the edge.

    Diagonals are left out on boards whose cells are not squares.
    """
    g = geometry(table.scene.board, table.turned)
    at = {(round(x), round(y)): name for name, (x, y) in g.centres.items()}
    for way, dx, dy in _WAYS if g.square else _WAYS[:_FOUR]:
        steps: list[str] = []
        here = square
        while True:
            if g.square:
                x, y = g.centres[here]
                there = at.get((round(x) + 100 * dx, round(y) + 100 * dy), here)
            else:
                there = g.neighbour(here, dx, dy)
            if there == here:
                break
            steps.append(here := there)
        yield way, steps
