"""A question about one square, shown beside that square: promotions, swaps and the like."""

from __future__ import annotations

from engine.core.scene import Choice
from ui.render.geometry import geometry
from ui.render.ground import place
from ui.render.pieces import figure
from ui.table.table import Table
from ui.words.html import Html, el
from ui.words.targets import Target


def slots(table: Table) -> dict[str, Html]:
    return {"asked": _panel(table, answers(table))}


def answers(table: Table) -> list[Choice]:
    """Return the possible answers to the question about the square that was pressed last.

    Empty unless every next step is a choice.
    """
    if table.plan is not None or table.state.question:
        return []
    walk = table.selection
    if not walk.prefix or not walk.prefix[-1].square:
        return []
    steps = walk.choices()
    found = [one for one in table.scene.choices if Target.parse(one.target) in steps]
    return found if len(found) == len(steps) else []


def _panel(table: Table, choices: list[Choice]) -> Html:
    """Draw the answers next to the square, on the side towards the middle of the board."""
    if not choices:
        return Html("")
    square = table.selection.prefix[-1].square
    x, y, half = place(geometry(table.scene.board, table.turned), square)
    seats, player = table.scene.seats, max(table.session.viewer, 0)
    side = seats[player] if seats else player
    return el(
        "div",
        {
            "class": "asked above" if y > 1 / 2 else "asked",
            "style": f"--x:{x:.4f};--y:{y:.4f};--half:{half:.4f}",
            "role": "group",
            "aria-label": table.voice.t("table.choices"),
        },
        [_answer(table, one, side, not number) for number, one in enumerate(choices)],
    )


def _answer(table: Table, choice: Choice, side: int, first: bool) -> Html:
    """Draw one answer as a button, with a picture if it has one; the first takes the focus."""
    hinted = Target.parse(choice.target) in table.hinted()
    label = table.voice.message(choice.label)
    picture = el(
        "svg",
        {"class": f"piece side{side}", "viewBox": "-52 -52 104 104", "aria-hidden": "true"},
        figure(table.game_id, choice.glyph, "", side),
    )
    return el(
        "button",
        {
            "type": "button",
            "class": "answer hinted" if hinted else "answer",
            "data-target": choice.target,
            "data-autofocus": first,
            "title": label,
        },
        picture if choice.glyph else None,
        el("span", None, label),
    )
