"""The buttons of a table: choices of the position, the tool row, and questions before an action."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.core.scene import Choice
from ui.render.pieces import icon
from ui.session.seats import Seat, people
from ui.table import confirm, flag_map, hints, setup, sketches, unavailable
from ui.table.square_question import answers
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.frame import button, hidden, seat_select
from ui.words.html import Html, el, join
from ui.words.targets import Target


def choices(table: Table) -> dict[str, Html]:
    """Return the slot of the buttons that the position asks for."""
    return {"choices": _choices(table)}


def slots(table: Table) -> dict[str, Html]:
    """Return the slot of the tool row."""
    return {"tools": _tools(table)}


# -- choices of the position ---------------------------------------------------------------------


def _choices(table: Table) -> Html:
    plan, session = table.plan, table.session
    if plan is not None:
        return setup.buttons(table, plan)
    if table.state.question:
        asked = question(
            table.voice, table.state.question, max(session.viewer, 0), session.seating.seats,
            ("", "") if table.far is None
            else (table.far.offering("draw"), table.far.offering("sure")),
        )  # fmt: skip
        return join(asked, *_answers(table))  # not drawn: they say that it takes their place
    if (held := table.unplayed) is not None:
        return confirm.question(table, held)
    return join(*_answers(table))


def _answers(table: Table) -> list[Html | None]:
    """Return the buttons of the scene that may be pressed."""
    can = table.can()
    found = [choice for choice in table.scene.choices if Target.parse(choice.target) in can]
    back = bool(found) and _has_card(table)
    found = [] if answers(table) else found  # then drawn beside the square
    drawn: list[Html | None] = [_choice(table, one) for one in found]
    return [*drawn, button("act:back", table.voice.t("table.back"), "quiet") if back else None]


def _has_card(table: Table) -> bool:
    """Return whether a card is selected, whose buttons all stand together."""
    prefix = table.selection.prefix
    return bool(prefix) and prefix[0].kind == "card"


def _choice(table: Table, choice: Choice) -> Html:
    tone = "" if choice.tone == "plain" or not _at_hand(table, choice) else choice.tone
    picture = icon(table.game_id, choice.glyph, "", -1) if choice.glyph else None
    label = join(picture, table.voice.message(choice.label))
    if Target.parse(choice.target) not in table.hinted():
        return button(choice.target, label, tone)
    mark = table.voice.t("computer.hint.mark")
    return button(choice.target, join(label, hidden(mark)), f"{tone} hinted".strip())


def _at_hand(table: Table, choice: Choice) -> bool:
    """Return whether a button may be drawn in its strong tone.

    It may if it continues the selection or if only buttons are left; ending a turn early is not
    emphasized.
    """
    walk = table.selection
    if walk.prefix:
        return Target.parse(choice.target) in walk.choices()
    return choice.tone != "primary" or all(one.kind == "btn" for one in walk.starts())


# -- tools ---------------------------------------------------------------------------------------


def _tools(table: Table) -> Html:
    session = table.session
    if session.reading:
        return board_tools(table)
    setting_up = table.plan is not None
    mine = session.viewer == session.decider
    paused = table.computer is not None and table.computer.paused
    together = all(seat.here for seat in session.seating.seats)
    thinking = session.awaited is not None and session.levels[session.awaited] > 0
    return tools(
        table.voice,
        Tools(
            refused={name: unavailable.words(table, name) for name in _REFUSED},
            resign=session.can_resign(session.viewer),
            draw=session.can_draw() and not setting_up and (mine or together),
            flag=flag_map.drawable(table),
            why=hints.explicable(table) is not None,
            hint=mine and not setting_up and not session.agreed.suspended and _hints(table),
            draw_label="" if table.far is None else table.far.offering("draw"),
            hurry=thinking and not paused,
            watch=not session.over and sum(level > 0 for level in session.levels) > 1,
            paused=paused,
            levels=() if session.over else session.levels,
            board=_board(table),
            sketching=table.state.sketch.on,
            more=table.state.more,
            attempt=table.state.attempt,
            cancel=_cancels(table),
        ),
    )


def _cancels(table: Table) -> bool:
    """Return whether something on the board or in the shop is selected."""
    asked = table.plan is not None or table.state.question or table.unplayed is not None
    walk = table.selection
    return not asked and walk.prefix != walk.given and not _has_card(table)


def board_tools(table: Table) -> Html:
    """Return the tool row where no game is played: turn the board, draw on it, and the like."""
    board, sketch = _board(table), table.state.sketch.on
    return tools(
        table.voice, Tools(undo=False, board=board, sketching=sketch, more=table.state.more)
    )


def _hints(table: Table) -> bool:
    return table.far is None or table.far.may_hint()


_REFUSED = ("undo", "hint", "draw", "resign")


class Tools(NamedTuple):
    """What the tool row shows.

    `undo`: False where nothing is ever played. `cancel`: putting down what is selected takes its
    place, where it moves no other button. `refused`: by button, why it can do nothing now;
    such a button is drawn greyed. `watch`: computers may be paused and stepped. `levels`: by
    player, 0 a person. `board`: names of the board tools. `sketching`: the sketching tool is on.
    `draw_label`: whom the draw is offered to, at a far table.
    `more`: the rest of the tools is shown.
    `attempt`: a new value resets the fields.
    """

    undo: bool = True
    refused: Mapping[str, str] = MappingProxyType({})
    resign: bool = False
    draw: bool = False
    hint: bool = False
    why: bool = False
    flag: bool = False
    hurry: bool = False
    watch: bool = False
    paused: bool = False
    levels: tuple[int, ...] = ()
    board: tuple[str, ...] = ()
    sketching: bool = False
    more: bool = False
    attempt: int = 0
    draw_label: str = ""
    cancel: bool = False


def tools(voice: Voice, can: Tools) -> Html:
    """Draw the tools: the most used ones, and the rest, which a phone shows when asked."""
    t = voice.t
    levels = [(player, level) for player, level in enumerate(can.levels) if level]
    often = [name for name in can.board if name not in _RARE]
    rest = join(
        _tool(voice, can, "why", "quiet") if can.why else None,  # a phone's; see `ui.table.log`
        _tool(voice, can, "flag", "quiet") if can.flag else None,
        _tool(voice, can, "draw", "quiet") if can.draw else None,
        _tool(voice, can, "resign", "quiet") if can.resign else None,
        [_board_tool(voice, can, name) for name in can.board if name in _RARE],
        [_level(voice, player, level, can.attempt) for player, level in levels],
    )
    more = button(
        "act:more",
        join(_picture("more"), el("span", None, t("bar.more"))),
        "tool more",
        aria_label=t("bar.more"),
        title=t("bar.more"),
        aria_expanded="true" if can.more else "false",
    )
    return join(
        _watching(voice, can) if can.watch else None,
        _tool(voice, can, "back" if can.cancel else "undo") if can.cancel or can.undo else None,
        _tool(voice, can, "hint") if can.hint else None,
        button("act:hurry", _named("hurry", t("computer.hurry")), "tool") if can.hurry else None,
        [_board_tool(voice, can, name) for name in often],
        more if rest else None,
        el("div", {"class": "tools-more"}, rest) if rest else None,
    )


# Icons of the tools: SVG paths on a 20 × 20 grid.
_DRAWN = {
    "turn": "M4 10a6 6 0 0 1 10.5-4M16 10a6 6 0 0 1-10.5 4M15 2v4h-4M5 18v-4h4",
    "sketch": "M3 17l1-4L14 3l3 3L7 16zM12 5l3 3",
    "wipe": "M4 13 11 5l5 4.5L10 16H7zM9 16h8",
    "legend": "M7 7.5a3 3 0 1 1 4.5 2.6C10.3 10.8 10 11.4 10 12.5M10 15.5v.01",
    "zen": "M10 6a4 4 0 1 0 .01 0M3 3l2 2M17 3l-2 2M3 17l2-2M17 17l-2-2",
    "full": "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
    "undo": "M7 4 3 8l4 4M3 8h9a5 5 0 0 1 0 10H8",
    "back": "M5 5l10 10M15 5 5 15",
    "hint": "M7 14a5.5 5.5 0 1 1 6 0v2H7zM8 18.5h4",
    "clock": "M7 4v12M13 4v12",
    "hurry": "m4 5 6 5-6 5zM11 5l6 5-6 5z",
    "draw": "M3 8h14M3 12h14",
    "resign": "M5 18V3M5 4h10l-3 3 3 3H5",
    "why": "M3 4h14v9H9l-4 4v-4H3zM10 6v3M10 11v.01",
    "flag": "M5 18V3M5 4h10l-3 3 3 3H5M11 14.5a2 2 0 1 1 2.6 2M13.5 19v.01",
    "more": "M4 10h.01M10 10h.01M16 10h.01",
}
_BOARD = ("clock", "turn", "legend", "sketch", "wipe", "zen", "full")
_RARE = ("sketch", "wipe", "zen", "full")
_WORDS = {"undo": "table.undo", "back": "table.back", "hint": "computer.hint", "draw": "table.draw",
          "resign": "table.resign", "why": "played.ask",
          "flag": "flag.tool"}  # fmt: skip


def _picture(name: str) -> Html:
    strokes = {"viewBox": "0 0 20 20", "aria-hidden": "true"}
    return el("svg", strokes, el("path", {"d": _DRAWN[name]}))


def _named(name: str, words: str) -> Html:
    return join(_picture(name), el("span", None, words))


def _tool(voice: Voice, can: Tools, name: str, css: str = "") -> Html:
    """Draw a tool that concerns the game: its short name, and on a phone an icon above it."""
    label, short = voice.t(_WORDS[name]), f"bar.{name}"
    label = (name == "draw" and can.draw_label) or label
    drawn = _named(name, voice.t(short) if voice.has(short) else label)
    whole = label if voice.has(short) else None
    why = can.refused.get(name, "")
    return button(f"act:{name}", drawn, f"tool {css}".strip(), why, aria_label=whole)


def _board(table: Table) -> tuple[str, ...]:
    """Return the names of the tools that concern the board and not the game."""
    drawn = table.state.sketch.strokes(sketches.position(table))
    timed = table.session.clock is not None and not table.session.over and table.plan is None
    can = {
        "clock": timed, "wipe": bool(drawn), "zen": not table.task,
        "full": table.app.page.can_fill(),
    }  # fmt: skip
    return tuple(name for name in _BOARD if can.get(name, True))


def _board_tool(voice: Voice, can: Tools, name: str) -> Html:
    """Draw a tool that concerns the board: an icon, and on a phone its short name below it."""
    label = voice.t(f"tool.{name}")
    drawn = join(_picture(name), el("span", {"aria-hidden": "true"}, voice.t(f"bar.{name}")))
    pressed = ("true" if can.sketching else "false") if name == "sketch" else None
    return button(
        f"act:{name}", drawn, "tool icon-tool", aria_label=label, title=label, aria_pressed=pressed
    )


def _watching(voice: Voice, can: Tools) -> Html:
    t = voice.t
    if not can.paused:
        return button("act:pause", t("computer.pause"))
    return join(
        button("act:resume", t("computer.resume"), "primary"),
        button("act:step", t("computer.step")),
    )


def _level(voice: Voice, player: int, level: int, attempt: int) -> Html:
    """Draw the field for a computer's level, which may change at any time."""
    who = voice.name(player)
    label = voice.t("computer.level", who=who)
    return seat_select(voice, f"level{player}", label, level, False, who, attempt)


