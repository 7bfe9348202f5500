"""Base of tables with a task: lessons and exercises.

Input, refusals with their clause, effects and opponents work as on any table. Result, log, draw
offers, review and mistakes are left out. A subclass provides what is shown above the board and in
place of the tools (`said`), the actions of its buttons (`acts`, pressed as `act:<kind>:<name>`),
and judges in `go_on`, which is called after every action. The session is not saved
(`ui.learn.practice`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ui.table import layout
from ui.table.screen import TableScreen
from ui.words.html import Html, el, join
from ui.words.targets import Target

# Commands available besides the board and the task's own buttons.
COMMANDS = frozenset({"home", "rules", "settings", "keys", "turn", "back"})
LEFT_OUT = ("result", "graph", "log-head", "log", "notation", "away", "goal", "looking")


class TaskScreen(TableScreen):
    """Table with a task.

    `kind`: prefix of its button targets. `css`: class beside `table`.
    """

    task = True
    kind = "task"
    css = "lesson"

    def layout(self) -> Html:
        return layout.layout(self.table, ("rules", "settings"), self.css)

    def _draw(self) -> dict[str, Html]:
        return {**_cleared(super()._draw()), **self.said()}

    def _draw_rest(self) -> dict[str, Html]:
        own = self.said()
        later = _cleared(super()._draw_rest())
        return {name: html for name, html in later.items() if name not in own}

    def said(self) -> dict[str, Html]:
        """Return the content of the slots that the task draws itself."""
        return {}

    def acts(self) -> Mapping[str, Callable[[], None]]:
        """Return the actions of the task's buttons by name."""
        return {}

    def press(self, target: Target) -> None:
        word = target.word if target.kind == "act" else ""
        if word == self.kind:
            if (act := self.acts().get(target.subject)) is not None:
                act()
        elif word in COMMANDS or target.kind not in ("act", "look"):
            super().press(target)

    def ask(self, words: str) -> None:
        """Announce the task and scroll it into view."""
        self.app.page.bring_into_view(".lesson-where")
        self.app.announce(words)

    def rewind(self, count: int = 0) -> None:
        """Take back all but the first `count` events and clear their messages."""
        self.session.rewind(count)
        table = self.table
        table.heard.skip()
        table.pointed = ()
        table.state.fresh()


def _cleared(drawn: dict[str, Html]) -> dict[str, Html]:
    """Return the slots with those of LEFT_OUT emptied."""
    return {name: Html("") if name in LEFT_OUT else html for name, html in drawn.items()}


def task(where: object, asked: str, passed: bool, now: Sequence[str] = ()) -> Html:
    """Return the text above the board: where this is, the task, and whose decision it is."""
    return join(
        el("p", {"class": "lesson-where"}, where),
        el("h1", {"class": "decision passed" if passed else "decision"}, asked),
        [el("p", {"class": "status"}, words) for words in now],
    )


def verdict(sentences: Sequence[str], more: Html | None = None) -> Html:
    """Return the verdict, shown below the buttons so that it does not move them; empty without
    sentences."""
    if not sentences:
        return Html("")
    first, *rest = sentences
    return el(
        "div",
        {"class": "exercise-verdict"},
        el("h2", None, first),
        [el("p", None, words) for words in rest],
        more,
    )
