"""How a game has ended, and what the game itself has to draw of its course."""

from __future__ import annotations

from engine.core.contract import TABLE_VERBS
from engine.core.telling import Telling
from ui.render.graph import graph
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el

DECISIVE = 2  # happenings that say what decided a game
_ON_BOARD = ("move", "place", "take", "turn", "shoot", "fight", "siege", "offer")


def slots(table: Table) -> dict[str, Html]:
    session = table.session
    drawn = _graph(table) if session.over or not session.live else Html("")
    return {"result": _result(table), "graph": drawn}


def moment(table: Table) -> Telling:
    """What decided the game: the last things that happened on the board, while the turn that ended
    it is the one that is looked at. Nothing where the end came from beside the board."""
    session = table.session
    turns = session.log()
    if not session.over or not turns or session.turns_shown() < len(turns):
        return ()
    if turns[-1].events[-1].action[0] in TABLE_VERBS:
        return ()
    told = session.history.telling_of(turns[-1])
    return tuple(one for one in told if one.squares and one.kind in _ON_BOARD)[-DECISIVE:]


def _graph(table: Table) -> Html:
    game, session, voice = table.game, table.session, table.voice
    if not game.graph([session.observation()]):
        return Html("")  # without playing a long game through to find out
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
    if players > 2:  # no score among several, and more than one has lost
        return _card(table, text, "", "")
    loser = voice.name(1 - winner) if winner is not None and players == 2 else ""
    key = f"table.reason.{outcome.reason}"
    why = voice.t(key, rival=loser) if voice.has(key) else ""
    return _card(table, text, outcome.score, why)


def _card(table: Table, text: str, score: str, why: str) -> Html:
    t, told = table.voice.t, moment(table)
    again = button("act:rematch", t("table.rematch"), "primary")
    return el(
        "div",
        {"class": "result-card", "role": "group", "aria-label": t("table.result")},
        el("p", {"class": "result-score"}, score) if score else None,
        el("h2", None, text),
        el("p", None, why) if why else None,
        [el("p", {"class": "result-moment"}, table.voice.message(one.words)) for one in told],
        el(
            "div",
            {"class": "buttons"},
            None if table.session.reading else again,
            button("act:share", t("frame.share")),
            button("act:home", t("table.home"), "quiet"),
        ),
    )
