"""What opens above the table: settings, sharing, a question. Each is a screen of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.core.contract import SPECTATOR
from engine.core.texts import Message
from ui import share
from ui.html import Html, el, join
from ui.i18n import I18n
from ui.screens.frame import button, radios
from ui.settings import CHOICES

if TYPE_CHECKING:
    from engine.match.match import Match
    from ui.app import App

LANGUAGE_NAMES = {"es": "Español", "en": "English"}


def dialog(words: I18n, heading: str, *content: object) -> Html:
    """The content of `<dialog>`: a heading, the way out, and what it is about."""
    return el(
        "div",
        {"class": "dialog"},
        el(
            "div",
            {"class": "dialog-head"},
            el("h2", {"id": "dialog-title", "tabindex": -1}, heading),
            button("dialog:close", words.t("dialog.close"), "link"),
        ),
        *content,
    )


class _Dialog:
    """The parts of a screen that dialogs do not need."""

    name = "dialog"

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def words(self) -> I18n:
        return self.app.words()

    def title(self) -> str:
        return ""

    def slots(self) -> dict[str, Html]:
        return {}

    def field(self, name: str, value: str) -> None:
        return None

    def key(self, key: str, target: str) -> bool:
        return False


class SettingsDialog(_Dialog):
    """Every setting with its choices; each takes effect at once."""

    name = "settings"

    def title(self) -> str:
        return self.words.t("settings.title")

    def layout(self) -> Html:
        words = self.words
        return dialog(
            words,
            words.t("settings.title"),
            [self._setting(name, values) for name, values in CHOICES.items()],
        )

    def _setting(self, name: str, values: tuple[str, ...]) -> Html:
        words = self.words
        choices = [
            (value, LANGUAGE_NAMES.get(value) or words.t(f"settings.{name}.{value}"))
            for value in values
        ]
        chosen = getattr(self.app.settings, name)
        return radios(f"set:{name}", words.t(f"settings.{name}"), choices, chosen, f"set:{name}=")

    def press(self, target: str) -> None:
        kind, _, rest = target.partition(":")
        name, _, value = rest.partition("=")
        if kind == "set":
            self._set(name, value)

    def field(self, name: str, value: str) -> None:
        if name.startswith("set:"):
            self._set(name[4:], value)

    def _set(self, name: str, value: str) -> None:
        if getattr(self.app.settings, name, value) != value:
            self.app.set_setting(name, value)
            self.app.view.focus(f"set:{name}={value}")


class Outlet(Protocol):
    """How text leaves the page."""

    def copy(self, text: str, done: Callable[[bool], None]) -> None: ...

    def download(self, name: str, text: str) -> None: ...


class ShareDialog(_Dialog):
    """Link, file and record of a match, or why there is only a file now."""

    name = "share"

    def __init__(
        self, app: App, match: Match, page_url: str, outlet: Outlet, viewer: int = SPECTATOR
    ) -> None:
        """`viewer`: the player in front, who may always have what he knows himself."""
        super().__init__(app)
        self.match = match
        self.viewer = viewer
        self.outlet = outlet
        self.game_id = match.game.info.id
        self.link = ""
        self.withheld: Message | None = None
        self.said: Message | None = None
        try:
            self.link = share.link(match, page_url)
        except share.Withheld as why:
            self.withheld = why.message

    @property
    def words(self) -> I18n:
        return self.app.words(self.game_id)

    def title(self) -> str:
        return self.words.t("share.title")

    def layout(self) -> Html:
        words = self.words
        parts = self._file_only() if self.withheld else self._everything()
        said = el("p", {"class": "said", "role": "status", "data-slot": "said"})
        return dialog(words, words.t("share.title"), parts, said)

    def slots(self) -> dict[str, Html]:
        return {"said": join(self.words.message(self.said)) if self.said else Html("")}

    def _everything(self) -> Html:
        words = self.words
        return join(
            el("p", None, words.t("share.link.why")),
            el(
                "label",
                {"class": "field"},
                el("span", None, words.t("share.link")),
                el("input", {"type": "text", "readonly": True, "value": self.link}),
            ),
            el("div", {"class": "buttons"}, button("share:copy", words.t("share.copy"), "primary")),
            el("h3", None, words.t("share.keep")),
            el(
                "div",
                {"class": "buttons"},
                button("share:file", words.t("share.file")),
                button("share:record", words.t("share.record")),
                button("share:record-file", words.t("share.record.file")),
            ),
        )

    def _file_only(self) -> Html:
        words = self.words
        why = el("p", None, words.message(self.withheld) if self.withheld else "")
        if self.match.viewer is not None:
            return join(why, self._view_only())
        return join(
            why,
            el("p", {"class": "warning"}, words.t("share.file.warning")),
            el("div", {"class": "buttons"}, button("share:file", words.t("share.file.table"))),
            self._view_only(),
        )

    def _view_only(self) -> Html | None:
        """The record as the player in front knows it, which tells nobody's secrets but his."""
        if self.viewer < 0:
            return None
        words = self.words
        return join(
            el("p", None, words.t("share.view.why")),
            el("div", {"class": "buttons"}, button("share:view", words.t("share.view"))),
        )

    def press(self, target: str) -> None:
        if target == "share:copy" and self.link:
            self.outlet.copy(self.link, self._copied)
        elif target == "share:record" and not self.withheld:
            self.outlet.copy(share.record_text(self.match), self._copied)
        elif target == "share:record-file" and not self.withheld:
            self._download(".txt", share.record_text(self.match))
        elif target == "share:view" and self.viewer >= 0:
            self._download(".txt", share.view_text(self.match, self.viewer))
        elif target == "share:file" and self.match.viewer is None:
            self._download(".json", share.save_text(self.match))

    def _download(self, suffix: str, text: str) -> None:
        name = share.file_name(self.match, suffix)
        self.outlet.download(name, text)
        self.said = Message("share.saved", name=name)

    def _copied(self, done: bool) -> None:
        self.said = Message("share.copied" if done else "share.not_copied")
        self.app.refresh()


class ConfirmDialog(_Dialog):
    """A question before something that cannot be taken back."""

    name = "confirm"

    def __init__(
        self, app: App, question: Message, yes: Message, act: Callable[[], None], game_id: str = ""
    ) -> None:
        super().__init__(app)
        self.question = question
        self.yes = yes
        self.act = act
        self.game_id = game_id or None

    @property
    def words(self) -> I18n:
        return self.app.words(self.game_id)

    def title(self) -> str:
        return self.words.message(self.question)

    def layout(self) -> Html:
        words = self.words
        return el(
            "div",
            {"class": "dialog question"},
            el("h2", {"id": "dialog-title", "tabindex": -1}, words.message(self.question)),
            el(
                "div",
                {"class": "buttons"},
                button("dialog:close", words.t("dialog.no")),
                button("confirm:yes", words.message(self.yes), "danger"),
            ),
        )

    def press(self, target: str) -> None:
        if target == "confirm:yes":
            self.app.close()
            self.act()
