"""Dialog with a diagram and caption of the position, to paste into a forum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.scene import Scene
from engine.games import game_look
from ui.learn.show.diagram import by_case, ground_signs, text_diagram
from ui.learn.show.frames import frames, position
from ui.session.share import Exports
from ui.session.turns import written
from ui.shell.dialogs import SAID, Dialog
from ui.table.voice import Voice
from ui.words.frame import button, radios
from ui.words.html import Html, el
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.shell.app import App

FORMS = ("markdown", "bbcode", "plain")
FORM = Target("forum", "form")
MOST_CAPTION = 200  # characters of players' names and the last turn each


def escaped(words: str, form: str) -> str:
    """Return a text from people with the signs that `form` would read as markup made harmless."""
    if form == "markdown":
        return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~!&" else sign for sign in words)
    if form == "bbcode":
        return words.replace("[", "\uff3b").replace("]", "\uff3d")
    return words


def players_of(scene: Scene) -> tuple[int, int]:
    """Return the players whose pieces have the first and the second side's letters."""
    seats = scene.seats or (0, 1)
    return seats.index(0), seats.index(1)


class ForumDialog(Dialog):
    """Caption, text diagram and link of the position in one of `FORMS`."""

    name = "forum"
    heading = "forum.title"

    def __init__(self, app: App, exports: Exports, page: BrowserPage, link: str = "") -> None:
        super().__init__(app)
        self.game_id = exports.game_id
        self._exports, self._page, self._link = exports, page, link
        self.form = FORMS[0]

    def attributes(self) -> dict[str, str]:
        return {"data-caption": self._exports.caption(self.words)}

    def layout(self) -> Html:
        t = self.words.t
        forms = [(form, t(f"forum.{form}")) for form in FORMS]
        return self.frame(
            el("p", None, t("forum.about")),
            radios(str(FORM), t("forum.form"), forms, self.form, f"{FORM}="),
            el("div", {"class": "dialog-part", "data-slot": "post"}),
            el(
                "div",
                {"class": "buttons"},
                button("forum:copy", t("forum.copy"), "primary"),
                button("forum:picture", t("share.picture.copy")),
            ),
            SAID,
        )

    def slots(self) -> dict[str, Html]:
        area = {"readonly": True, "rows": 14, "class": "post", "spellcheck": "false"}
        return {
            "post": el("textarea", {**area, "aria-label": self.words.t("forum.post")}, self.post()),
            "said": self.answer(),
        }

    def post(self) -> str:
        """Return the text to paste."""
        scene = position(self._exports)
        head, lines = self._caption()
        signs = ground_signs(scene, game_look(self._exports.game_id))
        board = text_diagram(scene, signs, self._exports.turned)
        t = self.words.t
        key = "forum.sides" if by_case(scene) else "forum.sides.sign"
        first, second = (self._voice().name(one) for one in players_of(scene))
        lines = [*lines, t(key, first=first, second=second), *self._grounds(signs)]
        lines = [escaped(line, self.form) for line in lines]
        head = escaped(head, self.form)
        if self.form == "markdown":
            link = [f"[{t('forum.open')}]({self._link})"] if self._link else []
            return "\n\n".join([f"**{head}**", f"```text\n{board}\n```", *lines, *link])
        if self.form == "bbcode":
            link = [f"[url={self._link}]{t('forum.open')}[/url]"] if self._link else []
            return "\n".join([f"[b]{head}[/b]", f"[code]\n{board}\n[/code]", *lines, *link])
        return "\n".join([head, "", board, "", *lines, *([self._link] if self._link else [])])

    def _grounds(self, signs: Mapping[str, str]) -> list[str]:
        """Return one line that says what the signs of the ground mean; none without any."""
        names = [(sign, self._voice().terrain(f"terrain.{style}")) for style, sign in signs.items()]
        return [", ".join(f"{sign} {name}" for sign, name in names if name)] if names else []

    def _voice(self) -> Voice:
        config = self._exports.shown.config
        return Voice(self.words.lang, self._exports.game_id, config.names)

    def _caption(self) -> tuple[str, list[str]]:
        """Return game and players, then the last turn and the decision, as far as they may be
        told."""
        exports, voice = self._exports, self._voice()
        match, eyes = exports.shown, exports.eyes
        game = match.game.info.title
        players = " – ".join(voice.name(one)[:MOST_CAPTION] for one in range(len(match.game.sides)))
        if exports.composed:
            return game, [voice.message(match.state.prompt(SPECTATOR))]
        turns = frames(exports, 10_000).turns
        lines = []
        if turns and turns[-1].text:
            number = written(turns, len(turns) - 1)
            what = f"{number}. {turns[-1].text}" if number else turns[-1].text
            lines.append(voice.t("forum.after", what=what[:MOST_CAPTION]))
        return f"{game}: {players}", [
            *lines,
            voice.message(match.state.observation(eyes).prompt(eyes)),
        ]

    def field(self, name: str, value: str) -> None:
        if Target.parse(name) == FORM and value in FORMS:
            self.form, self.said = value, None

    def press(self, target: Target) -> None:
        if target == Target("forum", "copy"):
            self._page.copy(self.post(), self.copied)
        elif target == Target("forum", "picture"):
            name = self._exports.file_name(".png")
            self._page.pass_picture("copy", name, self.copied)
