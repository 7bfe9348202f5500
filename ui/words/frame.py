"""Markup shared by all screens: page header, buttons, form controls and ornaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from engine.core.texts import Param
from ui.words.brand import NAME
from ui.words.html import Html, el, join, text
from ui.words.i18n import I18n
from ui.words.names import COMPUTERS
from ui.words.targets import Target

Entry = tuple[str, str]  # (target, label)
HELD = 8  # characters of the last word that stay on the line of the clause button


class Wording(Protocol):
    """What a select box needs of a translator."""

    def t(self, key: str, /, **params: Param) -> str: ...

    def has(self, key: str) -> bool: ...


def page_header(
    words: I18n, where: str = "", entries: Sequence[Entry] = (), first: Html | None = None
) -> Html:
    """Return the page header: the wordmark (goes home), title `where` and menu `entries`, after
    what is `first` in the menu."""
    return el(
        "header",
        {"class": "top"},
        el(
            "button",
            {"type": "button", "class": "wordmark", "data-target": "act:home"},
            NAME,
        ),
        where and where != NAME and el("span", {"class": "where"}, where),
        el(
            "nav",
            {"class": "top-nav", "aria-label": words.t("frame.nav")},
            first,
            [button(target, label, "link") for target, label in entries],
        ),
    )


def button(
    target: Target | str, label: object, kind: str = "", why: str = "", **more: object
) -> Html:
    """Return a text button. `kind`: "" | "primary" | "danger" | "quiet"; a kind that contains
    "link" makes it look like a link. `more`: further attributes, "_" written as "-".

    `why`: the reason the button is unavailable. It is then `aria-disabled`, still focusable, and
    shows the reason as its title."""
    attributes: dict[str, object] = {
        "type": "button",
        "class": kind if "link" in kind else f"button {kind}".strip(),
        "data-target": target,
    }
    attributes.update({name.replace("_", "-"): value for name, value in more.items()})
    if why:
        attributes |= {"aria-disabled": "true", "title": why}
    return el("button", attributes, label)


def buttons(*found: object) -> Html:
    """Return a row of buttons."""
    return el("div", {"class": "buttons"}, *found)


def resting(t: Callable[..., str], sentence: str, rule: str) -> Html:
    """Return a sentence followed by a button to the rulebook clause `rule`; "" adds no button.

    The button does not wrap apart from the last `HELD` characters of the last word. The whole
    word is not kept with it: a player's name may be longer than a line."""
    if not rule:
        return text(sentence)
    label = t("table.why", rule=rule)
    named = {"aria_label": label, "title": label}
    link = button(f"act:rules:{rule}", f"§ {rule}", "clause link", **named)
    at = max(sentence.rfind(" ") + 1, len(sentence) - HELD)
    return join(sentence[:at], el("span", {"class": "unparted"}, sentence[at:], " ", link))


def hidden(words: object) -> Html:
    """Return text for screen readers only."""
    return el("span", {"class": "visually-hidden"}, " ", words)


def radios(
    group: str, legend: str, choices: Iterable[tuple[str, object]], chosen: str, target: str
) -> Html:
    """Return a fieldset of native radio buttons, which bring their own keyboard handling.

    `choices`: (value, label). `group` is the field's name; the target of a choice is
    `<target><value>`.
    """
    return el(
        "fieldset",
        {"class": "choice"},
        el("legend", None, legend),
        el(
            "div",
            {"class": "choice-row"},
            [
                el(
                    "label",
                    {"data-target": f"{target}{value}"},
                    el(
                        "input",
                        {
                            "type": "radio",
                            "name": group,
                            "value": value,
                            "data-field": group,
                            "checked": value == chosen,
                        },
                    ),
                    el("span", None, label),
                )
                for value, label in choices
            ],
        ),
    )


class Drawings:
    """Address of the sprite folder. `ui.main` sets it to the folder of the page's version."""

    folder = "./static/vendor/sprites/"


def number_field(field: str, label: str, least: int, most: int, value: str) -> Html:
    """Return a labelled field for a whole number between two bounds."""
    given = {
        "type": "number", "min": least, "max": most, "inputmode": "numeric",
        "data-field": field, "value": value,
    }  # fmt: skip
    return el("label", {"class": "field"}, el("span", None, label), el("input", given))


def glyph(game_id: str, name: str, css: str = "glyph") -> Html:
    """Return a drawing of a game's sprite as an ornament, hidden from screen readers."""
    address = f"{Drawings.folder}{game_id}.svg#{game_id}-{name}"
    return el(
        "svg",
        {"class": css, "viewBox": "0 0 512 512", "aria-hidden": "true", "focusable": "false"},
        el("use", {"href": address}),
    )


def seat_select(
    words: Wording, field: str, label: str, level: int, person: bool, who: str = "",
    attempt: int = 0,
) -> Html:  # fmt: skip
    """Return the select box for who plays a seat: the computer at one of its levels, or a person
    (0) if `person` allows it. `level` is the selected one.

    `who`: a name for that computer, if it needs one and the game has no faces. `attempt`: a number
    that changes to make the page reset the box to `level` after a choice was not accepted."""
    choices = [(computer, _computer(words, computer, who)) for computer in COMPUTERS]
    if person:
        choices.insert(0, (0, words.t("computer.seat.person")))
    return el(
        "select",
        {
            "data-field": field,
            "aria-label": label,
            "class": "seat-select",
            "autocomplete": "off",
            "data-attempt": attempt or None,
        },
        [el("option", {"value": one, "selected": one == level}, text) for one, text in choices],
    )


def _computer(words: Wording, level: int, who: str) -> str:
    """Return the choice of one level in a select box."""
    face, named = f"face.{level}", words.t(f"computer.level.{level}")
    if words.has(face):
        return words.t("computer.seat.face", name=words.t(face), level=named)
    return words.t("computer.seat.named" if who else "computer.seat.computer", who=who, level=named)
