"""The table and its computer players: who thinks when, pace, watching, hints, draws, and how the
game went.

Between the look of the table (ui/screens/table_face.py) and its input (ui/screens/table.py).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.texts import Message
from ui.course import Course
from ui.opponent import Opponent
from ui.screens.table_face import TableFace

WAKE_MS = 600  # first the board is drawn
COURSE_SECONDS = 0.008  # of a frame, for working out how the game went
COURSE_PAUSE_MS = 16


class TableMind(TableFace):
    """What happens at the table by itself, and what is said about it."""

    def shown(self) -> None:
        """The table is in front of somebody again. Whoever plays against a computer has time to
        set up, or to think, while its worker starts."""
        self._think()
        if any(self.session.seats) and not self.session.match.over:
            brain = self.desk.brain()
            brain.later(WAKE_MS, brain.wake)

    def leave(self) -> None:
        """Another screen takes its place: nobody thinks on."""
        if self._opponent is not None:
            self._opponent.stop()

    def restyle(self) -> None:
        super().restyle()
        if self._opponent is not None:
            self._opponent.pace = self.app.settings.pace

    def opponent(self) -> Opponent:
        """The computer at this table, made when it is first needed."""
        if self._opponent is None:
            self._opponent = Opponent(self.session, self.desk.brain(), self._thought)
            self._opponent.pace = self.app.settings.pace
        return self._opponent

    # -- thinking ----------------------------------------------------------------------------

    def _think(self) -> None:
        if self.session.thinker is not None or self._opponent is not None:
            self.opponent().consider()
        self._review()

    def _thought(self, moved: bool) -> None:
        self.app.later(self._moved if moved else self._heard)

    def _moved(self) -> None:
        self._fresh()
        self.notice = self.opponent().reply  # that a draw is accepted; moves say nothing
        self._after(self.session.decider)
        self._think()

    def _heard(self) -> None:
        """How far the computer is, a hint, or what it says to an offer."""
        self._rev += 1
        opponent = self.opponent()
        if opponent.hint is not None:
            self._tell_hint()
        elif opponent.reply is not None:
            self._tell(opponent.reply)

    def _tell(self, message: Message) -> None:
        if self.notice != message:
            self.notice = message
            self.app.announce(self.voice.message(message))

    def hurry(self) -> None:
        """A press while a computer is at it: nobody waits any longer."""
        if not self.opponent().hurry():
            self.notice = Message("ai.paused")

    def mind_field(self, name: str, value: str) -> bool:
        """A level of a computer player, or a place in the picture of the game."""
        if name.startswith("level") and name[5:].isdigit() and value in "12345":
            player = int(name[5:])
            if player < self.session.players and self.session.seats[player]:
                self._fresh()
                self.session.set_level(player, int(value))
                self.opponent().again()
            return True
        if name == "course" and self._course is not None and value.isdigit():
            self.session.look(self._course.end(int(value)))
            return True
        return False

    # -- buttons -----------------------------------------------------------------------------

    def _act_hurry(self, _: str) -> None:
        if self.session.thinker is not None:
            self.hurry()

    def _act_pause(self, _: str) -> None:
        self.opponent().pause(True)

    def _act_resume(self, _: str) -> None:
        self.opponent().pause(False)

    def _act_step(self, _: str) -> None:
        self.opponent().step()

    def _act_hint(self, _: str) -> None:
        """First which piece, then which move."""
        self.notice = Message("ai.hint.looking")
        opponent = self.opponent()
        opponent.consider()
        opponent.look_for_hint()
        self._tell_hint()

    def _tell_hint(self) -> None:
        hint = self.opponent().hint
        if hint is None:
            return
        first = hint.path[0]
        if len(hint.path) == 1 and not first.startswith("sq:"):
            self._tell(Message("ai.hint.move", move=self._what(first)))
        elif hint.whole or len(hint.path) == 1:
            self._tell(Message("ai.hint.move", move=hint.text))
        else:
            self._tell(Message("ai.hint.piece", what=self._what(first)))

    def _act_draw(self, _: str) -> None:
        self.ask = "draw"

    def _act_draw_yes(self, _: str) -> None:
        """The people at the table agree; computer players are asked now."""
        if self.ask != "draw" or not self.session.can_draw():
            return
        if any(self.session.seats):
            self.ask = ""
            self.opponent().offer_draw()
            self.notice = self.opponent().reply
        else:
            self._settle(self.session.agree_draw)

    # -- how the game went -------------------------------------------------------------------

    def _review(self) -> None:
        """Once a game is over its course is worked out, a little in every frame."""
        session = self.session
        if not session.match.over or session.curtain is not None:
            self._course = None
            return
        if self._course is not None and self._course.fits(session):
            return
        self._course = course = Course(session)
        self.desk.brain().later(COURSE_PAUSE_MS, lambda: self._review_on(course))

    def _review_on(self, course: Course) -> None:
        if course is not self._course:
            return
        if course.step(COURSE_SECONDS):
            self.desk.brain().later(COURSE_PAUSE_MS, lambda: self._review_on(course))
        else:
            self.app.later(self._fresh_picture)

    def _fresh_picture(self) -> None:
        self._rev += 1

    # -- words -------------------------------------------------------------------------------

    def _fresh(self) -> None:
        """A new input: what was said about the last one is over."""
        self.notice = None
        self._rev += 1

    def _what(self, target: str) -> str:
        """A target in words."""
        scheme, _, name = target.partition(":")
        if scheme == "sq":
            return self._names().of(name)
        for area in self.scene.areas:
            for item in area.items:
                if item.target == target:
                    return self.voice.message(item.label)
        for choice in self.scene.choices:
            if choice.target == target:
                return self.voice.message(choice.label)
        return name

    def _after(self, who: int) -> None:
        """Says what has happened, as far as the person in front may know it."""
        if self.mode == "curtain":
            self.app.announce(self.voice.t("table.curtain.title", who=self._passed_to()))
            return
        turns = self.session.log()
        if turns and turns[-1].text and turns[-1].actor >= 0:
            move = self.voice.t(
                "table.said.move", who=self.voice.name(turns[-1].actor), move=turns[-1].text
            )
            self.app.announce(f"{move} {self._prompt()}")
        else:
            self._say_prompt()

    def _passed_to(self) -> str:
        player = self.session.curtain
        return self.voice.name(player) if player is not None else ""

    def _prompt(self) -> str:
        words = self.voice.message(self.prompt())
        status = (self.voice.message(one) for one in self.scene.status)
        return " ".join([words, *status])

    def _say_prompt(self) -> None:
        self.app.announce(self._prompt())

    def _settle(self, act: Callable[[], None]) -> None:
        self.ask = ""
        act()
        if self.mode != "curtain":
            self._say_prompt()
