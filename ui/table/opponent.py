"""The computer at one table: asks the engine, and plays at a pace a person can follow.

Every change of the table cancels the open question.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.contract import Action, State
from engine.core.errors import AsedioError
from engine.core.texts import Message, player_name
from engine.search.engine_server import DRAW, HINT, MOVE, PONDER, as_action
from engine.search.news import Answer, Cancel, News, Progress
from engine.search.pondering import PONDER_LEVELS
from ui.session.session import Session
from ui.words.targets import Target, read_path

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient

PACES = {"slow": 1600, "normal": 700, "fast": 0}  # minimum ms a position is shown
READ_MS = 1000  # for the result of a fight, dice or a coin
HINT_LEVEL = 4


class Waiting(NamedTuple):
    """An open question: the seat asked, and its kind (MOVE, HINT or DRAW)."""

    seat: int
    about: str


class Hint:
    """A suggested action; first its piece is shown, then (`whole`) the whole move."""

    def __init__(
        self, action: Action, path: tuple[Target, ...], why: Sequence[Sequence[str]]
    ) -> None:
        """`path`: the presses that enter the action; `why`: (reason, square or target)."""
        self.action, self.path, self.why = action, path, why
        self.whole = False


class Opponent:
    """Agent of the computer seats: plays, answers draw offers, and finds hints."""

    def __init__(
        self, session: Session, engine: EngineClient, changed: Callable[[bool], None]
    ) -> None:
        """`changed(moved)` is called when the table has to be redrawn."""
        self.session, self.engine, self._changed = session, engine, changed
        self.pace = "normal"
        self.resigns = True  # whether it may resign lost games
        self._ponders = True
        self._told_for = 0  # ms until the latest events have been seen
        self.paused = False
        self.waiting: Waiting | None = None
        self._cancel: Cancel | None = None  # of the open question, or of pondering
        self.word: Mapping[str, Any] = {}  # the progress shown
        self.hint: Hint | None = None
        self.problem: Message | None = None
        self.reply: Message | None = None  # to the offer of a draw
        self._hurried = False  # the player skips the waiting time
        self._early = False  # the position has not been shown long enough
        self._answer: list[Action] | None = None  # held back while `_early`
        self._mind: Mapping[str, Any] = {}  # the whole answer
        self._offered: list[int] = []  # seats still to be asked about a draw
        self._declined: object = None
        self._asked_at: object = None
        self._played: int | None = None  # the seat of its last move

    # -- questions -------------------------------------------------------------------------

    def consider(self) -> None:
        """Cancel what is open and ask for the next move, or ponder, if the table has changed."""
        stamp = self._stamp()
        if self._asked_at == stamp:
            return
        self.stop()
        self.hint = self.problem = self.reply = None
        self._asked_at = stamp
        seat = self.session.awaited
        if seat is None or not self.session.levels[seat]:
            self._hurried = False
            self._ponder()
        elif not self.paused:
            self._think()

    @property
    def has_played(self) -> bool:
        """Whether it has moved since the table was opened."""
        return self._played is not None

    def look_for_hint(self) -> None:
        """Ask for a hint; if there is one already, show its whole move."""
        if self.hint is not None:
            self.hint.whole = True
        elif self.waiting is None and self.session.viewer == self.session.decider:
            self._ask(self.session.viewer, HINT_LEVEL, HINT)

    def likes_to_ponder(self, likes: bool) -> None:
        """Set whether it may think while other players decide."""
        self._ponders = likes
        if self.waiting is None and not likes:
            self._give_up()

    def again(self) -> None:
        """Ask the question again, because the level has changed or a pause has ended."""
        self._asked_at = None
        self.consider()

    def stop(self) -> None:
        """Cancel the open question and pondering."""
        self._give_up()
        self._forget()
        self._asked_at = None

    def _give_up(self) -> None:
        cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()

    def _forget(self) -> None:
        self.waiting, self.word, self._answer = None, {}, None
        self._offered, self._mind = [], {}

    def _stamp(self) -> object:
        session = self.session
        return (session.count, session.awaited, session.over, session.live)

    def _think(self) -> None:
        """Ask the computer that decides now; hold its answer back until the position was seen."""
        seat = self.session.awaited
        if seat is None or self.waiting is not None:
            return
        self._early = not self._hurried
        if self._alone():
            self._hurried = False  # among computers it counts for one move
        self._ask(seat, self.session.levels[seat], MOVE)
        if self._early and self.waiting is not None:
            asked, stands = self.waiting, PACES[self.pace]
            self.engine.later(stands, lambda: self._shown(asked, stands))

    def _ponder(self) -> None:
        """Let the computer that moved last think while others decide, from its own observation."""
        session, seat = self.session, self._played
        if seat is None or not self._ponders or self.paused or session.over or not session.live:
            return
        if session.levels[seat] in PONDER_LEVELS:
            text = session.question(seat, session.levels[seat], 0, PONDER)
            self._cancel = self.engine.ponder(text)

    def _ask(self, seat: int, level: int, about: str) -> None:
        """Ask the engine; this replaces pondering."""
        self.waiting = Waiting(seat, about)
        self._cancel = self.engine.ask(self._question(seat, level, about), self._hear)

    def _question(self, seat: int, level: int, about: str) -> str:
        """Return the text of a question, with a seed that is new each time."""
        return self.session.question(seat, level, secrets.randbits(32), about)

    # -- pace ------------------------------------------------------------------------------

    def tell(self, animated: int, met: bool) -> None:
        """Note what the latest events show: how many ms their animation takes, and whether pieces
        met, which takes time to read. At the fast pace nothing waits for it."""
        self._told_for = 0 if self.pace == "fast" else animated + READ_MS * met

    def _shown(self, asked: Waiting, stands: int) -> None:
        """Let the answer out after `stands` ms, or later if the telling takes longer. It is worked
        out after the question is asked."""
        if (more := self._told_for - stands) > 0:
            self.engine.later(more, lambda: self._stood(asked))
        else:
            self._stood(asked)

    def hurry(self) -> bool:
        """Skip waiting until a person decides, or for one move if only computers play.

        Return False if no computer is choosing a move.
        """
        if self.paused or self.waiting is None or self.waiting.about != MOVE:
            return False
        self._hurried = not self._alone()
        self._stood(self.waiting)
        return True

    def pause(self, paused: bool) -> None:
        """Pause or resume the computers."""
        self.paused = paused
        if paused:
            self.stop()
        else:
            self.again()

    def step(self) -> None:
        """Play one move of a computer while the others are paused."""
        if self.paused and self.waiting is None:
            self._hurried = True
            self._think()
            self._hurried = False

    def _alone(self) -> bool:
        """Return whether only computers play."""
        return all(self.session.levels)

    def _stood(self, asked: Waiting) -> None:
        """End the minimum display time of a position: play the answer if it is there."""
        if self.waiting is asked and self._early:
            self._early = False
            if self._answer is not None:
                self._play(asked.seat, self._answer)

    # -- draws -----------------------------------------------------------------------------

    def offer_draw(self) -> None:
        """Ask every computer still playing in turn; if all agree, the game is drawn."""
        self.stop()
        self._asked_at = self._stamp()
        if self._declined == self._asked_at:
            self.reply = Message("computer.draw.again")
            return
        session = self.session
        left = session.playing()
        seats = [seat for seat, level in enumerate(session.levels) if level]
        self._offered = [seat for seat in seats if seat in left] or seats
        self._ask_about_draw()

    def _ask_about_draw(self) -> None:
        seat = self._offered.pop(0)
        self.reply = Message("computer.draw.asked", who=player_name(seat))
        self._ask(seat, self.session.levels[seat], DRAW)

    def _hear_draw(self, seat: int, agrees: bool) -> None:
        who = player_name(seat)
        if not agrees:
            self._declined, self._offered = self._stamp(), []
            self.reply = Message("computer.draw.declined", who=who)
            self._changed(False)
        elif self._offered:
            self._ask_about_draw()
        elif self.session.can_draw():
            self.session.agree_draw()
            self.reply = Message("computer.draw.accepted", who=who)
            self._changed(True)

    # -- answers ---------------------------------------------------------------------------

    def _hear(self, news: News) -> None:
        """Handle what the engine has found."""
        asked = self.waiting
        assert asked is not None
        if isinstance(news, Progress):
            self._progress(news.found)
            return
        self._cancel = None
        self._mind = news.found if isinstance(news, Answer) else {}
        actions = [as_action(action) for action in self._mind.get("actions", ())]
        if asked.about == MOVE and actions and self._early:
            self._answer = actions
            return
        self.waiting, self.word = None, {}
        if asked.about == DRAW and "agrees" in self._mind:
            self._hear_draw(asked.seat, self._mind["agrees"] is True)
        elif not actions:
            lost = "computer.hint.failed" if asked.about == HINT else "computer.failed"
            self.problem = Message(lost, who=player_name(asked.seat))
            self._changed(False)
        elif asked.about == HINT:
            self._show(actions[0], self._mind.get("why", ()))
        else:
            self._play(asked.seat, actions)

    def _progress(self, found: Mapping[str, Any]) -> None:
        """Show how far the search is; while pieces slide and fights are read, nothing is drawn."""
        self.word = found
        if not self._early:
            self._changed(False)

    def _show(self, action: Action, why: Sequence[Sequence[str]]) -> None:
        session = self.session
        state: State = session.observation()
        path = read_path(session.game.path(state, action))
        self.hint = Hint(action, path, why)
        self._changed(False)

    def _play(self, seat: int, actions: list[Action]) -> None:
        """Play a whole set-up or one decision, checked like a person's; or resign."""
        session, mind = self.session, self._mind
        self._forget()
        if session.awaited != seat:
            return
        try:
            if mind.get("resigns") and self.resigns and session.can_resign(seat):
                session.resign(seat)
            else:
                session.play(actions)
                self._played = seat
                if mind.get("offers"):
                    self._offer(seat)
        except AsedioError:
            self.problem = Message("computer.failed", who=player_name(seat))
        self._changed(True)

    def _offer(self, seat: int) -> None:
        """Offer a draw to the people; if only computers play, agree on it."""
        if self.session.over or not self.session.can_draw():
            return
        if self._alone():
            self.session.agree_draw()
        else:
            self.reply = Message("computer.draw.offers", who=player_name(seat))

    # -- status lines ----------------------------------------------------------------------

    def doing(self, who: str) -> list[Message]:
        """Return the messages for the status lines: progress, problems, missing worker."""
        slices = Message("computer.slices") if self.engine.trouble() else None
        found = (self.status(who), self.problem, slices)
        return [message for message in found if message is not None]

    def status(self, who: str) -> Message | None:
        """Return the progress of the search or that it is paused; None if no move is awaited."""
        if self.paused and self.waiting is None and self.session.awaited is not None:
            return Message("computer.paused")
        if self.waiting is None or self.waiting.about != MOVE:
            return None
        if number := self.word.get("determinizations"):
            return Message("computer.thinking.determinizations", who=who, n=number)
        if self.word.get("depth"):
            return Message("computer.thinking.depth", who=who, n=self.word["depth"])
        return Message("computer.thinking", who=who)
