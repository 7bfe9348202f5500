"""A judged game at a glance: accuracy, the turns that decided, and the graph of its chances."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ui.learn.mistakes.judged_game import JudgedTurn, accuracy, decisive
from ui.render import review as drawing
from ui.session.review import Point
from ui.session.turns import Turn, written
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join


def turn_at(table: Table, at: int) -> tuple[int, Turn]:
    """Return the turn of the page's log that an event belongs to, with its written number."""
    turns = table.session.log()
    index = min(bisect_right([turn.end for turn in turns], at), len(turns) - 1)
    return written(turns, index), turns[index]


def marks(table: Table, turns: Sequence[JudgedTurn]) -> dict[int, str]:
    """Return the marks of the log's turns, by the number of events at their ends."""
    return {turn_at(table, turn.at)[1].end: turn.mark for turn in turns if turn.mark}


def overview(table: Table, turns: Sequence[JudgedTurn]) -> Html | None:
    """Return the section above the list of mistakes; None before the game is judged."""
    if not turns:
        return None
    t = table.voice.t
    players = range(table.session.players)
    known = [(seat, accuracy(turns, seat)) for seat in players]
    rates = [
        el("li", None, t("mistakes.accuracy", who=table.voice.name(seat), n=rate))
        for seat, rate in known
        if rate is not None
    ]
    return el(
        "section",
        {"class": "judged", "aria-label": t("mistakes.course")},
        el("h2", {"class": "area-title"}, t("mistakes.course")),
        el("ul", {"class": "accuracies", "role": "list"}, rates),
        _unproved(table),
        el("p", {"class": "soft"}, t("mistakes.course.how")),
        el("h3", None, t("mistakes.decisive")),
        _moments(table, decisive(turns)),
    )


def _unproved(table: Table) -> Html | None:
    """Return who has lost although the moves may have ended otherwise, because the board was not
    proved."""
    verdict = table.verdict() if table.session.unproved is not None else None
    return el("p", None, table.voice.message(verdict)) if verdict is not None else None


def _moments(table: Table, turns: Sequence[JudgedTurn]) -> Html:
    t = table.voice.t
    if not turns:
        return el("p", None, t("mistakes.course.none"))
    rows = [
        el(
            "li",
            None,
            button(f"look:{turn_at(table, turn.at)[1].number}", _moment(table, turn), "link"),
        )
        for turn in turns
    ]
    return el("ol", {"class": "moments", "role": "list"}, rows)


def _moment(table: Table, turn: JudgedTurn) -> str:
    return table.voice.t(
        "mistakes.moment",
        n=turn_at(table, turn.at)[0],
        who=table.voice.name(turn.seat),
        before=round(100 * min(turn.left + turn.loss, 1.0)),
        after=round(100 * turn.left),
        mark=turn.mark,
    )


def graph(table: Table, turns: Sequence[JudgedTurn], points: Sequence[Point]) -> tuple[Html, Html]:
    """Return the legend and the graph of the chances at the points of the slider; empty for a game
    that is not judged, or is not between two players."""
    players = table.session.players
    if not turns or players != 2:
        return Html(""), Html("")
    t, voice = table.voice.t, table.voice
    top = _top(table)
    chances, marks = _chances(table, turns, points, top)
    colours = table.scene.seats or (0, 1)
    legend = join(
        drawing.key(colours[top], t("course.above", who=voice.name(top))),
        drawing.key(colours[1 - top], t("course.below", who=voice.name(1 - top))),
    )
    bad = "; ".join(_moment(table, turn) for turn in turns if turn.mark)
    title = t("mistakes.graph", who=voice.name(top))
    return legend, drawing.picture(chances, marks, (colours[top], colours[1 - top]), title, bad)


def _top(table: Table) -> int:
    """Return the player whose chances are drawn: the seated one, or 0 if all people see the
    same."""
    session = table.session
    own = session.game.info.has_secrets or any(session.levels)
    return session.viewer if own and session.viewer >= 0 else 0


def _chances(
    table: Table, turns: Sequence[JudgedTurn], points: Sequence[Point], top: int
) -> tuple[list[float], dict[int, str]]:
    """Return the chances of `top` at each point, the last one being the result, and the marks by
    point."""
    session = table.session
    ends = [point.end for point in points]
    first = turns[0].best if turns[0].seat == top else 1 - turns[0].best
    chances, marks = [first] * len(points), {}
    for turn in turns:
        index = min(bisect_right(ends, turn.at), len(points) - 1)
        left = turn.left if turn.seat == top else 1 - turn.left
        chances[index:] = [left] * (len(points) - index)
        if turn.mark:
            marks[index] = turn.mark
    outcome = session.outcome()
    if session.unproved is not None:
        chances[-1] = float(session.unproved != top)
    elif outcome is not None:
        chances[-1] = (1 + outcome.returns[top]) / 2
    return chances, marks