def question(
    voice: Voice, ask: str, player: int, seats: tuple[Seat, ...],
    far: tuple[str, str] = ("", ""),
) -> Html:  # fmt: skip
    """Draw the question before resigning or a draw, with the focus on the harmless answer.
    `far`: label and question of an offer to a far player.

    Only people at this device are asked here; computers and far players are asked afterwards.
    """
    others = [one for one in people(seats) if one != player]
    who = voice.name(player)
    rival = voice.name(others[0]) if others else ""
    yes, words, no = f"table.{ask}.yes", "table.resign.sure", "table.no"
    if ask == "draw":
        words, no = "table.draw.asked", "table.draw.no"
        if not others:
            yes, words = "computer.draw.offer", "computer.draw.sure"
            rival = ", ".join(voice.name(one) for one in range(len(seats)) if one != player)
        elif len(others) > 1:
            yes, words = "table.draw.all.yes", "table.draw.all"
    label, said = far if ask == "draw" else ("", "")
    return el(
        "div",
        {"class": "question", "role": "group", "aria-labelledby": "question"},
        el("p", {"id": "question"}, said or voice.t(words, who=who, rival=rival)),
        button(
            f"act:{ask}-yes",
            label or voice.t(yes, who=who, rival=rival),
            "danger" if ask == "resign" else "primary",
        ),
        button("act:no", voice.t(no), "quiet", data_autofocus=True),
    )
