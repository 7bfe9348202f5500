"""The dialogs above a screen: settings, sharing, and the progress of reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.core.errors import BadLink
from engine.core.texts import Message
from engine.games import REGISTRY, game_look
from ui.session.share import Exports, Withheld
from ui.shell import preview, routes
from ui.shell.embedding import embed_part, snippet
from ui.shell.screen import Screen
from ui.shell.settings import CHOICES, GROUPS
from ui.shell.share_buttons import AddressPart
from ui.words.frame import button, radios
from ui.words.html import Html, el, join, text
from ui.words.i18n import LANGUAGE_NAMES, LETTERS
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.session.long_tasks import ReadingTask
    from ui.shell.app import App

T = TypeVar("T")
COVER = REGISTRY[0]  # the game whose cover is the preview at home


SAID = el("p", {"class": "said", "role": "status", "data-slot": "said"})


def fold(summary: str, content: Html | None) -> Html | None:
    """Return a group of a dialog that opens at a press; None without content."""
    if content is None:
        return None
    return el("details", {"class": "fold"}, el("summary", None, summary), content)


class Dialog(Screen):
    """Base of the dialogs: a screen shown above another one.

    `heading`: catalogue key of its title. `said`: the answer to the last press, for the slot of
    `SAID`.
    """

    heading = ""
    said: Message | None = None

    def title(self) -> str:
        return self.words.t(self.heading)

    def frame(self, *content: object) -> Html:
        """Return the content of `<dialog>`: heading, close button and `content`."""
        return el(
            "div",
            {"class": "dialog"},
            el(
                "div",
                {"class": "dialog-head"},
                el("h2", {"id": "dialog-title", "tabindex": -1}, self.title()),
                button("dialog:close", self.words.t("dialog.close"), "link"),
            ),
            *content,
        )

    def answer(self) -> Html:
        """Return the content of the slot of `SAID`."""
        return join(self.words.message(self.said)) if self.said else Html("")

    def copied(self, done: bool) -> None:
        """Say whether something was copied."""
        self.said = Message("share.copied" if done else "share.not_copied")
        self.app.refresh()


class SettingsDialog(Dialog):
    """Every setting with its choices; each takes effect at once."""

    name = "settings"
    heading = "settings.title"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._kept: str | None = None  # "yes", "no" or "unknown", once the browser has answered
        app.page.lasting(False, self._told)

    def _told(self, kept: bool | None) -> None:
        """Store the browser's answer on whether saved games are kept, and redraw."""
        self._kept = {True: "yes", False: "no"}.get(kept, "unknown")  # type: ignore[arg-type]
        if self.app.dialog is self:
            self.app.redraw()

    def slots(self) -> dict[str, Html]:
        """Return the slot that says whether the browser keeps the saved games."""
        return {"kept": text(self.words.t(f"settings.kept.{self._kept}") if self._kept else "")}

    def layout(self) -> Html:
        words = self.words
        return self.frame(
            self._preview(),
            [self._group(group, names) for group, names in GROUPS.items()],
            el(
                "div",
                {"class": "choice"},
                el("span", {"class": "choice-name"}, words.t("settings.kept")),
                el("p", {"role": "status", "data-slot": "kept"}),
            ),
        )

    @property
    def _below(self) -> str:
        """The game on the screen below, whose look the previews have; "" at home."""
        return "" if self.app.screen is None else self.app.screen.game_id

    def _preview(self) -> Html:
        """Return a small board that shows what is chosen: of the game below, or a game's cover."""
        if self._below:
            return preview.board(game_look(self._below))
        box = {"class": "preview", "data-game": COVER, "aria-hidden": "true"}
        return el("svg", box, el("use", {"href": f"#cover-{COVER}"}))

    def _group(self, group: str, names: Sequence[str]) -> Html:
        offered = {name: self._offered(name) for name in names}
        return el(
            "section",
            {"class": "dialog-group"},
            el("h3", None, self.words.t(f"settings.group.{group}")),
            [self._setting(name, values) for name, values in offered.items() if values],
        )

    def _offered(self, name: str) -> tuple[str, ...]:
        """Return the choices that have an effect: above a table, those that apply to its game."""
        game_id, values = self._below, CHOICES[name]
        if name == "haptics" and not self.app.page.can_vibrate():
            return ()
        if name == "letters" and self.words.lang == INTERNATIONAL:
            return ()
        values = tuple(value for value in values if value != "ask")  # not chosen here
        if not game_id:
            return values
        if name == "pieces" and not game_look(game_id).source:
            return tuple(value for value in values if value != "source")
        if name == "letters" and not self.app.words(game_id).has(LETTERS):
            return ()
        return values

    def _setting(self, name: str, values: tuple[str, ...]) -> Html:
        words = self.words
        choices = [(value, self._choice(name, value)) for value in values]
        chosen = getattr(self.app.worn(), name)
        if chosen not in values:
            chosen = values[0]  # the game is drawn with this one
        return radios(f"set:{name}", words.t(f"settings.{name}"), choices, chosen, f"set:{name}=")

    def _choice(self, name: str, value: str) -> object:
        """Return the words of a choice, below its picture if it is one of pieces or boards."""
        words = LANGUAGE_NAMES.get(value) or self.words.t(f"settings.{name}.{value}")
        picture = {"pieces": preview.piece_set, "board": preview.ground}.get(name)
        if picture is None or not self._below:
            return words
        return join(picture(game_look(self._below), value), words)

    def press(self, target: Target) -> None:
        if target.kind == "set":
            name, _, value = target.name.partition("=")
            self._set(name, value)

    def field(self, name: str, value: str) -> None:
        field = Target.parse(name)
        if field.kind == "set":
            self._set(field.name, value)

    def _set(self, name: str, value: str) -> None:
        """Change a setting if `value` is new, and focus the choice again after the redraw."""
        if getattr(self.app.worn(), name, value) != value:
            self.app.set_setting(name, value)
            self.app.view.focus(f"set:{name}={value}")


