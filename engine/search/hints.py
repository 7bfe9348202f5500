"""Search hints: what a game may tell the search, and the defaults.

`Game.hints` returns any object with some of the names of `SearchHints`, usually a module of the
game that is imported only when a computer plays. All values are in units of `Game.evaluate`, −1…1.
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
FULL_DEPTH_WORTH = 1.5  # added to a worth: the action is never reduced or pruned
ALL_ACTIONS = 1_000_000
LOST = 1.0
UNLIMITED = 9.0


class SearchHints(Protocol):
    """The hints a game may define; each is optional. States are the game's own.

    `MARGIN`: futility margin of the last ply, more than a quiet action changes the evaluation at
    once. 0: no futility pruning.
    `SLACK`: futility margin on top of the change that `ordering` gives for a quiet action; with it
    actions are pruned one by one in the last plies.
    `LOST`: lead, 0…1, against which no sensible player has come back: resignation. 1: never.
    `WIDTHS`: for games whose turn is many small decisions with chance in between (`turn_search`):
    for each pass (root actions, actions of every later decision).
    `WEIGHTS`: weights of the evaluation by name. `judge(weights)` returns an evaluator with
    `balance(state, player)` in points, `evaluate` and `static_value`; both are for `tune`.
    `LEVELS`: by level, values that replace those of `engine.search.levels`, by names of `Level`.
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
        """Return sensible, varied actions that complete the set-up of the player to move; empty
        outside a set-up. `state` is his observation."""

    def static_value(self, state: State, player: int) -> float:
        """Static evaluation at the leaves. Replaces `evaluate` in games that estimate the next
        exchanges instead of listing captures (`quiescence`)."""

    def ordering(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """Return what each action seems to win at once, for move ordering. Actions above 0
        (threats, captures that lose nothing) are never reduced."""

    def generate(self, state: State, root: bool) -> Sequence[tuple[float, Action]]:
        """Return (worth, action) of the actions worth searching, never empty; replaces
        `ordering`. For games with too many actions: a turn of several actions needs only one of
        their orders. At the `root` any earlier order must be accepted."""

    def outcomes(self, state: State, last: bool) -> Sequence[tuple[Action, float]]:
        """Return representative (outcome, weight) of a chance node, one for each group of
        equivalent outcomes. `last`: no ply is left; if none are returned the position is evaluated
        as it is. With `WIDTHS` `state` is an observation, and an unseen card may stay unknown."""

    def quiescence(self, state: State) -> Sequence[Action]:
        """Return the actions of the quiescence search: captures, except those that lose more than
        they take (static exchange evaluation)."""

    def taking(self, state: State, least: float) -> Sequence[tuple[float, Action]]:
        """Return `quiescence` with the worths of `ordering`, for games that compute both at once.
        Captures that win less than `least` may be left out. Not called in check."""

    def in_check(self, state: State) -> bool:
        """Return whether the player to move is in check: quiescence then searches every action."""

    def null_move(self, state: State) -> State | None:
        """Return the position after a null move, which need not be legal. None in check, in the
        middle of a turn, and where zugzwang is possible."""

    def passed(self, state: State) -> State | None:
        """Return the position in which the mover has let his turn pass, to show what the opponent
        threatens: the next player can choose at once. None in check and in the middle of a turn.
        Not used by the search. `state` may be an observation. Default: `null_move`."""

    def pending(self, state: State) -> bool:
        """Return whether the decision completes the previous turn (an answer, a second step). It
        costs no depth and is never a leaf."""

    def forced(self, state: State) -> Action | None:
        """Return the only action or outcome the search needs to consider here, or None. It is
        played without a node of its own."""

    def repeated(self, state: State) -> bool:
        """Return whether the position has occurred before in this game; the search scores it as a
        draw, so that the leading player avoids repetitions."""

    def model_of(self, state: State) -> State | None:
        """Return the state that is searched in place of determinizations, or None.

        It knows no more than `state`, an observation, has the same legal actions, and treats
        secrets as chance. `evaluate` and the other hints must accept it."""

    def stock(self, state: State) -> object:
        """Return a value that changes only with an irreversible event: pieces, lives. While it
        stays equal the game makes no progress. `state` is an observation."""

    def dead(self, state: State) -> bool:
        """Return whether the position is dead: no player can win, as far as a quick look at the
        material shows. `state` is an observation."""

    def generate_plain(self, state: State, root: bool) -> Sequence[tuple[float, Action]]:
        """Return the candidates of the weak levels, whose `attention` is below 1. Default:
        `generate`."""

    def daring(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """Return how aggressive each action is, 0…1, for opponents with a style. Default: from
        the worths of `ordering`."""

    def idle(self, state: State, action: Action) -> bool:
        """Return whether an action gives something away for nothing in sight: a turn, a resource.
        A level below the highest chooses it only if all others are worse by more than its margin.
        `state` is the searched one."""

    def hunt(self, state: State, actions: Sequence[Action], rng: Random) -> Sequence[float]:
        """Return the score of each action of an observation for the baseline `hunter`: expected
        result of immediate combat, less danger and revealed information."""

    def cases(self, state: State, action: Action) -> Sequence[tuple[float, State]]:
        """Return (probability, observation) for every identity of the hidden pieces an action
        touches, or of all hidden pieces where they are few; those pieces are shown in it. Empty
        when there are too many cases. `state`: the observation of the player to move."""

    def aims(self, state: State, action: Action) -> Sequence[tuple[str, str]]:
        """Return (reason, square or target) for a quiet action. Reasons are those of
        `engine.search.reasons` or the game's own, `computer.why.<name>` in its catalogue: sentences
        without full stops. `state` is the observation of the player to move. `AIMS_ALONE`:
        replaces `quiet_reasons`."""


class Hints:
    """Search hints of one game, with defaults."""

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
        self.passed: Callable[[State], State | None] = getattr(
            hints, "passed", self.null_move or _no_model
        )
        self.has_checks = hasattr(hints, "in_check")  # whether the game knows check
        self.widths: Sequence[tuple[int, int]] = getattr(hints, "WIDTHS", ())
        self.model: Callable[[State], State | None] = getattr(hints, "model_of", _no_model)
        self.idle: Callable[[State, Action], bool] | None = getattr(hints, "idle", None)
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
        self._plain: Any = getattr(hints, "generate_plain", None)
        self._unpruned = False

    def futility_margin(self, worth: float, depth: int) -> float:
        """Return the most a quiet action of this worth may win, `depth` plies before the leaves."""
        if self.slack is not None:
            return worth + self.slack
        return self.margin if depth <= 1 else UNLIMITED

    def generate(self, state: State, root: bool = False) -> list[tuple[float, Action]]:
        """Return (worth, action) of the actions to search; at the root in a fixed order."""
        if self._candidates is not None and not (root and self._unpruned):
            return list(self._candidates(state, root))
        actions = sorted(state.legal_actions()) if root else state.legal_actions()
        worth = self.worth(state, actions)
        if self._unpruned:
            worth = [max(gain, -1.0) + FULL_DEPTH_WORTH for gain in worth]
        return list(zip(worth, actions, strict=True))

    def taking(self, state: State, least: float = 0.0) -> list[tuple[float, Action]]:
        """Return (worth, action) of the quiescence search, best first; captures that win less
        than `least` may be missing."""
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
        """Whether the game defines `generate`, so that its order of actions is kept."""
        return self._candidates is not None

    def first_stage(self, state: State) -> list[tuple[float, Action]] | None:
        """Return (worth, action) of the captures to search before generating all actions, best
        first; None when the game generates everything at once."""
        if self._taking is None or self.generates or self._unpruned:
            return None
        return [] if self.pending(state) or self.in_check(state) else self.taking(state)

    def thorough(self) -> Hints:
        """Return hints for a proof: no reductions, no pruning, no null move, and every first
        action of a turn. Below the root the actions of the game's `generate` still suffice."""
        new = copy(self)
        new._unpruned, new.margin, new.null_move = True, 0.0, None
        new.widths = tuple((ALL_ACTIONS, width) for _, width in self.widths[-1:])
        return new

    def without_replies(self) -> Hints:
        """Return hints without quiescence, check and `static_value`: replies are ignored."""
        new = copy(self)
        new.quiescence, new.in_check, new.margin = _nothing, _never, 0.0
        new._taking = None
        new.static_value = self.game.evaluate
        return new

    def plain(self) -> Hints:
        """Return hints with the candidates of a weak level, where the game has some."""
        if self._plain is None:
            return self
        new = copy(self)
        new._candidates = self._plain
        return new

    def only(self, actions: Sequence[Action], widths: Sequence[tuple[int, int]] = ()) -> Hints:
        """Return hints that restrict the root to `actions`, in passes of these widths."""
        new, generate = copy(self), self.generate
        new.widths = widths
        new._candidates = lambda state, root: (
            list(zip(self.worth(state, actions), actions, strict=True)) if root else generate(state)
        )
        return new

    def daring(self, state: State, actions: Sequence[Action]) -> Sequence[float]:
        """Return how aggressive each action is, 0…1."""
        if self._daring is not None:
            found: Sequence[float] = self._daring(state, actions)
            return found
        worth = {action: gain for gain, action in self.generate(state, root=True)}
        top = max((*worth.values(), 1e-9))
        return [min(1.0, max(0.0, worth.get(action, 0.0) / top)) for action in actions]

    def setup(self, state: State, rng: Random) -> list[Action]:
        """Return actions that complete a set-up: the game's choice, else random legal ones; empty
        outside a set-up."""
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
    outcomes = sorted(state.chance_outcomes(), key=lambda outcome: (-outcome[1], outcome[0]))
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
