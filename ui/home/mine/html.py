"""Markup of the list of all games: search, rows, and statistics with plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.home.mine.query import ENDED, FAR, GOING, HERE, Query
from ui.home.mine.stats import Streaks
from ui.saves.index import Summary
from ui.saves.results import DRAWN, LOST, WON, Results
from ui.words.frame import button, hidden
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.names import COMPUTERS

WIDE, HIGH, EDGE = 320, 96, 8
STATES, PLACES = (GOING, WON, LOST, DRAWN, ENDED), (HERE, FAR)


def search_form(words: I18n, query: Query, games: Mapping[str, str], labels: Sequence[str]) -> Html:
    """Return the search field and the filters. `games`: titles by id."""
    t = words.t
    field = {
        "type": "search",
        "data-field": "search",
        "value": query.search,
        "autocomplete": "off",
        "spellcheck": "false",
    }
    states = [(state, t(f"mine.state.{state}")) for state in STATES]
    places = [(place, t(f"mine.place.{place}")) for place in PLACES]
    levels = [(str(computer), t(f"computer.level.{computer}")) for computer in COMPUTERS]
    return el(
        "form",
        {"class": "mine-search", "role": "search", "aria-label": t("mine.search")},
        el("label", None, el("span", None, t("mine.search")), el("input", field)),
        _filter(words, "game", query.game, list(games.items())),
        _filter(words, "state", query.state, states),
        _filter(words, "place", query.place, places),
        _filter(words, "level", query.level, levels),
        bool(labels) and _filter(words, "label", query.label, [(label, label) for label in labels]),
    )


def _filter(words: I18n, name: str, chosen: str, choices: Sequence[tuple[str, str]]) -> Html:
    options = [("", words.t("mine.any")), *choices]
    return el(
        "label",
        None,
        el("span", None, words.t(f"mine.{name}")),
        el(
            "select",
            {"data-field": name, "autocomplete": "off"},
            [
                el("option", {"value": one, "selected": one == chosen}, said)
                for one, said in options
            ],
        ),
    )


def pager(words: I18n, page: int, pages: int) -> Html:
    """Return the buttons that turn the pages of the list; nothing for a single page."""
    if pages < 2:
        return Html("")
    first = words.t("mine.first") if page == 0 else ""
    last = words.t("mine.last") if page == pages - 1 else ""
    return el(
        "nav",
        {"class": "mine-pager", "aria-label": words.t("mine.pages")},
        button("act:page:before", words.t("mine.before"), "quiet", first),
        el("span", None, words.t("mine.page", n=page + 1, of=pages)),
        button("act:page:after", words.t("mine.after"), "quiet", last),
    )


def editor(words: I18n, one: Summary, usual: str, people: Sequence[tuple[int, str, str]]) -> Html:
    """Return the fields for title, labels and names of a game. `usual`: its name without a title;
    `people`: seat, side and name of each."""
    t, key = words.t, one.id
    fields = [
        ("title", t("mine.name"), one.title, usual),
        ("labels", t("mine.labels"), ", ".join(one.labels), t("mine.labels.example")),
    ]
    fields += [
        (f"player{seat}", t("mine.player", side=side), name, t("mine.unnamed"))
        for seat, side, name in people
    ]
    return el(
        "div",
        {"class": "mine-edit"},
        [
            el(
                "label",
                None,
                el("span", None, label),
                el(
                    "input",
                    {
                        "type": "text",
                        "data-field": name,
                        "value": value,
                        "placeholder": p,
                        "autocomplete": "off",
                    },
                ),
            )
            for name, label, value, p in fields
        ],
        button(f"act:keep:{key}", t("mine.keep"), "primary"),
        button("act:edit:", t("mine.cancel"), "quiet"),
    )


def table(words: I18n, caption: str, rows: Mapping[str, Results]) -> Html:
    """Return a table of results; nothing without rows."""
    if not rows:
        return Html("")
    heads = ("mine.what", "mine.played", "mine.won", "mine.drawn", "mine.lost")
    return el(
        "table",
        {"class": "mine-table"},
        el("caption", None, caption),
        el("thead", None, el("tr", None, [el("th", {"scope": "col"}, words.t(h)) for h in heads])),
        el(
            "tbody",
            None,
            [
                el(
                    "tr",
                    None,
                    el("th", {"scope": "row"}, name),
                    [el("td", None, str(one)) for one in (tally.played, *tally)],
                )
                for name, tally in rows.items()
            ],
        ),
    )


def plot(words: I18n, title: str, values: Sequence[float]) -> Html:
    """Return a rating over time as a line, with its numbers in words; the line needs two games."""
    low, high = min(values), max(values)
    said = words.t(
        "mine.plot", n=len(values), first=round(values[0]), last=round(values[-1]),
        low=round(low), high=round(high),
    )  # fmt: skip
    caption = el("figcaption", None, el("strong", None, title), " ", said)
    if len(values) < 2:
        return el("figure", {"class": "mine-plot"}, caption)
    across = (WIDE - 2 * EDGE) / (len(values) - 1)
    up = (HIGH - 2 * EDGE) / max(high - low, 1)
    points = [
        f"{EDGE + across * number:.1f} {HIGH - EDGE - up * (value - low):.1f}"
        for number, value in enumerate(values)
    ]
    line = "M" + "L".join(points)
    return el(
        "figure",
        {"class": "mine-plot"},
        el(
            "svg",
            {"viewBox": f"0 0 {WIDE} {HIGH}", "aria-hidden": "true", "focusable": "false"},
            el("path", {"class": "mine-axis", "d": f"M{EDGE} {HIGH - EDGE}H{WIDE - EDGE}"}),
            el("path", {"class": "mine-line", "d": line}),
        ),
        caption,
    )


def summary(words: I18n, total: Results, runs: Streaks) -> Html:
    """Return all results and the streaks in a sentence."""
    won, drawn, lost = total
    text = words.t("mine.total", n=total.played, won=won, drawn=drawn, lost=lost)
    return el("p", None, text, " ", words.t("mine.streak", now=runs.now, best=runs.best))


def undo_bar(words: I18n, name: str) -> Html:
    return el(
        "p",
        {"class": "mine-undo", "role": "status"},
        words.t("mine.deleted", name=name),
        " ",
        button("act:undo", join(words.t("mine.undo"), hidden(name)), "link"),
    )
