"""The rulebook of a game: text with live boards, every clause with an address of its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from engine.core.contract import Game
from engine.core.errors import AsedioError
from engine.games import game_info, load_game
from ui.html import Html, el, join
from ui.i18n import I18n
from ui.markdown import Heading, Page, clause_anchor, render
from ui.screens.frame import page_header

if TYPE_CHECKING:
    from ui.app import App

DrawBoard = Callable[[Game, str, I18n], Html]


class Reader(Protocol):
    """What the rulebook asks the page to do."""

    def back(self) -> None:
        """Where one came from: the table, or home."""

    def scroll_to(self, element_id: str) -> None:
        """Brings an element into view and gives it the focus."""

    def go_home(self) -> None: ...

    def open_settings(self) -> None: ...


@cache
def rulebook(game_id: str, lang: str) -> str:
    """The rulebook's text; empty when it has not been written in this language."""
    try:
        data = pkgutil.get_data(f"engine.games.{game_id}", f"rules.{lang}.md")
    except OSError:
        return ""
    return data.decode("utf-8") if data else ""


def no_board(game: Game, position: str, words: I18n) -> Html:
    """A position without a renderer: its text."""
    return el("pre", None, position)


class RulesScreen:
    """`draw` turns the text of a position into a picture of it."""

    name = "rules"

    def __init__(
        self,
        app: App,
        reader: Reader,
        game_id: str,
        clause: str = "",
        draw: DrawBoard = no_board,
    ) -> None:
        self.app = app
        self.reader = reader
        self.info = game_info(game_id)  # KeyError: nobody registered such a game
        self.game_id = game_id
        self.clause = clause
        self._draw = draw

    @property
    def words(self) -> I18n:
        return self.app.words(self.game_id)

    def title(self) -> str:
        return self.words.t("rules.title", game=self.info.title)

    def fragment(self) -> str:
        clause = f"&clause={self.clause}" if self.clause else ""
        return f"#rules={self.game_id}{clause}"

    def page(self) -> Page:
        words = self.words
        source = rulebook(self.game_id, words.lang)
        return render(source or words.t("rules.missing"), self._fence, self.clause)

    def layout(self) -> Html:
        words = self.words
        page = self.page()
        return join(
            page_header(
                words,
                self.info.title,
                [("act:back", words.t("rules.back")), ("act:settings", words.t("frame.settings"))],
            ),
            el(
                "div",
                {"class": "rules", "data-game": self.game_id},
                _contents(words, page.headings),
                el("article", {"class": "rulebook", "lang": words.lang}, page.body),
            ),
        )

    def slots(self) -> dict[str, Html]:
        return {}

    def shown(self) -> None:
        """To be called when the layout is in the document: goes to the clause asked for."""
        if self.clause:
            self.reader.scroll_to(clause_anchor(self.clause))

    def _fence(self, kind: str, caption: str, body: str) -> Html:
        if kind != "position":
            return el("pre", None, el("code", None, body))
        try:
            game = load_game(self.game_id)()
            picture = self._draw(game, body.strip(), self.words)
        except AsedioError:  # a position of another option set: its text says as much
            picture = el("pre", None, body)
        return el(
            "figure", {"class": "position"}, picture, caption and el("figcaption", None, caption)
        )

    # -- input -------------------------------------------------------------------------------

    def press(self, target: str) -> None:
        kind, _, rest = target.partition(":")
        if kind == "clause":
            self.reader.scroll_to(clause_anchor(rest))
        elif kind == "section":
            self.reader.scroll_to(target.replace(":", "-"))
        elif target == "act:back":
            self.reader.back()
        elif target == "act:home":
            self.reader.go_home()
        elif target == "act:settings":
            self.reader.open_settings()

    def field(self, name: str, value: str) -> None:
        return None

    def key(self, key: str, target: str) -> bool:
        if key == "Escape":
            self.reader.back()
            return True
        return False


def _contents(words: I18n, headings: list[Heading]) -> Html:
    entries = [one for one in headings if one.level == 2]
    return el(
        "nav",
        {"class": "contents", "aria-label": words.t("rules.contents")},
        el("ol", None, [el("li", None, _entry(one)) for one in entries]),
    )


def _entry(heading: Heading) -> Html:
    target = heading.anchor.replace("section-", "section:")
    return el("a", {"href": f"#{heading.anchor}", "data-target": target}, heading.title)