INTERNATIONAL = "en"  # the language whose piece letters the international notation has
HOW_FAR = Target("share", "what")


class ShareDialog(Dialog):
    """Link, file, record and picture of a match, or the reason why only a file is offered."""

    name = "share"
    heading = "share.title"

    def __init__(
        self,
        app: App,
        exports: Exports,
        page_url: str,
        page: BrowserPage,
        move_on: Callable[[str], None] | None = None,
    ) -> None:
        """`move_on` gets the word of the link and continues the game with another device; None if
        it cannot."""
        super().__init__(app)
        self._move_on = move_on
        self.exports = exports
        self.page = page
        self.game_id = exports.game_id
        self._page_url = page_url
        self.hand = AddressPart(self, page)
        self._make()

    def _make(self) -> None:
        """Make the link and the texts, or the reason why there is no link."""
        self.texts = self.exports.other_texts()
        self.link = ""
        self.withheld: Message | None = None
        self.no_link: Message | None = None
        try:
            self.link = self.exports.link().address(self._page_url)
        except Withheld as why:
            self.withheld = why.message
        except BadLink as why:
            self.no_link = why.message
        self.hand.show(self.link)

    def attributes(self) -> dict[str, str]:
        return {"data-caption": self.exports.caption(self.words)}

    def layout(self) -> Html:
        words = self.words
        return self.frame(
            self._how_far(),
            el("div", {"class": "dialog-part", "data-slot": "parts"}),
            self._picture(),
            fold(words.t("share.embed"), embed_part(words, self.exports)),
            el("div", {"class": "dialog-part", "data-slot": "texts"}),
            SAID,
        )

    def slots(self) -> dict[str, Html]:
        return {
            "parts": self._file_only() if self.withheld else self._everything(),
            "texts": self._other_texts(),
            "said": self.answer(),
        }

    def _how_far(self) -> Html | None:
        """Return the choice between the game up to the position on the board and the whole game.

        None unless an earlier position is on the board.
        """
        if not self.exports.has_early:
            return None
        t = self.words.t
        choices = [(one, t(f"share.what.{one}")) for one in ("early", "whole")]
        return radios(str(HOW_FAR), t("share.what"), choices, "early", f"{HOW_FAR}=")

    def field(self, name: str, value: str) -> None:
        if Target.parse(name) == HOW_FAR and self.exports.has_early:
            self.exports.early = value == "early"
            self.said = None
            self._make()

    def _everything(self) -> Html:
        words = self.words
        return join(
            self._link_part(),
            el("h3", None, words.t("share.keep")),
            el(
                "div",
                {"class": "buttons"},
                button("share:file", words.t("share.file")),
                button("share:record", words.t("share.record")),
                button("share:record-file", words.t("share.record.file")),
            ),
        )

    def _picture(self) -> Html:
        """Return the buttons that make pictures of the board below the dialog."""
        words = self.words
        ways = [
            ("picture:.png", "share.picture.png"),
            *[("picture:share", "share.picture.share")] * self.page.can_share_files(),
            *[("gif", "share.gif")] * self.exports.has_turns(),
        ]
        more = [
            ("picture:copy", "share.picture.copy"),
            ("picture:.svg", "share.picture.svg"),
            ("forum", "share.forum"),
            ("print", "share.print"),
        ]
        return join(
            el("h3", None, words.t("share.picture")),
            el("p", {"class": "warning"}, words.t("share.picture.own")) if self._secret() else None,
            self._buttons(ways),
            fold(words.t("share.picture.more"), self._buttons(more)),
        )

    def _buttons(self, ways: Sequence[tuple[str, str]]) -> Html:
        made = [button(f"share:{name}", self.words.t(key)) for name, key in ways]
        return el("div", {"class": "buttons"}, made)

    def _secret(self) -> bool:
        """Return whether a picture of the board shows what another player may not know."""
        return self.exports.viewer >= 0 and self.exports.hides_secrets()

    def _other_texts(self) -> Html:
        """Draw the position in other programs' notations, as far as the seated player knows it."""
        words = self.words
        return join(
            (
                el(
                    "label",
                    {"class": "field"},
                    el("span", None, words.t(f"text.{name}")),
                    el("input", {"type": "text", "readonly": True, "value": text}),
                ),
                el("p", None, words.t(f"text.{name}.about")),
                el(
                    "div", {"class": "buttons"}, button(f"share:text:{name}", words.t("share.text"))
                ),
            )
            for name, text in self.texts.items()
        )

    def _link_part(self) -> Html:
        words = self.words
        if self.no_link is not None:
            return el("p", {"class": "warning"}, words.message(self.no_link))
        far = button("share:far", words.t("share.far")) if self._move_on else None
        return join(
            el("p", None, words.t(f"share.link.why{'.early' if self.exports.early else ''}")),
            self.hand.draw(words, far),
        )

    def _file_only(self) -> Html:
        words = self.words
        why = el("p", None, words.message(self.withheld) if self.withheld else "")
        if self.exports.is_view:
            return join(why, self._view_only())
        return join(
            why,
            el("p", {"class": "warning"}, words.t("share.file.warning")),
            el("div", {"class": "buttons"}, button("share:file", words.t("share.file.table"))),
            self._view_only(),
        )

    def _view_only(self) -> Html | None:
        """Return the button for a file of the seated player's view; None if nobody is seated.

        That file holds no secret of another player.
        """
        if self.exports.viewer < 0:
            return None
        words = self.words
        return join(
            el("p", None, words.t("share.view.why")),
            el("div", {"class": "buttons"}, button("share:view", words.t("share.view"))),
        )

    def press(self, target: Target) -> None:
        what, of = (target.word, target.subject) if target.kind == "share" else ("", "")
        if what == "gif":
            self.app.open(routes.gif(self.app, self.exports, self.page))
            return
        if what == "forum":
            self.app.open(routes.forum(self.app, self.exports, self.page, self.link))
            return
        self.said = None
        if self.hand.press(what):
            return
        if what == "far" and self.link and self._move_on:
            self._move_on(self.exports.link().word)
        elif what == "text" and (text := self.texts.get(of)):
            self.page.copy(text, self.copied)
        elif what == "embed" and (html := snippet(self.exports, self._page_url)):
            self.page.copy(html, self.copied)
        elif what == "picture" and of in (".png", ".svg"):
            name = self.exports.file_name(of)
            self.page.picture(name, lambda done: self._pictured(done, name))
        elif what == "picture" and of in ("copy", "share"):
            name = self.exports.file_name(".png")
            self.page.pass_picture(of, name, lambda done: self._passed(done, of))
        elif what == "print":
            self.app.go(routes.printing(self.app, self.exports.game_id, self.exports))
        elif what == "record" and not self.withheld:
            self.page.copy(self.exports.record_text(), self.copied)
        elif what == "record-file" and not self.withheld:
            self._download(self.exports.file_name(".txt"), self.exports.record_text())
        elif what == "view" and self.exports.viewer >= 0:
            self._download(self.exports.view_name(), self.exports.view_text())
        elif what == "file" and not self.exports.is_view:
            self._download(self.exports.file_name(".json"), self.exports.save_text())

    def _download(self, name: str, text: str) -> None:
        self.page.download(name, text)
        self.said = Message("share.saved", name=name)

    def _pictured(self, done: bool, name: str) -> None:
        self.said = Message("share.saved" if done else "share.no_picture", name=name)
        self.app.refresh()

    def _passed(self, done: bool, how: str) -> None:
        """Tell how copying or sending the picture ended."""
        good = Message("share.copied") if how == "copy" else None
        self.said = good if done else Message("share.no_picture")
        self.app.refresh()


class ReadingDialog(Dialog, Generic[T]):
    """Progress of reading a long link, file, record or stored game; closing it cancels that."""

    name = "reading"
    heading = "reading.title"

    def __init__(self, app: App, work: ReadingTask[T]) -> None:
        super().__init__(app)
        self.work = work

    def layout(self) -> Html:
        words = self.words
        return el(
            "div",
            {"class": "dialog question"},
            el("h2", {"id": "dialog-title", "tabindex": -1}, words.t("reading.title")),
            el("p", {"data-slot": "progress"}),
            el("div", {"class": "buttons"}, button("dialog:close", words.t("reading.cancel"))),
        )

    def slots(self) -> dict[str, Html]:
        done, total, listing = self.work.step
        if done < 0:
            return {"progress": join(self.words.t("reading.text"))}
        key = "reading.list" if listing else "reading.of" if total else "reading.so_far"
        return {"progress": join(self.words.t(key, done=done, total=total))}
