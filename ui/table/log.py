"""The log beside the board, its navigation, and the field for notation."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.telling import Telling
from ui.render.log import LogView, around, move_button
from ui.render.telling import lines
from ui.session.turns import Turn
from ui.table import letters, unavailable
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join

_ARROWS = {
    "first": "M14 4 6 10l8 6zM4 4v12",
    "prev": "M14 4 6 10l8 6z",
    "next": "m6 4 8 6-8 6z",
    "last": "m6 4 8 6-8 6zM16 4v12",
}


class LogPanel:
    """The log of a table in one language; caches the rows that stay the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._view = LogView()
        self._written: dict[int, tuple[Telling, Html]] = {}

    def slots(self) -> dict[str, Html]:
        return {
            "log-head": _head(self._table),
            "log": self._log(),
            "notation": _notation(self._table),
        }

    def _log(self) -> Html:
        table, session, t = self._table, self._table.session, self._table.voice.t
        turns, earlier = _turns(table)
        if not turns and not earlier:
            return el("p", {"class": "nothing"}, t("table.log.empty"))
        if table.app.settings.letters == "own":
            turns = [turn._replace(text=letters.shown(table, turn.text)) for turn in turns]
        more = [button("act:log-all", t("table.log.all"), "link")] if earlier else []
        shown = session.position
        setup = [_setup(table, turn, shown) for turn in turns if turn.setup and turn.actor >= 0]
        return self._view.draw(turns, shown, session.players, [*more, *setup], self._words(turns))

    def _words(self, turns: Sequence[Turn]) -> dict[int, Html] | None:
        """Return the sentences of each turn by number, as far as they are ready.

        None if the settings ask for notation.
        """
        if self._table.app.settings.log != "words":
            return None
        known = zip(turns, self._table.chronicle.of(turns), strict=True)
        return {turn.number: self._lines(turn, telling) for turn, telling in known}

    def _lines(self, turn: Turn, telling: Telling) -> Html:
        """Return the sentences of a turn, from the cache while its telling is the same."""
        kept = self._written.get(turn.number)
        if kept is None or kept[0] is not telling:
            kept = (telling, lines(telling, self._table.voice.message))
            self._written[turn.number] = kept
        return kept[1]


def _turns(table: Table) -> tuple[Sequence[Turn], bool]:
    """Return the turns to draw, and whether there are more.

    In a long game these are the turns around the position on the board, unless the whole log was
    asked for.
    """
    session = table.session
    turns, earlier = session.log(), session.history.earlier()
    if table.state.whole_log and not earlier:
        return turns, False
    near = around(turns, session.turns_shown())
    return near, earlier or len(near) < len(turns)


def _setup(table: Table, turn: Turn, shown: int) -> Html:
    words = table.voice.t("table.log.setup", who=table.voice.name(turn.actor))
    return el("p", {"class": "log-setup"}, move_button(turn, words, shown))


def _head(table: Table) -> Html:
    arrows = [_arrow(table, name) for name in _ARROWS]
    worded = table.app.settings.log == "words"
    words = table.voice.t("table.log.notation" if worded else "table.log.words")
    return join(
        el("h2", None, table.voice.t("table.log")),
        button("act:log-words", words, "link"),
        el("div", {"class": "log-nav"}, arrows),
    )


def _arrow(table: Table, name: str) -> Html:
    label = table.voice.t(f"table.log.{name}")
    picture = el(
        "svg", {"viewBox": "0 0 20 20", "aria-hidden": "true"}, el("path", {"d": _ARROWS[name]})
    )
    why = unavailable.words(table, f"log-{name}")
    return button(f"act:log-{name}", picture, "icon-button", why, aria_label=label, title=label)


def _notation(table: Table) -> Html:
    """Draw the field for typed actions; empty when the seated player cannot play now."""
    session, t = table.session, table.voice.t
    if table.mode != "play" or session.over or not session.live or not session.answering:
        return Html("")
    field = {
        "type": "text",
        "data-field": "notation",
        "aria-label": t("table.notation"),
        "placeholder": t("table.notation"),
        "spellcheck": "false",
        "autocapitalize": "off",
    }
    submit = {"type": "submit", "class": "button", "data-target": "act:enter"}
    return el(
        "form",
        # a new `attempt` empties the field
        {"class": "notation", "autocomplete": "off", "data-attempt": table.state.attempt},
        el("input", field),
        el("button", submit, t("table.notation.play")),
    )
