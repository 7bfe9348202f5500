"""The texts above and below the board: prompt, status, goal, notice, and the bar above it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.texts import Message
from engine.match.view import side_name
from ui.shell import routes
from ui.table.addressing import to_reader
from ui.table.board import reach_labels
from ui.table.guide import guide
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.frame import button, resting
from ui.words.html import Html, el, join
from ui.words.targets import Target

NAMED = Target("about", "named")  # the description of the thing under the pointer


def notice(table: Table) -> Html:
    """Return the answer to the last input or else the description of the thing looked at."""
    return _notice(table) or _named(table)


def slots(table: Table) -> dict[str, Html]:
    """Return the prompt with its status lines and the seated player's goal."""
    return {
        "say": join(
            _sentence(table.voice, table.prompt(), status(table), guide(table)), _remark(table)
        ),
        "goal": _goal(table),
    }


def status(table: Table) -> Sequence[Message]:
    """Return the status lines: what agents are doing, and those of the scene or the set-up."""
    plan = table.plan
    laid = () if plan is None else plan.problems or (Message("table.setup.complete"),)
    if plan is not None and not table.early:
        return laid
    who = table.voice.name(table.session.decider)
    doing = [one for agent in table.agents() for one in agent.doing(who)]
    if plan is None:
        return (*doing, *(to_reader(table, one) for one in table.scene.status))
    if table.session.agreed.prepared:
        return (*doing, Message("table.setup.prepared"))
    return (Message("table.setup.early"), *laid)  # short: the tray follows on a phone


def _sentence(
    voice: Voice, message: Message, status: Sequence[Message], guided: Sequence[Message]
) -> Html:
    """Draw the prompt, the guide and the status lines."""
    more = " ".join(voice.message(one) for one in guided)
    return join(
        el("h1", {"class": "decision"}, voice.message(message)),
        el("p", {"class": "guide"}, more) if more else None,
        [el("p", {"class": "status"}, _said(voice, one)) for one in status],
    )


def _remark(table: Table) -> Html | None:
    """Draw what the computer's character says, with the button that ends all remarks."""
    if (remark := table.remark) is None:
        return None
    hush = button("act:hush", "×", "link hush", aria_label=remark.hush, title=remark.hush)
    return el("p", {"class": "status remark"}, remark.words, " ", hush)


def _goal(table: Table) -> Html:
    """Draw the seated player's goal and his progress; empty after the end or without a goal."""
    session = table.session
    goal = None if session.over else table.game.goal(session.observation(), session.viewer)
    if goal is None:
        return Html("")
    return el("p", {"class": "goal"}, _said(table.voice, goal))


def _notice(table: Table) -> Html:
    """Draw the answer to the last input, or the greeting; a refusal has a class of its own."""
    state = table.state
    message = state.notice or state.greeting
    if message is None:
        return Html("")
    css = "notice refused" if message == state.refused else "notice"
    box = {"class": css, "data-target": "act:seen"}  # a press closes it
    return el("p", box, _said(table.voice, message))


def _named(table: Table) -> Html:
    """Draw the description of the thing under the pointer and the labels of its reach.

    The labels stand here because on the board they would cover squares.
    """
    marked = [el("p", None, _said(table.voice, one)) for one in reach_labels(table)]
    if not table.state.named:
        return el("div", {"class": "notice named"}, marked) if marked else Html("")
    found, voice = routes.things.at(table, table.state.named), table.voice
    if not found:
        return Html("")
    box = {"class": "notice named", "data-target": NAMED}
    said = el("p", None, _said(voice, found[0].entry.about))
    return el("div", box, el("h2", None, found[0].title), said, marked)


def _said(voice: Voice, message: Message) -> Html:
    """Draw a sentence with a link to the rule it is based on."""
    return resting(voice.t, voice.message(message), message.clause)


def looking(table: Table) -> Html:
    """Draw the bar that says why the board does not simply show the current game.

    That is: a view, a game that another tab plays, or an earlier position.
    """
    session, t = table.session, table.voice.t
    if session.reading:  # says whose view this is
        who = table.voice.message(side_name(session.viewer))
        last = None if session.live else button("act:log-last", t("view.bar.last"), "primary")
        return _bar("looking-bar reading-bar", t("view.bar", who=who), last)
    if session.elsewhere:
        take = button("act:here", t("table.elsewhere.take"), "primary")
        return _bar("looking-bar reading-bar", t("table.elsewhere"), take)
    if session.live:
        return Html("")
    last = button("act:log-last", t("table.looking.back"), "primary")
    return _bar("looking-bar", t("table.looking"), last)


def _bar(css: str, words: str, way_out: Html | None) -> Html:
    return el("div", {"class": css, "role": "status"}, el("span", None, words), way_out)
