"""Rulebook of a game: text with drawn positions; each clause has its own address."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.games import game_info, game_legend, game_look, game_text, load_game
from ui.render.picture import picture
from ui.render.samples import sample
from ui.shell import routes
from ui.shell.screen import Screen
from ui.words.frame import button, hidden, page_header
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.markdown import Heading, Page, clause_anchor, render
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

_END = '<div class="first-page-end">'


@cache
def rulebook(game_id: str, lang: str) -> str:
    """Return the rulebook's text; empty if it does not exist in this language."""
    return game_text(game_id, f"rules.{lang}.md") or ""


class Rulebook:
    """Text of a rulebook as markup, with its positions drawn."""

    def __init__(self, words: I18n, game_id: str, clause: str = "") -> None:
        self.words, self.game_id, self.clause = words, game_id, clause
        self.info = game_info(game_id)  # KeyError: not registered

    def page(self) -> Page:
        words = self.words
        source = rulebook(self.game_id, words.lang)
        return render(source or words.t("rules.missing"), self._fence, self.clause, self._shows)

    def parts(self, page: Page) -> tuple[Html, Html, Html]:
        """Return the first page, its end (what to do on the page), and the rest of the book."""
        first, start, rest = page.body.partition(_END)
        if not start:
            return Html(""), Html(""), page.body
        end, close, rest = rest.partition("</div>")
        return Html(first), Html(start + end + close), Html(rest)

    def _first_page_end(self, body: str) -> Html:
        """Return the end of the first page (a fence `learn`): what to press, which is not printed,
        and a link to the lessons, if any."""
        way = self.info.lessons and button("act:learn", self.words.t("rules.learn"), "learn")
        return el("div", {"class": "first-page-end"}, body and el("p", None, body), way or None)

    def _fence(self, kind: str, caption: str, body: str) -> Html:
        if kind == "learn":
            return self._first_page_end(body.strip())
        if kind != "position":
            return el("pre", None, el("code", None, body))
        position = body.strip().partition("\n")[0]  # the lines below are for tests (docs/games.md)
        try:
            drawn = picture(load_game(self.game_id)(), position, self.words)
        except AsedioError:  # a position for other options: show its text
            drawn = el("pre", None, position)
        return el(
            "figure", {"class": "position"}, drawn, caption and el("figcaption", None, caption)
        )

    def _shows(self, clause: str) -> Html:
        """Return pictures of the things a clause is about; each links to its explanation."""
        words = self.words
        entries = [one for one in game_legend(self.game_id).under(clause) if one.group != "mark"]
        if not entries:
            return Html("")
        looks, shown = game_look(self.game_id), []
        for entry in entries:
            name = words.message(entry.name)
            label = hidden(words.t("rules.on_board", what=name))
            shown.append(
                button(entry.target, join(sample(looks, entry), label), "link", title=name)
            )
        return el("span", {"class": "rule-shows"}, shown)


class RulesScreen(Screen):
    """Screen of a rulebook."""

    name = "rules"

    def __init__(self, app: App, controller: Controller, game_id: str, clause: str = "") -> None:
        self.app = app
        self.controller = controller
        self.info = game_info(game_id)  # KeyError: not registered
        self.game_id = game_id
        self.clause = clause

    def title(self) -> str:
        return self.words.t("rules.title", game=self.info.title)

    def fragment(self) -> str:
        clause = f"&clause={self.clause}" if self.clause else ""
        return f"#rules={self.game_id}{clause}"

    @property
    def book(self) -> Rulebook:
        return Rulebook(self.words, self.info.id, self.clause)

    def page(self) -> Page:
        return self.book.page()

    def layout(self) -> Html:
        words = self.words
        page = self.page()
        entries = [
            ("act:back", words.t("rules.back")),
            ("act:print", words.t("share.print")),
            ("act:settings", words.t("frame.settings")),
        ]
        return join(
            page_header(words, self.info.title, entries),
            el("div", {"class": "rules", "data-game": self.game_id}, self._book(page)),
        )

    def _book(self, page: Page) -> list[Html]:
        """Return the first page, then the table of contents and the rest."""
        words, lang = self.words, self.words.lang
        first, end, rest = self.book.parts(page)
        return [
            el("div", {"class": "rulebook first-page", "lang": lang}, first, end),
            _contents(words, page.headings),
            el("article", {"class": "rulebook", "lang": lang}, rest),
        ]

    def shown(self) -> None:
        """Scroll to the requested clause; called once the layout is in the document."""
        if self.clause:
            self.app.page.scroll_to(clause_anchor(self.clause))

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        word = target.name if target.kind == "act" else ""
        if target.kind == "about":
            self._look_up(target.word, target.subject)
        elif target.kind == "clause":
            self._go_to(target.name)
        elif target.kind == "section":
            self.app.page.scroll_to(f"section-{target.name}")
        elif word == "back":
            self.controller.back()
        elif word == "learn":
            self.controller.open_lesson(self.info.id)
        elif word == "home":
            self.controller.go_home()
        elif word == "print":
            self.app.go(routes.printing(self.app, self.info.id))
        elif word == "settings":
            self.controller.open_settings()

    def _look_up(self, group: str, kind: str) -> None:
        """Open the explanation of a kind of thing over the rulebook."""
        entry = game_legend(self.game_id).find(kind, group)
        if entry is not None:
            game = load_game(self.game_id)()
            found = [routes.kind(self.words, entry)]
            self.app.open(routes.about(self.app, game, self._go_to, found))

    def _go_to(self, clause: str) -> None:
        self.app.close()
        self.app.page.scroll_to(clause_anchor(clause))

    def key(self, key: str, target: Target) -> bool:
        if key == "Escape":
            self.controller.back()
            return True
        return False


def open_rulebook(app: App, controller: Controller, game_id: str, clause: str = "") -> RulesScreen:
    """Return a game's rulebook at a clause. Raises NotYetHere before anything is shown."""
    load_game(game_id)  # needed for its diagrams
    app.view.sprite(game_id)
    return RulesScreen(app, controller, game_id, clause)


def _contents(words: I18n, headings: list[Heading]) -> Html:
    entries = [one for one in headings if one.level == 2]
    return el(
        "nav",
        {"class": "contents", "aria-label": words.t("rules.contents")},
        el("ol", None, [el("li", None, _entry(one)) for one in entries]),
    )


def _entry(heading: Heading) -> Html:
    target = Target("section", heading.anchor.removeprefix("section-"))
    return el("a", {"href": f"#{heading.anchor}", "data-target": target}, heading.title)
