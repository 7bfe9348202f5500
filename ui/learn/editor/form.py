"""Markup beside the board of the position editor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.editing import EditField, Fault, Tool, is_full, words_of
from engine.core.options import Option
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.games import game_info
from ui.learn.editor.draft import PositionDraft
from ui.render.pieces import figure, icon
from ui.words.frame import button, resting
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.options import value_words
from ui.words.paste import PasteField
from ui.words.targets import Target

MOST_NAMED = 8  # squares of a fault named in its sentence


class EditedPosition(NamedTuple):
    """What the current sheet looks like, and what is wrong with it."""

    fault: Fault | None
    scene: Scene


def frame(words: I18n) -> Html:
    """Return the empty slots beside the board."""

    def slot(name: str, **more: str) -> Html:
        return el("div", {"data-slot": name, "class": f"editor-{name}", **more})

    def fold(*names: str) -> Html:
        heading = el("summary", None, words.t(f"editor.{names[0]}"))
        return el("details", {"class": "editor-fold"}, heading, map(slot, names))

    return el(
        "div",
        {"class": "editor-side"},
        slot("fault", role="status"),
        slot("steps", **{"class": "editor-steps buttons"}),
        el("h2", {"class": "visually-hidden"}, words.t("editor.palette")),
        slot("palette", role="group", **{"aria-label": words.t("editor.palette")}),
        slot("fields"),
        fold("options"),
        fold("text", "paste"),
        el(
            "div",
            {"class": "editor-end"},
            el("p", {"class": "said", "role": "status", "data-slot": "said"}),
            slot("play", **{"class": "editor-play buttons"}),
        ),
    )


def fault(words: I18n, draft: PositionDraft, found: Fault | None) -> Html:
    """Say that the position is legal, or what is wrong with it, with the clause."""
    if found is None:
        key = "editor.over" if draft.over() else "editor.legal"
        return el("p", {"class": "editor-legal"}, words.t(key))
    label = next((field.label for field in draft.editor.fields if field.name == found.field), None)
    place = words.message(label) if label is not None else words.t("editor.board")
    why, where = words.message(found.message), ", ".join(found.squares[:MOST_NAMED])
    if where:
        place = words.t("editor.fault.at", place=place, squares=where)
    sentence = words.t("editor.fault", place=place, why=why.strip())
    return el("p", {"class": "problem"}, resting(words.t, sentence, found.message.clause))


# -- the palette ----------------------------------------------------------------------------------


def palette(words: I18n, draft: PositionDraft, held: Target) -> Html:
    """Draw the tools: the pieces of each side in a row, then ground, marks and the eraser."""
    sides = sorted({tool.side for tool in draft.editor.tools if tool.side >= 0})
    rows = [[tool for tool in draft.editor.tools if tool.side == side] for side in sides]
    rest = [_tool(words, draft, tool, held) for tool in draft.editor.tools if tool.side < 0]
    erase = _press(Target("kind", "erase"), words.t("editor.erase"), Html("✕"), held)
    return join(
        (
            el("div", {"class": "palette-row"}, [_tool(words, draft, t, held) for t in row])
            for row in rows
        ),
        el("div", {"class": "palette-row"}, rest, erase),
    )


def _tool(words: I18n, draft: PositionDraft, tool: Tool, held: Target) -> Html:
    label = words.message(tool.label)
    if tool.sign or not tool.glyph:
        picture = el("span", {"class": "palette-sign"}, tool.letter or label)
    elif tool.side >= 0:
        drawn = figure(draft.game_id, tool.glyph, tool.letter, tool.side)
        look = {"class": "board still sample", "viewBox": "-52 -52 104 104", "aria-hidden": "true"}
        piece = el("g", {"class": f"piece side{tool.side}"}, drawn)
        picture = el("svg", {**look, "style": "--units:100"}, piece)
    else:
        picture = icon(draft.game_id, tool.glyph, tool.letter, -1)
    return _press(Target("kind", tool.name), label, picture, held)


def _press(target: Target, label: str, picture: Html, held: Target) -> Html:
    return el(
        "button",
        {
            "type": "button",
            "class": "palette-tool",
            "data-target": target,
            "data-drag": "true",
            "aria-pressed": "true" if target == held else "false",
            "aria-label": label,
            "title": label,
        },
        picture,
    )


# -- buttons --------------------------------------------------------------------------------------


def steps(words: I18n, draft: PositionDraft, beside: bool = False) -> Html:
    """Draw the buttons that change the whole position. `beside`: another tab has edited one."""
    none = words.t("editor.no_step")
    return join(
        button("act:undo", words.t("editor.undo"), "quiet", "" if draft.can_undo() else none),
        button("act:redo", words.t("editor.redo"), "quiet", "" if draft.can_redo() else none),
        button("act:begin", words.t("editor.begin"), "quiet"),
        button("act:empty", words.t("editor.empty"), "quiet"),
        button("act:flip", words.t("editor.flip"), "quiet"),
        button("act:other", words.t("editor.other"), "quiet") if beside else None,
    )


def play(words: I18n, draft: PositionDraft, found: Fault | None) -> Html:
    """Draw the ways to go on from here; unavailable while the position is not legal."""
    why = words.t("editor.mend") if found is not None else ""
    far = draft.can_go_far()
    over = "" if why or not draft.over() else words.t("editor.over")
    return join(
        button("act:computer", words.t("editor.computer"), "primary", why or over),
        button("act:together", words.t("editor.together"), "", why or over),
        button("act:away", words.t("editor.away")) if far else None,
        button("act:study", words.t("editor.study"), "", why),
        button("act:share", words.t("editor.share"), "", why),
        button("act:copy", words.t("editor.copy"), "", why),
    )


def text_part(words: I18n, draft: PositionDraft) -> Html:
    """Draw the read-only field with the position as text, for copying."""
    return join(
        el(
            "label",
            {"class": "field"},
            el("span", None, words.t("editor.text.now")),
            el("input", {"type": "text", "readonly": True, "value": draft.text()}),
        ),
    )


def paste_part(words: I18n, pasted: PasteField) -> Html:
    """Draw the field for another position."""
    label = words.t("editor.paste")
    return join(
        el(
            "div",
            {"class": "field"},
            el("span", {"aria-hidden": "true"}, label),
            pasted.draw(words, 2, aria_label=label),
        ),
        el("div", {"class": "buttons"}, button("act:open", words.t("editor.read"))),
    )


# -- fields and options ---------------------------------------------------------------------------


def fields(words: I18n, draft: PositionDraft) -> Html:
    return join(_field(words, one, draft.sheet.value(one.name)) for one in _offered(draft))


def _offered(draft: PositionDraft) -> list[EditField]:
    """Return the fields in which there is something to choose."""
    return [
        field
        for field in draft.editor.fields
        if field.kind != "choice"
        or len(field.choices) > 1
        or draft.sheet.value(field.name) != field.choices[0][0]
    ]


def _field(words: I18n, field: EditField, value: str) -> Html:
    label, name = words.message(field.label), f"row:{field.name}"
    if field.kind == "choice":
        return _labelled(label, _select(words, name, field.choices, value))
    if field.kind == "set":
        return _group(label, _set(words, field, value))
    if field.kind == "bag":
        return _group(label, _bag(words, field, value))
    more = (
        {"inputmode": "numeric", "size": 5} if field.kind == "number" else {"spellcheck": "false"}
    )
    box = {"type": "text", "data-field": name, "value": value, "autocomplete": "off", **more}
    return _labelled(label, el("input", box))


def _labelled(label: str, control: Html) -> Html:
    return el("label", {"class": "field editor-field"}, el("span", None, label), control)


def _group(label: str, content: object) -> Html:
    row = el("div", {"class": "editor-words"}, content)
    return el("fieldset", {"class": "editor-group"}, el("legend", None, label), row)


def _select(words: I18n, name: str, choices: Iterable[tuple[str, Message]], value: str) -> Html:
    """Return a select box; a value that is none of the choices is one more."""
    shown = [(one, words.message(label)) for one, label in choices]
    if value not in [one for one, _ in shown]:
        shown.append((value, words.t("editor.as_it_is", value=value)))
    options = [el("option", {"value": one, "selected": one == value}, text) for one, text in shown]
    return el("select", {"data-field": name, "autocomplete": "off"}, options)


def _set(words: I18n, field: EditField, value: str) -> list[Html]:
    """Return a button for each word of a set, pressed if it is in it."""
    have = words_of(field, value)
    return [
        button(
            f"row:{field.name}:{word}",
            words.message(label),
            "quiet",
            aria_pressed="true" if word in have else "false",
        )
        for word, label in field.choices
    ]


def _bag(words: I18n, field: EditField, value: str) -> list[Html]:
    """Return for each word of a bag its number between two buttons."""
    have = words_of(field, value)
    out = []
    for word, label in field.choices:
        name, number = words.message(label), have.count(word)
        less, more = words.t("editor.less", what=name), words.t("editor.more", what=name)
        none = "" if number else words.t("editor.none_left", what=name)
        full = words.t("editor.no_more", what=name) if is_full(field, value, word) else ""
        out.append(
            el(
                "span",
                {"class": "editor-count"},
                button(f"row:{field.name}:{word}-", "−", "quiet", none, aria_label=less),
                el("span", None, f"{name} {number}"),
                button(f"row:{field.name}:{word}+", "+", "quiet", full, aria_label=more),
            )
        )
    return out


def options(words: I18n, draft: PositionDraft) -> Html:
    info = game_info(draft.game_id)
    presets = [
        button(f"act:preset:{preset.id}", words.t(f"preset.{preset.id}"), "quiet")
        for preset in info.presets
    ]
    row = el("div", {"class": "editor-words editor-presets"}, presets) if presets else None
    return join(row, (_option(words, draft, option) for option in info.options))


def _option(words: I18n, draft: PositionDraft, option: Option) -> Html:
    label, now = words.t(f"option.{option.name}"), option.text(draft.options[option.name])
    if not option.values:
        box = {"type": "text", "data-field": f"opt:{option.name}", "value": now, "size": 5}
        return _labelled(label, el("input", {**box, "autocomplete": "off"}))
    known = [
        (option.text(value), Message("error.text", text=value_words(words, option.name, value)))
        for value in option.values
    ]
    return _labelled(label, _select(words, f"opt:{option.name}", known, now))
