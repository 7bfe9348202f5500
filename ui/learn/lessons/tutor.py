"""What is made of a try: whether the aim of a step is met, and what is played in answer.

A step is judged by what the person in front sees (`engine.core.lessons`), never by which action it
was. Whatever is allowed and misses the aim is taken back.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, State
from engine.core.lessons import Attempt, LessonStep, decisions, drawn, met, within_reach
from engine.core.telling import Happening
from engine.match.match import Match
from ui.session.reading import ReadingTask
from ui.session.session import Session

AT_IT, PASSED, MISSED = "at it", "passed", "missed"


class Script:
    """What a step wants to come from elsewhere. Chance, in order; what is not said of it is the
    first that may come. The answers of the other players, who know more than the person in front.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.left: list[str] = []

    def begin(self, step: LessonStep) -> None:
        self.left = list(step.chance)

    def __call__(self, state: State) -> Action:
        return drawn(self._match.game, state, self.left)

    def answer(self, text: str) -> list[Action]:
        """Raises ActionError."""
        return decisions(self._match.game, self._match.state, text)


class Tutor:
    """One step after the other, on one table."""

    def __init__(self, session: Session, script: Script, step: LessonStep) -> None:
        self._session, self._script = session, script
        self.begin(step)

    def begin(self, step: LessonStep) -> None:
        """From here on."""
        session = self._session
        self.step, self.verdict = step, AT_IT
        self._script.begin(step)
        self._count = self._judged = session.count
        self._before = session.observation().clone()
        self._known, self._decided = len(self._told()), len(self._mine())

    def judge(self) -> bool:
        """Looks at the table. Whether something was decided since it was last looked at."""
        session = self._session
        if self.verdict != AT_IT or session.count <= self._judged:
            return False
        self._judged = session.count
        if met(self.step.aim, self._course()):
            self.verdict = PASSED
            self._reply()
        elif not session.answering or len(self._actions()) >= self.step.most:
            self.verdict = MISSED
        return True

    def doubt(self) -> ReadingTask[bool] | None:
        """Whether the aim can still be met, as work to be done a little at a time; None where
        nothing has been decided, or what was is how the step's own solutions go."""
        done = self._actions()
        if self.verdict != AT_IT or not done or any(map(self._begins, self.step.solutions)):
            return None
        return ReadingTask(within_reach(self._course(), self.step, self._script.left, Random(0)))

    def miss(self) -> None:
        """The aim is out of reach."""
        self.verdict = MISSED

    def again(self) -> None:
        """The step from its beginning."""
        self._session.rewind(self._count)
        self.begin(self.step)

    def shown(self) -> tuple[str, ...]:
        """The presses that begin a way to the aim, from where the person in front stands."""
        session = self._session
        state = session.observation()
        done = len(self._actions())
        actions = decisions(session.game, self._before, self.step.solutions[0])
        return session.game.path(state, actions[done]) if done < len(actions) else ()

    def _begins(self, solution: str) -> bool:
        """Whether the person in front goes this way, so far."""
        done = self._actions()
        return decisions(self._session.game, self._before, solution)[: len(done)] == done

    def _reply(self) -> None:
        session = self._session
        if self.step.reply and not session.over:
            session.play(self._script.answer(self.step.reply))
            self._judged = session.count

    def _course(self) -> Attempt:
        session = self._session
        told, now = self._told()[self._known :], session.observation()
        return Attempt(session.game, session.viewer, self._before, now, told, self._actions())

    def _told(self) -> list[Happening]:
        session = self._session
        log, history = session.log(), session.history
        told = [one for turn in log for one in history.telling_of(turn)]
        return [*told, *(history.turn_start(log[-1]) if log else ())]

    def _actions(self) -> list[Action]:
        """What the person in front has decided in this step."""
        return self._mine()[self._decided :]

    def _mine(self) -> list[Action]:
        session = self._session
        events = (event for turn in session.log() for event in turn.events)
        return [event.action for event in events if event.actor == session.viewer]
