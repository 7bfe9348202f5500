"""Markup of the home page, shared with the prerendered page: skeleton, game list, first slots."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from engine.core.info import GameInfo
from engine.games import list_games
from ui.home.setup_form import Setup
from ui.home.setup_html import setup_skeleton, setup_slots
from ui.words.frame import button, glyph, page_header
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.names import called

if TYPE_CHECKING:
    from ui.saves.store import Summary


def home_layout(words: I18n, slots: dict[str, Html] | None = None, paste: str = "") -> Html:
    """Return the skeleton of the page.

    `slots`: content to prefill, for the page before Python runs. `paste`: text of the field for
    links, files and records.
    """
    filled = slots or {}

    def slot(tag: str, name: str, **attributes: object) -> Html:
        return el(tag, {**attributes, "data-slot": name}, filled.get(name))

    return join(
        page_header(words, entries=[("act:settings", words.t("frame.settings"))]),
        el(
            "div",
            {"class": "home"},
            el(
                "div",
                {"class": "home-lead"},
                el("h1", None, words.t("home.headline")),
                slot("div", "quick", **{"class": "quick"}),
                slot("div", "notices", **{"class": "notices"}),
            ),
            el("div", {"class": "home-games"}, slot("div", "shelf", **{"class": "shelf"})),
            setup_skeleton(words, slot),
            el(
                "div",
                {"class": "home-more"},
                _saved_part(words, slot),
                _bring_part(words, slot, paste),
                _about_line(words),
            ),
        ),
    )


def _about_line(words: I18n) -> Html:
    return el("p", None, button("act:about", words.t("home.about"), "link", data_boot_action=True))


def _saved_part(words: I18n, slot: Callable[..., Html]) -> Html:
    return el(
        "section",
        {"class": "saved"},
        el("h2", None, words.t("home.saved")),
        slot("div", "saved"),
    )


def _bring_part(words: I18n, slot: Callable[..., Html], paste: str) -> Html:
    return el(
        "section",
        {"class": "bring"},
        el("h2", None, words.t("home.bring")),
        el(
            "label",
            {"class": "field"},
            el("span", None, words.t("home.bring.label")),
            el("textarea", {"data-field": "paste", "rows": 3, "spellcheck": "false"}, paste),
        ),
        slot("p", "problem", **{"class": "problem", "role": "alert"}),
        el(
            "div",
            {"class": "buttons"},
            button("act:open", words.t("home.bring.open"), data_boot_action=True),
            button("act:file", words.t("home.bring.file"), "link"),
            button("act:tables", words.t("home.tables"), "link", data_boot_action=True),
        ),
    )


def first_slots(words: I18n) -> dict[str, Html]:
    """Return the slots of the prerendered page, which knows nothing about the visitor."""
    games = list_games()
    return {
        "quick": quick_line(words, [], lambda one: ""),
        "shelf": shelf(words, games, games[0].id),
        **setup_slots(words, Setup(games[0])),
        "saved": el("p", {"class": "soft"}, words.t("home.saved.none")),
    }


def quick_line(words: I18n, summaries: list[Summary], pair: Callable[[Summary], str]) -> Html:
    """Draw a line of fixed height: a button for the last unfinished game, or an introduction."""
    going = (one for one in summaries if not one.over and not one.view and not one.newer)
    last = next(going, None)
    if last is None:
        return el("p", {"class": "soft"}, words.t("home.quiet"))
    return button(
        f"act:continue:{last.id}",
        words.t("home.quick", name=pair(last)),
        "quick-continue",
    )


def shelf(words: I18n, games: list[GameInfo], chosen: str) -> Html:
    """Draw the list of games as boxes."""
    return el("ul", {"class": "boxes"}, [_box(words, info, info.id == chosen) for info in games])


def _box(words: I18n, info: GameInfo, chosen: bool) -> Html:
    emblem = info.glyphs[0] if info.glyphs else ""
    return el(
        "li",
        {"data-game": info.id},
        el(
            "button",
            {
                "type": "button",
                "class": "box",
                "data-target": f"act:game:{info.id}",
                "data-boot-action": True,
                "data-boot-name": info.title,
                "aria-pressed": "true" if chosen else "false",
            },
            el("span", {"class": "spine"}, emblem and glyph(info.id, emblem)),
            el(
                "span",
                {"class": "lid"},
                el("span", {"class": "box-title"}, info.title),
                el("span", {"class": "box-line"}, _line(words, info)),
            ),
        ),
    )


def pair_of_names(words: I18n, one: Summary, seats: tuple[int, ...] = ()) -> str:
    """Return the players' names as `Ana – Blas`, with a label for players without a name."""
    own = words.for_game(one.game_id)
    count = max(2, len(one.names), len(seats))
    return " – ".join(called(own, one.names, seats, player) for player in range(count))


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


def _line(words: I18n, info: GameInfo) -> str:
    """Return the game's tagline; empty if its catalogue has none."""
    own = words.for_game(info.id)
    return own.t("tagline") if own.has("tagline") else ""
