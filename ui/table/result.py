"""The result of a game: the card with score and reason, and the game's own graph."""

from __future__ import annotations

from engine.core.contract import TABLE_VERBS
from engine.core.telling import Telling
from ui.render.graph import graph
from ui.render.pieces import shape
from ui.session.throws import Thrown
from ui.table import mistakes
from ui.table.addressing import is_you
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.faces import said
from ui.words.frame import button
from ui.words.html import Html, el

DECISIVE = 2  # number of happenings shown as decisive
_ON_BOARD = ("move", "place", "take", "turn", "shoot", "fight", "siege", "offer")


def slots(table: Table) -> dict[str, Html]:
    session = table.session
    drawn = _graph(table) if session.over or not session.live else Html("")
    return {"result": _result(table), "graph": drawn}


def moment(table: Table) -> Telling:
    """Return the last happenings on the board, which decided the game.

    Empty unless the final turn is shown, and when the game ended by resignation, agreement or time,
    or because a board was not proved.
    """
    session = table.session
    turns = session.log()
    if not session.over or not turns or session.turns_shown() < len(turns):
        return ()
    if session.unproved is not None:
        return ()
    if turns[-1].events[-1].action[0] in TABLE_VERBS:
        return ()
    told = session.history.telling_of(turns[-1])
    return tuple(one for one in told if one.squares and one.kind in _ON_BOARD)[-DECISIVE:]


def _graph(table: Table) -> Html:
    game, session, voice = table.game, table.session, table.voice
    if not game.graph([session.observation()]):
        return Html("")  # found out without replaying a long game
    seen, at = session.course()
    title = voice.t("table.graph")
    return graph(game.graph(seen), voice.message, voice.name, title, at)


def _result(table: Table) -> Html:
    outcome = table.session.outcome()
    if outcome is None:
        return Html("")
    winner, players, voice = outcome.winner, table.session.players, table.voice
    who = "" if winner is None else voice.name(winner)
    text = voice.t("table.result.won", who=who) if who else voice.t("table.result.draw")
    if winner is not None and is_you(table, winner):
        text = voice.t("table.result.you")
    if players > 2:  # no score, and more than one loser
        return _card(table, text, "", "")
    loser = voice.name(1 - winner) if winner is not None and players == 2 else ""
    key = f"table.reason.{outcome.reason}"
    why = voice.t(key, rival=loser) if voice.has(key) else ""
    return _card(table, text, outcome.score, why)


def _token(table: Table) -> Html | None:
    """Draw the outline of the winner's pieces in his colour; None for a draw."""
    outcome, seats = table.session.outcome(), table.scene.seats
    if outcome is None or outcome.winner is None:
        return None
    side = seats[outcome.winner] if seats else outcome.winner
    box = {"class": f"token side{side}", "viewBox": "-52 -52 104 104", "aria-hidden": "true"}
    return el("svg", box, shape(side))


def _luck(table: Table) -> Html | None:
    """Draw what was thrown beside what is expected, by player; None without such throws."""
    session, voice = table.session, table.voice
    rows = [] if table.task else table.throws.get((session.count, session.viewer))
    if not rows:
        return None
    seats = table.scene.seats or range(session.players)
    head = [el("th", {"scope": "col"}, voice.name(player)) for player in range(session.players)]
    body = [
        el(
            "tr",
            None,
            el("th", {"scope": "row"}, voice.message(row.what)),
            [
                el("td", None, el("b", None, row.got.get(side, 0)), _average(voice, row, side))
                for side in seats
            ],
        )
        for row in rows
    ]
    return el("table", {"class": "result-luck"}, el("tr", None, el("td", None, ""), head), body)


def _average(voice: Voice, row: Thrown, side: int) -> str:
    number = f"{row.expected.get(side, 0.0):.1f}"
    return f" ({number.replace('.', voice.t('number.point'))})"


def _card(table: Table, text: str, score: str, why: str) -> Html:
    t, told = table.voice.t, moment(table)
    far = table.far
    waits = far.awaits() if far is not None else None
    series = far.series() if far is not None else None
    bye = None if table.task else said(table.voice.has, table.session.levels, "bye")
    again = button("act:rematch", far.offering("again") if far else t("table.rematch"), "primary")
    return el(
        "div",
        {"class": "result-card", "role": "group", "aria-label": t("table.result")},
        el("p", {"class": "result-score"}, score) if score else None,
        el("h2", None, _token(table), text),
        el("p", None, why) if why else None,
        el("p", None, table.voice.message(series)) if series else None,
        el("p", {"class": "result-says"}, table.voice.message(bye)) if bye else None,
        el("p", {"class": "result-waits"}, table.voice.message(waits)) if waits else None,
        [el("p", {"class": "result-moment"}, table.voice.message(one.words)) for one in told],
        table.mistakes.story() if table.mistakes is not None else None,
        _luck(table),
        el(
            "div",
            {"class": "buttons"},
            None if table.session.reading or (far is not None and far.me < 0) else again,
            button("act:replay", t("result.replay")) if not table.task else None,
            mistakes.entry(table),
            button("act:share", t("frame.share")),
            button("act:home", t("table.home"), "quiet"),
        ),
    )
