"""Proofs of exercises: the value of the best first step, its lead over all others, its rating.

The search runs without pruning (`Hints.thorough`) to a fixed depth. Kinds of proof: "full": no
chance, nothing hidden; "outcomes": chance averaged over the game's representative outcomes;
"model": secrets as chance in the game's model; "turns": turn search, every roll by its probability.

With "full" a win is tried out against every reply (`forced.py`). With "outcomes" the steps of a
turn may come in any order: the turns with the solution are compared with all turns without it
(`turns.py`). With hidden information (the last two) a win is called forced only if it is one in
every case, and a lead on average over every other step must be confirmed in determinizations.
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
from engine.search.exercises.forced import forced_line, forced_turns
from engine.search.exercises.turns import WON, TooManyTurns, after, compare, goes_on
from engine.search.hints import Hints
from engine.search.transposition import WIN_THRESHOLD

FULL, OUTCOMES, MODEL, TURNS = KINDS = ("full", "outcomes", "model", "turns")
HIDDEN = (MODEL, TURNS)  # kinds of proof where something is hidden
ANY_ORDER = (OUTCOMES,)  # kinds where the solution may come at any time in its turn
# Rating points: base, per ply of necessary depth, per doubling of the steps that look as good at
# first sight, per doubling of the legal steps.
BASE, DEEPER, LURES, CHOICES = 500, 260, 130, 25
HALF = 0.5
NOTHING = 0.02  # value that a step may lose while it "loses nothing"
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
    """Claim of an exercise: `goal`, `turns` and `odds` as in `Exercise`; `value` of the solution
    and its `margin` over everything else; `line`: a forced win after it.

    `why_not`: why nothing can be claimed, empty if something can."""

    goal: str = ""
    value: float = 0.0
    margin: float = 0.0
    turns: int = 0
    odds: int = odds.ALL
    line: tuple[Action, ...] = ()
    why_not: str = ""


def claim(
    hints: Hints,
    observation: State,
    scored: list[Scored],
    kind: str,
    depth: int,
    draws: int = odds.DRAWS,
) -> Claim:
    """Return what is proved of the best step of `scored`, which were searched to `depth`."""
    best, action = scored[0]
    found = Claim(value=best, margin=_lead(hints, observation, scored, depth))
    if kind in ANY_ORDER:
        return _of_turns(hints, observation, action, depth)
    if kind in HIDDEN:
        if best > WIN_THRESHOLD and odds.winning(hints, observation, action, draws) == odds.ALL:
            return found._replace(goal=WIN, turns=1)
        share, lead, least = odds.best(hints, observation, [one for _, one in scored], draws)
        doubtful = lead <= 0 or (least <= 0 and draws >= odds.DRAWS)
        doubt = "is not better on average" if doubtful else ""
        return found._replace(goal=BEST, odds=share, why_not=doubt)
    if best > WIN_THRESHOLD:
        return _of_win(hints, observation, action, found)
    now = hints.game.evaluate(observation, observation.current_player())
    goal = goal_of(scored, now)
    return found._replace(goal=goal, why_not="" if goal else "neither wins nor keeps anything")


def _lead(hints: Hints, seen: State, scored: list[Scored], depth: int) -> float:
    """Return the lead of the best step over the others, also where it comes after one of them in
    the same turn: a turn search may overlook it among the later decisions."""
    (best, action), me, turn = scored[0], seen.current_player(), seen.turn_index()
    lead = gap(scored)
    for _, other in scored[1:] if hints.widths else ():
        state = after(seen, other)
        if goes_on(state, me, turn) and action in state.legal_actions():
            lead = min(lead, best - appraise(hints.thorough(), state, depth, 0.0)[0][0])
    return lead


def _of_win(hints: Hints, seen: State, action: Action, found: Claim) -> Claim:
    """Return the claim of a forced win: in the fewest turns, by no other first step."""
    turns = forced_turns(hints, seen, action)
    line = forced_line(hints, seen, action, turns) if turns else None
    if line is None:
        return found._replace(goal=WIN, why_not="takes too many turns to win")
    for other in seen.legal_actions():
        if other != action and forced_line(hints, seen, other, turns) is not None:
            why = f"{hints.game.action_text(seen, other)} wins as soon"
            return found._replace(goal=WIN, why_not=why)
    return found._replace(goal=WIN, turns=turns, line=line)


def _of_turns(hints: Hints, seen: State, action: Action, depth: int) -> Claim:
    """Return the claim of a step that may come at any time in its turn."""
    try:
        having, without = found = compare(hints.thorough(), seen, action, depth)
    except TooManyTurns:
        return Claim(why_not="has too many turns")
    goal = WIN if having == WON else SAVE if without <= -1 else BEST
    none = not found.lead
    return Claim(
        goal=goal,
        value=having,
        margin=found.lead,
        turns=int(goal == WIN),
        why_not="no turn can do without it" if none else "",
    )


def disputed(game: AnyGame, observation: State, solution: Action) -> bool:
    """Return whether the judge of finished games would mark the solution as a mistake."""
    verdict = finish(analyse(game, observation, solution, Random(0), Budget()))
    return verdict is not None and verdict.loss >= MISTAKE_LOSS


def goal_of(scored: list[Scored], now: float) -> str:
    """Return the goal of the only good step of a position without chance or secrets, empty if it
    has none. `now`: static evaluation of the position."""
    best, second = scored[0][0], scored[1][0]
    if second < -WIN_THRESHOLD:
        return SAVE
    if best - now >= now - second:
        return GAIN
    return HOLD if now - best <= NOTHING else ""


def fault(
    game: AnyGame, exercise: Exercise, nodes: int = 0, kind: str = FULL, draws: int = odds.DRAWS
) -> str:
    """Prove an exercise again; return what is wrong with it, empty if nothing. With fewer `draws`
    than DRAWS the odds may deviate a little."""
    seen: State = game.state_from_text(exercise.position)
    wanted = game.parse_action(seen, exercise.solution)
    if kind in ANY_ORDER:
        scored = [(exercise.value, wanted)]
    else:
        scored = appraise(Hints(game).thorough(), seen, exercise.depth, exercise.margin, nodes)
        if why := _ranked_otherwise(game, seen, wanted, scored, exercise.margin):
            return why
    found = claim(Hints(game), seen, scored, kind, exercise.depth, draws)
    return (
        _difference(exercise, found, draws if kind in HIDDEN else odds.DRAWS)
        or _line_fault(game, seen, exercise)
        or ("is a mistake to the judge of finished games" if disputed(game, seen, wanted) else "")
    )


def _ranked_otherwise(
    game: AnyGame, seen: State, wanted: Action, scored: list[Scored], margin: float
) -> str:
    """Return why a step is not the best of all by a margin; empty if it is."""
    if not scored:
        return "takes too long"
    if scored[0][1] != wanted:
        return f"{game.action_text(seen, scored[0][1])} is better"
    if gap(scored) < margin:
        return f"{game.action_text(seen, scored[1][1])} is nearly as good"
    all_of_them = {action for _, action in scored} == set(seen.legal_actions())
    return "" if all_of_them else "not every step was looked at"


def _difference(exercise: Exercise, found: Claim, draws: int) -> str:
    """Return in what an exercise claims something else than what was found."""
    few = draws < odds.DRAWS  # too few to say what is better on average
    if found.why_not and not (few and found.goal == BEST):
        return found.why_not
    if (exercise.goal == WIN) != (found.goal == WIN):
        return "is no forced win" if exercise.goal == WIN else "is a forced win"
    if exercise.goal != found.goal:
        return f"is to {found.goal}"
    if exercise.turns != found.turns:
        return f"takes {found.turns} turns"
    if found.margin < exercise.margin:
        return f"is worth only {found.margin:.3f}"
    share = exercise.odds / odds.ALL
    apart = SPREAD * sqrt(share * (1 - share) / draws) + 0.01 if few else 0.0
    if abs(found.odds / odds.ALL - share) > apart:
        return f"holds in {found.odds} of 100 cases"
    return ""


def _line_fault(game: AnyGame, seen: State, exercise: Exercise) -> str:
    """Return what is wrong with the line of a forced win: it ends before the win."""
    state, me = seen, seen.current_player()
    for text in (exercise.solution, *exercise.line):
        state = after(state, game.parse_action(state, text))
    outcome = state.outcome()
    shown = exercise.goal != WIN or not exercise.line or (outcome and outcome.winner == me)
    return "" if shown else "its line ends before the win"


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
