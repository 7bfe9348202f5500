"""Proofs of exercises: the value of the best first step, its lead over all others, its rating.

The search runs without pruning (`Hints.thorough`) to a fixed depth. Kinds of proof: "full": no
chance, nothing hidden; "outcomes": chance averaged over the game's representative outcomes;
"model": secrets as chance in the game's model; "turns": turn search, every roll by its probability.

With hidden information (the last two) a win is called forced only if it is one in every case, and
a lead on average must be confirmed in determinizations.
"""

from __future__ import annotations

from math import log2, sqrt
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, AnyGame, State
from engine.search.alphabeta import Scored
from engine.search.analysis import MISTAKE_LOSS, analyse
from engine.search.budget import Budget, Level, finish
from engine.search.determinizations import has_hidden_information, score_actions
from engine.search.exercises import odds
from engine.search.exercises.exercise import BEST, GAIN, HOLD, SAVE, WIN, Exercise
from engine.search.hints import Hints
from engine.search.transposition import WIN_THRESHOLD

FULL, OUTCOMES, MODEL, TURNS = KINDS = ("full", "outcomes", "model", "turns")
HIDDEN = (MODEL, TURNS)  # kinds of proof where something is hidden
# Rating points: base, per ply of necessary depth, per doubling of the steps that look as good at
# first sight, per doubling of the legal steps.
BASE, DEEPER, LURES, CHOICES = 500, 260, 130, 25
HALF = 0.5
CLEAR = 0.01  # least mean lead in determinizations
SPREAD = 3.5  # tolerance in standard deviations with fewer draws


def kind_of(hints: Hints, observation: State) -> str:
    """Return one of KINDS; empty if information is hidden and the game has no model for it."""
    if hints.widths:
        return TURNS
    if hints.model(observation) is not None:
        return MODEL
    if has_hidden_information(hints, observation, observation.current_player(), Random(0)):
        return ""
    return OUTCOMES if hints.game.info.has_chance else FULL


def appraise(
    hints: Hints, observation: State, depth: int, margin: float, nodes: int = 0
) -> list[Scored]:
    """Return (value, first step), best first; values more than `margin` behind are upper bounds.
    Empty if `nodes` do not suffice. `hints` determine the pruning."""
    me, budget = observation.current_player(), Budget(nodes)
    settings = Level(depth, margin, nodes, 0.0, 1)
    ranking = score_actions(hints, observation, me, budget, Random(0), settings, fixed_depth=True)
    scored = finish(ranking)
    return [] if budget.exhausted() else scored


def gap(scored: list[Scored]) -> float:
    """Return the least lead of the best step over the others; 0 if it is the only one."""
    return scored[0][0] - scored[1][0] if len(scored) > 1 else 0.0


class Claim(NamedTuple):
    """Claim of an exercise: `goal` and `odds` as in `Exercise`; `lead`: mean lead in
    determinizations, infinite if none are needed."""

    goal: str
    odds: int
    lead: float


def claim(
    hints: Hints, observation: State, scored: list[Scored], kind: str, draws: int = odds.DRAWS
) -> Claim:
    """Return the claim that is proved for the best step of `scored`."""
    if kind not in HIDDEN:
        now = hints.game.evaluate(observation, observation.current_player())
        return Claim(goal_of(scored, kind, now), odds.ALL, float("inf"))
    best = scored[0]
    if best[0] > WIN_THRESHOLD and odds.winning(hints, observation, best[1], draws) == odds.ALL:
        return Claim(WIN, odds.ALL, float("inf"))
    share, lead = odds.best(hints, observation, [action for _, action in scored], draws)
    return Claim(BEST, share, lead)


def disputed(game: AnyGame, observation: State, solution: Action) -> bool:
    """Return whether the judge of finished games would mark the solution as a mistake."""
    verdict = finish(analyse(game, observation, solution, Random(0), Budget()))
    return verdict is not None and verdict.loss >= MISTAKE_LOSS


def goal_of(scored: list[Scored], kind: str, now: float) -> str:
    """Return the goal of the only good step. `now`: static evaluation of the position."""
    best, second = scored[0][0], scored[1][0]
    if best > WIN_THRESHOLD:
        return WIN
    if second < -WIN_THRESHOLD:
        return SAVE
    if kind != FULL:
        return BEST
    return HOLD if now - second > best - now else GAIN


def fault(
    game: AnyGame, exercise: Exercise, nodes: int = 0, kind: str = FULL, draws: int = odds.DRAWS
) -> str:
    """Prove an exercise again; return what is wrong with it, empty if nothing. With fewer `draws`
    than DRAWS the odds may deviate a little."""
    seen: State = game.state_from_text(exercise.position)
    wanted = game.parse_action(seen, exercise.solution)
    hints = Hints(game).thorough()
    scored = appraise(hints, seen, exercise.depth, exercise.margin, nodes)
    if not scored:
        return "takes too long"
    if scored[0][1] != wanted:
        return f"{game.action_text(seen, scored[0][1])} is better"
    if gap(scored) < exercise.margin:
        return f"{game.action_text(seen, scored[1][1])} is nearly as good"
    if {action for _, action in scored} != set(seen.legal_actions()):
        return "not every step was looked at"
    found = claim(Hints(game), seen, scored, kind, draws)
    if (exercise.goal == WIN) != (found.goal == WIN):
        return "is no forced win" if exercise.goal == WIN else "is a forced win"
    if exercise.goal != found.goal:
        return f"is to {found.goal}"
    if found.lead < CLEAR and draws >= odds.DRAWS:
        return "is not clearly better on average"
    share = exercise.odds / odds.ALL
    apart = 0.0 if draws >= odds.DRAWS else SPREAD * sqrt(share * (1 - share) / draws) + 0.01
    if abs(found.odds / odds.ALL - share) > apart:
        return f"holds in {found.odds} of 100 cases"
    return "is a mistake to the judge of finished games" if disputed(game, seen, wanted) else ""


def rating(hints: Hints, observation: State, solution: Action, depth: int, margin: float) -> int:
    """Return a rating from the depth at which the solution stands out, and the number of steps
    that look as good at depth 1."""
    glance = appraise(hints, observation, 1, 2.0)
    own = next(value for value, action in glance if action == solution)
    lures = sum(value > own - HALF * margin for value, _ in glance) - 1
    seen_at = depth
    while seen_at > 1:
        scored = glance if seen_at == 2 else appraise(hints, observation, seen_at - 1, margin)
        if scored[0][1] != solution or gap(scored) < HALF * margin:
            break
        seen_at -= 1
    many = len(observation.legal_actions())
    return round(BASE + DEEPER * seen_at + LURES * log2(1 + lures) + CHOICES * log2(many))


def continuation(hints: Hints, state: State, action: Action, depth: int) -> list[Action]:
    """Return best play after `action`, up to `depth`; it ends at chance nodes and the end of the
    game."""
    line: list[Action] = []
    state = state.clone()
    state.apply(action)
    for left in range(depth - 1, 0, -1):
        if state.current_player() < 0:
            break
        best = appraise(hints, state, left, 0.0)[0][1]
        line.append(best)
        state.apply(best)
    return line
