"""Overview of a judged game: accuracy, the graph of winning chances, the turns that decided."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ui.learn.mistakes.judged_game import JudgedTurn, accuracy, decisive
from ui.render.chances import ChancePoint, chances_picture
from ui.session.turns import Turn, written
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el


class _Found:
    """The turns of the page's log that the judged turns belong to."""

    def __init__(self, table: Table) -> None:
        self.turns = table.session.log()
        self._ends = [turn.end for turn in self.turns]

    def of(self, one: JudgedTurn) -> tuple[int, Turn]:
        """Return index and turn of the log."""
        index = min(bisect_right(self._ends, one.at), len(self.turns) - 1)
        return index, self.turns[index]

    def number(self, one: JudgedTurn) -> int:
        """Return the number of the turn as the page writes it."""
        return written(self.turns, self.of(one)[0])


def marks(table: Table, turns: Sequence[JudgedTurn]) -> dict[int, str]:
    """Return the marks of the log's turns, by the number of events at their ends."""
    bad = [one for one in turns if one.mark]
    if not bad:
        return {}
    found = _Found(table)
    return {found.of(one)[1].end: one.mark for one in bad}


def overview(table: Table, turns: Sequence[JudgedTurn]) -> Html | None:
    """Return the section above the list of mistakes; None before the game is judged."""
    if not turns:
        return None
    t, found = table.voice.t, _Found(table)
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
        _graph(table, turns, found) if len(players) == 2 else None,
        _unproved(table),
        el("p", {"class": "soft"}, t("mistakes.course.how")),
        el("h3", None, t("mistakes.decisive")),
        _moments(table, decisive(turns), found),
    )


def _unproved(table: Table) -> Html | None:
    """Return who has lost although the moves may have ended otherwise, because the board was not
    proved."""
    verdict = table.verdict() if table.session.unproved is not None else None
    return el("p", None, table.voice.message(verdict)) if verdict is not None else None


def _moments(table: Table, turns: Sequence[JudgedTurn], found: _Found) -> Html:
    t = table.voice.t
    if not turns:
        return el("p", None, t("mistakes.course.none"))
    rows = [
        el(
            "li",
            None,
            button(f"look:{found.of(one)[1].number}", _moment(table, one, found), "link"),
        )
        for one in turns
    ]
    return el("ol", {"class": "moments", "role": "list"}, rows)


def _moment(table: Table, one: JudgedTurn, found: _Found) -> str:
    return table.voice.t(
        "mistakes.moment",
        n=found.number(one),
        who=table.voice.name(one.seat),
        before=round(100 * min(one.left + one.loss, 1.0)),
        after=round(100 * one.left),
        mark=one.mark,
    )


def _graph(table: Table, turns: Sequence[JudgedTurn], found: _Found) -> Html:
    """Return the graph of the first player's chances after each turn."""
    t, voice = table.voice.t, table.voice
    points = []
    for one in turns:
        chances = one.left if one.seat == 0 else 1 - one.left
        percent = round(100 * chances)
        words = t(
            "mistakes.point",
            n=found.number(one),
            who=voice.name(one.seat),
            after=percent,
            mark=one.mark,
        )
        turn = found.of(one)[1]
        here = turn.end == table.session.position
        points.append(ChancePoint(f"look:{turn.number}", percent, one.mark, words.strip(), here))
    return chances_picture(points, t("mistakes.graph", who=voice.name(0)))
