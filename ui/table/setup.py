"""Whole set-ups: the buttons, the library, and the field for a set-up as text."""

from __future__ import annotations

from engine.core.contract import Arrangement
from ui.render.thumbnail import thumbnail
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target


def buttons(table: Table, plan: Arrangement) -> Html:
    """Draw the buttons of the set-up phase, which replace the choices of play."""
    t, arrange = table.voice.t, table.arrange
    back = bool(arrange.held.square)
    missing = table.voice.message(plan.problems[0]) if plan.problems else ""
    ready = button("act:ready", t("table.setup.ready"), "" if missing else "primary", missing)
    if table.session.agreed.prepared:
        ready = button("act:unready", t("table.setup.unready"))
    return join(
        ready,
        button("act:random", t("table.setup.random")),
        button("act:mirror", t("table.setup.mirror")) if table.model() else None,
        button("act:takeback", t("table.setup.back")) if back else None,
        button("act:clear", t("table.setup.clear"), "quiet") if arrange.draft else None,
    )


class Library:
    """Whole set-ups to start from, each with a thumbnail; caches what it has drawn."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._drawn: dict[tuple[int, bool], Html | None] = {}

    def slots(self) -> dict[str, Html]:
        return {"library": self._library()}

    def _library(self) -> Html:
        """Draw the library; empty outside set-ups and while the draft cannot be written as text."""
        table = self._table
        plan = table.plan
        if plan is None or not plan.allowed:
            return Html("")
        if not table.game.setup_text(table.arrange.position, table.arrange.draft):
            return Html("")
        key = (table.session.viewer, table.turned)
        if key not in self._drawn:
            self._drawn[key] = self._entries(plan)
        field = _field(table.voice, table.state.attempt)
        return join(self._mine(), self._drawn[key], field)

    def _mine(self) -> Html:
        """Draw the set-ups stored in this browser and the button that stores the current one."""
        t = self._table.voice.t
        kept = [
            button(f"act:mine:{number}", t("table.setup.mine", n=number + 1), "quiet")
            for number in range(len(self._table.mine()))
        ]
        return el(
            "div",
            {"class": "library-mine"},
            button("act:keep", t("table.setup.keep"), "quiet"),
            *kept,
            button("act:fared", t("table.setup.fared"), "quiet"),
        )

    def _entries(self, plan: Arrangement) -> Html | None:
        """Draw the game's own library; None if it has none."""
        table, t = self._table, self._table.voice.t
        named = table.game.setups(table.arrange.position)
        if not named:
            return None
        letters = letters_of(table, plan)
        entries = [
            el(
                "li",
                None,
                button(
                    f"act:named:{one.id}",
                    join(
                        thumbnail(plan.scene.board, table.turned, plan.side, one.draft, letters),
                        t(f"setup.{one.id}"),
                    ),
                    "link",
                ),
                el("small", None, t(f"setup.{one.id}.about")),
            )
            for one in named
        ]
        return el(
            "details",
            {"class": "library"},
            el("summary", None, t("table.setup.library", n=len(named))),
            el("ul", {"role": "list"}, entries),
        )


def letters_of(table: Table, plan: Arrangement) -> dict[str, str]:
    """Return the letter of each kind of piece that a set-up has."""
    letters = {Target.parse(item.target).name: item.letter for item in plan.tray}
    return letters | {table.arrange.kind_at(one.square): one.letter for one in plan.scene.pieces}


def _field(voice: Voice, attempt: int) -> Html:
    """Draw the field for a set-up as text; a new `attempt` empties it."""
    label = voice.t("table.setup.text")
    return el(
        "form",
        {"class": "notation", "autocomplete": "off", "data-attempt": attempt},
        el(
            "input",
            {
                "type": "text",
                "data-field": "setup",
                "aria-label": label,
                "placeholder": label,
                "spellcheck": "false",
                "autocapitalize": "off",
            },
        ),
        el(
            "button",
            {"type": "submit", "class": "button", "data-target": "act:load"},
            voice.t("table.setup.load"),
        ),
    )
