"""Dialog that makes an animated GIF of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.learn.show.frames import Frames, frames
from ui.render.picture import scene_picture
from ui.session.share import Exports
from ui.shell.dialogs import SAID, Dialog
from ui.shell.share_buttons import MADE_GIF
from ui.words.frame import button, radios
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.shell.app import App

HOW_MUCH = Target("gif", "turns")
CHOICES = (10, 30, 150)  # turns; the last is the longest GIF
MOST = 100_000  # turns; more than any game has
STEP_MS, LAST_MS = 900, 2700  # how long a position is shown


class GifDialog(Dialog):
    """Choice of the turns; while the GIF is made, progress and a way to cancel."""

    name = "gif"
    heading = "gif.title"

    def __init__(self, app: App, exports: Exports, page: BrowserPage) -> None:
        super().__init__(app)
        self.game_id = exports.game_id
        self._exports, self._page = exports, page
        self.most = CHOICES[0]
        self._count = len(frames(exports, MOST).turns)
        self.total = 0  # frames of the GIF in the making; 0: none is being made
        self.done = 0
        self._round = 0  # a cancelled GIF has an older number

    def attributes(self) -> dict[str, str]:
        return {"data-caption": self._exports.caption(self.words)}

    def layout(self) -> Html:
        return self.frame(
            self._choice(),
            el("div", {"class": "dialog-part", "data-slot": "progress"}),
            el("div", {"class": "dialog-part", "data-slot": "making"}),
            SAID,
        )

    def _choice(self) -> Html | None:
        """Return the choice of the turns; None if the game is short."""
        t = self.words.t
        longer = [choice for choice in CHOICES if choice < self._count]
        if not longer:
            return None
        choices = [(str(one), t("gif.last", count=one)) for one in longer]
        if len(longer) < len(CHOICES):
            choices.append((str(CHOICES[len(longer)]), t("gif.whole", count=self._count)))
        return radios(str(HOW_MUCH), t("gif.turns"), choices, str(self.most), f"{HOW_MUCH}=")

    def slots(self) -> dict[str, Html]:
        """Return the slots. The one of the buttons stays the same while a GIF is made: a press on a
        button that is replaced meanwhile is lost."""
        t = self.words.t
        progress = Html("")
        if self.total:
            done = {"max": self.total, "value": self.done, "aria-label": t("gif.title")}
            told = t("gif.progress", done=self.done, total=self.total)
            progress = join(el("progress", done), el("p", None, told))
            making = el("div", {"class": "buttons"}, button("gif:cancel", t("gif.cancel")))
        else:
            key = "gif.about" if self._exports.eyes == self._exports.viewer else "gif.about.both"
            making = join(
                el("p", None, t(key)),
                el("div", {"class": "buttons"}, button("gif:make", t("gif.make"), "primary")),
            )
        return {
            "progress": progress,
            "making": making,
            "said": self.answer(),
        }

    def field(self, name: str, value: str) -> None:
        if Target.parse(name) == HOW_MUCH and value in map(str, CHOICES) and not self.total:
            self.most, self.said = int(value), None

    def press(self, target: Target) -> None:
        if target == Target("gif", "cancel"):
            self._round += 1
            self.total, self.said = 0, Message("gif.stopped")
        elif target == Target("gif", "make") and not self.total:
            self._make()

    def _make(self) -> None:
        found, name = frames(self._exports, self.most), self._exports.file_name(".gif")
        self._round += 1
        now, self.total, self.done, self.said = self._round, len(found), 0, None

        def step(done: int) -> bool:
            if self.app.dialog is not self or now != self._round:
                return False
            self.done = done
            self.app.refresh()
            return True

        def ended(how: str) -> None:
            if now == self._round:
                self.total = 0
                key = "share.saved" if how == MADE_GIF else f"gif.{how}"
                self.said = Message(key, name=name)
                self.app.refresh()

        self._page.gif(self._pictures(found), len(found), name, step, ended)

    def _pictures(self, found: Frames) -> Iterator[tuple[Html, int]]:
        """Yield the markup of each position and how long it is shown."""
        for number, scene in enumerate(found.scenes(), 1):
            css = "board of-reel"
            drawn = scene_picture(scene, self.game_id, "", (), self._exports.turned, css)
            yield drawn, LAST_MS if number == len(found) else STEP_MS
