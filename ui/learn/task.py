"""A table on which somebody has to do something: of a lesson, of an exercise.

Presses, refusals with their clause, tellings and whoever plays the other side are those of any
table. Left out is what belongs to a game that is played for its own sake: result, log, draws, its
review and the mistakes in it. A kind of task is a class of its own that says what stands above the
board and in the place of the tools (`said`), what its buttons do (`act:<kind>:<name>`, `act`), and
judges in `go_on`, which is called after everything that was done. Its session is kept nowhere:
`ui.learn.practice`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ui.table import layout
from ui.table.screen import TableScreen
from ui.words.html import Html
from ui.words.targets import Target

# What is pressed here besides the board and the task's own buttons.
COMMANDS = frozenset({"home", "rules", "settings", "keys", "turn", "back"})
LEFT_OUT = ("result", "graph", "log-head", "log", "notation", "away", "goal", "looking")


class TaskScreen(TableScreen):
    """`kind`: what its buttons are called by. `css`: beside `table`."""

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
        """What is drawn in place of the table's own slots."""
        return {}

    def acts(self) -> Mapping[str, Callable[[], None]]:
        """What the task's buttons do."""
        return {}

    def press(self, target: Target) -> None:
        word = target.word if target.kind == "act" else ""
        if word == self.kind:
            if (act := self.acts().get(target.subject)) is not None:
                act()
        elif word in COMMANDS or target.kind not in ("act", "look"):
            super().press(target)

    def ask(self, words: str) -> None:
        """What is to be done, in view and for those who listen."""
        self.table.controller.bring_into_view(".lesson-where")
        self.app.announce(words)

    def rewind(self, count: int = 0) -> None:
        """Takes back all but the first `count` events, and what was said of them."""
        self.session.rewind(count)
        table = self.table
        table.heard.skip()
        table.pointed = ()
        table.state.fresh()


def _cleared(drawn: dict[str, Html]) -> dict[str, Html]:
    """Without what is left out."""
    return {name: Html("") if name in LEFT_OUT else html for name, html in drawn.items()}
