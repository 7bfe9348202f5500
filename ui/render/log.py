"""The turns of a game in two columns, as players write them down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.session.turns import Turn
from ui.words.html import Html, el, join

Row = tuple[int, dict[int, Turn]]
Key = tuple[int, tuple[Turn, ...], int, bool, tuple[Html, ...] | None]
NOTHING = Html("")
AROUND = 40  # turns before and after the one on the board


def rows(turns: Sequence[Turn]) -> list[Row]:
    """Rows with their numbers; turns that players do not write down are in none."""
    found: list[Row] = []
    for turn in turns:
        if turn.row:
            if not found or found[-1][0] != turn.row:
                found.append((turn.row, {}))
            found[-1][1][turn.actor] = turn
    return found


def around(turns: Sequence[Turn], here: int) -> Sequence[Turn]:
    """What is drawn of a long log when its first `here` turns are on the board: whole rows."""
    first, last = max(here - 2 * AROUND, 0), here + AROUND
    while 0 < first < len(turns) and turns[first].row == turns[first - 1].row:
        first += 1
    return turns[first:last]


class LogView:
    """Draws the log; rows that did not change are kept as they were."""

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
        """`shown`: number of events of the position on the board. `before`: what stands above.
        `words`: what is told of the turns, by number, where the log is to be read in words."""
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
    """The log is one stop on the way with Tab, at the position on the board or else at its end;
    arrows lead through it."""
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
    """A turn that can be looked at again. `stop`: the end of the one that Tab leads to, which is
    the one on the board if `current`."""
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
