"""What the search proves about a position: what the best first step is worth, and by how much every
other one falls short of it; and how hard that is to see.

The search is the house's own, told to leave nothing out (`Hints.thorough`): every first step of the
player and every answer, as deep as is said. What stands in for the rest depends on the game:
"full" nothing, all is open and there is no luck; "outcomes": luck as an average over the outcomes
the game lets stand for all; "model": secrets as chance, weighed by what the player knows; "turns":
a turn of many decisions played through, every throw with its probability.

Where something is hidden (the last two) nothing is called forced that is not so in every case, and
what is better on average has to be so in determinizations too, which no model has a part in.
"""

from __future__ import annotations

from math import log2, sqrt
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, AnyGame, State
from engine.search.alphabeta import Scored, Search
from engine.search.budget import Budget, finish
from engine.search.determinizations import has_hidden_information
from engine.search.exercises import odds
from engine.search.exercises.exercise import BEST, GAIN, HOLD, SAVE, WIN, Exercise
from engine.search.hints import Hints
from engine.search.transposition import WIN_THRESHOLD
from engine.search.turn_search import TurnSearch

FULL, OUTCOMES, MODEL, TURNS = KINDS = ("full", "outcomes", "model", "turns")
HIDDEN = (MODEL, TURNS)  # kinds of proof where something is hidden
# Rating points: of an exercise anybody sees at once, for each ply one has to look deeper, for each
# doubling of the steps that look as good, and of all steps there are.
BASE, DEEPER, LURES, CHOICES = 500, 260, 130, 25
HALF = 0.5
CLEAR = 0.01  # the least lead on average that an exercise may call clear
SPREAD = 3.5  # standard deviations that fewer draws may be off


def kind_of(hints: Hints, observation: State) -> str:
    """One of KINDS; empty where something is hidden that nothing stands in for."""
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
    """First steps with their values, best first; those `margin` behind the best are upper bounds.
    Empty when it takes more nodes. `hints` decide how much is left out."""
    me, budget = observation.current_player(), Budget(nodes)
    if hints.widths:
        search: Search | TurnSearch = TurnSearch(hints, me, budget, depth)
        scored = finish(search.run(observation, Random(0)))
    else:
        search = Search(hints, me, budget, depth, margin, fixed_depth=True)
        scored = finish(search.run(hints.model(observation) or observation, Random(0)))
    return [] if budget.exhausted() else scored


def gap(scored: list[Scored]) -> float:
    """By how much at least the best step is better than every other one."""
    return scored[0][0] - scored[1][0] if len(scored) > 1 else 0.0


class Claim(NamedTuple):
    """What an exercise says of its solution: `goal` and `odds` as in `Exercise`. `lead`: by how
    much it is better on average in determinizations, endless where none are needed."""

    goal: str
    odds: int
    lead: float


def claim(
    hints: Hints, observation: State, scored: list[Scored], kind: str, draws: int = odds.DRAWS
) -> Claim:
    """What can be said of the only good step, nothing of which rests on a guess."""
    if kind not in HIDDEN:
        now = hints.game.evaluate(observation, observation.current_player())
        return Claim(goal_of(scored, kind, now), odds.ALL, float("inf"))
    best = scored[0]
    if best[0] > WIN_THRESHOLD and odds.winning(hints, observation, best[1], draws) == odds.ALL:
        return Claim(WIN, odds.ALL, float("inf"))
    share, lead = odds.best(hints, observation, [action for _, action in scored], draws)
    return Claim(BEST, share, lead)


def goal_of(scored: list[Scored], kind: str, now: float) -> str:
    """What the only good step is good for. `now`: what the position looks like."""
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
    """Why an exercise is none: proves it anew. Empty when it stands. With fewer `draws` than
    DRAWS its odds need only be about the same."""
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
    return ""


def rating(hints: Hints, observation: State, solution: Action, depth: int, margin: float) -> int:
    """How hard it is: from which depth on the solution stands out, and how many steps look as
    good to somebody who only sees what they do at once."""
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
    """What follows after `action` when both sides go on well, as deep as was looked; ends where
    luck or the end of the game comes."""
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
