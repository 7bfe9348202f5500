"""The computer at one table: asks the engine, waits, and plays at a pace a person can follow.

Every change of the table cancels the open question: its number no longer matches, so the answer is
dropped.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.contract import Action, State
from engine.core.errors import AsedioError
from engine.core.texts import Message, player_name
from engine.search.engine_server import DRAW, HINT, MOVE, PONDER, as_action
from engine.search.pondering import PONDER_LEVELS
from ui.session.session import Session
from ui.shell.ports import EngineClient
from ui.words.targets import Target, read_path

PACES = {"slow": 1600, "normal": 700, "fast": 0}  # minimum ms a position is shown
READ_MS = 1000  # for the result of a fight, dice or a coin
LOOK_MS = 300  # pieces still slide until then, so no progress is drawn
POLL_MS = 120
HINT_LEVEL = 4


class Waiting(NamedTuple):
    """An open question: its number, the seat asked, and its kind (MOVE, HINT or DRAW)."""

    number: int
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
        self.number = 0
        self.waiting: Waiting | None = None
        self.word: dict[str, Any] = {}
        self.hint: Hint | None = None
        self.problem: Message | None = None
        self.reply: Message | None = None  # to the offer of a draw
        self._hurried = False  # the player skips the waiting time
        self._early = False  # the position has not been shown long enough
        self._answer: list[Action] | None = None  # held back while `_early`
        self._mind: dict[str, Any] = {}  # the whole message with the answer
        self._ticket = 0
        self._offered: list[int] = []  # seats still to be asked about a draw
        self._declined: object = None
        self._asked_at: object = None
        self._played: int | None = None  # the seat of its last move
        self._pondering = 0  # number of the pondering question; 0: none

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

    def look_for_hint(self) -> None:
        """Ask for a hint; if there is one already, show its whole move."""
        if self.hint is not None:
            self.hint.whole = True
        elif self.waiting is None and self.session.viewer == self.session.decider:
            self._ask(self.session.viewer, HINT_LEVEL, HINT)

    def likes_to_ponder(self, likes: bool) -> None:
        """Set whether it may think while other players decide."""
        self._ponders = likes
        if self._pondering and not likes:
            self.engine.cancel(self._pondering)
            self._pondering = 0

    def again(self) -> None:
        """Ask the question again, because the level has changed or a pause has ended."""
        self._asked_at = None
        self.consider()

    def stop(self) -> None:
        """Cancel the open question and pondering."""
        number = self.waiting.number if self.waiting is not None else self._pondering
        if number:
            self.engine.cancel(number)
        self._pondering = 0
        self._forget()
        self._asked_at = None
        self.number += 1

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
        if self._early:
            number, stands = self.number, PACES[self.pace]
            self.engine.later(stands, lambda: self._shown(number, stands))

    def _ponder(self) -> None:
        """Let the computer that moved last think while others decide, from its own observation."""
        session, seat = self.session, self._played
        if seat is None or not self._ponders or self.paused or session.over or not session.live:
            return
        if session.levels[seat] in PONDER_LEVELS:
            self.number += 1
            self._pondering = self.number
            text = session.question(seat, session.levels[seat], self.number, 0, PONDER)
            self.engine.ponder(text, self.number)

    def _ask(self, seat: int, level: int, about: str) -> None:
        self._pondering = 0  # the new question replaces it
        self.number += 1
        self.waiting = Waiting(self.number, seat, about)
        seed = secrets.randbits(32)
        self.engine.ask(self.session.question(seat, level, self.number, seed, about))
        self._listen_in(min(LOOK_MS, PACES[self.pace]) if about == MOVE else 0)

    # -- pace ------------------------------------------------------------------------------

    def tell(self, animated: int, met: bool) -> None:
        """Note what the latest events show: how many ms their animation takes, and whether pieces
        met, which takes time to read. At the fast pace nothing waits for it."""
        self._told_for = 0 if self.pace == "fast" else animated + READ_MS * met

    def _shown(self, number: int, stands: int) -> None:
        """Let the answer out after `stands` ms, or later if the telling takes longer. It is worked
        out after the question is asked."""
        if (more := self._told_for - stands) > 0:
            self.engine.later(more, lambda: self._stood(number))
        else:
            self._stood(number)

    def hurry(self) -> bool:
        """Skip waiting until a person decides, or for one move if only computers play.

        Return False if no computer is choosing a move.
        """
        if self.paused or self.waiting is None or self.waiting.about != MOVE:
            return False
        self._hurried = not self._alone()
        self._stood(self.waiting.number)
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

    def _stood(self, number: int) -> None:
        """End the minimum display time of a position: play the answer, or listen for it."""
        if self.waiting is None or self.waiting.number != number or not self._early:
            return
        self._early = False
        if self._answer is not None:
            self._play(self.waiting.seat, self._answer)
        else:
            self._listen_in(0)

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

    def _listen_in(self, millis: int) -> None:
        """Listen for an answer after a delay; an earlier call is cancelled."""
        self._ticket += 1
        ticket = self._ticket
        self.engine.later(millis, lambda: self._listen(ticket))

    def _listen(self, ticket: int) -> None:
        if self.waiting is not None and self._ticket == ticket and self._answer is None:
            self.engine.ask_reply(self._hear)

    def _hear(self, text: str) -> None:
        """Handle a message of the engine; messages on another question are ignored."""
        word = json.loads(text)
        if self.waiting is None or self._answer is not None:
            return
        number, seat, about = self.waiting
        if word.get("number") != number or "actions" not in word:
            if word.get("number") == number:
                self._progress(word)
            self._listen_in(POLL_MS)
            return
        actions = [as_action(action) for action in word["actions"]]
        self._mind = word
        if about == MOVE and actions and self._early:
            self._answer = actions
            return
        self.waiting, self.word = None, {}
        if about == DRAW and "agrees" in word:
            self._hear_draw(seat, word["agrees"] is True)
        elif not actions:
            lost = "computer.hint.failed" if about == HINT else "computer.failed"
            self.problem = Message(lost, who=player_name(seat))
            self._changed(False)
        elif about == HINT:
            self._show(actions[0], word.get("why", ()))
        else:
            self._play(seat, actions)

    def _progress(self, word: dict[str, Any]) -> None:
        """Store the progress of the search; redraw if depth or determinizations have changed."""
        seen = [(one.get("depth"), one.get("determinizations")) for one in (word, self.word)]
        if seen[0] != seen[1]:
            self.word = word
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
