"""Judge of a lesson: whether the aim of a step is met, and what the other side replies.

A step is judged by what its player sees (`engine.core.lessons`), not by which action was chosen.
Legal actions that miss the aim are taken back.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, State
from engine.core.lessons import Attempt, LessonStep, decisions, drawn, met, within_reach
from engine.core.telling import Happening
from engine.match.match import Match
from ui.session.long_tasks import ReadingTask
from ui.session.session import Session

AT_IT, PASSED, MISSED = "at it", "passed", "missed"


class Script:
    """The parts of a step that its player does not decide: chance outcomes and replies.

    Called as the sampler of a match: takes the step's outcomes in order, then the smallest possible
    one.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.left: list[str] = []

    def begin(self, step: LessonStep) -> None:
        self.left = list(step.chance)

    def __call__(self, state: State) -> Action:
        return drawn(self._match.game, state, self.left)

    def answer(self, text: str) -> list[Action]:
        """Parse a reply from the true state: other players may know more. Raises ActionError."""
        return decisions(self._match.game, self._match.state, text)


class Tutor:
    """Judge of the steps played on one table, one after the other."""

    def __init__(self, session: Session, script: Script, step: LessonStep) -> None:
        self._session, self._script = session, script
        self.begin(step)

    def begin(self, step: LessonStep) -> None:
        """Begin a step at the current position."""
        session = self._session
        self.step, self.verdict = step, AT_IT
        self._script.begin(step)
        self._count = self._judged = session.count
        self._before = session.observation().clone()
        self._known, self._decided = len(self._told()), len(self._mine())

    def judge(self) -> bool:
        """Update the verdict; return whether anything was decided since the last call.

        Plays the step's reply once the aim is met.
        """
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
        """Return a task that finds out whether the aim can still be met.

        None if nothing has been decided, or if a solution of the step begins with what was.
        """
        done = self._actions()
        if self.verdict != AT_IT or not done or any(map(self._begins, self.step.solutions)):
            return None
        return ReadingTask(
            lambda: within_reach(self._course(), self.step, self._script.left, Random(0))
        )

    def miss(self) -> None:
        """Mark the step as missed: its aim is out of reach."""
        self.verdict = MISSED

    def again(self) -> None:
        """Go back to the beginning of the step."""
        self._session.rewind(self._count)
        self.begin(self.step)

    def shown(self) -> tuple[str, ...]:
        """Return the path of the next action of the first solution; empty at its end."""
        session = self._session
        state = session.observation()
        done = len(self._actions())
        actions = decisions(session.game, self._before, self.step.solutions[0])
        return session.game.path(state, actions[done]) if done < len(actions) else ()

    def _begins(self, solution: str) -> bool:
        """Return whether the decisions so far are the beginning of a solution."""
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
        """Return the actions the viewer has chosen in this step."""
        return self._mine()[self._decided :]

    def _mine(self) -> list[Action]:
        session = self._session
        events = (event for turn in session.log() for event in turn.events)
        return [event.action for event in events if event.actor == session.viewer]
