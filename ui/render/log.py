"""Move list: the turns of a game in one column per side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.session.turns import Turn
from ui.words.html import Html, el, join

Row = tuple[int, dict[int, Turn]]
Key = tuple[int, tuple[Turn, ...], int, bool, tuple[Html, ...] | None]
NOTHING = Html("")
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


class LogView:
    """Renders the move list and reuses the markup of unchanged rows."""

    def __init__(self) -> None:
        self._kept: dict[Key, Html] = {}

    def draw(
        self,
        turns: Sequence[Turn],
        shown: int,
        columns: int,
        before: Sequence[Html],
        words: Mapping[int, Html] | None = None,
    ) -> Html:
        """Return the move list, with `before` above it.

        `shown`: event count of the position on the board. `words`: sentences by turn number; given
        when the log is read in words instead of notation.
        """
        drawn: dict[Key, Html] = {}
        out = []
        stop = _stop(turns, shown)
        for number, cells in rows(turns):
            mine = tuple(cells.values())
            here = stop if any(turn.end == stop for turn in mine) else -1
            told = None if words is None else tuple(words.get(t.number, NOTHING) for t in mine)
            key = (number, mine, here, stop == shown, told)
            drawn[key] = self._kept.get(key) or _row(
                number, cells, (here, stop == shown), columns, words
            )
            out.append(drawn[key])
        self._kept = drawn
        return join(before, el("ol", {"class": "moves"}, out) if out else None)


def _stop(turns: Sequence[Turn], shown: int) -> int:
    """Return the `end` of the turn that Tab reaches: the one on the board, or else the last.

    Only this one is a tab stop; arrow keys move between turns.
    """
    ends = [turn.end for turn in turns if turn.row]
    return shown if shown in ends or not ends else ends[-1]


def _row(
    number: int,
    cells: dict[int, Turn],
    stop: tuple[int, bool],
    columns: int,
    words: Mapping[int, Html] | None,
) -> Html:
    return el(
        "li",
        {"class": "move-row" if words is None else "move-row worded"},
        el("span", {"class": "move-number"}, number),
        [_cell(cells.get(column), stop, words or {}) for column in range(columns)],
    )


def _cell(turn: Turn | None, stop: tuple[int, bool], words: Mapping[int, Html]) -> Html:
    if turn is None:
        return el("span", {"class": "move none"})
    told = words.get(turn.number)
    said = el("ul", {"class": "move-told", "role": "list"}, told) if told else NOTHING
    return join(move_button(turn, turn.text, *stop), said)


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
