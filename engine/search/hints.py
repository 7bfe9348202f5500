"""What a game may tell the search about itself, and what is assumed where it does not.

`Game.hints` gives anything that has some of the names of `SearchHints`, usually a module of the
game's that is imported only then: a table of people needs none of it. Everything is in units of
`Game.evaluate`: −1…1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any, Protocol

from engine.core.contract import Action, AnyGame, State

Worth = Callable[[State, Sequence[Action]], Sequence[float]]
Outcomes = Callable[[State, bool], Sequence[tuple[Action, float]]]
Hunt = Callable[[State, Sequence[Action], Random], Sequence[float]]
Aims = Callable[[State, Action], Sequence[tuple[str, str]]]
Cases = Callable[[State, Action], Sequence[tuple[float, State]]]
MANY_OUTCOMES = 24
FULL_DEPTH_WORTH = 1.5  # makes every action one that is never looked at less deeply than the rest
ALL_ACTIONS = 1_000_000
LOST = 1.0
UNLIMITED = 9.0


class SearchHints(Protocol):
    """All of it is optional. States are the game's own.

    `MARGIN`: more than a quiet action changes the evaluation at once; with it the last ply
    skips actions that cannot reach the best one so far. 0: nothing is skipped.
    `SLACK`: where `ordering` says of quiet actions what they change, how much more it usually is;
    with it those that cannot reach the best one so far are skipped one by one in the last plies.
    `LOST`: how far behind, 0…1, nobody has ever come back against a player of sense; 1: there
    is always hope.
    `WIDTHS`: for games whose turn is many small decisions with chance in between (`turns`): by
    pass how many first actions are tried, and of how many actions of each later decision.
    `WEIGHTS`: by name, what the evaluation counts with, and `judge(weights)`, something that judges
    by them (`balance(state, player)` in points, `evaluate`, `static_value`); for `tune`.
    `LEVELS`: by level, what the game wants otherwise than `engine.search.levels` has it, by the
    names of `Level`.
    """

    MARGIN: float
    SLACK: float
    LOST: float
    WIDTHS: Sequence[tuple[int, int]]
    WEIGHTS: Mapping[str, float]
    judge: Callable[[Mapping[str, float]], Any]
    LEVELS: Mapping[int, Mapping[str, Any]]
    AIMS_ALONE: bool

    def setup(self, state: State, rng: Random) -> Sequence[Action]:
        """The decisions that complete the set-up of the player to decide, varied and sensible;
        empty outside a set-up. `state` is his observation."""

    def static_value(self, state: State, player: int) -> float:
        """`evaluate` where a search ends, with the answer taken into account: for games that
        estimate what exchanges would come instead of naming them (`quiescence`)."""

    def ordering(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """What each action seems to win at once, without being played: orders the search. What is
        above 0 (threats, captures that lose nothing) is never looked at less deeply."""

    def generate(self, state: State, root: bool) -> Sequence[tuple[float, Action]]:
        """(worth, action) of the actions that are looked at at all, where there are too many: a
        turn of several actions in one order that stands for all. `root`: the decision itself is
        asked for, whatever led to it. Never empty. Takes the place of `ordering` in the search."""

    def outcomes(self, state: State, last: bool) -> Sequence[tuple[Action, float]]:
        """The outcomes, with weights, that stand for all of a chance node: one for all that make
        no difference. `last`: no ply is left afterwards, and when there are none here the position
        is judged as it is. With `WIDTHS` `state` is an observation: a card nobody has seen may
        stay unknown."""

    def quiescence(self, state: State) -> Sequence[Action]:
        """Actions that must be followed before a position is judged: captures, but for those that
        lose more than they take (a static exchange evaluation of the game's own)."""

    def taking(self, state: State, least: float) -> Sequence[tuple[float, Action]]:
        """(worth, action) of what `quiescence` and `ordering` say, for games that find both at
        once; what wins less than `least` may be left out. Asked for outside of check only."""

    def in_check(self, state: State) -> bool:
        """Whether whoever decides is in such trouble (check) that every action counts before the
        position is judged."""

    def null_move(self, state: State) -> State | None:
        """The position if the player to decide, who need not be allowed to, skipped his turn: when
        even that is good enough the search looks no further. None in check, in the middle of
        a turn, and where having to act may be a burden."""

    def pending(self, state: State) -> bool:
        """Whether the decision belongs to the turn before (an answer, a second step): it costs no
        depth, and nothing is judged before it is taken."""

    def forced(self, state: State) -> Action | None:
        """The one action or outcome that stands for all inside the search, where there is one: it
        is gone through without a node of its own. None where something is to be decided."""

    def repeated(self, state: State) -> bool:
        """Whether the position, reached by an action, was there before in this game. The search
        takes it for a draw: whoever is ahead goes elsewhere while there is time."""

    def model_of(self, state: State) -> State | None:
        """What is searched instead of determinizations where too much is hidden for them: a state
        of the game's own that knows no more than `state`, an observation, and has the same legal
        actions; secrets are chance in it. `evaluate` and the other hints take it too. None:
        determinizations."""

    def stock(self, state: State) -> object:
        """What changes only when something is won, lost or cannot be taken back: pieces, lives.
        As long as it stays the same play shows nothing. `state` is an observation."""

    def dead(self, state: State) -> bool:
        """Whether nobody can win any more, however badly the other plays; what a glance at the
        pieces tells, no more. `state` is an observation."""

    def daring(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """0…1: how much each action goes at the other side; for opponents with a style. By default
        what `ordering` says of what it wins."""

    def hunt(self, state: State, actions: Sequence[Action], rng: Random) -> Sequence[float]:
        """How much the baseline `hunter` likes each action of an observation: the best immediate
        expected combat, with danger and what is given away."""

    def cases(self, state: State, action: Action) -> Sequence[tuple[float, State]]:
        """(probability, observation) of everything that the hidden pieces an action touches can
        be, with those pieces shown, or of all hidden pieces where there are few. Empty where the
        cases are too many to be listed. `state`: the observation of whoever decides."""

    def aims(self, state: State, action: Action) -> Sequence[tuple[str, str]]:
        """What a quiet action is for, by names of `engine.search.reasons` (or of the game's own,
        `computer.why.<name>` in its catalogue) and the square or target that is meant. `state` is
        the observation of whoever decides. `AIMS_ALONE`: this takes the place of what is read off
        the reach of the pieces."""


class Hints:
    """The search hints of one game, with defaults."""

    def __init__(self, game: AnyGame) -> None:
        hints = game.hints()
        self.game = game
        self.margin = float(getattr(hints, "MARGIN", 0.0))
        self.slack: float | None = getattr(hints, "SLACK", None)
        self.lost = float(getattr(hints, "LOST", LOST))
        self.stock: Callable[[State], object] = getattr(hints, "stock", _every_turn)
        self.dead: Callable[[State], bool] = getattr(hints, "dead", _never)
        self.worth: Worth = getattr(hints, "ordering", _no_worth)
        self.quiescence: Callable[[State], Sequence[Action]] = getattr(
            hints, "quiescence", _nothing
        )
        self.in_check: Callable[[State], bool] = getattr(hints, "in_check", _never)
        self.pending: Callable[[State], bool] = getattr(hints, "pending", _never)
        self.forced: Callable[[State], Action | None] | None = getattr(hints, "forced", None)
        self.repeated: Callable[[State], bool] = getattr(hints, "repeated", _never)
        self.null_move: Callable[[State], State | None] | None = getattr(hints, "null_move", None)
        self.has_checks = hasattr(hints, "in_check")  # whether there is anything like check
        self.widths: Sequence[tuple[int, int]] = getattr(hints, "WIDTHS", ())
        self.model: Callable[[State], State | None] = getattr(hints, "model_of", _no_model)
        self.hunt: Hunt | None = getattr(hints, "hunt", None)
        self.aims: Aims = getattr(hints, "aims", _no_aims)
        self.cases: Cases = getattr(hints, "cases", _no_cases)
        self.aims_alone = bool(getattr(hints, "AIMS_ALONE", False))
        self.static_value: Callable[[State, int], float] = getattr(
            hints, "static_value", game.evaluate
        )
        self.outcomes: Outcomes = getattr(hints, "outcomes", _likeliest)
        self._taking: Any = getattr(hints, "taking", None)
        self._daring: Any = getattr(hints, "daring", None)
        self._setup: Any = getattr(hints, "setup", None)
        self._candidates: Any = getattr(hints, "generate", None)
        self._unpruned = False

    def futility_margin(self, worth: float, depth: int) -> float:
        """What a quiet action of this worth may win, so many plies before a position is judged."""
        if self.slack is not None:
            return worth + self.slack
        return self.margin if depth <= 1 else UNLIMITED

    def generate(self, state: State, root: bool = False) -> list[tuple[float, Action]]:
        """(worth, action) of what is looked at; at the root in a fixed order."""
        if self._candidates is not None and not (root and self._unpruned):
            return list(self._candidates(state, root))
        actions = sorted(state.legal_actions()) if root else state.legal_actions()
        worth = self.worth(state, actions)
        if self._unpruned:
            worth = [max(gain, -1.0) + FULL_DEPTH_WORTH for gain in worth]
        return list(zip(worth, actions, strict=True))

    def taking(self, state: State, least: float = 0.0) -> list[tuple[float, Action]]:
        """(worth, action) of what must be followed before a position is judged, best first; some
        of what wins less than `least` may be left out."""
        if self._taking is not None:
            found = list(self._taking(state, least))
        else:
            actions = self.quiescence(state)
            found = list(zip(self.worth(state, actions), actions, strict=True)) if actions else []
        if len(found) > 1:
            found.sort(key=lambda one: -one[0])
        return found

    @property
    def generates(self) -> bool:
        """Whether the game names the actions that are looked at (`generate`)."""
        return self._candidates is not None

    def first_stage(self, state: State) -> list[tuple[float, Action]] | None:
        """(worth, action) of what is tried before all actions are even listed, best first; None
        where all are listed at once."""
        if self._taking is None or self.generates or self._unpruned:
            return None
        return [] if self.pending(state) or self.in_check(state) else self.taking(state)

    def thorough(self) -> Hints:
        """The hints of a proof: every action is looked at as deeply as any other, nobody skips a
        turn, and of a turn of many decisions none is left out at its beginning. Where a game
        names the actions of a turn that stand for all (`generate`), these stand for the rest."""
        new = copy(self)
        new._unpruned, new.margin, new.null_move = True, 0.0, None
        new.widths = tuple((ALL_ACTIONS, width) for _, width in self.widths[-1:])
        return new

    def without_replies(self) -> Hints:
        """The hints of somebody who does not think of the answer: a position is what it looks like
        after the own action."""
        new = copy(self)
        new.quiescence, new.in_check, new.margin = _nothing, _never, 0.0
        new._taking = None
        new.static_value = self.game.evaluate
        return new

    def only(self, actions: Sequence[Action], widths: Sequence[tuple[int, int]] = ()) -> Hints:
        """The hints of somebody who has these root actions to choose from, in passes of these
        widths."""
        new, generate = copy(self), self.generate
        new.widths = widths
        new._candidates = lambda state, root: (
            list(zip(self.worth(state, actions), actions, strict=True)) if root else generate(state)
        )
        return new

    def daring(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """0…1 by action."""
        if self._daring is not None:
            found: Sequence[float] = self._daring(state, actions)
            return found
        worth = {action: gain for gain, action in self.generate(state, root=True)}
        top = max((*worth.values(), 1e-9))
        return [min(1.0, max(0.0, worth.get(action, 0.0) / top)) for action in actions]

    def setup(self, state: State, rng: Random) -> list[Action]:
        """The rest of a set-up: the game's own choice, else a random legal one; empty elsewhere."""
        if self._setup is not None:
            return list(self._setup(state, rng))
        if self.game.arrangement(state) is None:
            return []
        draft = self.game.random_draft(state, rng)
        plan = self.game.arrangement(state, draft)
        if plan is None or plan.problems or not plan.actions:
            return []
        return list(plan.actions) if plan.actions[0] in state.legal_actions() else []


def _no_worth(state: State, actions: Sequence[Action]) -> Sequence[float]:
    return [0.0] * len(actions)


def _likeliest(state: State, last: bool) -> Sequence[tuple[Action, float]]:
    outcomes = sorted(state.chance_outcomes(), key=lambda one: (-one[1], one[0]))
    return outcomes[:MANY_OUTCOMES]


def _no_aims(state: State, action: Action) -> Sequence[tuple[str, str]]:
    return ()


def _no_cases(state: State, action: Action) -> Sequence[tuple[float, State]]:
    return ()


def _every_turn(state: State) -> object:
    return state.turn_index()


def _nothing(state: State) -> Sequence[Action]:
    return ()


def _no_model(state: State) -> State | None:
    return None


def _never(state: State) -> bool:
    return False
