"""The list of turns: a line per turn in words, or a column per side in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ui.render.pieces import shape
from ui.session.turns import Turn
from ui.words.html import Html, el, join

Row = tuple[int, dict[int, Turn]]
NOTHING = Html("")
BRIEF = 900  # letters of a turn's sentences on its line
AROUND = 40  # turns drawn after the one on the board; twice as many before it


def rows(turns: Sequence[Turn]) -> list[Row]:
    """Return the rows of the move list: row number and turn by column.

    Turns without a row number (set-up, chance) are left out.
    """
    found: list[Row] = []
    for turn in turns:
        if turn.row:
            if not found or found[-1][0] != turn.row:
                found.append((turn.row, {}))
            found[-1][1][turn.actor] = turn
    return found


def around(turns: Sequence[Turn], here: int) -> Sequence[Turn]:
    """Return the part of a long log that is drawn when its first `here` turns are on the board.

    It begins with a whole row.
    """
    first, last = max(here - 2 * AROUND, 0), here + AROUND
    while 0 < first < len(turns) and turns[first].row == turns[first - 1].row:
        first += 1
    return turns[first:last]


class TurnLine(NamedTuple):
    """A turn in words.

    `name`: who acted; `side`: in the scene, -1 for none. `words`: all sentences. `steps`: one list
    item per sentence, given while the turn is open. `own`: of the seated player, whose newest steps
    are in sight. `newest`: what the last turn of the game is marked with. `more`: below the steps.
    """

    name: str
    side: int
    words: str
    steps: Html = NOTHING
    own: bool = False
    newest: str = ""
    more: Html = NOTHING


class LogView:
    """Renders the list of turns and reuses the markup of unchanged ones."""

    def __init__(self) -> None:
        self._kept: dict[object, Html] = {}

    def draw(
        self,
        turns: Sequence[Turn],
        shown: int,
        columns: int,
        before: Sequence[Html],
        told: Mapping[int, TurnLine] | None = None,
    ) -> Html:
        """Return the list, which begins with the items `before`.

        `shown`: event count of the position on the board. `told`: the turns to draw in words, by
        number; None draws all in notation.
        """
        stop = _stop(turns, shown)
        if told is None:
            found = [self._row(row, stop, shown, columns) for row in rows(turns)]
        else:
            drawn = [turn for turn in turns if turn.row and turn.number in told]
            found = [self._line(turn, told[turn.number], stop, shown) for turn in drawn]
        self._kept = dict(found)
        out = list(self._kept.values())
        return el("ol", {"class": "moves"}, before, out) if before or out else NOTHING

    def _row(self, row: Row, stop: int, shown: int, columns: int) -> tuple[object, Html]:
        number, cells = row
        here = stop if any(turn.end == stop for turn in cells.values()) else -1
        key = (number, tuple(cells.values()), here, stop == shown)
        return key, self._kept.get(key) or _row(row, (here, stop == shown), columns)

    def _line(self, turn: Turn, told: TurnLine, stop: int, shown: int) -> tuple[object, Html]:
        here = stop if turn.end == stop else -1
        key = (turn.number, turn.end, told, here, stop == shown)
        return key, self._kept.get(key) or line(told, turn, here, stop == shown)


def _stop(turns: Sequence[Turn], shown: int) -> int:
    """Return the `end` of the turn that Tab reaches: the one on the board, or else the last.

    Only this one is a tab stop; arrow keys move between turns.
    """
    ends = [turn.end for turn in turns if turn.row]
    return shown if shown in ends or not ends else ends[-1]


def _row(row: Row, stop: tuple[int, bool], columns: int) -> Html:
    number, cells = row
    return el(
        "li",
        {"class": "move-row"},
        el("span", {"class": "move-number"}, number),
        [_cell(cells.get(column), stop) for column in range(columns)],
    )


def _cell(turn: Turn | None, stop: tuple[int, bool]) -> Html:
    if turn is None:
        return el("span", {"class": "move none"})
    return move_button(turn, turn.text, *stop)


def line(told: TurnLine, turn: Turn | None = None, stop: int = -1, current: bool = False) -> Html:
    """Return one turn in words: who and what on one line, or who and every step below it.

    Without a turn of the log there is nothing to press.
    """
    opened = bool(told.steps)
    head = join(
        el("span", {"class": "move-number"}, turn.row) if turn is not None and turn.row else None,
        _token(told.side),
        el("b", None, told.name) if opened else el("span", {"class": "brief"}, _brief(told)),
        el("span", {"class": "newest"}, told.newest) if told.newest else None,
    )
    pressed = turn is not None and turn.row > 0
    css = "move-line open of-own" if told.own else "move-line open"
    return el(
        "li",
        {"class": css if opened else "move-line"},
        move_button(turn, head, stop, current)
        if turn is not None and pressed
        else el("p", {"class": "move-head"}, head),
        el("ul", {"class": "move-told", "role": "list"}, told.steps) if opened else None,
        told.more or None,
    )


def _brief(told: TurnLine) -> str:
    words = told.words or told.name
    return words if len(words) <= BRIEF else words[:BRIEF].rsplit(" ", 1)[0] + " …"


def _token(side: int) -> Html | None:
    if side < 0:
        return None
    box = {"class": f"token side{side}", "viewBox": "-52 -52 104 104", "aria-hidden": "true"}
    return el("svg", box, shape(side))


def move_button(turn: Turn, words: str, stop: int, current: bool = True) -> Html:
    """Return the button that shows the position after a turn.

    `stop`: the `end` of the turn that is the tab stop; it is also the one on the board if
    `current`.
    """
    return el(
        "button",
        {
            "type": "button",
            "class": "move",
            "data-target": f"look:{turn.number}",
            "aria-current": "true" if current and turn.end == stop else None,
            "tabindex": 0 if turn.end == stop else -1,
        },
        words,
    )
