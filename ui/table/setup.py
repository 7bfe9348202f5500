"""What can be done with a whole set-up: buttons, the library, and a field for one as text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Arrangement, NamedSetup
from ui.frame import button
from ui.html import Html, el, join
from ui.table.table import Table
from ui.table.voice import Voice


def slots(table: Table) -> dict[str, Html]:
    return {"library": _library(table)}


def buttons(table: Table, plan: Arrangement) -> Html:
    """In place of the choices of a game that is being played."""
    t, arrange = table.voice.t, table.arrange
    back = arrange.held.startswith("sq:")
    return join(
        button("act:ready", t("table.setup.ready"), "primary" if not plan.problems else ""),
        button("act:random", t("table.setup.random")),
        button("act:mirror", t("table.setup.mirror")) if table.model() else None,
        button("act:takeback", t("table.setup.back")) if back else None,
        button("act:clear", t("table.setup.clear"), "quiet") if arrange.draft else None,
    )


def _library(table: Table) -> Html:
    """Whole set-ups to start from, while an empty or finished one can be written down."""
    plan = table.plan
    if plan is None or not plan.allowed:
        return Html("")
    game, seen = table.game, table.session.observation()
    if not game.setup_text(seen, table.arrange.draft):
        return Html("")
    voice, named, mine = table.voice, game.setups(seen), table.mine()
    return join(_mine(voice, mine), _named(voice, named), _field(voice, table.state.attempt))


def _mine(voice: Voice, mine: Sequence[str]) -> Html:
    """The set-ups this browser keeps, and the way to keep one more."""
    kept = [
        button(f"act:mine:{number}", voice.t("table.setup.mine", n=number + 1), "quiet")
        for number in range(len(mine))
    ]
    keep = button("act:keep", voice.t("table.setup.keep"), "quiet")
    return el("div", {"class": "library-mine"}, keep, *kept)


def _named(voice: Voice, named: Sequence[NamedSetup]) -> Html | None:
    """The game's own library."""
    if not named:
        return None
    entries = [
        el(
            "li",
            None,
            button(f"act:named:{one.id}", voice.t(f"setup.{one.id}"), "link"),
            el("small", None, voice.t(f"setup.{one.id}.about")),
        )
        for one in named
    ]
    return el(
        "details",
        {"class": "library"},
        el("summary", None, voice.t("table.setup.library", n=len(named))),
        el("ul", {"role": "list"}, entries),
    )


def _field(voice: Voice, attempt: int) -> Html:
    """`attempt` changes when the field is to be empty again."""
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
