"""The about screen: version, licences and credits, privacy, and contact of the host."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from engine.games import list_games
from ui.shell.fetching import About
from ui.shell.screen import Screen
from ui.words.frame import page_header
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

OWN_TEXT, OWN_LICENCE = "asedio.txt", "MIT"
PRIVACY = ("device", "host", "far")
BUILD_SHOWN = 7  # characters of the build's hash
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", re.ASCII)
_WEB = re.compile(r"https?://[^\s<>\"']+", re.ASCII)


def link(address: str, label: str, **more: object) -> Html:
    """Return a link that opens in a new tab."""
    attributes = {"href": address, "target": "_blank", "rel": "noopener", **more}
    return el("a", attributes, label)


def linked(text: str) -> Html:
    """Return a text whose web addresses are links."""
    found, at = [], 0
    for one in _WEB.finditer(text):
        address = one[0].rstrip(".,;:")
        found += [join(text[at : one.start()]), link(address, address)]
        at = one.start() + len(address)
    return join(*found, text[at:])


def contact(text: str) -> Html:
    """Return the host's contact text, as a link if it is an e-mail or web address."""
    if _MAIL.fullmatch(text):
        return link(f"mailto:{text}", text)
    if _WEB.fullmatch(text):
        return link(text, text)
    return join(text)


class AboutScreen(Screen):
    """Screen at `#about`. `about`: the data fetched by `CodeLoader.about`."""

    name = "about"

    def __init__(self, app: App, controller: Controller, about: About) -> None:
        self.app = app
        self.controller = controller
        self.about = about
        self.credits: dict[str, Any] = json.loads(about.credits)

    def title(self) -> str:
        return self.words.t("credits.title")

    def fragment(self) -> str:
        return "#about"

    # -- rendering ---------------------------------------------------------------------------

    def layout(self) -> Html:
        words = self.words
        keys = (("act:back", "credits.back"), ("act:settings", "frame.settings"))
        entries = [(target, words.t(key)) for target, key in keys]
        return join(
            page_header(words, "", entries),
            el(
                "div",
                {"class": "about"},
                el(
                    "article",
                    {"class": "rulebook"},
                    el("h1", None, words.t("credits.title")),
                    self._version(),
                    self._section("privacy", [self._p(f"privacy.{one}") for one in PRIVACY]),
                    self._section("contact", self._contact()),
                    self._section("games", self._games()),
                    self._section("drawings", self._drawings()),
                    self._section("parts", self._parts()),
                ),
            ),
        )

    def _p(self, key: str, **params: str) -> Html:
        return el("p", None, self.words.t(f"credits.{key}", **params))

    def _section(self, name: str, content: object) -> Html:
        return el("section", None, el("h2", None, self.words.t(f"credits.{name}")), content)

    def _text(self, name: str, of: str) -> Html:
        """Return the link to a licence text; its `aria-label` names the licensed work."""
        words = self.words
        label = words.t("credits.text.of", name=of)
        return link(f"{self.about.folder}{name}", words.t("credits.text"), **{"aria-label": label})

    def _version(self) -> Html:
        version, build = self.credits["version"], self.about.build[:BUILD_SHOWN]
        shown = self._p("version.build" if build else "version", version=version, build=build)
        free = self.words.t("credits.free", licence=OWN_LICENCE)
        return join(shown, el("p", None, free, " ", self._text(OWN_TEXT, "Asedio")))

    def _contact(self) -> Html:
        given = self.about.contact.strip()
        if not given:
            return self._p("contact.none")
        before, _, after = self.words.t("credits.contact.here", contact="\0").partition("\0")
        return el("p", None, before, contact(given), after)

    def _games(self) -> list[Html]:
        """Return one paragraph for each game that credits an author."""
        own = (self.words.for_game(info.id) for info in list_games())
        return [el("p", None, linked(words.t("credit"))) for words in own if words.has("credit")]

    def _drawings(self) -> Html:
        lines = [
            self.words.t("credits.drawings.by", author=one["author"], icons=", ".join(one["icons"]))
            for one in self.credits["drawings"]
        ]
        return join(self._p("drawings.from"), el("ul", None, [el("li", None, x) for x in lines]))

    def _parts(self) -> Html:
        return join(
            self._p("parts.about"), el("ul", None, [self._part(p) for p in self.credits["parts"]])
        )

    def _part(self, part: dict[str, Any]) -> Html:
        licence = self.words.t("credits.part.licence", licence=part["licence"])
        return el(
            "li",
            None,
            link(part["url"], part["name"]),
            f" ({', '.join(part['packages'])})" if part["packages"] else "",
            f". {licence}. ",
            self._text(part["text"], part["name"]),
        )

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        word = target.name if target.kind == "act" else ""
        if word == "back":
            self.controller.back()
        elif word == "home":
            self.controller.go_home()
        elif word == "settings":
            self.controller.open_settings()

    def key(self, key: str, target: Target) -> bool:
        if key == "Escape":
            self.controller.back()
            return True
        return False
