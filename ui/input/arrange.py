"""The draft of a set-up that one player arranges: pick up, place, move, swap, take back, finish.

The game decides what stands where and what may go where; this module keeps the draft and the piece
picked up. No event is written before the set-up is finished, so everything can be undone.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Arrangement, Draft, State
from engine.core.errors import AsedioError, IllegalAction
from engine.core.scene import Scene
from engine.core.texts import Message
from ui.session.revision import Cached
from ui.session.session import Session
from ui.words.targets import NOTHING, Target, write_path

DRAWS = 12  # random drafts tried for one on the side in front


class Arrange:
    """Draft of the seated player's set-up. `held`: the target of the piece picked up."""

    def __init__(self, session: Session, rng: Random | None = None) -> None:
        self.session = session
        self.rng = rng or Random()
        self.held = NOTHING
        self._again = False  # `held` stayed on the kind just placed, with more of it in the tray
        self._drawn: Draft | None = None  # the last random draft
        self._plan = Cached(lambda: self._ask(self.draft) if self._asked() else None)
        self._draft = Cached(session.drafting.draft)

    # -- queries -----------------------------------------------------------------------------

    def plan(self) -> Arrangement | None:
        """Return the current arrangement; None if the seated player is not setting up."""
        return self._plan.get(self.session.revision.number)

    def _asked(self) -> bool:
        """Return whether the seated player lays out a set-up in the position on the board, if it
        is one."""
        session = self.session
        if session.curtain is not None or not session.live or session.reading:
            return False
        return session.drafting.laying() is not None

    @property
    def position(self) -> State:
        """The position the set-up is laid out in."""
        return self.session.drafting.laying() or self.session.observation()

    def _ask(self, draft: Draft) -> Arrangement | None:
        """Return the game's arrangement of a draft, or of an empty one if it rejects the draft."""
        try:
            return self.session.game.arrangement(self.position, draft)
        except AsedioError:
            return self.session.game.arrangement(self.position, ())

    @property
    def draft(self) -> Draft:
        """Pairs of kind and square placed so far; cached per revision of the session."""
        return self._draft.get(self.session.revision.number)

    def kind_at(self, square: str) -> str:
        """Return the kind of the placed piece on a square; empty if there is none."""
        return next((kind for kind, name in self.draft if name == square), "")

    def places(self) -> frozenset[str]:
        """Return the squares where the held piece, or else the one asked for, may be placed."""
        plan, held = self.plan(), self.held or self._due()
        if plan is None or not held:
            return frozenset()
        name = held.name
        if held.kind == "kind":
            return _allowed(plan, name) or frozenset()
        kind = self.kind_at(name)
        if _allowed(plan, kind) is None:
            return frozenset()
        without = self._trial(tuple(put for put in self.draft if put[1] != name))
        there = _allowed(without, kind) if without is not None else None
        return there - {name} if there else frozenset()

    def _due(self) -> Target:
        """Return the target of the piece that the question asks for; NOTHING without one."""
        plan = self.plan()
        return Target.parse(plan.due) if plan is not None and plan.due else NOTHING

    def foreseen(self, square: str) -> Scene | None:
        """Return the scene with the held piece on `square`; None if it cannot go there."""
        if square not in self.places():
            return None
        scheme, name = self.held or self._due()
        rest = tuple(put for put in self.draft if scheme == "kind" or put[1] != name)
        kind = name if scheme == "kind" else self.kind_at(name)
        trial = self._trial((*rest, (kind, square)))
        return None if trial is None else trial.scene

    def movable(self, square: str) -> bool:
        """Return whether the placed piece on a square may be picked up."""
        plan = self.plan()
        kind = self.kind_at(square)
        if plan is None or not kind or square in plan.locked:
            return False
        return _allowed(plan, kind) is not None

    def why_not(self, target: Target) -> Message | None:
        """Explain why the held piece cannot go to `target`, or why nothing there can be picked up.

        None if the press is legal or nobody is setting up.
        """
        plan = self.plan()
        if plan is None:
            return None
        if not self.held and _ends(plan, target) and plan.problems:
            return plan.problems[0]
        held = self.held
        if held.square:
            held = Target("kind", self.kind_at(held.square))
        elif not held and target.square:
            held = self._due()
        way = (held, target) if held else (target,)
        state = plan.shown or self.position
        return self.session.game.explain(state, write_path(way))

    def _trial(self, draft: Draft) -> Arrangement | None:
        """Return the arrangement of a draft; None if the game rejects it."""
        try:
            return self.session.game.arrangement(self.position, draft)
        except AsedioError:
            return None

    def in_hand(self, kind: str) -> int:
        """Return how many pieces of a kind are still in the tray."""
        plan = self.plan()
        tray = plan.tray if plan else ()
        target = _text(kind)
        return next((item.count for item in tray if item.target == target), 0)

    # -- changes -----------------------------------------------------------------------------

    def press(self, target: Target) -> str:
        """Handle a press on a target and return what it did.

        One of `held`, `dropped`, `put`, `shifted`, `swapped`, `back`, `ready` and `refused`.
        """
        plan = self.plan()
        if plan is None:
            return "refused"
        again, self._again = self._again, False
        if target == self.held:
            if again:  # pressing its kind picks up the next piece
                return "held"
            if _ends(plan, target) and not plan.problems:
                return self._ready(plan)
            self.held = NOTHING
            return "dropped"
        if target.kind == "kind":
            return self._take(target.name)
        if target.kind != "sq":
            return "refused"
        if not self.held and target.name in self.places():
            self.held = self._due()
        if self.held and (done := self._put(target.name)):
            return done
        if not self.held and _ends(plan, target) and not plan.problems:
            return self._ready(plan)
        if self.movable(target.name):
            self.held = target
            return "held"
        return "refused"

    def hold(self, target: Target) -> bool:
        """Pick up a piece from the board or the tray; if it cannot be moved, hold nothing.

        Return whether it was picked up.
        """
        scheme, name = target
        can = self.in_hand(name) > 0 if scheme == "kind" else self.movable(name)
        self.held = target if can else NOTHING
        return can

    def _take(self, kind: str) -> str:
        """Pick up a kind from the tray; if the held piece is of that kind, return it instead."""
        square = self.held.square
        if square and self.kind_at(square) == kind:
            return self.take_back(square)
        if self.in_hand(kind) < 1:
            return "refused"
        self.held = Target("kind", kind)
        return "held"

    def _put(self, square: str) -> str:
        """Place the held piece on `square`; return what that did, empty if the game forbids it."""
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
        """Swap the held piece with the one on `square`; return empty if the game forbids it.

        A piece held from the tray sends the other one back there.
        """
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
        """Return a placed piece (the held one by default) to the tray.

        The result is `back`, or `refused` if the piece cannot be moved.
        """
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
        """Complete the draft at random; return False if it was complete already.

        A draft that was completed this way is replaced by a new random one.
        """
        before = self.draft
        again = before == self._drawn
        if again or not self._full():
            self._keep(self._drawn_here(() if again else before))
        self.held = NOTHING
        self._drawn = self.draft
        return again or self._drawn != before

    def _drawn_here(self, start: Draft) -> Draft:
        """Return a random completion of `start` for the side in front, so that the board does not
        turn around where the rules leave the half to the player."""
        game, plan = self.session.game, self.plan()
        for _ in range(DRAWS):
            draft = game.random_draft(self.position, self.rng, start)
            trial = self._trial(draft)
            if plan is None or trial is None or trial.side == plan.side:
                break
        return draft

    def _full(self) -> bool:
        """Return whether nothing can be added: the tray is empty and there are no problems."""
        plan = self.plan()
        return plan is None or not (plan.problems or any(item.count for item in plan.tray))

    def mirror(self, model: Draft) -> None:
        """Lay the mirror image of another set-up."""
        self._keep(self.session.game.mirror_draft(self.position, model))
        self.held = NOTHING

    def finish(self) -> None:
        """Play the set-up, or have it played at the player's turn. Raises IllegalAction with the
        reason if it is not complete."""
        plan = self.plan()
        if plan is None:
            raise IllegalAction(Message("table.setup.over"))
        if plan.problems:
            raise IllegalAction(plan.problems[0])
        self._ready(plan)

    def _ready(self, plan: Arrangement) -> str:
        self.held = NOTHING
        if self.session.drafting.early:
            self.session.drafting.prepare(True)
        else:
            self.session.play(plan.actions, setup=True)
        return "ready"

    def _keep(self, draft: Draft) -> None:
        """Store a draft, without the pieces that the game no longer places."""
        self.session.drafting.keep(draft)
        plan = self.plan()
        if plan is None:
            return
        scene = plan.scene
        seen = {piece.square for piece in scene.pieces}
        seen.update(name for region in scene.regions if region.glyph for name in region.squares)
        standing = tuple(put for put in draft if put[1] in seen)
        if standing != draft:
            self.session.drafting.keep(standing)


# -- an arrangement's targets, which are texts ---------------------------------------------------


def _text(kind: str) -> str:
    return str(Target("kind", kind))


def _allowed(plan: Arrangement, kind: str) -> frozenset[str] | None:
    """Return the squares where a kind may stand; None if it cannot be moved at all."""
    return plan.allowed.get(_text(kind))


def _ends(plan: Arrangement, target: Target) -> bool:
    """Return whether a press on a target finishes the set-up."""
    return str(target) == plan.ready
