"""Markup of the home page, shared with the prerendered page: skeleton, cards, first slots."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from engine.core.info import GameInfo
from engine.games import list_games
from ui.home.cover import cover
from ui.home.links import host_links
from ui.home.setup_form import Setup
from ui.home.setup_html import setup_skeleton
from ui.words.frame import button, hidden, page_header
from ui.words.html import Html, el, join
from ui.words.i18n import LANGUAGE_NAMES, LANGUAGES, I18n
from ui.words.names import called
from ui.words.paste import PasteField

if TYPE_CHECKING:
    from ui.saves.store import Summary

Slot = Callable[..., Html]


def home_layout(
    words: I18n,
    slots: dict[str, Html] | None = None,
    setup: Setup | None = None,
    played: bool = False,
) -> Html:
    """Return the skeleton of the page.

    `slots`: content to prefill, for the page before Python runs. `setup`: the
    form that is open in place of the cards. `played`: for somebody who has finished a game, with
    what comes next beside the games (ui/home/played.py).
    """
    filled = slots or {}

    def slot(tag: str, name: str, **attributes: object) -> Html:
        return el(tag, {**attributes, "data-slot": name}, filled.get(name))

    games = slot("ul", "cards", **{"class": "game-cards", "aria-label": words.t("home.games")})
    return join(
        page_header(
            words,
            entries=[("act:settings", words.t("frame.settings"))],
            first=join(
                button("act:saved", words.t("home.saved"), "link"),
                [_language(lang) for lang in LANGUAGES if lang != words.lang],
            ),
        ),
        el(
            "div",
            {"class": "home played" if played else "home"},
            _lead(words, slot, start=not played and setup is None),
            slot("section", "day", **{"class": "home-day"}) if played else None,
            games if setup is None else setup_skeleton(words, setup, slot),
            slot("section", "next", **{"class": "home-next"}) if played else None,
            el(
                "div",
                {"class": "home-more"},
                None if played else _day_part(words, slot),
                _tables_part(words),
                _bring_part(words, slot),
            ),
            _saved_part(words, slot),
            el(
                "p",
                None,
                button("act:studies", words.t("home.studies"), "link", data_boot_action=True),
                " · ",
                button("act:about", words.t("home.about"), "link", data_boot_action=True),
                host_links(words),
            ),
        ),
    )


def _language(lang: str) -> Html:
    """Return the button that changes to another language, in that language."""
    name = LANGUAGE_NAMES[lang]
    return button(f"act:language:{lang}", name, "link", lang=lang, data_boot_action=True)


def _lead(words: I18n, slot: Slot, start: bool) -> Html:
    """Return the introduction, in whose place the game that waits is shown later. `start`: say
    with which game to begin, if it is one of those here."""
    first = next((info for info in list_games() if info.first), None) if start else None
    return el(
        "div",
        {"class": "home-lead"},
        el(
            "div",
            {"class": "home-intro"},
            el("h1", None, words.t("home.headline")),
            el("p", {"class": "soft"}, words.t("home.quiet")),
            first and _start_here(words, first),
        ),
        slot("div", "waiting"),
        slot("div", "notices", **{"class": "notices"}),
    )


def _start_here(words: I18n, info: GameInfo) -> Html:
    """Return the line that leads a first visitor to the lessons of a game."""
    here = words.t("home.first", game=info.title)
    go = button(f"act:learn:{info.id}", here, "link inline", data_boot_action=True)
    return el("p", {"class": "home-first"}, go, " ", words.t("home.first.why"))


def line_part(target: str, heading: str, line: Html) -> Html:
    """Return a section that is pressed as a whole: heading and a line of text."""
    open_it = button(target, heading, "line-open link", data_boot_action=True)
    return el("section", {"class": "line-part"}, el("h2", None, open_it), line)


def _day_part(words: I18n, slot: Slot) -> Html:
    return line_part("act:day", words.t("home.day"), slot("p", "day"))


def _tables_part(words: I18n) -> Html:
    line = el("p", None, words.t("home.tables.line"))
    return line_part("act:tables", words.t("home.tables"), line)


def _saved_part(words: I18n, slot: Slot) -> Html:
    return el(
        "section",
        {"class": "saved"},
        el("h2", {"id": "saved"}, words.t("home.saved")),
        slot("div", "saved"),
    )


def _bring_part(words: I18n, slot: Slot) -> Html:
    return el(
        "section",
        {"class": "bring"},
        el("h2", {"id": "bring"}, words.t("home.bring")),
        el("p", {"id": "bring-line"}, words.t("home.bring.label")),
        el(
            "div",
            {"class": "bring-row"},
            slot("div", "paste"),
            button("act:open", words.t("home.bring.open"), data_boot_action=True),
            button("act:file", words.t("home.bring.file"), "link"),
        ),
        slot("p", "problem", **{"class": "problem", "role": "alert"}),
    )


def first_slots(words: I18n) -> dict[str, Html]:
    """Return the slots of the prerendered page, which knows nothing about the visitor."""
    return {
        "cards": cards(words, list_games()),
        "day": join(words.t("home.day.line")),
        "saved": nothing_saved(words),
        "paste": paste_part(words, PasteField("paste")),
    }


def paste_part(words: I18n, paste: PasteField) -> Html:
    """Return the field for links, files and records."""
    return paste.draw(words, 1, aria_labelledby="bring bring-line")


def nothing_saved(words: I18n) -> Html:
    every = button("act:all-games", words.t("home.saved.all"), "link", data_boot_action=True)
    return join(el("p", {"class": "soft"}, words.t("home.saved.none")), el("p", None, every))


# -- cards ----------------------------------------------------------------------------------------


def cards(words: I18n, games: list[GameInfo]) -> Html:
    """Draw the games: a board each, and one press for each way to play."""
    return join(_card(words, info) for info in games)


def _card(words: I18n, info: GameInfo) -> Html:
    own = words.for_game(info.id)
    lines = [
        el("p", {"class": f"game-card-{name}"}, own.t(name))
        for name in ("tagline", "facts")
        if own.has(name)
    ]
    boot = {"data-boot-action": True, "data-boot-name": info.title}
    return game_card(info, lines, _acts(words, info), **boot)


def game_card(info: GameInfo, lines: list[Html], acts: list[Html], **attributes: object) -> Html:
    """Return the card of a game: its board, its title as a button to its sheet, `lines` below, and
    a press for each way to play. `attributes`: of the title."""
    opening = {
        "type": "button",
        "class": "game-card-open",
        "data-target": f"act:ways:{info.id}",
        "aria-haspopup": "dialog",
        **attributes,
    }
    return el(
        "li",
        {"class": "game-card", "data-game": info.id},
        el(
            "div",
            {"class": "game-card-face"},
            cover(info.id),
            el(
                "div",
                {"class": "game-card-words"},
                el("h2", None, el("button", opening, info.title)),
                lines,
            ),
        ),
        el("div", {"class": "game-card-acts"}, acts),
    )


def _acts(words: I18n, info: GameInfo) -> list[Html]:
    """Return the buttons of a card; a screen reader hears the game with each."""
    ways = [("computer", "primary"), ("together", "")]
    ways += [("away", "")] * info.far + [("learn", "")] * info.lessons
    return [
        button(
            f"act:{way}:{info.id}",
            join(
                el("span", None, words.t(f"home.{way}")),
                hidden(words.t(f"home.{way}.of", game=info.title)),
            ),
            kind,
            data_boot_action=True,
            data_boot_name=info.title,
        )
        for way, kind in (*ways, ("game", "quiet"))
    ]


# -- words ----------------------------------------------------------------------------------------


def pair_of_names(words: I18n, summary: Summary, seats: tuple[int, ...] = ()) -> str:
    """Return the players' names as `Ana – Blas`, with a label for players without a name."""
    own = words.for_game(summary.game_id)
    count = max(2, len(summary.names), len(seats))
    return " – ".join(called(own, summary.names, seats, player) for player in range(count))


def when(words: I18n, millis: int, now: datetime | None = None) -> str:
    """Return a time in words: today or yesterday with the hour, or else the date.

    `millis`: since 1970.
    """
    moment = datetime.fromtimestamp(millis / 1000)
    days = ((now or datetime.now()).date() - moment.date()).days
    clock = f"{moment.hour}:{moment.minute:02d}"
    if days == 0:
        return words.t("when.today", time=clock)
    if days == 1:
        return words.t("when.yesterday", time=clock)
    month = words.t(f"when.month.{moment.month}")
    return words.t("when.day", day=moment.day, month=month, year=moment.year)
