"""A table where somebody is asked to do something: the strip with its sentence, and the screen.

For lessons and exercises alike. Whoever sets tasks

1. makes a session that nobody keeps: `ui.practice.practice(game_id, options, position)`;
2. shows a `TaskScreen` on it, and is its task: a `ui.table.seats.Task`. `asks` is the sentence
   above the board, `strip` the row below it (made by `strip` here, which says a verdict aloud
   through `say`), `consider` is called after everything that happens at the table, by hand or by
   itself, and `press` with what stands behind `act:task:` in a button;
3. begins anew by showing another `TaskScreen`: `controller.app.go(…)` is not needed, `replace`
   of this screen takes the next session and draws the table again.

Presses, keys, refusals with their clause, tellings and whoever plays the other side are those of
any table; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ui.frame import button
from ui.html import Html, el
from ui.session import Session
from ui.table.screen import TableScreen
from ui.table.seats import Task

if TYPE_CHECKING:
    from ui.app import App
    from ui.page import Requests

GOOD, BAD, PLAIN = "good", "bad", "plain"


class Verdict(NamedTuple):
    """What is said of what was done: `tone` one of GOOD, BAD, PLAIN."""

    tone: str
    words: str


class Act(NamedTuple):
    """A button of the strip: `act:task:<name>`."""

    name: str
    label: str
    kind: str = ""


def strip(progress: str, verdict: Verdict | None, acts: Sequence[Act]) -> Html:
    """How far one is, what is said of the last step, and the buttons; never empty, so that
    nothing below it moves."""
    return el(
        "div",
        {"class": "task", "role": "group", "aria-label": progress},
        el("p", {"class": "task-progress"}, progress),
        verdict and el("p", {"class": f"task-verdict {verdict.tone}"}, verdict.words),
        el(
            "div",
            {"class": "buttons"},
            [button(f"act:task:{act.name}", act.label, act.kind) for act in acts],
        ),
    )


class TaskScreen(TableScreen):
    """A table with a task. `address` names it, `heading` is its title; `kind` is a handle for
    style sheets and tests (`data-task`)."""

    def __init__(
        self, app: App, controller: Requests, session: Session, kind: str, address: str
    ) -> None:
        super().__init__(app, controller, session)
        self._controller, self._kind, self._address = controller, kind, address
        self.heading = self.table.game.info.title

    def set(self, task: Task) -> None:
        """Who judges what is done here."""
        self.table.task = task

    def say(self, verdict: Verdict) -> None:
        """For those who listen; the strip shows it."""
        self.app.announce(verdict.words)

    def title(self) -> str:
        return f"{self.heading} · Asedio"

    def fragment(self) -> str:
        return self._address

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-task": self._kind}
