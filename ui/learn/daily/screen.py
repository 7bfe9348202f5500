"""Challenge screen: a short game from a position, to be won in a given number of own turns.

Luck and the opponent's answers are fixed (engine/match/challenges.py), so that everybody meets
the same. An attempt ends with the game or with the last turn; after that play may go on freely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.core.texts import Message
from engine.match.challenges import (
    LEVEL,
    LOST,
    NODES,
    OPEN,
    WON,
    Challenge,
    Course,
    thought_seed,
)
from engine.search.engine_server import MOVE
from ui.learn.daily import strip
from ui.learn.task_table import TaskScreen
from ui.saves.challenge_days import DayPlayed, days_played, note_attempt
from ui.session.session import Session
from ui.table import heading, speech
from ui.table.opponent import Opponent
from ui.words.brand import titled
from ui.words.html import Html

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient
    from ui.shell.app import App
    from ui.shell.controller import Controller


class ChallengePlace(NamedTuple):
    """The challenge of a day. `today`: when it was opened."""

    day: date
    challenge: Challenge
    today: date

    @property
    def prompt(self) -> bool:
        """Whether it was opened on its own day."""
        return self.day == self.today


class FixedOpponent(Opponent):
    """Opponent whose answers follow from the challenge and from what was played."""

    def __init__(
        self,
        session: Session,
        engine: EngineClient,
        changed: Callable[[bool], None],
        challenge: Challenge,
    ) -> None:
        super().__init__(session, engine, changed)
        self._challenge = challenge

    def _question(self, seat: int, level: int, about: str) -> str:
        seed = thought_seed(self._challenge, self.session.count)
        return self.session.question(seat, LEVEL, seed, MOVE, NODES)

    def _ponder(self) -> None:
        """Think only when asked."""


class ChallengeScreen(TaskScreen):
    """Screen of one day's challenge.

    `status`: OPEN, then WON or LOST until the next attempt. `played`: all attempts so far."""

    kind = "challenge"

    def __init__(
        self,
        app: App,
        controller: Controller,
        session: Session,
        place: ChallengePlace,
        course: Course,
    ) -> None:
        super().__init__(app, controller, session)
        self.place, self.course = place, course
        self.status = OPEN
        self.used = 0  # turns of this attempt
        self.played = days_played(app.store.storage).get(place.day, DayPlayed(0))
        opponent = FixedOpponent(session, controller.engine(), self._thought, place.challenge)
        self.table.computer = opponent
        self.table.restyle()

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return titled(self.table.voice.t("challenge"), self.table.game.info.title)

    def fragment(self) -> str:
        return f"#daily={self.place.day.isoformat()}"

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-challenge": self.status}

    def said(self) -> dict[str, Html]:
        voice = self.table.voice
        now = [voice.message(one) for one in (self.table.prompt(), *heading.status(self.table))]
        days, place = days_played(self.app.store.storage), self.place
        at_it = self.status == OPEN and self.used > 0
        return {
            "say": strip.say(voice, self.place.day, self._asked(), self.status, now),
            "result": strip.verdict(self._verdict(), self._squares()),
            "tools": strip.tools(voice, self.status, self.played.solved),
            "goal": Html("") if at_it else strip.calendar(voice, days, place.day, place.today),
        }

    def _asked(self) -> str:
        """Return the task, and which turn it is while it is being solved."""
        t, turns = self.table.voice.t, self.place.challenge.turns
        if self.status == OPEN and self.used > 0:
            return t("challenge.turn", n=self.used, of=turns, goal=t("challenge.ask", n=turns))
        return t("challenge.ask", n=turns)

    def _verdict(self) -> list[str]:
        """Return the sentences about the attempt; empty before its end."""
        t, turns = self.table.voice.t, self.place.challenge.turns
        if self.status == OPEN:
            return []
        if self.status == WON:
            return [t("challenge.won", n=self.used), t("challenge.tries", n=self.played.tries)]
        return [t("challenge.lost" if self.session.over else "challenge.late", n=turns)]

    def _squares(self) -> str:
        return strip.squares(self.played, self.place.challenge.turns) if self.played.tries else ""

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        super().shown()
        if self.status == OPEN:
            self.say()

    def say(self) -> None:
        """Announce the task."""
        self.ask(f"{self.table.voice.t('challenge')}. {self._asked()} {speech.prompt(self.table)}")

    def go_on(self) -> None:
        if self.status == OPEN:
            self._judge()
        super().go_on()

    def _judge(self) -> None:
        used, self.status = self.course.used(), self.course.status()
        if used != self.used or self.status != OPEN:
            self.used = used
            self.table.state.revision.bump()
        if self.status != OPEN:
            self._note()
            self.app.afterwards(lambda: self.app.announce(" ".join(self._verdict())))

    def _note(self) -> None:
        """Store the attempt."""
        turns = self.used if self.status == WON else 0
        place, storage = self.place, self.app.store.storage
        self.played = note_attempt(storage, place.day, turns, place.prompt)

    # -- buttons -----------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[[], None]]:
        days = strip.calendar_days(self.place.today)
        return {
            "again": self.again,
            "copy": self.copy,
            "leave": self.table.controller.go_home,
            **{f"day:{day.isoformat()}": partial(self._open, day) for day in days},
        }

    def _open(self, day: date) -> None:
        self.app.route(f"#daily={day.isoformat()}")

    def again(self) -> None:
        """Begin another attempt; one that was given up counts as failed."""
        if self.status == OPEN and self.used:
            self.status = LOST
            self._note()
        self.table.opponent().stop()
        self.rewind()
        self.status, self.used = OPEN, 0
        self.say()
        self.go_on()

    def copy(self) -> None:
        """Copy the result as a line of text with the address, which gives nothing away."""
        base = self.app.page.url().split("#", 1)[0]
        game, turns = self.table.game.info.title, self.place.challenge.turns
        line = strip.line(game, self.place.day, self.played, turns)
        self.app.page.copy(f"{line} {base}{self.fragment()}", self._copied)

    def _copied(self, done: bool) -> None:
        words = Message("share.copied" if done else "share.not_copied")
        self.app.later(lambda: self.answer(words))
