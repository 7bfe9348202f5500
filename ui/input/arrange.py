"""A set-up being arranged by one person: take, put, shift, swap, take back, and at last end.

The game says what stands where and what may go where; this file only keeps the draft and what is
held. Nothing is an event before `ready`, so everything can be tried.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Arrangement, Draft
from engine.core.errors import AsedioError, IllegalAction
from engine.core.scene import Scene
from engine.core.texts import Message
from ui.session.revision import Cached
from ui.session.session import Session
from ui.words.targets import NOTHING, Target, write_path


class Arrange:
    """The draft of the person in front of the device. `held` is the target in his hand."""

    def __init__(self, session: Session, rng: Random | None = None) -> None:
        self.session = session
        self.rng = rng or Random()
        self.held = NOTHING
        self._again = False  # the next piece of the kind just put is still in hand
        self._drawn: Draft | None = None  # what the last random set-up came to
        self._plan = Cached(lambda: self._ask(self.draft) if self._asked() else None)
        self._draft = Cached(session.draft)

    # -- what there is -----------------------------------------------------------------------

    def plan(self) -> Arrangement | None:
        """The arrangement as it stands; None when nobody is setting up."""
        return self._plan.get(self.session.revision.number)

    def _asked(self) -> bool:
        """Whether the person in front decides something that may be a set-up."""
        session = self.session
        if session.curtain is not None or not session.live or session.reading:
            return False
        return session.viewer == session.decider

    def _ask(self, draft: Draft) -> Arrangement | None:
        """A stored draft the game can make nothing of is given up."""
        try:
            return self.session.game.arrangement(self.session.observation(), draft)
        except AsedioError:
            return self.session.game.arrangement(self.session.observation(), ())

    @property
    def draft(self) -> Draft:
        """What is laid out so far; read from where it is kept once, not for every square."""
        return self._draft.get(self.session.revision.number)

    def kind_at(self, square: str) -> str:
        """The kind of the draft's piece that stands on a square; empty when there is none."""
        return next((kind for kind, name in self.draft if name == square), "")

    def places(self) -> frozenset[str]:
        """Squares where what is held may be put down."""
        plan = self.plan()
        if plan is None or not self.held:
            return frozenset()
        name = self.held.name
        if self.held.kind == "kind":
            return _allowed(plan, name) or frozenset()
        kind = self.kind_at(name)
        if _allowed(plan, kind) is None:
            return frozenset()
        without = self._trial(tuple(put for put in self.draft if put[1] != name))
        there = _allowed(without, kind) if without is not None else None
        return there - {name} if there else frozenset()

    def foreseen(self, square: str) -> Scene | None:
        """How it would look with what is held on `square`; None where it cannot go."""
        if square not in self.places():
            return None
        scheme, name = self.held
        rest = tuple(put for put in self.draft if scheme == "kind" or put[1] != name)
        kind = name if scheme == "kind" else self.kind_at(name)
        trial = self._trial((*rest, (kind, square)))
        return None if trial is None else trial.scene

    def movable(self, square: str) -> bool:
        """Whether the draft's piece on a square may be picked up."""
        plan = self.plan()
        kind = self.kind_at(square)
        if plan is None or not kind or square in plan.locked:
            return False
        return _allowed(plan, kind) is not None

    def why_not(self, target: Target) -> Message | None:
        """Why what is held cannot go to `target`, or why nothing there can be taken."""
        plan = self.plan()
        if plan is None:
            return None
        if not self.held and _ends(plan, target) and plan.problems:
            return plan.problems[0]
        held = self.held
        if held.square:
            held = Target("kind", self.kind_at(held.square))
        way = (held, target) if held else (target,)
        state = plan.shown or self.session.observation()
        return self.session.game.explain(state, write_path(way))

    def _trial(self, draft: Draft) -> Arrangement | None:
        """The arrangement a draft would give, or None if the game refuses it."""
        try:
            return self.session.game.arrangement(self.session.observation(), draft)
        except AsedioError:
            return None

    def in_hand(self, kind: str) -> int:
        """How many of a kind are still in the tray."""
        plan = self.plan()
        tray = plan.tray if plan else ()
        target = _text(kind)
        return next((item.count for item in tray if item.target == target), 0)

    # -- what is done ------------------------------------------------------------------------

    def press(self, target: Target) -> str:
        """Says what happened: held, dropped, put, shifted, swapped, back, ready or refused."""
        plan = self.plan()
        if plan is None:
            return "refused"
        again, self._again = self._again, False
        if target == self.held:
            if again:  # taken as if it had been put down in between
                return "held"
            if _ends(plan, target) and not plan.problems:
                return self._ready(plan)
            self.held = NOTHING
            return "dropped"
        if target.kind == "kind":
            return self._take(target.name)
        if target.kind != "sq":
            return "refused"
        if self.held and (done := self._put(target.name)):
            return done
        if not self.held and _ends(plan, target) and not plan.problems:
            return self._ready(plan)
        if self.movable(target.name):
            self.held = target
            return "held"
        return "refused"

    def hold(self, target: Target) -> bool:
        """Takes up a piece of the board or of the tray; False: that cannot be taken."""
        scheme, name = target
        can = self.in_hand(name) > 0 if scheme == "kind" else self.movable(name)
        self.held = target if can else NOTHING
        return can

    def _take(self, kind: str) -> str:
        """A kind from the tray; with a piece of that kind in hand: back into the tray."""
        square = self.held.square
        if square and self.kind_at(square) == kind:
            return self.take_back(square)
        if self.in_hand(kind) < 1:
            return "refused"
        self.held = Target("kind", kind)
        return "held"

    def _put(self, square: str) -> str:
        """What is held goes to `square`, if the game lets it; empty otherwise."""
        scheme, name = self.held
        there = self.kind_at(square)
        if square in self.places():
            if scheme == "kind":
                self._keep((*self.draft, (name, square)))
                self._again = self.in_hand(name) > 0
                if not self._again:
                    self.held = NOTHING
                return "put"
            self._keep(tuple((k, square if s == name else s) for k, s in self.draft))
            self.held = NOTHING
            return "shifted"
        if not there:
            return ""
        return self._replace(scheme, name, square, there)

    def _replace(self, scheme: str, name: str, square: str, there: str) -> str:
        """What is held changes places with the piece on `square`."""
        rest = tuple(put for put in self.draft if put[1] not in (square, name))
        trial = self._trial(rest)
        if trial is None or square in trial.locked:
            return ""
        kind = name if scheme == "kind" else self.kind_at(name)
        if kind == there or square not in (_allowed(trial, kind) or ()):
            return ""
        new = (*rest, (kind, square))
        if scheme == "sq":
            if name not in (_allowed(trial, there) or ()):
                return ""
            new = (*new, (there, name))
        self._keep(new)
        self.held = NOTHING
        return "swapped"

    def take_back(self, square: str = "") -> str:
        """A placed piece, the held one if none is named, returns to the tray."""
        square = square or self.held.square
        if not self.movable(square):
            return "refused"
        draft = tuple(put for put in self.draft if put[1] != square)
        if self._trial(draft) is None:
            return "refused"
        self._keep(draft)
        self.held = NOTHING
        return "back"

    def clear(self) -> None:
        self._keep(())
        self.held = NOTHING

    def random(self) -> bool:
        """Completes by chance what stands; what came about so, or has been found complete, is
        laid anew. False: there was nothing to add."""
        game, seen, before = self.session.game, self.session.observation(), self.draft
        again = before == self._drawn
        if again or not self._full():
            self._keep(game.random_draft(seen, self.rng, () if again else before))
        self.held = NOTHING
        self._drawn = self.draft
        return again or self._drawn != before

    def _full(self) -> bool:
        """Whether everything stands, so that nothing can be added."""
        plan = self.plan()
        return plan is None or not (plan.problems or any(item.count for item in plan.tray))

    def mirror(self, model: Draft) -> None:
        """The mirror image of another set-up."""
        self._keep(self.session.game.mirror_draft(self.session.observation(), model))
        self.held = NOTHING

    def finish(self) -> None:
        """Ends the set-up. Raises IllegalAction with the reason while it is not complete."""
        plan = self.plan()
        if plan is None:
            raise IllegalAction(Message("table.setup.over"))
        if plan.problems:
            raise IllegalAction(plan.problems[0])
        self._ready(plan)

    def _ready(self, plan: Arrangement) -> str:
        self.held = NOTHING
        self.session.play(plan.actions, setup=True)
        return "ready"

    def _keep(self, draft: Draft) -> None:
        """Stores a draft without the pieces that stand nowhere any more."""
        self.session.keep_draft(draft)
        plan = self.plan()
        if plan is None:
            return
        scene = plan.scene
        seen = {piece.square for piece in scene.pieces}
        seen.update(name for region in scene.regions if region.glyph for name in region.squares)
        standing = tuple(put for put in draft if put[1] in seen)
        if standing != draft:
            self.session.keep_draft(standing)


# -- targets of a plan, which are text -----------------------------------------------------------


def _text(kind: str) -> str:
    return str(Target("kind", kind))


def _allowed(plan: Arrangement, kind: str) -> frozenset[str] | None:
    """Squares where a kind may stand; None when it cannot be moved at all."""
    return plan.allowed.get(_text(kind))


def _ends(plan: Arrangement, target: Target) -> bool:
    """Whether a press there ends the set-up."""
    return str(target) == plan.ready
