"""What a decision of the past was worth beside the best that could be found, from what its seat
knew then.

The value of what was played and that of the best other action are found in the same way: both are
played out, the positions after them searched equally deep with the same budget of nodes, chance by
expectation, secrets over the same sampled worlds. A win by force of whoever answers, attack after
attack, is looked for deeper than anything else. So luck is nobody's mistake, and nothing counts
that could not be known. The same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.core.contract import CHANCE, TERMINAL, Action, AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, Thinking
from engine.search.checkmate import CheckmateSearch
from engine.search.determinizations import hides, weigh
from engine.search.hints import Hints
from engine.search.levels import LEVELS, level_of
from engine.search.memory import WON
from engine.search.turns import TurnSearch

NODES = 900  # of a decision, half of them to find the best and half to compare
WORLDS = 6  # sampled worlds of a decision where something is hidden
REPLY_NODES, REPLY_DEPTH, LONGEST = 120, 2, 10  # for what would come of it
ATTACKS, ATTACK_NODES = 3, 1500  # own turns of a forced win of the other side that is looked for
TRIED = 24  # actions of which one is looked for that allows none
SERIOUS = 0.08  # winning chances: what loses less is no mistake worth a word
STEEP = 1.5  # see `chances`


Line = tuple[Action, ...]


class Asked(NamedTuple):
    """What stays the same while one decision is judged: `me` decides, `seed` makes the answer the
    same each time, `budget` is cancelled with the whole."""

    hints: Hints
    observation: State
    me: int
    seed: int
    budget: Budget

    def part(self, nodes: int) -> Budget:
        """So many nodes, which end when the whole is cancelled."""
        part = self.budget.share(1)
        part.limit = nodes
        return part


class Verdict(NamedTuple):
    """Of one decision: the best that was found, the winning chances (0…1) with it and with what was
    played, and how it would go on after each (played, better); empty: not known."""

    better: Action
    best: float
    played: float
    lines: tuple[Line, Line] = ((), ())

    @property
    def loss(self) -> float:
        """Winning chances given away, 0…1."""
        return max(0.0, self.best - self.played)


def chances(value: float) -> float:
    """Winning chances, 0…1, of a value of `Game.evaluate` or of a search, −1…1: for all games the
    odds of winning are ((1 + v) / (1 − v)) to the power of STEEP, so 0 is one half, ±1 certainty,
    and in between somebody ahead wins more surely than in proportion. STEEP is the mean of
    what fitted games between equals best, 0.3 to 2.7 (`python -m tests.bench.mistakes --fit`)."""
    value = max(-1.0, min(1.0, value))
    up: float = (1 + value) ** STEEP
    down: float = (1 - value) ** STEEP
    return up / (up + down)


def judge(
    game: AnyGame,
    observation: State,
    played: Action,
    rng: Random,
    budget: Budget,
    nodes: int = NODES,
) -> Thinking[Verdict | None]:
    """The verdict on what the player to decide has `played`, from his `observation`. None where he
    had no choice, during a set-up, or where nothing can be said within the nodes."""
    hints, me, seed = Hints(game), observation.current_player(), rng.getrandbits(32)
    legal = observation.legal_actions()
    if len(legal) < 2 or played not in legal or hints.setup(observation, Random(seed)):
        return None
    how = replace(level_of(game, max(LEVELS)), determinizations=WORLDS, style="")
    asked = Asked(hints, observation, me, seed, budget)
    looking = asked.part(nodes // 2)
    scored = yield from weigh(hints, observation, me, looking, Random(seed), how)
    mate = yield from _falls_to(asked, played)
    if mate is not None:
        return (yield from _lost(asked, played, mate, [one for _, one in scored], nodes))
    best = scored[0][1]
    if best == played and len(scored) > 1:
        value = chances(scored[0][0])
        return Verdict(played, value, value)
    pair = [best, played] if best != played else [played]  # what stands alone was not looked at
    worth = yield from values(asked, pair, nodes // 2)
    if worth is None:
        return None
    found = Verdict(best, chances(worth[0]), chances(worth[-1]))
    if found.loss < SERIOUS:
        return found
    first = yield from _line(asked, played)
    second = yield from _line(asked, best)
    return found._replace(lines=(first, second))


# -- wins by force of the other side ---------------------------------------------------------------


def _falls_to(asked: Asked, action: Action) -> Thinking[Action | None]:
    """What begins a forced win of the other side after an action, attack after attack; None where
    there is none, or that cannot be told."""
    hints, observation = asked.hints, asked.observation
    if not hints.attacks or len(hints.game.sides) != 2 or hints.game.info.has_chance:
        return None
    if hides(hints, observation, asked.me, Random(asked.seed)):
        return None
    after = _after(observation, action)
    if after.current_player() != 1 - asked.me:
        return None
    search = CheckmateSearch(hints, 1 - asked.me, asked.part(ATTACK_NODES))
    return (yield from search.find(after, ATTACKS))


def _lost(
    asked: Asked, played: Action, mate: Action, ranked: Sequence[Action], nodes: int
) -> Thinking[Verdict | None]:
    """The verdict on what allows a forced win: all is lost by it, unless everything allows one."""
    for other in [one for one in ranked if one != played][:TRIED]:
        if (yield from _falls_to(asked, other)) is None:
            worth = yield from values(asked, [other], nodes // 2)
            best = chances(worth[0]) if worth else 0.0
            return Verdict(other, best, 0.0, ((mate,), (yield from _line(asked, other))))
    return Verdict(played, 0.0, 0.0)


# -- values --------------------------------------------------------------------------------------


def values(asked: Asked, actions: Sequence[Action], nodes: int) -> Thinking[list[float] | None]:
    """What each of a few actions is worth to `me`."""
    if asked.hints.widths:
        return (yield from _turns(asked, actions, nodes))
    worlds = list(_worlds(asked))
    totals = [0.0] * len(actions)
    for world in worlds:
        share = nodes // len(worlds)
        found = yield from _alike(asked, world, actions, share)
        totals = [total + value for total, value in zip(totals, found, strict=True)]
    return [total / len(worlds) for total in totals]


def _turns(asked: Asked, actions: Sequence[Action], nodes: int) -> Thinking[list[float] | None]:
    """The same where a turn is many decisions: by the widest pass that was finished for all."""
    known: list[float] | None = None
    spent = 0
    for _, width in asked.hints.widths:
        only = asked.hints.only(actions, ((len(actions), width),))
        part = asked.part(nodes - spent if known else 0)
        search = TurnSearch(only, asked.me, part, 2)
        scored = yield from search.run(asked.observation, Random(asked.seed))
        spent += part.nodes
        if not search.progress.depth:
            break
        values = {action: value for value, action in scored}
        known = [values[action] for action in actions]
        if spent >= nodes:
            break
    return known


def _worlds(asked: Asked) -> Iterator[State]:
    """What is searched in the place of the truth."""
    hints, observation, me, rng = asked.hints, asked.observation, asked.me, Random(asked.seed)
    model = hints.model(observation)
    if model is not None:
        yield model
    elif hides(hints, observation, me, rng):
        for _ in range(WORLDS):
            yield observation.determinize(me, rng)
    else:
        yield observation


def _alike(
    asked: Asked, state: State, actions: Sequence[Action], nodes: int
) -> Thinking[list[float]]:
    """The values of the positions after `actions`, all looked at equally deep."""
    after = [_after(state, action) for action in actions]
    values, depths = [], []
    for one in after:
        search = Search(asked.hints, asked.me, asked.part(max(1, nodes // len(after))))
        values.append((yield from search.value(one)))
        depths.append(search.progress.depth)
    open_ones = [depth for depth, value in zip(depths, values, strict=True) if abs(value) < WON]
    least = min(open_ones, default=0)
    for index, depth in enumerate(depths):
        if depth > least and abs(values[index]) < WON:
            search = Search(asked.hints, asked.me, asked.budget.share(1), least)
            values[index] = yield from search.value(after[index])
    return values


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child


# -- what would come of it -----------------------------------------------------------------------


def _line(asked: Asked, action: Action) -> Thinking[Line]:
    """How it would go on after an action, to the end of the next player's turn; where something
    is hidden, if it would in most worlds."""
    observation, me, rng = asked.observation, asked.me, Random(asked.seed)
    hidden = hides(asked.hints, observation, me, rng)
    found: list[Line] = []
    for _ in range(3 if hidden else 1):
        world = observation.determinize(me, rng) if hidden else observation
        found.append((yield from _goes_on(asked, _after(world, action))))
    most = max(found, key=found.count)
    return most if 2 * found.count(most) > len(found) else ()


def _goes_on(asked: Asked, state: State) -> Thinking[Line]:
    """Chance does what is likeliest."""
    hints, me = asked.hints, asked.me
    line: list[Action] = []
    turn = -1  # of the next player, once it has begun
    while len(line) < LONGEST and not hints.widths:
        player = state.current_player()
        if player == CHANCE:
            outcomes = hints.outcomes(state, False) or state.chance_outcomes()
            action = max(outcomes, key=lambda one: one[1])[0]
        elif player == TERMINAL or (turn >= 0 and (player == me or state.turn_index() != turn)):
            break
        else:
            turn = state.turn_index() if player != me else turn
            search = Search(hints, player, asked.part(REPLY_NODES), REPLY_DEPTH)
            action = (yield from search.run(state, Random(asked.seed)))[0][1]
        line.append(action)
        state = _after(state, action)
    return tuple(line)
