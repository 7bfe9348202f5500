"""What every screen has around it: the line at the top, and the parts of a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ui.words.html import Html, el, join, text
from ui.words.i18n import I18n
from ui.words.names import COMPUTERS
from ui.words.targets import Target

Entry = tuple[str, str]  # (target, words)
HELD = 8  # letters


def page_header(words: I18n, where: str = "", entries: Sequence[Entry] = ()) -> Html:
    """The wordmark, which leads home, the name of the place, and what can be done from here."""
    return el(
        "header",
        {"class": "top"},
        el(
            "button",
            {"type": "button", "class": "wordmark", "data-target": "act:home"},
            "Asedio",
        ),
        where and el("span", {"class": "where"}, where),
        el(
            "nav",
            {"class": "top-nav", "aria-label": words.t("frame.nav")},
            [button(target, label, "link") for target, label in entries],
        ),
    )


def button(
    target: Target | str, label: object, kind: str = "", why: str = "", **more: object
) -> Html:
    """A button with words. `kind`: "" | "primary" | "danger" | "quiet"; with "link" in
    it one that looks like a link. `why`: it can do nothing now, for this reason, which is its
    description and what a press on it is answered with."""
    attributes: dict[str, object] = {
        "type": "button",
        "class": kind if "link" in kind else f"button {kind}".strip(),
        "data-target": target,
    }
    attributes.update({name.replace("_", "-"): value for name, value in more.items()})
    if why:
        attributes |= {"aria-disabled": "true", "title": why}
    return el("button", attributes, label)


def resting(t: Callable[..., str], sentence: str, rule: str) -> Html:
    """A sentence with the way to the clause that it rests on, if there is one: the button stays
    with the last word, of which no more is held than fits any line: it may be a name."""
    if not rule:
        return text(sentence)
    label = t("table.why", rule=rule)
    named = {"aria_label": label, "title": label}
    link = button(f"act:rules:{rule}", f"§ {rule}", "clause link", **named)
    at = max(sentence.rfind(" ") + 1, len(sentence) - HELD)
    return join(sentence[:at], el("span", {"class": "unparted"}, sentence[at:], " ", link))


def hidden(words: object) -> Html:
    """Words for those who do not see a mark."""
    return el("span", {"class": "visually-hidden"}, " ", words)


def radios(
    group: str, legend: str, choices: Iterable[tuple[str, str]], chosen: str, target: str
) -> Html:
    """One choice out of a few, as native radio buttons: the keyboard already knows them.

    `group` is the field's name; the target of a choice is `<target><value>`.
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
    """Where the sprites lie: `ui.main` tells the folder of the page's version."""

    folder = "./static/vendor/sprites/"


def glyph(game_id: str, name: str, css: str = "glyph") -> Html:
    """A drawing of a game's sprite as an ornament; words stand beside it."""
    address = f"{Drawings.folder}{game_id}.svg#{game_id}-{name}"
    return el(
        "svg",
        {"class": css, "viewBox": "0 0 512 512", "aria-hidden": "true", "focusable": "false"},
        el("use", {"href": address}),
    )


def seat_select(
    t: Callable[..., str], field: str, label: str, level: int, person: bool, who: str = "",
    attempt: int = 0,
) -> Html:  # fmt: skip
    """Who sits there: a person, or the computer at one of its levels. `who`: what that computer
    is called; `attempt` changes when the field is to show again what it showed before."""
    key = "computer.seat.named" if who else "computer.seat.computer"
    choices = [(one, t(key, who=who, level=t(f"computer.level.{one}"))) for one in COMPUTERS]
    if person:
        choices.insert(0, (0, t("computer.seat.person")))
    return el(
        "select",
        {
            "data-field": field,
            "aria-label": label,
            "class": "seat-select",
            "autocomplete": "off",
            "data-attempt": attempt or None,
        },
        [el("option", {"value": one, "selected": one == level}, words) for one, words in choices],
    )
