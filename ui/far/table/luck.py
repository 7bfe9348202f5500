"""What a device gives to the luck of a far table: contributions to dice and coins, and its passes
over a shared deck and keys of cards.

The products of a pass are computed in a worker (ui/browser/deck.py). What needs them waits: the
table is considered again when they are there, and then finds them known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.core.contract import CHANCE, Action, Event, State
from engine.far.chance import Chain
from engine.far.group import Product
from engine.far.letter import Chance, LetterPart
from engine.match.clock import NO_CLOCK
from ui.far.far_table import deck_group

if TYPE_CHECKING:
    from ui.far.far_table import FarTable


class PassProgress(NamedTuple):
    """How much of a pass has been computed."""

    done: int
    whole: int


class Luck:
    """The luck of one seat. `group`: for a shared deck, if the game has one; `progress`: of the
    pass that is being computed, None while none is."""

    def __init__(self, play: FarTable) -> None:
        self._play = play
        self.group = deck_group(play.tools, play.seat.terms)
        self._chain: Chain | None = None
        self.progress: PassProgress | None = None

    def _contribution(self) -> Chance:
        if self._chain is None:
            self._chain = Chain(self._play.seat.keys.seed)
        draw = self._play.course.draws
        return Chance(draw, self._chain.contribution(draw))

    # -- parts of letters ----------------------------------------------------------------------

    def foresee(self) -> None:
        """Apply contributions and keys that only this seat owes and that its decision follows; both
        then go out in one letter.

        With a clock they are sent at once, so that the opponent knows whose time runs."""
        play, course = self._play, self._play.course
        if play.seat.terms.clock != NO_CLOCK or not (play.may_decide and play.met):
            return
        if play.log.open_forks or self.cheated:
            return
        while (course.owes(play.me) and course.foresee(self._contribution())) or (
            course.foresee_keys()
        ):
            pass

    def owed(self) -> Sequence[LetterPart]:
        """Return what this device has to send now by itself; nothing while a pass is computed."""
        course = self._play.course
        if course.owes(self._play.me):
            return [self._contribution()]
        if self.cheated and (claim := course.claim) is not None and claim.seat != self._play.me:
            return course.dealing.opening()  # the proof ends the game before the claim does
        if self.cheated or not self._known(course.deck_work()):
            return []
        return course.deck_steps()

    def behind(self, actions: Sequence[Action]) -> list[LetterPart] | None:
        """Return what the letter with these decisions should add if chance follows: a contribution,
        the first pass over a new deck, or all openings if that chance event discloses everything.
        None: the pass is being computed."""
        play, course = self._play, self._play.course
        state = _after(course.match.state, actions)
        if play.log.open_forks or state.current_player() != CHANCE:
            return []
        game = course.match.game
        if game.shows(state, Event(CHANCE, state.chance_outcomes()[0][0])):
            chain = play.log.chain(play.me)
            opens = (n for n in course.own if n >= len(chain) or chain[n].closed)
            return [course.own[n] for n in opens]
        if game.draws(state) is None:
            return [self._contribution()]
        ready = self._known(course.dealing.work_behind(state))
        return [*course.dealing.behind(state)] if ready else None

    # -- shared decks --------------------------------------------------------------------------

    @property
    def cheated(self) -> bool:
        """Whether this device knows, and has not proved, that the other has shuffled falsely. The
        game stays as it was."""
        course = self._play.course
        return course.dealing.broken is not None and not course.over

    def prove(self) -> None:
        """Open this seat's seed, which proves that the other has shuffled falsely."""
        if self.cheated and (steps := self._play.course.dealing.opening()):
            self._play.write(*steps)

    def judge(self) -> bool:
        """Check what the opened seeds prove, once its products are computed; return whether all is
        checked."""
        course = self._play.course
        while course.unjudged is not None:
            if not self._known(course.proof_work()):
                return False
            course.judge()
        return True

    def _known(self, work: Sequence[Product]) -> bool:
        """Return whether all these products are known; if not, have them computed."""
        missing = [] if self.group is None else self.group.missing(work)
        if missing and self.progress is None:
            self.progress = PassProgress(0, len(missing))
            deck = self._play.tools.deck()
            deck.compute(missing, self._report, lambda found: self._learn(missing, found))
        return not missing

    def _report(self, done: int) -> None:
        if self.progress is not None:
            self.progress = self.progress._replace(done=done)
            self._play.changed(False)

    def _learn(self, work: Sequence[Product], found: Sequence[bytes]) -> None:
        """Take the elements of these products and go on with the table."""
        play = self._play
        assert self.group is not None
        self.group.learn(work, found)
        self.progress, before = None, play.session.count
        play.consider()
        play.changed(play.session.count != before)


def _after(state: State, actions: Sequence[Action]) -> State:
    state = state.clone()
    for action in actions:
        state.apply(action)
    return state
