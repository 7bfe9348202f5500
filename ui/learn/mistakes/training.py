"""Training of one's own mistakes: a position of a finished game, in which a better decision than
the one played is to be found.

The better one that the judge had found is right; any other is judged as mistakes are
(engine/search/analysis.py) and is right as well if it is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from engine.core.contract import Action
from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.search.analysis import MISTAKE_LOSS, Verdict
from engine.search.engine_server import JUDGE, as_action
from engine.search.levels import LEVELS
from engine.search.news import Answer, News, Progress
from ui.learn.practice import practice
from ui.learn.task_table import TaskScreen
from ui.saves.own_mistakes import OwnMistake, drop_mistake, due_mistakes, note_try
from ui.session.session import Session
from ui.table import heading, speech
from ui.words.brand import titled
from ui.words.frame import button
from ui.words.html import Html, el, join

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

OPEN, JUDGED, RIGHT, WRONG, SHOWN = "open", "judged", "right", "wrong", "shown"
BUTTONS = {
    OPEN: ("solve", "leave"),
    JUDGED: ("leave",),
    RIGHT: ("next", "leave"),
    WRONG: ("again", "solve", "next", "leave"),
    SHOWN: ("again", "next", "leave"),
}


class NothingToTrain(AsedioError):
    """No mistake is due."""

    default_code = "nothing_to_train"


def open_training(app: App, controller: Controller, today: date | None = None) -> TrainingScreen:
    """Return the screen of the most urgent mistake; those that cannot be opened are removed.

    Raises NothingToTrain."""
    day, storage = today or date.today(), app.store.storage
    for one in due_mistakes(storage, day):
        try:
            session = practice(one.game, one.options, one.position, one.sum)
            seen = session.observation()
            better = session.game.parse_action(seen, one.better)
        except (AsedioError, KeyError):
            drop_mistake(storage, one)
            continue
        return TrainingScreen(app, controller, session, one, better, day)
    raise NothingToTrain(Message("train.none"))


class TrainingScreen(TaskScreen):
    """Screen of one mistake.

    `status`: OPEN, JUDGED while the answer is being judged, then RIGHT, WRONG or SHOWN."""

    kind = "train"

    def __init__(
        self,
        app: App,
        controller: Controller,
        session: Session,
        one: OwnMistake,
        better: Action,
        today: date,
    ) -> None:
        super().__init__(app, controller, session)
        self.one, self._better, self._today = one, better, today
        self.status = OPEN
        self.left = len(due_mistakes(app.store.storage, today))
        self._next: OwnMistake | None = one  # after the try
        self._verdict: Verdict | None = None
        self._try = 0  # answers of the judge to earlier tries are ignored

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return titled(self.table.voice.t("train"), self.table.game.info.title)

    def fragment(self) -> str:
        return "#train"

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-exercise": self.status}

    def said(self) -> dict[str, Html]:
        voice = self.table.voice
        now = [voice.message(one) for one in (self.table.prompt(), *heading.status(self.table))]
        tone = "decision passed" if self.status == RIGHT else "decision"
        where = f"{voice.t('train')} · {voice.t('train.left', n=self.left)}"
        say = join(
            el("p", {"class": "lesson-where"}, el("span", None, where)),
            el("h1", {"class": tone}, voice.t("train.ask")),
            [el("p", {"class": "status"}, one) for one in now],
        )
        return {"say": say, "result": self._result(), "tools": self._tools(), "goal": Html("")}

    def _result(self) -> Html:
        sentences = self._sentences()
        if not sentences:
            return Html("")
        first, *rest = sentences
        parts = [el("h2", None, first), [el("p", None, one) for one in rest]]
        return el("div", {"class": "exercise-verdict"}, parts)

    def _sentences(self) -> list[str]:
        """Return what is said about the answer; empty before there is one."""
        t = self.table.voice.t
        if self.status in (OPEN, JUDGED):
            return [t("train.judging")] if self.status == JUDGED else []
        told = [t(f"train.{self.status}")]
        if self.status == WRONG and self._verdict is not None:
            best, left = (round(100 * one) for one in self._verdict[1:3])
            told.append(t("mistakes.chances", best=best, left=left))
        if self.status == WRONG:
            return told
        told.append(t("train.was", move=self.one.played))
        if self.status == RIGHT and self._next is None:
            told.append(t("train.gone"))
        elif self.status == RIGHT and self._next is not None:
            told.append(t("train.again_in", n=(self._next.due - self._today).days))
        return told

    def _tools(self) -> Html:
        t, names = self.table.voice.t, BUTTONS[self.status]
        first = "" if self.status == OPEN else names[0]
        return join(
            button(
                f"act:train:{name}",
                t(f"train.press.{name}"),
                "quiet" if name == "leave" else "primary" if name == first else "",
            )
            for name in names
        )

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        super().shown()
        if self.status == OPEN:
            self.say()

    def say(self) -> None:
        """Announce the task."""
        t = self.table.voice.t
        self.ask(f"{t('train')}. {t('train.ask')} {speech.prompt(self.table)}")

    def go_on(self) -> None:
        if self.status == OPEN and self.session.count:
            self._judge()
        if self.status != JUDGED:  # the opponent's question would replace that of the judge
            super().go_on()

    def _judge(self) -> None:
        """Decide at once whether the first decision was right, or ask the judge."""
        session = self.session
        played = next(e.action for turn in session.log() for e in turn.events if e.actor >= 0)
        if played == self._better:
            self._end(RIGHT)
            return
        self.status, number = JUDGED, self._try
        self.table.state.revision.bump()
        text = session.question(session.viewer, max(LEVELS), self.one.sum, JUDGE, at=0)
        engine = self.table.controller.engine()
        engine.ask(text, lambda news: self.app.later(lambda: self._heard(news, number)))

    def _heard(self, news: News, number: int) -> None:
        if isinstance(news, Progress) or number != self._try or self.status != JUDGED:
            return
        found = news.found.get("verdict") if isinstance(news, Answer) else None
        self._verdict = None if found is None else Verdict(*as_action(found))
        good = self._verdict is not None and self._verdict.loss < MISTAKE_LOSS
        self._end(RIGHT if good else WRONG)
        self.go_on()

    def _end(self, status: str) -> None:
        """Note the answer and announce what is said about it."""
        self.status = status
        self._next = note_try(self.app.store.storage, self.one, status == RIGHT, self._today)
        self.one = self._next or self.one
        self.left = len(due_mistakes(self.app.store.storage, self._today))
        self.table.state.revision.bump()
        self.app.afterwards(lambda: self.app.announce(" ".join(self._sentences())))

    # -- buttons -----------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[[], None]]:
        home = self.table.controller.go_home
        known = {"again": self.again, "solve": self.solve, "next": self.next, "leave": home}
        return {name: act for name, act in known.items() if name in BUTTONS[self.status]}

    def again(self) -> None:
        """Try again from the beginning."""
        self._try += 1
        self.table.opponent().stop()
        self.rewind()
        self.status, self._verdict = OPEN, None
        self.say()
        self.go_on()

    def solve(self) -> None:
        """Show the better decision; the mistake stays due."""
        self._try += 1
        self.table.opponent().stop()
        self.rewind()
        self._end(SHOWN)
        self.session.play([self._better])
        speech.after(self.table)
        self.go_on()

    def next(self) -> None:
        """Open the next mistake; home if none is due."""
        if self.left:
            self.app.route("#train")
        else:
            self.table.controller.go_home()
