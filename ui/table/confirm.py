"""Confirming a move: it is shown on the board first, and played by a second press.

Until then nothing is stored, sent or told to anybody else.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.core.texts import Message
from ui.input.unplayed import Unplayed, binding
from ui.table import hints, speech
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el
from ui.words.targets import Target

# Commands that only change what is seen: the move goes on waiting.
_LOOKING = frozenset(
    {"keys", "settings", "rules", "turn", "legend", "full", "zen", "more", "told", "tab",
     "sounds", "log-words", "log-all", "warn-off"}
)  # fmt: skip


def asks(table: Table, path: Sequence[Target], action: Action) -> bool:
    """Return whether a decision has to be confirmed: by the setting, and if it is binding.

    Lessons and exercises never ask.
    """
    wanted = table.app.settings.confirm
    if wanted == "never" or table.task or (wanted == "far" and table.far is None):
        return False
    return binding(table.session, path, action)


def hold(table: Table, path: Sequence[Target], action: Action) -> None:
    """Show a move on the board and ask whether to play it."""
    table.state.unplayed = Unplayed(table.session, path, action)
    speech.say(table, "confirm.said", move=hints.way(table, path))


def take(table: Table) -> Action | None:
    """Return the waiting move and stop waiting; None if it can no longer be played."""
    held = _let_go(table)
    return None if held is None else held.action


def cancel(table: Table, _: str = "") -> None:
    """Take the waiting move off the board."""
    _let_go(table)
    speech.say(table, "confirm.cancelled")


def _let_go(table: Table) -> Unplayed | None:
    """Stop waiting and return what waited; the focus goes from its button back to the board."""
    held, table.state.unplayed = table.unplayed, None
    if held is not None and held.goal.square:
        table.app.view.focus(str(held.goal))
    return held


def answers(table: Table, target: Target) -> str:
    """Return what a press does with the waiting move: `confirm`, `cancel`, `leave` or "".

    `cancel` uses the press up; `leave` cancels the move and lets the press do its own work; empty:
    the move goes on waiting.
    """
    held = table.unplayed
    if held is None:
        return ""
    if target.kind != "act":
        if target.kind == "about":
            return ""
        return "confirm" if table.meant(target) == table.meant(held.goal) else "cancel"
    if target.word in ("confirm", "cancel"):
        return target.word
    if target.word == "undo":
        return "cancel"
    return "" if target.word in _LOOKING else "leave"


def question(table: Table, held: Unplayed) -> Html:
    """Draw the question before a move; the focus is on the button that plays it."""
    t, warned = table.voice.t, held.warning is not None
    if not held.asks:
        return Html("")
    ask = held.warning or Message("confirm.ask", move=hints.way(table, held.path))
    no = button("act:cancel", t("warn.no"), "primary", data_autofocus=True)
    return el(
        "div",
        {
            "class": "question confirm warned" if warned else "question confirm",
            "role": "group",
            "aria-labelledby": "question",
        },
        el("p", {"id": "question"}, table.voice.message(ask)),
        no if warned else button("act:confirm", t("confirm.yes"), "primary", data_autofocus=True),
        button("act:confirm", t("warn.yes"), "quiet") if warned else None,
        button("act:warn-off", t("warn.off"), "quiet") if warned else None,
        None if warned else button("act:cancel", t("confirm.no"), "quiet"),
    )
