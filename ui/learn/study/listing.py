"""The list of studies: open, delete, make new ones, read one from a text or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.games import REGISTRY, game_info
from ui.learn.study.stored import StudyShelf, StudySummary
from ui.session.long_tasks import ReadingTask
from ui.shell import routes
from ui.shell.screen import Screen
from ui.words.brand import titled
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join
from ui.words.paste import PasteField
from ui.words.targets import Target

if TYPE_CHECKING:
    from engine.match.study import Study
    from ui.shell.app import App
    from ui.shell.controller import Controller


class StudiesScreen(Screen):
    """Screen at `#study`."""

    name = "studies"
    sheets = (("ui.learn.study", "study.css"),)

    def __init__(self, app: App, controller: Controller) -> None:
        self.app, self.controller = app, controller
        self.shelf = StudyShelf(app.store.storage)
        self._paste = PasteField("studies-text")
        self._asked = ""  # id of the study that is to be deleted
        self._said: Message | None = None
        self._said_of = ""  # game whose words the message needs

    def title(self) -> str:
        return titled(self.words.t("studies.title"))

    def fragment(self) -> str:
        return "#study"

    def layout(self) -> Html:
        t = self.words.t
        self._paste.renew()
        return join(
            page_header(self.words, "", [("act:settings", t("frame.settings"))]),
            el(
                "main",
                {"class": "studies"},
                el("h1", None, t("studies.title")),
                el("p", {"class": "soft"}, t("studies.about")),
                el("div", {"data-slot": "studies"}),
                el("h2", None, t("studies.new")),
                el("div", {"class": "buttons"}, [self._new(one) for one in REGISTRY]),
                el("h2", None, t("studies.read")),
                el("div", {"data-slot": "reader"}),
                el("p", {"class": "said", "role": "status", "data-slot": "said"}),
            ),
        )

    def _new(self, game_id: str) -> Html:
        return button(f"act:new:{game_id}", game_info(game_id).title)

    def slots(self) -> dict[str, Html]:
        t = self.words.t
        found = self.shelf.all()
        empty = el("p", {"class": "nothing"}, t("studies.none"))
        said = "" if self._said is None else self.app.words(self._said_of).message(self._said)
        label = t("studies.paste")
        return {
            "studies": el("ul", {"class": "study-list", "role": "list"}, map(self._line, found))
            if found
            else empty,
            "reader": join(
                self._paste.draw(self.words, 3, aria_label=label, placeholder=label),
                el(
                    "div",
                    {"class": "buttons"},
                    button("act:read", t("studies.open"), "primary"),
                    button("act:file", t("studies.file")),
                ),
            ),
            "said": join(said),
        }

    def _line(self, one: StudySummary) -> Html:
        t = self.words.t
        title = one.title or t("study.untitled")
        games = ", ".join(game_info(game).title for game in one.games)
        about = t("studies.line", games=games, n=one.chapters)
        delete = t("studies.delete", title=title)
        if self._asked == one.id:
            return el(
                "li",
                {"class": "question"},
                el("span", None, t("studies.delete.sure", title=title)),
                button(f"act:delete-yes:{one.id}", t("study.delete.yes"), "danger"),
                button("act:no", t("table.no"), "quiet", data_autofocus=True),
            )
        return el(
            "li",
            None,
            button(f"act:open:{one.id}", title, "link"),
            el("span", {"class": "soft"}, about),
            button(f"act:delete:{one.id}", t("study.delete"), "quiet", aria_label=delete),
        )

    def field(self, name: str, value: str) -> None:
        if name == "studies-text":
            self._paste.put(value)

    def press(self, target: Target) -> None:
        if target.kind != "act":
            return
        self._said = None
        word, rest = target.word, target.subject
        if word == "home":
            self.controller.go_home()
        elif word == "settings":
            self.controller.open_settings()
        elif word == "open":
            self.app.route(f"#study={rest}")
        elif word in ("delete", "no"):
            self._asked = rest
        elif word == "delete-yes" and rest == self._asked:
            self.shelf.delete(rest)
            self._asked = ""
        elif word == "new" and rest in REGISTRY:
            self.app.go(routes.study.new_study(self.app, self.controller, rest))
        elif word == "read":
            self._read(self._paste.text)
        elif word == "file":
            self.controller.choose_file(self._chosen)

    def _chosen(self, text: str | None) -> None:
        if text is None:
            self._say(Message("open.too_long"))
        else:
            self._read(text)

    def _read(self, text: str) -> None:
        """Open what a text holds as a new study, or say why that is impossible."""
        self.controller.read_with(text, routes.study.reading, self._show)

    def _show(self, work: ReadingTask[Study]) -> None:
        try:
            screen = routes.study.fresh(self.app, self.controller, work.result())
        except AsedioError as why:
            self._say(why.message, why.game_id or "")
            return
        self._paste.clear()
        self.app.go(screen)

    def _say(self, message: Message, game_id: str = "") -> None:
        self._said, self._said_of = message, game_id
        self.app.announce(self.app.words(game_id).message(message))
